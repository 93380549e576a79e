//! Attributes of primitives and of their targets: what they refer to.

use super::{Patch, WriteError, index};
use serde_json::{Map, Value, json};

impl Patch<'_> {
    /// Lets an attribute of a primitive's base be this accessor.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] for the mesh or the primitive.
    pub fn set_attribute(
        &mut self,
        mesh: usize,
        primitive: usize,
        name: &str,
        accessor: usize,
    ) -> Result<(), WriteError> {
        let primitive = self.primitive_mut(mesh, primitive)?;
        // The model has read them as an object, where they are there.
        let attributes = primitive.entry("attributes").or_insert_with(|| json!({}));
        attributes[name] = accessor.into();
        Ok(())
    }

    /// Lets an attribute of a target be this accessor; `None` takes it out of the target.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] for the mesh, the primitive or the target.
    pub fn set_delta(
        &mut self,
        mesh: usize,
        primitive: usize,
        target: usize,
        name: &str,
        accessor: Option<usize>,
    ) -> Result<(), WriteError> {
        let place = format!("meshes[{mesh}].primitives[{primitive}].targets[{target}]");
        let primitive = self.primitive_mut(mesh, primitive)?;
        let targets = primitive.get_mut("targets").and_then(Value::as_array_mut);
        let count = targets.as_ref().map_or(0, |t| t.len());
        let found = targets.and_then(|t| t.get_mut(target)).and_then(Value::as_object_mut);
        let attributes = found.ok_or(WriteError::NoSuch { place, count })?;
        match accessor {
            Some(accessor) => attributes.insert(name.into(), accessor.into()),
            None => attributes.shift_remove(name),
        };
        Ok(())
    }

    /// The accessor of a base attribute now.
    #[must_use]
    pub fn attribute(&self, mesh: usize, primitive: usize, name: &str) -> Option<usize> {
        index::read(&self.json()["meshes"][mesh]["primitives"][primitive]["attributes"][name])
    }

    /// The accessor of a target's attribute now.
    #[must_use]
    pub fn delta(&self, mesh: usize, primitive: usize, target: usize, name: &str) -> Option<usize> {
        let primitive = &self.json()["meshes"][mesh]["primitives"][primitive];
        index::read(&primitive["targets"][target][name])
    }

    pub(super) fn mesh_mut(&mut self, mesh: usize) -> Result<&mut Map<String, Value>, WriteError> {
        let meshes = self.json.get_mut("meshes").and_then(Value::as_array_mut);
        let count = meshes.as_ref().map_or(0, |m| m.len());
        let found = meshes.and_then(|m| m.get_mut(mesh)).and_then(Value::as_object_mut);
        found.ok_or_else(|| WriteError::NoSuch { place: format!("meshes[{mesh}]"), count })
    }

    pub(super) fn primitive_mut(
        &mut self,
        mesh: usize,
        primitive: usize,
    ) -> Result<&mut Map<String, Value>, WriteError> {
        let place = format!("meshes[{mesh}].primitives[{primitive}]");
        let primitives = self.mesh_mut(mesh)?.get_mut("primitives").and_then(Value::as_array_mut);
        let count = primitives.as_ref().map_or(0, |p| p.len());
        let found = primitives.and_then(|p| p.get_mut(primitive)).and_then(Value::as_object_mut);
        found.ok_or(WriteError::NoSuch { place, count })
    }
}
