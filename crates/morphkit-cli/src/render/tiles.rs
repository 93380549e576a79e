//! What the pictures show: weights over those of the file and its animation.

use super::args::RenderArgs;
use super::heat::Heat;
use crate::face::Row;
use crate::failure::{Failure, tell};
use crate::pick::ANIMATIONS;
use crate::progress;
use crate::set::{Named, Setting, find_targets, set_all};
use anyhow::{Context, anyhow};
use morphkit::gltf::Document;
use morphkit_scene::scene::{Animation, Mesh, Pose, Scene};
use std::collections::BTreeSet;

/// A weight that stays as it is: one that nobody asks for.
const KEEP: f32 = f32::MIN;

/// A row of weights for each instance; some are [`KEEP`].
type Overlay = Vec<Vec<f32>>;

/// What one picture of several shows.
#[derive(Debug, Clone)]
pub(super) struct Tile {
    pub(super) label: String,
    weights: Weights,
}

#[derive(Debug, Clone)]
enum Weights {
    /// Those of the file and its animation, but for these.
    Over(Overlay),
    /// All 0, but for these: mesh and target.
    Alone(Vec<(usize, usize)>),
}

/// All that the pictures show.
#[derive(Debug)]
pub(super) struct Tiles<'a> {
    scene: &'a Scene,
    pub(super) animation: Option<Animation>,
    pub(super) all: Vec<Tile>,
}

impl<'a> Tiles<'a> {
    /// What the command line asks for.
    ///
    /// # Errors
    /// What is not there, or means nothing.
    pub(super) fn new(
        args: &RenderArgs,
        document: &Document,
        scene: &'a Scene,
    ) -> Result<Self, Failure> {
        let place = || args.file.display().to_string();
        let animation = read_animation(args, document)?;
        if args.contact_sheet {
            let all = contact_sheet(scene);
            if all.len() < 2 {
                let error = anyhow!("--contact-sheet: nothing that is drawn has targets");
                return Err(Failure::File(error.context(place())));
            }
            return Ok(Self { scene, animation, all });
        }
        if let Some(Some(name)) = &args.heatmap {
            let found = find_targets(&named_meshes(scene), name).context("--heatmap");
            let targets = found.map_err(Failure::Environment)?.targets.into_iter().collect();
            let all = vec![Tile { label: String::new(), weights: Weights::Alone(targets) }];
            return Ok(Self { scene, animation, all });
        }
        let keep = |weights: &Vec<f32>| vec![KEEP; weights.len()];
        let mut overlay: Overlay = scene.instances.iter().map(|i| keep(&i.weights)).collect();
        let vrm = document.vrm().with_context(place).map_err(Failure::File)?;
        let instances = scene.instances.iter().zip(&mut overlay);
        let mut rows: Vec<_> = instances
            .map(|(i, weights)| Row { mesh: i.mesh.index, node: Some(i.node), weights })
            .collect();
        args.face.apply(vrm.as_ref(), &named_meshes(scene), &mut rows)?;
        let tile = |label: &str, overlay| Tile {
            label: label.to_owned(),
            weights: Weights::Over(overlay),
        };
        let Some(strip) = &args.strip else {
            return Ok(Self { scene, animation, all: vec![tile("", overlay)] });
        };
        let mut all = Vec::with_capacity(strip.0.len());
        for part in &strip.0 {
            let mut overlay = overlay.clone();
            set("--strip", &part.settings, scene, &mut overlay)?;
            all.push(tile(&part.label, overlay));
        }
        Ok(Self { scene, animation, all })
    }

    /// Places and weights of a picture at a time.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(super) fn pose(&self, tile: &Tile, time: f32) -> anyhow::Result<Pose> {
        let mut pose =
            self.scene.pose(self.animation.as_ref().map(|animation| (animation, time)))?;
        for (at, row) in pose.weights.iter_mut().enumerate() {
            match &tile.weights {
                Weights::Over(overlay) => {
                    let set = row.iter_mut().zip(&overlay[at]).filter(|(_, over)| **over != KEEP);
                    set.for_each(|(weight, over)| *weight = *over);
                }
                Weights::Alone(targets) => {
                    write_alone(row, self.scene.instances[at].mesh.index, targets);
                }
            }
        }
        Ok(pose)
    }
}

