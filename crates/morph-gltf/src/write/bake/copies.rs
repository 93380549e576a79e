//! Meshes for nodes that part, and what baking makes meaningless.

use crate::write::extensions::DRACO;
use crate::write::refs::list;
use crate::write::{Patch, WriteError, index};
use serde_json::Value;

impl Patch<'_> {
    /// Gives each group of nodes a mesh of its own, so that they can be baked apart; `meshes[mesh]`
    /// stays that of the first group and of nodes in no group. Gives the index of each group's mesh.
    ///
    /// Copies share their data. What VRM 0.x says about a mesh is said about its copies too.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] for the mesh or a node, [`WriteError::Opaque`] where an animation's
    /// path leads over the mesh, so that it would move the first group only.
    pub fn split_mesh(
        &mut self,
        mesh: usize,
        groups: &[Vec<usize>],
    ) -> Result<Vec<usize>, WriteError> {
        let count = self.json["nodes"].as_array().map_or(0, Vec::len);
        if let Some(&node) = groups.iter().flatten().find(|&&node| node >= count) {
            return Err(WriteError::NoSuch { place: format!("nodes[{node}]"), count });
        }
        let original = Value::from(self.mesh_mut(mesh)?.clone());
        if groups.len() > 1 {
            self.check_mesh_pointers(mesh)?;
        }
        let mut meshes = vec![mesh];
        for group in groups.iter().skip(1) {
            let copy = self.push("meshes", original.clone());
            for &node in group {
                self.json["nodes"][node]["mesh"] = copy.into();
            }
            self.copy_vrm(mesh, copy);
            meshes.push(copy);
        }
        Ok(meshes)
    }

    fn check_mesh_pointers(&mut self, mesh: usize) -> Result<(), WriteError> {
        let start = format!("/meshes/{mesh}/");
        for (place, animation) in list(&mut self.json, "", "animations") {
            for (place, channel) in list(animation, &place, "channels") {
                let extension = &channel["target"]["extensions"]["KHR_animation_pointer"];
                if extension["pointer"].as_str().is_some_and(|p| p.starts_with(&start)) {
                    let what = "a mesh that needs copies";
                    return Err(WriteError::Opaque { place, what });
                }
            }
        }
        Ok(())
    }

    /// Repeats what VRM 0.x says about a mesh for its copy.
    fn copy_vrm(&mut self, mesh: usize, copy: usize) {
        let Some(vrm) = self.json.get_mut("extensions").and_then(|e| e.get_mut("VRM")) else {
            return;
        };
        let repeat = |owner: &mut Value, key: &str| {
            let Some(Value::Array(list)) = owner.get_mut(key) else { return };
            let ours = |entry: &&Value| index::read(&entry["mesh"]) == Some(mesh);
            let mut copies: Vec<Value> = list.iter().filter(ours).cloned().collect();
            copies.iter_mut().for_each(|entry| entry["mesh"] = copy.into());
            list.append(&mut copies);
        };
        if let Some(first_person) = vrm.get_mut("firstPerson") {
            repeat(first_person, "meshAnnotations");
        }
        if let Some(master) = vrm.get_mut("blendShapeMaster") {
            for (_, group) in list(master, "", "blendShapeGroups") {
                repeat(group, "binds");
            }
        }
    }

    /// Takes out default weights: the base has them now.
    pub(super) fn forget_weights(&mut self, mesh: usize) {
        for node in self.nodes_of(mesh) {
            if let Some(node) = self.json["nodes"][node].as_object_mut() {
                node.shift_remove("weights");
            }
        }
        if let Some(mesh) = self.json["meshes"][mesh].as_object_mut() {
            mesh.shift_remove("weights");
        }
    }

    /// Takes out the compressed form of a primitive: it has the old vertices.
    pub(super) fn forget_compressed(
        &mut self,
        mesh: usize,
        primitive: usize,
    ) -> Result<(), WriteError> {
        let primitive = self.primitive_mut(mesh, primitive)?;
        if let Some(extensions) = primitive.get_mut("extensions").and_then(Value::as_object_mut) {
            extensions.shift_remove(DRACO);
            if extensions.is_empty() {
                primitive.shift_remove("extensions");
            }
        }
        Ok(())
    }
}
