//! Meshes: base, targets, names and default weights.

mod base;
mod demand;
pub(crate) mod format;
mod normals;
mod targets;
mod triangles;

pub(crate) use targets::TargetCache;

use crate::component::ElementType;
use crate::error::MeshError;
use crate::extension::DRACO;
use crate::finding::{Code, Findings};
use crate::model::{Mesh, Primitive};
use crate::{Document, Normals};
use crate::{names, weights};
use morph_core::{MorphMesh, MorphPrimitive};
use std::sync::PoisonError;

impl Document {
    /// Loads a mesh, with or without targets.
    ///
    /// Primitives that name the same accessors share one
    /// [`MorphTargets`](morph_core::MorphTargets), also across meshes. Custom attributes, and
    /// deltas of attributes that the base lacks, are left out; [`Document::findings`] says so.
    ///
    /// # Errors
    /// [`MeshError`] names the place and the numbers that disagree.
    pub fn mesh(&self, mesh: usize) -> Result<MorphMesh, MeshError> {
        let mut cache = self.targets.lock().unwrap_or_else(PoisonError::into_inner);
        self.load_mesh(mesh, &mut cache, &mut Findings::new(self.options().strictness))
    }

    /// Loads a mesh, `None` where it has no targets.
    ///
    /// # Errors
    /// As [`Document::mesh`]; a mesh without targets is not decoded at all.
    pub fn morph_mesh(&self, mesh: usize) -> Result<Option<MorphMesh>, MeshError> {
        if self.mesh_model(mesh)?.primitives.iter().all(|p| p.target_count() == 0) {
            return Ok(None);
        }
        self.mesh(mesh).map(Some)
    }

    /// Loads all meshes, in the file's order.
    ///
    /// # Errors
    /// The first mesh's [`MeshError`].
    pub fn meshes(&self) -> Result<Vec<MorphMesh>, MeshError> {
        (0..self.root().meshes.len()).map(|mesh| self.mesh(mesh)).collect()
    }

    /// The indices of a primitive, `None` where it is drawn without.
    ///
    /// # Errors
    /// [`MeshError`], also where an index names no vertex: such a primitive cannot be drawn.
    pub fn indices(&self, mesh: usize, primitive: usize) -> Result<Option<Vec<u32>>, MeshError> {
        let (place, model) = self.primitive_model(mesh, primitive)?;
        let vertex_count = self.vertex_count(&place, model)?;
        self.read_indices(&place, model, vertex_count)
    }

    /// A primitive as it is written, with its place.
    fn primitive_model(
        &self,
        mesh: usize,
        primitive: usize,
    ) -> Result<(String, &Primitive), MeshError> {
        let primitives = &self.mesh_model(mesh)?.primitives;
        let Some(model) = primitives.get(primitive) else {
            let primitive_count = primitives.len();
            return Err(MeshError::NoSuchPrimitive { mesh, primitive, primitive_count });
        };
        Ok((format!("meshes[{mesh}].primitives[{primitive}]"), model))
    }

    /// The mesh as it is written.
    pub(crate) fn mesh_model(&self, mesh: usize) -> Result<&Mesh, MeshError> {
        let meshes = &self.root().meshes;
        meshes.get(mesh).ok_or(MeshError::NoSuchMesh { mesh, mesh_count: meshes.len() })
    }

    pub(crate) fn load_mesh(
        &self,
        mesh: usize,
        cache: &mut TargetCache,
        findings: &mut Findings,
    ) -> Result<MorphMesh, MeshError> {
        let model = self.mesh_model(mesh)?;
        let place = format!("meshes[{mesh}]");
        if model.primitives.is_empty() {
            return Err(MeshError::Empty { place: format!("{place}.primitives") });
        }
        let target_count = self.target_count(mesh).unwrap_or(0);
        same_target_counts(&place, model)?;
        self.check_demand()?;
        let mut primitives = Vec::with_capacity(model.primitives.len());
        for (at, primitive) in model.primitives.iter().enumerate() {
            let place = format!("{place}.primitives[{at}]");
            primitives.push(self.load_primitive(&place, primitive, cache, findings)?);
        }
        if cache.normals == Normals::Computed {
            self.compute_normals(&place, model, &mut primitives, cache);
        }
        Ok(MorphMesh {
            name: model.name.clone(),
            target_names: names::of_mesh(self, &place, model, target_count, findings)?,
            default_weights: weights::of_mesh(&place, model, target_count, findings)?,
            primitives,
        })
    }

