//! Triangles that are skipped together.

use alloc::vec::Vec;
use core::ops::Range;

/// Most triangles of a block.
pub(super) const BLOCK_TRIANGLES: usize = 64;

/// A corner's vertex among those of its block: at most 192.
pub(super) type Corner = u8;

const _: () = assert!(3 * BLOCK_TRIANGLES <= 1 << Corner::BITS);

/// Triangles beside each other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    /// The box around the base's positions.
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
    /// Its triangles.
    pub(super) triangles: Range<usize>,
    /// Its vertices; those on its border are other blocks' as well.
    pub(super) vertices: Range<usize>,
    /// Targets that move it, ascending.
    pub(super) entries: Range<usize>,
    /// Joints that move it, ascending.
    pub(super) joints: Range<usize>,
    /// Least and largest sum of a vertex's joint weights; `None` where a weight is negative.
    pub(super) sums: Option<(f32, f32)>,
}

/// What a target does to a block.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) target: u32,
    /// The box around its deltas; 0 is inside where a vertex is not moved.
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
    /// Its moves.
    pub(super) moves: Range<usize>,
}

/// Everything that a picker knows of a mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Blocks {
    pub(super) blocks: Vec<Block>,
    /// Corners of all triangles, numbered inside their block.
    pub(super) corners: Vec<[Corner; 3]>,
    /// Numbers that the caller gave the triangles.
    pub(super) numbers: Vec<u32>,
    /// The base's positions, block after block.
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) entries: Vec<Entry>,
    /// Vertices that an entry moves, numbered inside their block, and their deltas.
    pub(super) moves: Vec<(Corner, [f32; 3])>,
    /// Joints of the blocks.
    pub(super) joints: Vec<u16>,
    /// Joints of the vertices and their weights, block after block.
    pub(super) per_vertex: usize,
    pub(super) vertex_joints: Vec<u16>,
    pub(super) vertex_weights: Vec<f32>,
    pub(super) target_count: usize,
    pub(super) matrix_count: usize,
}
