//! One target at a time, dense, in memory that is used again.

use crate::{AttributeSet, BLOCK_VERTICES, MorphTargets};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The deltas of one target: all bands of a vertex together, zeros where it has none.
#[derive(Debug)]
pub(super) struct Scratch<'a> {
    targets: &'a MorphTargets,
    stride: usize,
    /// First component of each of the targets' attributes.
    offsets: Vec<usize>,
    values: Vec<f32>,
    /// Blocks with a delta that is not zero, ascending.
    blocks: Vec<u32>,
    /// Vertices of these blocks that are marked.
    marks: Vec<bool>,
}

impl<'a> Scratch<'a> {
    /// Nothing is gathered yet. `attributes` are the targets' own.
    pub(super) fn new(targets: &'a MorphTargets, attributes: AttributeSet) -> Self {
        let stride = attributes.stride_words() as usize;
        let offset = |attribute| attributes.word_offset(attribute).unwrap_or_default() as usize;
        Self {
            targets,
            stride,
            offsets: targets.attributes().iter().map(|&a| offset(a)).collect(),
            values: vec![0.0; targets.vertex_count() * stride],
            blocks: Vec::new(),
            marks: vec![false; targets.vertex_count()],
        }
    }

    /// Replaces what is there by a target's deltas; nothing is marked then.
    pub(super) fn gather(&mut self, target: usize) {
        for block in core::mem::take(&mut self.blocks) {
            let range = self.block_values(block);
            self.values[range].fill(0.0);
            let vertices = self.vertices(block);
            self.marks[vertices].fill(false);
        }
        for (&attribute, &offset) in self.targets.attributes().iter().zip(&self.offsets) {
            let Some(deltas) = self.targets.deltas(target, attribute) else { continue };
            for (vertex, delta) in deltas.iter(attribute.delta_components()) {
                if delta.iter().all(|d| *d == 0.0) {
                    continue;
                }
                let at = vertex * self.stride + offset;
                self.values[at..at + delta.len()].copy_from_slice(delta);
                let block = (vertex / BLOCK_VERTICES) as u32;
                if self.blocks.last() != Some(&block) {
                    self.blocks.push(block);
                }
            }
        }
        self.blocks.sort_unstable();
        self.blocks.dedup();
    }

    /// Sets a vertex to zero.
    pub(super) fn clear(&mut self, vertex: u32) {
        let at = vertex as usize * self.stride;
        self.values[at..at + self.stride].fill(0.0);
    }

    /// Marks a vertex that the target moves.
    pub(super) fn mark(&mut self, vertex: usize) {
        self.marks[vertex] = true;
    }

    /// Whether a vertex is marked.
    pub(super) fn is_marked(&self, vertex: usize) -> bool {
        self.marks[vertex]
    }

    /// Blocks with a delta that is not zero.
    pub(super) fn blocks(&self) -> &[u32] {
        &self.blocks
    }

    /// The vertices of a block.
    pub(super) fn vertices(&self, block: u32) -> Range<usize> {
        let first = block as usize * BLOCK_VERTICES;
        first..(first + BLOCK_VERTICES).min(self.targets.vertex_count())
    }

    fn block_values(&self, block: u32) -> Range<usize> {
        let vertices = self.vertices(block);
        vertices.start * self.stride..vertices.end * self.stride
    }

    /// All components of a block's vertices.
    pub(super) fn of_block(&self, block: u32) -> &[f32] {
        &self.values[self.block_values(block)]
    }

    /// All components of all vertices.
    pub(super) fn all(&self) -> &[f32] {
        &self.values
    }

    /// All components of a vertex.
    pub(super) fn of_vertex(&self, vertex: usize) -> &[f32] {
        &self.values[vertex * self.stride..(vertex + 1) * self.stride]
    }

    /// Whether some component of a vertex is not zero.
    pub(super) fn moves(&self, vertex: usize) -> bool {
        self.of_vertex(vertex).iter().any(|v| *v != 0.0)
    }
}