/// A pose whose weights are all 0, but for 1 of some targets: mesh and target.
pub(crate) fn alone(scene: &Scene, mut pose: Pose, targets: &[(usize, usize)]) -> Pose {
    for (instance, row) in scene.instances.iter().zip(&mut pose.weights) {
        write_alone(row, instance.mesh.index, targets);
    }
    pose
}

fn write_alone(row: &mut [f32], mesh: usize, targets: &[(usize, usize)]) {
    row.fill(0.0);
    for &(_, target) in targets.iter().filter(|(of, _)| *of == mesh) {
        if let Some(weight) = row.get_mut(target) {
            *weight = 1.0;
        }
    }
}

impl Tiles<'_> {
    /// The farthest that any target alone moves each vertex.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(super) fn any(&self, scene: &Scene, time: f32) -> anyhow::Result<Heat> {
        let pose = scene.pose(self.animation.as_ref().map(|animation| (animation, time)))?;
        let targets = self.targets();
        let bar = progress::bar(targets.len(), "targets");
        let still = alone(scene, pose.clone(), &[]);
        let places = Heat::places(scene, &still)?;
        let mut all = Heat::between(scene, &places, &still)?;
        for target in targets {
            all.join(&Heat::between(scene, &places, &alone(scene, pose.clone(), &[target]))?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(all)
    }

    /// Mesh and target of all targets that there are.
    fn targets(&self) -> Vec<(usize, usize)> {
        let of = |mesh: &Mesh| {
            let index = mesh.index;
            (0..mesh.target_count).map(move |target| (index, target))
        };
        meshes(self.scene).flat_map(of).collect()
    }
}

/// A picture without targets, and one for each target of each mesh.
fn contact_sheet(scene: &Scene) -> Vec<Tile> {
    let alone = |label, target| Tile { label, weights: Weights::Alone(target) };
    let mut all = vec![alone("(no target)".to_owned(), Vec::new())];
    let morphing: Vec<_> = meshes(scene).filter(|mesh| mesh.target_count > 0).collect();
    let several = morphing.len() > 1;
    for mesh in morphing {
        for target in 0..mesh.target_count {
            let name = mesh.target_names.as_ref().and_then(|names| names.get(target));
            let name = name.cloned().unwrap_or_else(|| target.to_string());
            let label = match (several, &mesh.name) {
                (false, _) => name,
                (true, Some(mesh)) => format!("{mesh}:{name}"),
                (true, None) => format!("{}:{name}", mesh.index),
            };
            all.push(alone(label, vec![(mesh.index, target)]));
        }
    }
    all
}

fn set(
    option: &str,
    settings: &[Setting],
    scene: &Scene,
    overlay: &mut Overlay,
) -> Result<(), Failure> {
    let instances = scene.instances.iter().map(|i| i.mesh.index);
    let mut instances: Vec<_> = instances.zip(overlay).collect();
    set_all(option, settings, &named_meshes(scene), &mut instances)
}

/// The meshes that the scene draws, each once.
fn meshes(scene: &Scene) -> impl Iterator<Item = &Mesh> {
    let mut seen = BTreeSet::new();
    let meshes = scene.instances.iter().map(|instance| &*instance.mesh);
    meshes.filter(move |mesh| seen.insert(mesh.index))
}

fn named_meshes(scene: &Scene) -> Vec<Named<'_>> {
    meshes(scene)
        .map(|mesh| Named {
            index: mesh.index,
            name: mesh.name.as_deref(),
            target_names: mesh.target_names.as_deref(),
            target_count: mesh.target_count,
        })
        .collect()
}

/// Reads the animation that is asked for; a time outside of it is told.
fn read_animation(args: &RenderArgs, document: &Document) -> Result<Option<Animation>, Failure> {
    let Some(pick) = args.pick() else { return Ok(None) };
    let place = || args.file.display().to_string();
    let names: Vec<_> = document.root().animations.iter().map(|a| a.name.as_deref()).collect();
    let found = pick.find(ANIMATIONS, &names).with_context(|| format!("{}: --animation", place()));
    let index = found.map_err(Failure::Environment)?;
    let animation = Animation::read(document, index).with_context(place).map_err(Failure::File)?;
    if let Some(note) = super::outside(animation.span(), args.time.unwrap_or(0.0)) {
        tell(&format!("note: --time: {note}"));
    }
    Ok(Some(animation))
}
