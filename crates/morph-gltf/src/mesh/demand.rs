//! How much memory decoding takes, known before anything is decoded.

use crate::component::ElementType;
use crate::error::MeshError;
use crate::model::Primitive;
use crate::{Document, Normals};
use std::collections::BTreeSet;

/// Decoded meshes may take this many times the bytes of the file and its buffers ...
const FACTOR: u64 = 64;
/// ... or this many times where views are compressed, since zeros compress well ...
const COMPRESSED_FACTOR: u64 = 256;
/// ... or this many bytes, where that is more.
const ALWAYS_ALLOWED: u64 = 64 << 20;
/// Room that a target takes for each attribute that any target moves.
const CELL_BYTES: u64 = 64;
/// Room that a vertex takes while normals are computed.
const SURFACE_BYTES: u64 = 512;

impl Document {
    /// Most bytes that all meshes, or all animations, may decode to.
    ///
    /// A file may name one accessor a thousand times. That is legal in moderation; this is the
    /// moderation.
    pub(crate) fn memory_limit(&self) -> u64 {
        let factor = if self.buffers().is_compressed() { COMPRESSED_FACTOR } else { FACTOR };
        (self.total_bytes() as u64).saturating_mul(factor).max(ALWAYS_ALLOWED)
    }

    /// Refuses files whose meshes and weights would decode to far more than there is.
    pub(crate) fn check_demand(&self) -> Result<(), MeshError> {
        let (needed, limit) = (self.demand(), self.memory_limit());
        if needed <= limit {
            return Ok(());
        }
        let place = "bytes that all meshes decode to".to_owned();
        Err(MeshError::Limit { place, limit, needed })
    }

    /// Bytes that all meshes decode to, and all nodes' weights; shared targets count once.
    fn demand(&self) -> u64 {
        *self.demand.get_or_init(|| {
            let mut seen = BTreeSet::new();
            let nodes = self.root().nodes.iter().filter_map(|n| self.target_count(n.mesh?));
            let mut sum = nodes.map(|count| count as u64 * 4).fold(0, u64::saturating_add);
            for primitive in self.root().meshes.iter().flat_map(|m| &m.primitives) {
                let base = primitive.attributes.values().chain(&primitive.indices);
                for &accessor in base {
                    sum = sum.saturating_add(self.dense_bytes(accessor));
                }
                let names: Vec<&String> = primitive.attributes.keys().collect();
                if primitive.target_count() > 0 && seen.insert((names, &primitive.targets)) {
                    sum = sum.saturating_add(self.target_bytes(primitive));
                }
                if self.options().normals == Normals::Computed {
                    sum = sum.saturating_add(self.normal_bytes(primitive));
                }
            }
            sum
        })
    }

    fn target_bytes(&self, primitive: &Primitive) -> u64 {
        let targets = primitive.targets.iter().flatten();
        let names: BTreeSet<&String> = targets.clone().flat_map(|t| t.keys()).collect();
        let cells = (names.len() as u64 + 1).saturating_mul(primitive.target_count() as u64);
        targets
            .flat_map(|t| t.values())
            .map(|&accessor| self.delta_bytes(accessor))
            .fold(cells.saturating_mul(CELL_BYTES), u64::saturating_add)
    }

    /// Bytes that computing normals may take: all vertices turn in every target that moves some.
    ///
    /// Triangles count as well, since each target may have to go through all of them.
    fn normal_bytes(&self, primitive: &Primitive) -> u64 {
        let targets = primitive.targets.iter().flatten();
        let moving = targets.filter(|target| target.contains_key("POSITION")).count() as u64;
        let normals = primitive.attributes.get("NORMAL").map_or(0, |&a| self.dense_bytes(a));
        let indices = primitive.indices.map_or(0, |accessor| self.dense_bytes(accessor));
        let deltas = normals.saturating_add(indices).saturating_mul(moving);
        deltas.saturating_add((normals / 12).saturating_mul(SURFACE_BYTES))
    }

    /// Bytes of the accessor as floats.
    fn dense_bytes(&self, accessor: usize) -> u64 {
        let Some(model) = self.root().accessors.get(accessor) else {
            return 0;
        };
        let components = ElementType::from_gltf(&model.kind).map_or(0, ElementType::components);
        // A larger count is an error of its own, with a better message.
        let count = model.count.min(self.total_bytes().max(65_536));
        (count as u64).saturating_mul(components as u64 * 4)
    }

    /// Bytes of the accessor as deltas: only the replaced ones where it has no view.
    fn delta_bytes(&self, accessor: usize) -> u64 {
        let Some(model) = self.root().accessors.get(accessor) else {
            return 0;
        };
        match (model.buffer_view, &model.sparse) {
            (Some(_), _) => self.dense_bytes(accessor),
            (None, None) => 0,
            (None, Some(sparse)) => {
                (sparse.count.min(self.total_bytes()) as u64).saturating_mul(20)
            }
        }
    }
}
