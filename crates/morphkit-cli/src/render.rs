//! The command `render`.

pub(crate) mod args;
mod camera;
mod label;
mod pipeline;
mod renderer;
mod set;
mod shader;
mod strip;
mod surface;
mod target;
mod vertex;

use crate::failure::{Failure, one_line};
use crate::gpu::Gpu;
use crate::scene::{Animation, Pose, Scene};
use anyhow::{Context, Result, anyhow, bail};
use args::RenderArgs;
use camera::{Camera, View};
use morphkit::gltf::{Document, ReadOptions, Strictness, open_with};
use renderer::Renderer;
use set::Setting;
use std::io::{self, Write};

/// The option that sets weights.
const SET: &str = "--set";

/// Draws a picture of a file.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    let strictness = if args.strict { Strictness::Strict } else { Strictness::Lenient };
    let options = ReadOptions { strictness, ..ReadOptions::default() };
    let place = || args.file.display().to_string();
    let document = open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    if args.strict {
        document.validate().with_context(place).map_err(Failure::File)?;
    }
    let scene = Scene::read(&document).with_context(place).map_err(Failure::File)?;
    for note in &scene.notes {
        tell(&format!("note: {note}"));
    }
    let animation = match &args.animation {
        None => None,
        Some(name) => {
            let index = find_animation(&document, name).map_err(Failure::Environment)?;
            Some(Animation::read(&document, index).with_context(place).map_err(Failure::File)?)
        }
    };
    let at = animation.as_ref().map(|animation| (animation, args.time.unwrap_or(0.0)));
    let mut pose = scene.pose(at).with_context(place).map_err(Failure::File)?;
    set_all(SET, &args.set, &scene, &mut pose)?;
    let mut poses = vec![(String::new(), pose)];
    if let Some(strip) = &args.strip {
        let Some((_, pose)) = poses.pop() else { return Ok(()) };
        for tile in &strip.0 {
            let mut pose = pose.clone();
            set_all("--strip", &tile.settings, &scene, &mut pose)?;
            poses.push((tile.label.clone(), pose));
        }
    }
    let mut points = Vec::new();
    for (_, pose) in &poses {
        points.extend(scene.points(pose).with_context(place).map_err(Failure::File)?);
    }
    let aspect = f64::from(args.size.width) / f64::from(args.size.height);
    let yaw = args.yaw + front(&document);
    let camera = Camera::around(&points, View { yaw, pitch: args.pitch, aspect });
    let gpu = Gpu::open(args.adapter.as_deref())?;
    draw(args, &gpu, &scene, &poses, &camera).map_err(Failure::Environment)
}

fn draw(
    args: &RenderArgs,
    gpu: &Gpu,
    scene: &Scene,
    poses: &[(String, Pose)],
    camera: &Camera,
) -> Result<()> {
    let mut renderer = Renderer::new(gpu, scene, args.backend, args.size, args.background)?;
    let mut notes = Vec::new();
    let mut tiles = Vec::with_capacity(poses.len());
    for (label, pose) in poses {
        tiles.push((label.clone(), renderer.draw(pose, camera, &mut notes)?));
    }
    notes.dedup();
    notes.iter().for_each(|note| tell(&format!("note: {note}")));
    let picture = match &args.strip {
        None => tiles.pop().map(|(_, picture)| picture).ok_or_else(|| anyhow!("no picture"))?,
        Some(_) => {
            strip::join(&tiles, args.columns.unwrap_or(tiles.len() as u32), args.background)?
        }
    };
    let output = &args.output;
    picture
        .save_with_format(output, image::ImageFormat::Png)
        .with_context(|| format!("{}: cannot be written", output.display()))
}

/// Sets weights of a pose. For `--set` it says how many; a strip would say too much.
fn set_all(
    option: &str,
    settings: &[Setting],
    scene: &Scene,
    pose: &mut Pose,
) -> Result<(), Failure> {
    for setting in settings {
        let count = setting.apply(scene, pose).with_context(|| option.to_owned());
        let count = count.map_err(Failure::Environment)?;
        if option == SET {
            let noun = if count == 1 { "weight" } else { "weights" };
            tell(&format!("{option} {setting}: {count} {noun} set"));
        }
        if let Some(doubt) = setting.doubt() {
            tell(&format!("note: {option} {doubt}"));
        }
    }
    Ok(())
}

/// An animation by its name, else by its index.
fn find_animation(document: &Document, name: &str) -> Result<usize> {
    let animations = &document.root().animations;
    let named = animations.iter().position(|a| a.name.as_deref() == Some(name));
    let index = named.or_else(|| name.parse().ok().filter(|&index| index < animations.len()));
    if let Some(index) = index {
        return Ok(index);
    }
    let names: Vec<_> = animations.iter().filter_map(|a| a.name.as_deref()).take(20).collect();
    match (animations.len(), names.is_empty()) {
        (0, _) => bail!("--animation {name}: the file has no animations"),
        (count, true) => bail!("--animation {name}: expected 0 to {}", count - 1),
        (count, false) => {
            bail!("--animation {name}: expected 0 to {} or one of {}", count - 1, names.join(", "))
        }
    }
}

/// Degrees from +Z to where the model looks.
fn front(document: &Document) -> f64 {
    let is_vrm0 = document.root().extensions_used.iter().any(|extension| extension == "VRM");
    if is_vrm0 { 180.0 } else { 0.0 }
}

/// Says something beside the result.
fn tell(line: &str) {
    // Where standard error is closed, nobody listens.
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}
