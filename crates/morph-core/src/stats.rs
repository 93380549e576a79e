//! What a set of targets is like: coverage, magnitudes and the bytes that layouts take.

use crate::packed::{BlockEncoding, BlockedLayout, PackError, RowSparseLayout};
use crate::{Attribute, AttributeSet, MorphTargets};
use alloc::vec;
use alloc::vec::Vec;
use core::mem::replace;

/// Vertices of one block of the sparse layouts, and of the coverage by blocks.
pub const BLOCK_VERTICES: usize = 64;

/// Figures of one set of targets.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, TargetsStats};
/// let sparse = Deltas::Sparse { indices: vec![0, 3], values: vec![0.0, 2.0, 0.0, 0.0, 0.0, 0.0] };
/// let target = TargetDeltas::new().with(Attribute::Position, sparse);
/// let targets = MorphTargets::new(4, vec![target])?.unwrap();
/// let stats = TargetsStats::new(&targets);
/// assert_eq!(stats.targets[0].moved_vertices, 1); // the second delta is zero
/// assert_eq!((stats.coverage(), stats.targets[0].max_abs[0].1), (0.25, 2.0));
/// # Ok::<(), morph_core::TargetsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TargetsStats {
    /// Number of vertices.
    pub vertex_count: usize,
    /// One entry for each target.
    pub targets: Vec<TargetStats>,
}

/// Figures of one target.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TargetStats {
    /// Vertices with a non-zero delta of any attribute.
    pub moved_vertices: usize,
    /// Blocks of 64 consecutive vertices with at least one of those.
    pub touched_blocks: usize,
    /// Largest magnitude of a component, for each attribute that the target has.
    pub max_abs: Vec<(Attribute, f32)>,
}

impl TargetsStats {
    /// Counts.
    #[must_use]
    pub fn new(targets: &MorphTargets) -> Self {
        let vertex_count = targets.vertex_count();
        // The last target that moved each vertex and each block, plus one: nothing is cleared
        // between targets, so sparse ones cost what they hold.
        let mut moved_by = vec![0; vertex_count];
        let mut touched_by = vec![0; vertex_count.div_ceil(BLOCK_VERTICES)];
        let of_target = |target: usize| {
            let mut stats = TargetStats::default();
            for &attribute in targets.attributes() {
                let Some(deltas) = targets.deltas(target, attribute) else { continue };
                let mut largest = 0.0f32;
                for (vertex, delta) in deltas.iter(attribute.delta_components()) {
                    let magnitude = delta.iter().fold(0.0f32, |m, d| m.max(d.abs()));
                    largest = largest.max(magnitude);
                    if magnitude > 0.0 {
                        let first =
                            |by: &mut usize| usize::from(replace(by, target + 1) != target + 1);
                        stats.moved_vertices += first(&mut moved_by[vertex]);
                        stats.touched_blocks += first(&mut touched_by[vertex / BLOCK_VERTICES]);
                    }
                }
                stats.max_abs.push((attribute, largest));
            }
            stats
        };
        Self { vertex_count, targets: (0..targets.target_count()).map(of_target).collect() }
    }

    /// Number of (vertex, target) pairs with a non-zero delta: entries of a row sparse set.
    #[must_use]
    pub fn moved_pairs(&self) -> u64 {
        self.targets.iter().map(|t| t.moved_vertices as u64).sum()
    }

    /// Number of (block, target) cells that are touched: entries of a blocked set.
    #[must_use]
    pub fn touched_cells(&self) -> u64 {
        self.targets.iter().map(|t| t.touched_blocks as u64).sum()
    }

    /// Share of (vertex, target) pairs with a non-zero delta, 0..1.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        self.moved_pairs() as f64 / (self.vertex_count as f64 * self.targets.len() as f64)
    }

    /// Share of (block, target) cells that are touched, 0..1.
    #[must_use]
    pub fn block_coverage(&self) -> f64 {
        let blocks = self.vertex_count.div_ceil(BLOCK_VERTICES);
        self.touched_cells() as f64 / (blocks as f64 * self.targets.len() as f64)
    }

    /// The blocked layout that holds every delta, none left out and no entry wide: its bytes are
    /// those of the touched blocks.
    ///
    /// # Errors
    /// As [`BlockedLayout::new`].
    pub fn blocked(
        &self,
        attributes: AttributeSet,
        encoding: BlockEncoding,
    ) -> Result<BlockedLayout, PackError> {
        let (vertices, targets) = self.counts();
        let entries = saturated(self.touched_cells());
        BlockedLayout::new(vertices, targets, attributes, encoding, entries, 0)
    }

    /// The row sparse layout that holds every delta, none left out: its bytes are those of the
    /// moved pairs.
    ///
    /// # Errors
    /// As [`RowSparseLayout::new`].
    pub fn row_sparse(&self, attributes: AttributeSet) -> Result<RowSparseLayout, PackError> {
        let (vertices, targets) = self.counts();
        RowSparseLayout::new(vertices, targets, attributes, saturated(self.moved_pairs()))
    }

    pub(crate) fn counts(&self) -> (u32, u32) {
        (saturated(self.vertex_count as u64), saturated(self.targets.len() as u64))
    }
}

/// What is beyond 32 bits fits no layout, so the largest number stands for it.
fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deltas, TargetDeltas};

    #[test]
    fn a_vertex_moved_by_several_attributes_counts_once() {
        let mut normal = vec![[0.0; 3]; 130];
        normal[129] = [0.0, 0.0, -3.0];
        let target = TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&normal)).with(
            Attribute::Position,
            Deltas::Sparse { indices: vec![1, 129], values: vec![1.0; 6] },
        );
        let targets = MorphTargets::new(130, vec![target, TargetDeltas::new()]).unwrap().unwrap();
        let stats = TargetsStats::new(&targets);
        assert_eq!((stats.targets[0].moved_vertices, stats.targets[0].touched_blocks), (2, 2));
        assert_eq!(
            stats.targets[0].max_abs,
            [(Attribute::Position, 1.0), (Attribute::Normal, 3.0)]
        );
        assert_eq!(stats.targets[1], TargetStats::default());
        assert_eq!(stats.coverage(), 2.0 / 260.0);
        assert_eq!(stats.block_coverage(), 2.0 / 6.0);
        assert_eq!((stats.moved_pairs(), stats.touched_cells()), (2, 2));
        let blocked = stats.blocked(AttributeSet::PN, BlockEncoding::EightBytes).unwrap();
        // Header, records of three blocks and two entries, up to 32 words; two entries of 128.
        assert_eq!(blocked.word_count(), 32 + 2 * 128);
        let rows = stats.row_sparse(AttributeSet::PN).unwrap();
        assert_eq!(rows.steps(), 16 + 131 + 2 * 4);
    }
}
