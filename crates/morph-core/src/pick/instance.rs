//! A mesh in a pose, and rays through it.

use super::block::{Block, Blocks};
use super::boxes::Span;
use super::{Crossing, Faces, PickError, Picker, Ray, skin_position};
use crate::check_finite;
use alloc::vec;
use alloc::vec::Vec;

/// What a ray hit first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Number of the triangle: its corners are indices 3 * triangle and the two after it.
    pub triangle: u32,
    /// Lengths of the direction from the origin.
    pub t: f64,
    /// Weights of the three corners, whose sum is 1 within rounding.
    pub barycentrics: [f64; 3],
    /// Whether the front was hit.
    pub front: bool,
}

/// A mesh with weights and joint matrices.
#[derive(Debug, Clone)]
pub struct PickInstance {
    picker: Picker,
    weights: Vec<f32>,
    matrices: Vec<[f32; 16]>,
    /// Whether there is something to hit: joints have their matrices.
    posed: bool,
    /// Boxes of the blocks in this pose.
    spans: Vec<Span>,
    /// Whether a block's positions are those of this pose.
    ready: Vec<bool>,
    positions: Vec<[f32; 3]>,
    /// Blocks that a ray goes through, by where it enters them.
    entered: Vec<(f64, usize)>,
}

impl PickInstance {
    pub(super) fn new(picker: Picker) -> Self {
        let blocks = &picker.blocks;
        let count = blocks.blocks.len();
        let mut instance = Self {
            weights: vec![0.0; blocks.target_count],
            matrices: Vec::with_capacity(blocks.matrix_count),
            posed: blocks.matrix_count == 0,
            spans: vec![Span::ALL; count],
            ready: vec![false; count],
            positions: blocks.positions.clone(),
            entered: Vec::with_capacity(count),
            picker,
        };
        if instance.posed {
            instance.measure();
        }
        instance
    }

    /// The mesh.
    #[must_use]
    pub const fn picker(&self) -> &Picker {
        &self.picker
    }

    /// Sets the pose for the rays that come: time in proportion to the blocks, and to the targets
    /// and joints that move each.
    ///
    /// # Shapes
    /// One weight a target: missing ones count as zero, finite extra ones are ignored. At least
    /// [`Picker::matrix_count`] matrices, column-major and affine.
    ///
    /// # Errors
    /// [`PickError::Blend`] for a weight that is not finite, [`PickError::MatrixCount`],
    /// [`PickError::NonFiniteMatrix`]. The pose is then what it was.
    pub fn set_pose(&mut self, weights: &[f32], matrices: &[[f32; 16]]) -> Result<(), PickError> {
        check_finite(weights)?;
        let (expected, found) = (self.picker.matrix_count(), matrices.len());
        if found < expected {
            return Err(PickError::MatrixCount { expected, found });
        }
        let matrices = &matrices[..expected];
        let broken = |matrix: &[f32; 16]| matrix.iter().any(|component| !component.is_finite());
        if let Some(joint) = matrices.iter().position(broken) {
            return Err(PickError::NonFiniteMatrix { joint });
        }
        self.matrices.clear();
        self.matrices.extend_from_slice(matrices);
        self.weights.fill(0.0);
        self.weights.iter_mut().zip(weights).for_each(|(own, weight)| *own = *weight);
        self.posed = true;
        self.measure();
        Ok(())
    }

    /// The triangle that the ray hits first, if any; of several at the same `t`, the one with the
    /// lowest number.
    pub fn pick(&mut self, ray: &Ray, faces: Faces) -> Option<Hit> {
        if !self.posed {
            return None;
        }
        self.entered.clear();
        let entered = self.spans.iter().enumerate();
        self.entered.extend(entered.filter_map(|(at, span)| Some((ray.enters(span)?, at))));
        self.entered.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<Hit> = None;
        for at in 0..self.entered.len() {
            let (enter, block) = self.entered[at];
            if best.is_some_and(|best| enter > best.t) {
                break;
            }
            if !self.ready[block] {
                self.move_block(block);
            }
            let blocks = &*self.picker.blocks;
            let Block { triangles, vertices, .. } = &blocks.blocks[block];
            let positions = &self.positions[vertices.clone()];
            for triangle in triangles.clone() {
                let corners = blocks.corners[triangle].map(|corner| positions[usize::from(corner)]);
                let Some(Crossing { t, barycentrics, front }) = ray.triangle(&corners, faces)
                else {
                    continue;
                };
                let number = blocks.numbers[triangle];
                let nearer =
                    best.is_none_or(|hit| t < hit.t || t == hit.t && number < hit.triangle);
                if nearer {
                    best = Some(Hit { triangle: number, t, barycentrics, front });
                }
            }
        }
        best
    }

    /// Boxes of all blocks; nothing is morphed yet.
    fn measure(&mut self) {
        let blocks = &*self.picker.blocks;
        self.ready.fill(false);
        for (span, block) in self.spans.iter_mut().zip(&blocks.blocks) {
            let active = active(blocks, block, &self.weights);
            let deltas = active.map(|(weight, entry)| (weight, &entry.min, &entry.max));
            let blended = Span::blended((&block.min, &block.max), deltas);
            *span = if blocks.per_vertex == 0 {
                blended
            } else if let Some(sums) = block.sums {
                let joints = &blocks.joints[block.joints.clone()];
                let matrices = joints.iter().map(|joint| &self.matrices[usize::from(*joint)]);
                blended.skinned(matrices, sums)
            } else {
                Span::ALL
            };
        }
    }

    /// Morphs and skins the vertices of a block.
    fn move_block(&mut self, number: usize) {
        let blocks = &*self.picker.blocks;
        let block = &blocks.blocks[number];
        let positions = &mut self.positions[block.vertices.clone()];
        positions.copy_from_slice(&blocks.positions[block.vertices.clone()]);
        // spec B1, B2: in ascending order of target, each product and each sum rounded.
        for (weight, entry) in active(blocks, block, &self.weights) {
            for (corner, delta) in &blocks.moves[entry.moves.clone()] {
                let position = &mut positions[usize::from(*corner)];
                position.iter_mut().zip(delta).for_each(|(sum, d)| *sum += weight * d);
            }
        }
        let n = blocks.per_vertex;
        if n > 0 {
            for (position, vertex) in positions.iter_mut().zip(block.vertices.clone()) {
                let of = vertex * n..(vertex + 1) * n;
                let (joints, weights) =
                    (&blocks.vertex_joints[of.clone()], &blocks.vertex_weights[of]);
                *position = skin_position(*position, joints, weights, &self.matrices);
            }
        }
        self.ready[number] = true;
    }
}

/// The active targets that move a block, with their weights.
fn active<'a>(
    blocks: &'a Blocks,
    block: &Block,
    weights: &'a [f32],
) -> impl Iterator<Item = (f32, &'a super::block::Entry)> {
    let entries = blocks.entries[block.entries.clone()].iter();
    entries.map(|entry| (weights[entry.target as usize], entry)).filter(|(w, _)| *w != 0.0)
}
