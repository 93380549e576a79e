//! A file that is open: its scene, animations and the names of its targets.

use crate::curves::{Curve, curves};
use crate::groups::{Group, groups, partners};
use crate::state::{State, Target};
use anyhow::{Context, Result};
use glam::DVec3;
use morphkit::core::Attribute;
use morphkit::gltf::open;
use morphkit_scene::scene::{Animation, Pose, Primitive, Scene};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// An animation that moves something.
#[derive(Debug)]
pub(crate) struct Clip {
    /// Its name or number.
    pub(crate) name: String,
    animation: Animation,
    /// First and last key in seconds.
    pub(crate) span: (f32, f32),
    /// The weights that it changes.
    pub(crate) curves: Vec<Curve>,
}

/// The targets of one instance.
#[derive(Debug)]
pub(crate) struct Sliders {
    /// Index of the instance in the scene.
    pub(crate) instance: usize,
    /// The mesh's name.
    pub(crate) title: String,
    /// One a target.
    pub(crate) names: Vec<String>,
    /// How they are shown.
    pub(crate) groups: Vec<Group>,
    /// For each target the other of its pair.
    pub(crate) partners: Vec<Option<usize>>,
}

/// An open file.
#[derive(Debug)]
pub(crate) struct Model {
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// What it draws.
    pub(crate) scene: Rc<Scene>,
    /// Its animations.
    pub(crate) clips: Vec<Clip>,
    /// One for each instance that has targets.
    pub(crate) sliders: Vec<Sliders>,
    /// Degrees from +Z to where it looks.
    pub(crate) front: f64,
    /// Where its vertices are as the file has them.
    pub(crate) points: Vec<DVec3>,
    /// Number of its vertices, each time that they are drawn.
    pub(crate) vertex_count: usize,
    /// What could not be read or shown.
    pub(crate) notes: Vec<String>,
}

impl Model {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, its path first.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        Self::read(path).with_context(|| path.display().to_string())
    }

    fn read(path: &Path) -> Result<Self> {
        let document = open(path)?;
        let scene = Scene::read(&document)?;
        let mut notes = scene.notes.clone();
        let mut clips = Vec::new();
        for (index, animation) in document.root().animations.iter().enumerate() {
            let name = animation.name.clone().unwrap_or_else(|| format!("animations[{index}]"));
            let read = Animation::read(&document, index).and_then(|animation| {
                let Some(span) = animation.span() else { return Ok(None) };
                let curves = curves(&scene, &animation, span)?;
                Ok(Some(Clip { name, animation, span, curves }))
            });
            match read {
                Ok(clip) => clips.extend(clip),
                // The rest of the file can be shown.
                Err(error) => notes.push(format!("animations[{index}]: {error:#}")),
            }
        }
        let points = scene.points(&scene.pose(None)?)?;
        let is_vrm0 = document.root().extensions_used.iter().any(|extension| extension == "VRM");
        let instances = scene.instances.iter();
        let vertices = instances.flat_map(|i| &i.mesh.primitives).map(|p| p.base.vertex_count());
        Ok(Self {
            path: path.to_owned(),
            vertex_count: vertices.sum(),
            sliders: sliders(&scene),
            scene: Rc::new(scene),
            clips,
            front: if is_vrm0 { 180.0 } else { 0.0 },
            points,
            notes,
        })
    }

    /// The name of a target.
    pub(crate) fn name(&self, target: Target) -> String {
        let sliders = self.sliders.iter().find(|s| s.instance == target.instance);
        let name = sliders.and_then(|sliders| sliders.names.get(target.index));
        name.cloned().unwrap_or_default()
    }

    /// What the file, the animation and held weights make together.
    ///
    /// # Errors
    /// A time that is not a number.
    pub(crate) fn pose(&self, state: &State) -> Result<Pose> {
        let clip = state.clip.and_then(|clip| self.clips.get(clip));
        let mut pose = self.scene.pose(clip.map(|clip| (&clip.animation, state.time)))?;
        state.write_into(&mut pose.weights);
        Ok(pose)
    }

    /// How far one target moves each vertex, in the mesh's units: one row a primitive of its mesh;
    /// and the farthest.
    pub(crate) fn heat(&self, target: Target) -> (Vec<Vec<f32>>, f32) {
        let Some(instance) = self.scene.instances.get(target.instance) else {
            return (Vec::new(), 0.0);
        };
        let lengths = |primitive: &Primitive| {
            let mut lengths = vec![0.0; primitive.base.vertex_count()];
            let deltas =
                primitive.moving().and_then(|t| t.deltas(target.index, Attribute::Position));
            for (vertex, delta) in deltas.iter().flat_map(|deltas| deltas.iter(3)) {
                lengths[vertex] = delta.iter().map(|d| d * d).sum::<f32>().sqrt();
            }
            lengths
        };
        let rows: Vec<Vec<f32>> = instance.mesh.primitives.iter().map(lengths).collect();
        let farthest = rows.iter().flatten().copied().fold(0.0, f32::max);
        (rows, farthest)
    }
}

