//! The command `render`.

pub(crate) mod args;
mod film;
pub(crate) mod framing;
pub(crate) mod heat;
mod label;
mod legend;
mod sheet;
mod strip;
pub(crate) mod tiles;

use crate::failure::{Failure, tell};
use crate::output;
use crate::progress;
use crate::read;
use anyhow::{Context, Result};
use args::RenderArgs;
use film::{Film, Format, Moment};
use framing::{Focus, Framing};
use heat::{Heat, Scale};
use image::RgbaImage;
use morphkit::gltf::{Document, open_with};
use morphkit_scene::render::{Looks, Renderer, View};
use morphkit_scene::scene::Scene;
use morphkit_scene::{Allowed, Gpu};
use sheet::Sheet;
use std::rc::Rc;
use tiles::Tiles;

/// Draws a picture or a film of a file.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    output::check(&args.output, &Format::EXTENSIONS)?;
    let format = Format::of(&args.output);
    format.check(args).and_then(|()| args.check()).map_err(Failure::Environment)?;
    let busy = progress::spinner("reading");
    let options = read::options(args.strict, args.normals);
    let place = || args.file.display().to_string();
    let document = open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    if args.strict {
        document.validate().with_context(place).map_err(Failure::File)?;
    }
    let scene = Rc::new(Scene::read(&document).with_context(place).map_err(Failure::File)?);
    busy.finish_and_clear();
    for note in &scene.notes {
        tell(&format!("note: {note}"));
    }
    let tiles = Tiles::new(args, &document, &scene)?;
    let span = tiles.animation.as_ref().and_then(|animation| animation.span());
    let moments = film::moments(args, format, span).with_context(place);
    let moments = moments.map_err(Failure::Environment)?;
    let aspect = f64::from(args.tile().width) / f64::from(args.tile().height);
    let view = View { yaw: args.yaw + front(&document), pitch: args.pitch, aspect };
    let measured = measure(args, &scene, &tiles, &moments, view);
    let (framing, heat) = measured.with_context(place).map_err(Failure::File)?;
    let gpu = Gpu::open(args.adapter.as_deref(), args.backend).map_err(Failure::Environment)?;
    let job = Job { args, format, scene: &scene, tiles: &tiles, moments: &moments, framing, heat };
    job.draw(&gpu).map_err(Failure::Environment)
}

/// Where the camera stands, so that nothing ever leaves the picture; and the scale of the colours.
fn measure(
    args: &RenderArgs,
    scene: &Scene,
    tiles: &Tiles<'_>,
    moments: &[Moment],
    view: View,
) -> Result<(Framing, Option<Scale>)> {
    let focus = if args.focus { Focus::Moved } else { Focus::All };
    let mut framing = Framing::new(scene, view, args.turntable.is_some(), focus);
    let mut scale = Scale::new(args);
    let bar = progress::bar(moments.len() * tiles.all.len(), "poses");
    let mut last = None;
    for moment in moments {
        // Turning alone changes no pose.
        if last.replace(moment.time) == Some(moment.time) {
            continue;
        }
        for tile in &tiles.all {
            let pose = tiles.pose(tile, moment.time)?;
            framing.add(scene, &pose)?;
            if let Some(scale) = &mut scale {
                scale.add(&Heat::of(scene, &pose)?);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if let (Some(scale), Some(moment)) = (&mut scale, moments.first()) {
        scale.finish(|| tiles.any(scene, moment.time))?;
    }
    Ok((framing, scale))
}

/// All that is drawn, and where it goes.
struct Job<'a> {
    args: &'a RenderArgs,
    format: Format,
    scene: &'a Rc<Scene>,
    tiles: &'a Tiles<'a>,
    moments: &'a [Moment],
    framing: Framing,
    heat: Option<Scale>,
}

impl Job<'_> {
    fn draw(&self, gpu: &Gpu) -> Result<()> {
        let args = self.args;
        let backend = (args.backend, args.dropping.or(Some(Allowed::DEFAULT)));
        let mut renderer = Renderer::new(gpu, self.scene, backend, args.tile(), args.background)?;
        let written = self.write(&mut renderer);
        if written.is_err() && self.format != Format::Png {
            film::discard(&args.output);
        }
        written
    }

    fn write(&self, renderer: &mut Renderer) -> Result<()> {
        let (args, output) = (self.args, &self.args.output);
        let sheet = self.sheet();
        let blank = sheet.as_ref().map(Sheet::blank).transpose()?;
        let mut notes = Vec::new();
        let mut film = None;
        let bar = progress::bar(self.moments.len() * self.tiles.all.len(), "pictures");
        for moment in self.moments {
            let camera = self.framing.camera(moment.turn);
            let mut whole = blank.clone();
            for (at, tile) in self.tiles.all.iter().enumerate() {
                let pose = self.tiles.pose(tile, moment.time)?;
                let looks = Looks { heat: self.heat.is_some(), ..Looks::default() };
                if let Some(scale) = &self.heat {
                    scale.heat(self.scene, &pose)?.show(renderer, self.scene, scale.longest);
                }
                let picture = renderer.draw_as(&pose, &camera, &looks, &mut notes)?;
                match (&sheet, &mut whole) {
                    (Some(sheet), Some(whole)) => sheet.place(whole, at, &picture),
                    _ => whole = Some(picture),
                }
                bar.inc(1);
            }
            let Some(picture) = whole else { continue };
            let place = || output.display().to_string();
            if self.format == Format::Png {
                save(&picture, output)?;
                continue;
            }
            if film.is_none() {
                let (size, count) = (picture.dimensions(), self.moments.len());
                let made = Film::new(self.format, size, args, count);
                film = Some(made.with_context(place)?);
            }
            if let Some(film) = &mut film {
                film.add(picture).with_context(place)?;
            }
        }
        film.map_or(Ok(()), Film::finish).with_context(|| output.display().to_string())?;
        bar.finish_and_clear();
        notes.dedup();
        notes.iter().for_each(|note| tell(&format!("note: {note}")));
        Ok(())
    }

    /// Where pictures go that stand side by side.
    fn sheet(&self) -> Option<Sheet<'_>> {
        let (args, count) = (self.args, self.tiles.all.len());
        let columns = match (&args.strip, args.contact_sheet) {
            (None, false) if self.heat.is_none() => return None,
            (_, true) => Sheet::square(count, args.tile()),
            _ => count as u32,
        };
        let labels = self.tiles.all.iter().map(|tile| tile.label.as_str()).collect();
        let columns = args.columns.unwrap_or(columns);
        let legend = self.heat.as_ref().map(Scale::legend);
        Some(Sheet::new(labels, args.tile(), columns, args.background, legend))
    }
}

fn save(picture: &RgbaImage, path: &std::path::Path) -> Result<()> {
    picture
        .save_with_format(path, image::ImageFormat::Png)
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// Says that a time is before or after an animation, where it is.
pub(crate) fn outside(span: Option<(f32, f32)>, time: f32) -> Option<String> {
    match span {
        Some((start, _)) if time < start && time != 0.0 => {
            Some(format!("the animation starts at {start} s"))
        }
        Some((_, end)) if time > end => Some(format!("the animation ends at {end} s")),
        _ => None,
    }
}

/// Degrees from +Z to where the model looks.
pub(crate) fn front(document: &Document) -> f64 {
    let is_vrm0 = document.root().extensions_used.iter().any(|extension| extension == "VRM");
    if is_vrm0 { 180.0 } else { 0.0 }
}
