//! The command `render`.

pub(crate) mod args;
mod label;
mod strip;

use crate::face::Row;
use crate::failure::{Failure, tell};
use crate::output;
use crate::pick::ANIMATIONS;
use crate::progress;
use crate::read;
use crate::set::{Named, Setting, set_all};
use anyhow::{Context, Result, anyhow};
use args::RenderArgs;
use morphkit::gltf::{Document, open_with};
use morphkit_scene::render::{Camera, Renderer, View};
use morphkit_scene::scene::{Animation, Pose, Scene};
use morphkit_scene::{Allowed, Gpu};
use std::collections::BTreeSet;

/// Draws a picture of a file.
pub(crate) fn run(args: &RenderArgs) -> Result<(), Failure> {
    output::check(&args.output, "png")?;
    let busy = progress::spinner("reading");
    let options = read::options(args.strict, args.normals);
    let place = || args.file.display().to_string();
    let document = open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    if args.strict {
        document.validate().with_context(place).map_err(Failure::File)?;
    }
    let scene = Scene::read(&document).with_context(place).map_err(Failure::File)?;
    busy.finish_and_clear();
    for note in &scene.notes {
        tell(&format!("note: {note}"));
    }
    let animation = read_animation(args, &document)?;
    let at = animation.as_ref().map(|animation| (animation, args.time.unwrap_or(0.0)));
    let mut pose = scene.pose(at).with_context(place).map_err(Failure::File)?;
    let vrm = document.vrm().with_context(place).map_err(Failure::File)?;
    let instances = scene.instances.iter().zip(&mut pose.weights);
    let mut rows: Vec<_> = instances
        .map(|(i, weights)| Row { mesh: i.mesh.index, node: Some(i.node), weights })
        .collect();
    args.face.apply(vrm.as_ref(), &named_meshes(&scene), &mut rows)?;
    let mut poses = vec![(String::new(), pose)];
    if let Some(strip) = &args.strip {
        let Some((_, pose)) = poses.pop() else { return Ok(()) };
        for tile in &strip.0 {
            let mut pose = pose.clone();
            set_pose("--strip", &tile.settings, &scene, &mut pose)?;
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
    let gpu = Gpu::open(args.adapter.as_deref(), args.backend).map_err(Failure::Environment)?;
    draw(args, &gpu, &scene, &poses, &camera).map_err(Failure::Environment)
}

fn draw(
    args: &RenderArgs,
    gpu: &Gpu,
    scene: &Scene,
    poses: &[(String, Pose)],
    camera: &Camera,
) -> Result<()> {
    let backend = (args.backend, args.dropping.or(Some(Allowed::DEFAULT)));
    let mut renderer = Renderer::new(gpu, scene, backend, args.size, args.background)?;
    let mut notes = Vec::new();
    let mut tiles = Vec::with_capacity(poses.len());
    let bar = progress::bar(poses.len(), "pictures");
    for (label, pose) in poses {
        tiles.push((label.clone(), renderer.draw(pose, camera, &mut notes)?));
        bar.inc(1);
    }
    bar.finish_and_clear();
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

fn set_pose(
    option: &str,
    settings: &[Setting],
    scene: &Scene,
    pose: &mut Pose,
) -> Result<(), Failure> {
    let mut instances: Vec<_> =
        scene.instances.iter().map(|i| i.mesh.index).zip(&mut pose.weights).collect();
    set_all(option, settings, &named_meshes(scene), &mut instances)
}

/// The meshes that the scene draws, each once.
fn named_meshes(scene: &Scene) -> Vec<Named<'_>> {
    let mut seen = BTreeSet::new();
    let meshes = scene.instances.iter().map(|instance| &*instance.mesh);
    let each = meshes.filter(|mesh| seen.insert(mesh.index));
    each.map(|mesh| Named {
        index: mesh.index,
        name: mesh.name.as_deref(),
        target_names: mesh.target_names.as_deref(),
        target_count: mesh.target_count,
    })
    .collect()
}

/// Reads the animation that is asked for; a time outside of it is told.
fn read_animation(args: &RenderArgs, document: &Document) -> Result<Option<Animation>, Failure> {
    let Some(pick) = &args.animation else { return Ok(None) };
    let place = || args.file.display().to_string();
    let names: Vec<_> = document.root().animations.iter().map(|a| a.name.as_deref()).collect();
    let found = pick.find(ANIMATIONS, &names).with_context(|| format!("{}: --animation", place()));
    let index = found.map_err(Failure::Environment)?;
    let animation = Animation::read(document, index).with_context(place).map_err(Failure::File)?;
    if let Some(note) = outside(animation.span(), args.time.unwrap_or(0.0)) {
        tell(&format!("note: --time: {note}"));
    }
    Ok(Some(animation))
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
fn front(document: &Document) -> f64 {
    let is_vrm0 = document.root().extensions_used.iter().any(|extension| extension == "VRM");
    if is_vrm0 { 180.0 } else { 0.0 }
}