    fn load_primitive(
        &self,
        place: &str,
        model: &Primitive,
        cache: &mut TargetCache,
        findings: &mut Findings,
    ) -> Result<MorphPrimitive, MeshError> {
        match (&model.targets, model.attributes.is_empty()) {
            (Some(targets), true) if !targets.is_empty() => {
                return Err(MeshError::Empty { place: format!("{place}.attributes") });
            }
            (_, true) => {
                findings.add(Code::EmptyPrimitive, place, "no attributes, so it draws nothing")?;
            }
            (Some(targets), _) if targets.is_empty() => {
                let message = "an empty array is as good as none";
                findings.add(Code::TargetsEmpty, format_args!("{place}.targets"), message)?;
            }
            _ => {}
        }
        let vertex_count = self.vertex_count(place, model)?;
        let base = self.load_base(place, model, vertex_count, findings)?;
        let targets = self.load_targets(place, model, &base, cache, findings)?;
        self.check_indices(place, model, vertex_count, findings)?;
        let flat = !base.has(morph_core::Attribute::Normal);
        Ok(MorphPrimitive { base, targets, flat })
    }

    fn read_indices(
        &self,
        place: &str,
        model: &Primitive,
        vertex_count: usize,
    ) -> Result<Option<Vec<u32>>, MeshError> {
        let Some(accessor) = model.indices else {
            return Ok(None);
        };
        let place = format!("{place}.indices");
        let place = self.check_draco(place, model, accessor)?;
        let data = match self.accessor(accessor) {
            Ok(data) => data,
            Err(reason) => return Err(MeshError::Accessor { place, reason }),
        };
        let is_scalar = data.element_type() == ElementType::Scalar;
        let Some(indices) = data.to_u32().filter(|_| is_scalar) else {
            let (expected, found) = ("SCALAR u8, u16 or u32", data.describe());
            return Err(MeshError::Format { place, accessor, expected, found });
        };
        // Without a way out the compiler compares many at once.
        let largest = indices.iter().fold(0, |largest, &index| index.max(largest));
        if indices.is_empty() || (largest as usize) < vertex_count {
            return Ok(Some(indices));
        }
        match indices.iter().position(|&index| index as usize >= vertex_count) {
            None => Ok(Some(indices)),
            Some(position) => {
                let index = indices[position];
                Err(MeshError::Index { place, position, index, vertex_count })
            }
        }
    }

    /// Refuses an accessor whose data is only in a Draco stream, and gives its place back.
    ///
    /// Without it the accessor would mean zeros.
    fn check_draco(
        &self,
        place: String,
        model: &Primitive,
        accessor: usize,
    ) -> Result<String, MeshError> {
        let accessor = self.root().accessors.get(accessor);
        let empty = accessor.is_some_and(|a| a.buffer_view.is_none() && a.sparse.is_none());
        if empty && model.extensions.contains_key(DRACO) {
            return Err(MeshError::Compressed { place, extension: DRACO });
        }
        Ok(place)
    }

    /// Wrong indices spoil drawing, not morphing: a finding here, an error of `indices`.
    fn check_indices(
        &self,
        place: &str,
        model: &Primitive,
        vertex_count: usize,
        findings: &mut Findings,
    ) -> Result<(), MeshError> {
        match self.read_indices(place, model, vertex_count) {
            Ok(_) => Ok(()),
            Err(error @ MeshError::Index { .. }) => Ok(findings.add_text(Code::IndexOob, error)?),
            Err(error @ MeshError::Format { .. }) => {
                Ok(findings.add_text(Code::IndicesInvalidFormat, error)?)
            }
            Err(error) => Err(error),
        }
    }
}

/// Primitives without targets may stand beside morphed ones, two other counts may not.
fn same_target_counts(place: &str, model: &Mesh) -> Result<(), MeshError> {
    let mut counts = model.primitives.iter().map(Primitive::target_count).enumerate();
    let Some((first, expected)) = counts.find(|&(_, count)| count > 0) else {
        return Ok(());
    };
    match counts.find(|&(_, count)| count > 0 && count != expected) {
        None => Ok(()),
        Some((at, found)) => Err(MeshError::TargetCount {
            place: format!("{place}.primitives[{at}]"),
            first,
            expected,
            found,
        }),
    }
}
