//! Boxes as shaders read and write them.

use super::{Aabb, ClusterBounds};
use bytemuck::{Pod, Zeroable};

/// The uniform of morph-wgsl's kernels of bounds.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
pub struct ClusterUniform {
    /// Number of clusters.
    pub cluster_count: u32,
    /// Invocations of an instance: the clusters, rounded up to a power of two.
    pub lane_count: u32,
    /// Number of targets.
    pub target_count: u32,
    /// Number of rows of weights, and of boxes.
    pub row_count: u32,
    /// Words from one row to the next.
    pub row_stride: u32,
    /// 0.
    pub pad: [u32; 3],
}

/// A box as the kernels write it: WGSL's `struct { min: vec3<f32>, max: vec3<f32> }`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct BoxRecord {
    /// Lowest corner.
    pub min: [f32; 3],
    /// Anything.
    pub pad_0: u32,
    /// Highest corner.
    pub max: [f32; 3],
    /// Anything.
    pub pad_1: u32,
}

const _: () = assert!(size_of::<ClusterUniform>() == 32 && size_of::<BoxRecord>() == 32);

impl From<BoxRecord> for Aabb {
    fn from(record: BoxRecord) -> Self {
        Self { min: record.min, max: record.max }
    }
}

impl ClusterBounds {
    /// The uniform for so many rows of so many words.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, ClusterBounds, Deltas, MorphTargets, TargetDeltas};
    /// use morph_core::VertexAttributes;
    /// let base = VertexAttributes::new(100).with_positions(&[[0.0; 3]; 100])?;
    /// let up = Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 100]);
    /// let up = TargetDeltas::new().with(Attribute::Position, up);
    /// let targets = MorphTargets::new(100, vec![up])?.unwrap();
    /// let uniform = ClusterBounds::new(&base, &targets)?.uniform(10, 64);
    /// assert_eq!((uniform.cluster_count, uniform.lane_count), (4, 4));
    /// assert_eq!((uniform.target_count, uniform.row_count, uniform.row_stride), (1, 10, 64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn uniform(&self, row_count: u32, row_stride: u32) -> ClusterUniform {
        // spec N13
        let cluster_count = self.cluster_count() as u32;
        ClusterUniform {
            cluster_count,
            lane_count: cluster_count.next_power_of_two(),
            target_count: self.target_count() as u32,
            row_count,
            row_stride,
            pad: [0; 3],
        }
    }
}
