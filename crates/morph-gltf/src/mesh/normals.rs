//! Normals that nobody authored.

use super::targets::TargetCache;
use crate::Document;
use crate::model::{Mesh, Primitive};
use morph_core::normals::{Fill, Part, fill_parts};
use morph_core::{MorphPrimitive, MorphTargets};

/// What the computed normals of a primitive depend on: its targets, accessors, and how indices make
/// triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SurfaceKey {
    /// Identity of the targets as they are written, which the cache keeps alive.
    targets: Option<usize>,
    position: Option<usize>,
    normal: Option<usize>,
    indices: Option<usize>,
    mode: usize,
}

impl SurfaceKey {
    fn new(model: &Primitive, primitive: &MorphPrimitive) -> Self {
        let attribute = |name| model.attributes.get(name).copied();
        Self {
            targets: primitive.targets.as_ref().map(MorphTargets::identity),
            position: attribute("POSITION"),
            normal: attribute("NORMAL"),
            indices: model.indices,
            mode: model.mode,
        }
    }
}

impl Document {
    /// Gives the targets of a mesh normals where they lack them. All primitives together are one
    /// surface, but for points, lines and indices that name no vertex: those have no triangles.
    pub(super) fn compute_normals(
        &self,
        place: &str,
        model: &Mesh,
        primitives: &mut [MorphPrimitive],
        cache: &mut TargetCache,
    ) {
        let of_models = model.primitives.iter().zip(&*primitives);
        let key: Vec<_> = of_models.map(|(model, p)| SurfaceKey::new(model, p)).collect();
        let filled = match cache.with_normals.get(&key) {
            Some(known) => known.clone(),
            None => {
                let filled = self.filled(place, model, primitives);
                cache.with_normals.insert(key, filled.clone());
                filled
            }
        };
        for (primitive, targets) in primitives.iter_mut().zip(filled) {
            primitive.targets = targets;
        }
    }

    fn filled(
        &self,
        place: &str,
        model: &Mesh,
        primitives: &[MorphPrimitive],
    ) -> Vec<Option<MorphTargets>> {
        // Indices that cannot be read are a finding of the mesh, with their place.
        let triangles = |(at, (model, primitive)): (usize, (&Primitive, &MorphPrimitive))| {
            let place = format!("{place}.primitives[{at}]");
            let read = self.read_triangles(&place, model, primitive.base.vertex_count());
            read.ok().flatten().unwrap_or_default()
        };
        let of_models = model.primitives.iter().zip(primitives).enumerate();
        let triangles: Vec<_> = of_models.map(triangles).collect();
        let of_parts = primitives.iter().zip(&triangles);
        let parts: Vec<_> = of_parts
            .map(|(primitive, triangles)| Part {
                base: &primitive.base,
                triangles,
                targets: primitive.targets.as_ref(),
            })
            .collect();
        let as_written = || primitives.iter().map(|primitive| primitive.targets.clone()).collect();
        // What is read fits: only more vertices than 32 bits count are refused.
        fill_parts(&parts, Fill::AbsentOrZero).unwrap_or_else(|_| as_written())
    }
}