fn sliders(scene: &Scene) -> Vec<Sliders> {
    let instances = scene.instances.iter().enumerate();
    let with_targets = instances.filter(|(_, instance)| instance.mesh.target_count > 0);
    let sliders = with_targets.map(|(at, instance)| {
        let mesh = &instance.mesh;
        let name = |index: usize| {
            let name = mesh.target_names.as_ref().and_then(|names| names.get(index));
            name.filter(|name| !name.is_empty())
                .cloned()
                .unwrap_or_else(|| format!("target {index}"))
        };
        let names: Vec<String> = (0..mesh.target_count).map(name).collect();
        Sliders {
            instance: at,
            title: mesh.name.clone().unwrap_or_else(|| mesh.place.clone()),
            groups: groups(&names),
            partners: partners(&names),
            names,
        }
    });
    sliders.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_sample::{MIN_HEAD_VERTICES, glb, head};
    use morphkit_scene::Backend;

    /// The head as a file that is gone with the folder.
    fn opened() -> Model {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("head.glb");
        std::fs::write(&path, glb::write(&head(MIN_HEAD_VERTICES))).unwrap();
        Model::open(&path).unwrap()
    }

    #[test]
    fn the_head_has_a_slider_for_each_of_its_targets() {
        let model = opened();
        let [sliders] = &model.sliders[..] else { panic!("{:?}", model.sliders) };
        assert_eq!(sliders.names.len(), 52);
        let at = |name: &str| sliders.names.iter().position(|n| n == name).unwrap();
        let (left, right) = (at("mouthSmileLeft"), at("mouthSmileRight"));
        assert_eq!(sliders.partners[left], Some(right));
        let names: Vec<_> = sliders.groups.iter().map(|group| group.name.as_str()).collect();
        assert!(
            ["eye", "jaw", "mouth", "brow"].iter().all(|name| names.contains(name)),
            "{names:?}"
        );
    }

    #[test]
    fn a_held_weight_moves_the_vertices_that_its_heat_shows() {
        let model = opened();
        let names = &model.sliders[0].names;
        let index = names.iter().position(|name| name == "jawOpen").unwrap();
        let target = Target { instance: model.sliders[0].instance, index };
        let mut state = State::new(Backend::Cpu, None);
        let before = model.scene.points(&model.pose(&state).unwrap()).unwrap();
        state.hold(target, None, 1.0);
        let pose = model.pose(&state).unwrap();
        assert_eq!(pose.weights[target.instance][index], 1.0);
        let after = model.scene.points(&pose).unwrap();
        let moved = before.iter().zip(&after).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        let (rows, farthest) = model.heat(target);
        assert!(farthest > 0.0 && (moved - f64::from(farthest)).abs() < 1e-6, "{moved} {farthest}");
        assert_eq!(rows.len(), model.scene.instances[target.instance].mesh.primitives.len());
    }

    #[test]
    fn what_cannot_be_read_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.glb");
        assert!(Model::open(&path).is_err());
        std::fs::write(&path, b"glTF but not really").unwrap();
        let error = format!("{:#}", Model::open(&path).unwrap_err());
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        let nowhere = Target { instance: 9, index: 9 };
        assert_eq!(opened().heat(nowhere), (Vec::new(), 0.0));
    }
}
