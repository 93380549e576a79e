//! New data of vertices: values of a base, and deltas of a target.

use super::{NewAccessor, Numbers, Patch, WriteError};
use crate::component::ElementType;
use morph_core::{Attribute, Deltas, MorphMesh, MorphTargets};
use std::collections::BTreeMap;

impl Patch<'_> {
    /// Appends the values of a base attribute as f32, with bounds for POSITION.
    ///
    /// `like` is the accessor whose name and extras it takes over.
    ///
    /// # Shapes
    /// `components` floats a vertex: 2, 3 or 4.
    ///
    /// # Errors
    /// As [`Patch::add_accessor`].
    pub fn add_values(
        &mut self,
        attribute: Attribute,
        components: usize,
        values: &[f32],
        like: Option<usize>,
    ) -> Result<usize, WriteError> {
        let new = NewAccessor::new(element(components), Numbers::F32(values));
        self.add_of(attribute, new, like)
    }

    /// Appends the deltas of one attribute of one target as f32, with bounds for POSITION; sparse
    /// ones become a sparse accessor.
    ///
    /// `like` is the accessor whose name and extras they take over.
    ///
    /// # Errors
    /// As [`Patch::add_accessor`].
    pub fn add_deltas(
        &mut self,
        attribute: Attribute,
        deltas: &Deltas,
        vertex_count: usize,
        like: Option<usize>,
    ) -> Result<usize, WriteError> {
        let numbers = Numbers::F32(deltas.values());
        let mut new = NewAccessor::new(element(attribute.delta_components()), numbers);
        if let Deltas::Sparse { indices, .. } = deltas {
            new = new.sparse(vertex_count, indices);
        }
        self.add_of(attribute, new, like)
    }

    /// Writes deltas that a mesh has in memory and not in the file: computed normals. Primitives that
    /// share them in memory share them in the file.
    ///
    /// # Errors
    /// [`WriteError::NoSuch`] where the file's mesh has fewer primitives or targets; the errors of
    /// [`Patch::add_accessor`].
    pub fn add_computed_deltas(
        &mut self,
        mesh: usize,
        shape: &MorphMesh,
        attribute: Attribute,
    ) -> Result<(), WriteError> {
        let name = attribute.to_string();
        let mut done = BTreeMap::new();
        for (at, primitive) in shape.primitives.iter().enumerate() {
            let Some(targets) = &primitive.targets else { continue };
            for target in 0..targets.target_count() {
                let Some(deltas) = targets.deltas(target, attribute) else { continue };
                let old = self.delta(mesh, at, target, &name);
                if !self.is_computed(targets, target, attribute, old) {
                    continue;
                }
                let key = (targets.identity(), target);
                let new = match done.get(&key) {
                    Some(&new) => new,
                    None => self.add_deltas(attribute, deltas, targets.vertex_count(), old)?,
                };
                done.insert(key, new);
                self.set_delta(mesh, at, target, &name, Some(new))?;
            }
        }
        Ok(())
    }

    /// Whether the deltas differ from those of an accessor of the file; also where there is none.
    fn is_computed(
        &self,
        targets: &MorphTargets,
        target: usize,
        attribute: Attribute,
        accessor: Option<usize>,
    ) -> bool {
        let components = attribute.delta_components();
        let Some(deltas) = targets.deltas(target, attribute) else { return false };
        let data = accessor.and_then(|accessor| self.document.accessor(accessor).ok());
        // Computed deltas take the place of none, or of zeros.
        data.is_none_or(|data| {
            data.to_f32().iter().all(|&value| value == 0.0)
                && deltas.iter(components).any(|(_, delta)| delta.iter().any(|&v| v != 0.0))
        })
    }

    fn add_of(
        &mut self,
        attribute: Attribute,
        new: NewAccessor<'_>,
        like: Option<usize>,
    ) -> Result<usize, WriteError> {
        let new = if attribute == Attribute::Position { new.bounds() } else { new };
        let new = like.map_or(new, |like| new.like(like));
        self.add_accessor(&new.vertex())
    }
}

/// The type of an attribute with this many floats.
const fn element(components: usize) -> ElementType {
    match components {
        2 => ElementType::Vec2,
        3 => ElementType::Vec3,
        _ => ElementType::Vec4,
    }
}
