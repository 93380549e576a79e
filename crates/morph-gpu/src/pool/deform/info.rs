//! What a pool tells about its deform pass.

use morph_core::packed::EncodingReport;
use morph_wgsl::{AttributeSet, DeformLayout, Output};

/// Vertices that the deform pass wrote.
#[derive(Debug, Clone)]
pub struct DeformedVertices<'a> {
    /// The buffer: a page of the pool, which may be drawn from (VERTEX) and bound (STORAGE), or the
    /// caller's own.
    pub buffer: &'a wgpu::Buffer,
    /// First byte.
    pub offset: u64,
    /// Bytes of all vertices.
    pub bytes: u64,
    /// How a vertex lies: stride and offsets, by [`Output::stride_words`] and
    /// [`Output::word_offset`].
    pub output: Output,
    /// What a vertex has.
    pub attributes: AttributeSet,
}

/// How a primitive of the deform pass is stored.
#[derive(Debug, Clone)]
pub struct DeformInfo<'a> {
    /// The layout that was taken.
    pub layout: DeformLayout,
    /// Why.
    pub reason: &'static str,
    /// Bytes, dropped entries and errors; `None` where deltas are stored as they are.
    pub report: Option<&'a EncodingReport>,
    /// Number of the mesh, as the hook gets it.
    pub mesh: u32,
}
