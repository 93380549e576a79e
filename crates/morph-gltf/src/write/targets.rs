//! Taking targets out of a mesh, and out of everything that points at them.

mod animation;
mod opaque;
mod pointer;
mod vrm;

use super::refs::list;
use super::{Patch, WriteError, index};
use serde_json::{Map, Value};

impl Patch<'_> {
    /// Keeps these targets of a mesh, ascending, and takes out the others.
    ///
    /// What points at targets follows: weights of the mesh and of its nodes, columns of animations,
    /// paths of `KHR_animation_pointer`, names, and the binds of VRM 0.x and 1.0. A channel, or an
    /// animation, that has nothing left to move goes. Without any target left, the mesh has none.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] for the mesh or a target, [`WriteError::Columns`] for an animation
    /// that does not fit, [`WriteError::Opaque`] where something that is not understood may hold
    /// the index of a target, or of an animation that goes. The patch is of no use then.
    ///
    /// # Example
    /// ```no_run
    /// use morph_gltf::write::Patch;
    /// let document = morph_gltf::open("face.glb")?;
    /// let mut patch = Patch::new(&document)?;
    /// patch.keep_targets(0, &[0, 2])?;
    /// patch.finish()?.save("smaller.glb")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_targets(&mut self, mesh: usize, kept: &[usize]) -> Result<(), WriteError> {
        let count = self.target_count(mesh)?;
        let change = Change::new(mesh, count, kept)?;
        if change.kept.len() == count {
            return Ok(());
        }
        if !self.targets_are_plain {
            opaque::check_elsewhere(&self.json)?;
            self.targets_are_plain = true;
        }
        opaque::check_mesh(&self.json, mesh)?;
        let nodes = self.nodes_of(mesh);
        self.keep_in_animations(&change, &nodes)?;
        for node in nodes.iter().copied() {
            let node = &mut self.json["nodes"][node];
            keep_in_weights(node, &change);
        }
        let mut notes = Vec::new();
        let place = format!("meshes[{mesh}]");
        let of_mesh = &mut self.json["meshes"][mesh];
        keep_in_weights(of_mesh, &change);
        keep_names(of_mesh, &place, &change, &mut notes);
        for (place, primitive) in list(of_mesh, &place, "primitives") {
            keep_names(primitive, &place, &change, &mut notes);
            let Some(primitive) = primitive.as_object_mut() else { continue };
            if let Some(Value::Array(targets)) = primitive.get_mut("targets") {
                change.keep(targets);
                if targets.is_empty() {
                    primitive.shift_remove("targets");
                }
            }
        }
        vrm::keep(&mut self.json, &change, &nodes, &mut notes);
        self.notes.append(&mut notes);
        Ok(())
    }

    /// The number of targets that a mesh has now: the most of its primitives.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] for the mesh.
    pub fn target_count(&self, mesh: usize) -> Result<usize, WriteError> {
        let meshes = self.json()["meshes"].as_array().map_or(&[][..], Vec::as_slice);
        let place = format!("meshes[{mesh}]");
        let found = meshes.get(mesh).ok_or(WriteError::NoSuch { place, count: meshes.len() })?;
        let primitives = found["primitives"].as_array().into_iter().flatten();
        let counts = primitives.map(|p| p["targets"].as_array().map_or(0, Vec::len));
        Ok(counts.max().unwrap_or(0))
    }

    /// The nodes that draw a mesh now.
    pub(super) fn nodes_of(&self, mesh: usize) -> Vec<usize> {
        let nodes = self.json()["nodes"].as_array().into_iter().flatten().enumerate();
        let draws = |node: &Value| index::read(&node["mesh"]) == Some(mesh);
        nodes.filter(|(_, node)| draws(node)).map(|(at, _)| at).collect()
    }
}

/// Which targets of which mesh stay, and under which index.
#[derive(Debug)]
struct Change {
    mesh: usize,
    /// Targets before.
    count: usize,
    /// Ascending.
    kept: Vec<usize>,
}

impl Change {
    fn new(mesh: usize, count: usize, kept: &[usize]) -> Result<Self, WriteError> {
        let mut kept = kept.to_vec();
        kept.sort_unstable();
        kept.dedup();
        match kept.last() {
            Some(&target) if target >= count => {
                let place = format!("targets[{target}] of meshes[{mesh}]");
                Err(WriteError::NoSuch { place, count })
            }
            _ => Ok(Self { mesh, count, kept }),
        }
    }

    /// The new index of a target, `None` where it goes.
    fn index(&self, target: usize) -> Option<usize> {
        self.kept.binary_search(&target).ok()
    }

    /// Keeps one element for each target that stays.
    fn keep<T>(&self, elements: &mut Vec<T>) {
        let mut at = 0..;
        elements.retain(|_| at.next().is_some_and(|target| self.index(target).is_some()));
    }
}

/// The weights of a mesh or a node; too many or too few mean what they meant before.
fn keep_in_weights(owner: &mut Value, change: &Change) {
    let Some(owner) = owner.as_object_mut() else { return };
    if let Some(Value::Array(weights)) = owner.get_mut("weights") {
        change.keep(weights);
        if weights.is_empty() {
            owner.shift_remove("weights");
        }
    }
}

/// `extras.targetNames`; a list of another length names nobody, and might name somebody afterwards.
fn keep_names(owner: &mut Value, place: &str, change: &Change, notes: &mut Vec<String>) {
    let Some(owner) = owner.as_object_mut() else { return };
    let Some(extras) = owner.get_mut("extras").and_then(Value::as_object_mut) else { return };
    let Some(Value::Array(names)) = extras.get_mut("targetNames") else { return };
    if names.len() == change.count && !change.kept.is_empty() {
        change.keep(names);
        return;
    }
    if names.len() != change.count {
        let (expected, found) = (change.count, names.len());
        notes.push(format!(
            "{place}.extras.targetNames: expected {expected} names, got {found}: they are left out"
        ));
    }
    extras.shift_remove("targetNames");
    if extras.is_empty() {
        owner.shift_remove("extras");
    }
}

/// A member that is an object.
fn object<'a>(value: &'a mut Value, path: &[&str]) -> Option<&'a mut Map<String, Value>> {
    path.iter().try_fold(value, |value, key| value.get_mut(key))?.as_object_mut()
}
