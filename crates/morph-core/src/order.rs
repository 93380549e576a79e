//! The order of vertices: which one makes sparse layouts small, and how arrays follow it.

mod curve;
mod group;
mod remap;
mod signature;

#[cfg(test)]
mod tests;

pub use remap::Remap;

use crate::{MorphTargets, VertexAttributes};
use alloc::vec::Vec;
pub(crate) use curve::Curve;
use group::Groups;
use signature::Signatures;

/// By what vertices are ordered.
///
/// Layouts in blocks store a block for a target as soon as the target moves one of its vertices, so
/// vertices that the same targets move belong next to each other. Vertices at one place, the twins
/// of a seam, stay neighbours under both orders. Equal meshes give equal orders on every machine.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes, VertexOrder};
/// let base = VertexAttributes::new(3)
///     .with_positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])?;
/// let ends = Deltas::Sparse { indices: vec![0, 2], values: vec![1.0; 6] };
/// let target = TargetDeltas::new().with(Attribute::Position, ends);
/// let targets = MorphTargets::new(3, vec![target])?.expect("one target");
/// let remap = VertexOrder::Signature.remap(&base, &targets);
/// assert_eq!(remap.old_vertices(), [0, 2, 1]); // what moves comes first
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum VertexOrder {
    /// By the set of targets that move the vertex, neighbouring sets differing little, and along a
    /// Morton curve within a set.
    #[default]
    Signature,
    /// Along a Morton curve through the base's positions. Nearly as good, and the same whatever the
    /// targets are.
    Morton,
}

impl VertexOrder {
    /// The order of one primitive's vertices.
    ///
    /// Vertices that are equal keep the order that they have. A base without POSITION, or with
    /// another number of vertices than the targets, has neither twins nor a curve.
    #[must_use]
    pub fn remap(self, base: &VertexAttributes, targets: &MorphTargets) -> Remap {
        let vertex_count = targets.vertex_count();
        let positions = base.positions().filter(|positions| positions.len() == vertex_count);
        let groups = Groups::new(vertex_count, positions);
        let positions = positions.unwrap_or_default();
        let curve = Curve::new(positions);
        let mut order: Vec<u32> = (0..).take(groups.len()).collect();
        // Groups are numbered by their first vertex, so what is equal keeps its order.
        let place = |&group: &u32| curve.code(positions, groups.members(group)[0]);
        match self {
            Self::Signature => {
                let signatures = Signatures::new(targets, &groups);
                order.sort_by_cached_key(place);
                order.sort_by(|&a, &b| signatures.compare(a, b));
            }
            Self::Morton => order.sort_by_cached_key(place),
        }
        let vertices = order.into_iter().flat_map(|group| groups.members(group));
        Remap::of_order(vertices.copied().collect())
    }
}
