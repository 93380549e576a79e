//! The blend of one attribute for many frames: what is read of the deltas serves several of them.
//!
//! A few rows of a few vertices are brought into the nearest cache, as aligned floats, and added
//! to a group of frames, then the next rows; all frames pass over the vertices before the next
//! vertices come.

use super::attribute::{BLOCK, scaled};
use super::row::Row;
use super::spans::SPAN_BLOCK;
use super::stored::{ROWS, Stored};
use super::{AttributeBlend, stride};
use crate::simd::Simd;

/// Frames that are summed up together.
const GROUP: usize = 16;

/// Vertices that are summed up together.
const VERTICES: usize = 256;

/// Rows of a pass. Loads that begin where a cache line begins are up to twice as fast, and the rows
/// of targets begin anywhere.
#[repr(align(64))]
struct Packed([[f32; VERTICES * 4]; ROWS]);

/// Frames of weights for the blend of one attribute, in place of the blend's own weights.
#[derive(Debug)]
pub(crate) struct FramesBlend<'a, F> {
    pub(crate) blend: AttributeBlend<'a, F>,
    /// Frame after frame, one weight a target.
    pub(crate) weights: &'a [f32],
    pub(crate) target_count: usize,
}

impl<'a, S: Stored, F: Copy + Fn(usize) -> Option<(f32, Row<'a, S>)>> FramesBlend<'a, F> {
    /// Writes all frames: as many as there are frames of weights.
    pub(crate) fn fill(&self, out: &mut [f32]) {
        match self.blend.spans {
            None => self.fill_parts(out),
            Some(spans) if spans.are_alone() => self.fill_blocks(SPAN_BLOCK, out),
            Some(_) => self.fill_blocks(BLOCK, out),
        }
    }

    /// Block by block, and each block frame by frame, where some targets are sparse: what is stored
    /// of a block is to stay in a near cache from one frame to the next.
    fn fill_blocks(&self, block: usize, out: &mut [f32]) {
        let (frame_floats, n) = (self.blend.base.len(), self.blend.components);
        for from in (0..frame_floats).step_by(block * n) {
            let to = frame_floats.min(from + block * n);
            let weights = self.weights.chunks_exact(self.target_count);
            for (out, weights) in out.chunks_exact_mut(frame_floats).zip(weights) {
                let blend = AttributeBlend { weights, ..self.blend };
                blend.fill(from / n, &mut out[from..to]);
            }
        }
    }

    /// Part by part, and each part group by group.
    fn fill_parts(&self, out: &mut [f32]) {
        let (frame_floats, n) = (self.blend.base.len(), self.blend.components);
        let mut packed = Packed([[0.0; VERTICES * 4]; ROWS]);
        for from in (0..frame_floats).step_by(VERTICES * n) {
            let to = frame_floats.min(from + VERTICES * n);
            let groups = out.chunks_mut(GROUP * frame_floats);
            for (out, weights) in groups.zip(self.weights.chunks(GROUP * self.target_count)) {
                let mut frames =
                    out.chunks_exact_mut(frame_floats).map(|frame| &mut frame[from..to]);
                let mut out: [&mut [f32]; GROUP] =
                    core::array::from_fn(|_| frames.next().unwrap_or_default());
                if n == self.blend.delta_components {
                    let base = &self.blend.base[from..to];
                    self.add_part(from / n, Some(base), weights, &mut packed, &mut out);
                    let values = out.iter_mut();
                    values.for_each(|v| self.blend.finish.apply(self.blend.simd, v));
                } else {
                    self.fill_apart(from / n, weights, &mut packed, &mut out);
                }
            }
        }
    }

    /// A part of a group whose values and deltas have different strides: sums lie beside the
    /// output.
    #[inline(never)]
    fn fill_apart(
        &self,
        first: usize,
        weights: &[f32],
        packed: &mut Packed,
        out: &mut [&mut [f32]; GROUP],
    ) {
        let AttributeBlend { simd, components: n, delta_components: d, finish, .. } = self.blend;
        let base = &self.blend.base[first * n..first * n + out[0].len()];
        let mut room = [[0.0; VERTICES * 4]; GROUP];
        let mut rooms = room.iter_mut().zip(out.iter());
        let mut sums: [&mut [f32]; GROUP] = core::array::from_fn(|_| match rooms.next() {
            Some((room, values)) => &mut room[..values.len() / n * d],
            None => Default::default(),
        });
        for sums in sums.iter_mut().filter(|s| !s.is_empty()) {
            stride::narrow(simd, n, base, d, sums);
        }
        self.add_part(first, None, weights, packed, &mut sums);
        for (values, sums) in out.iter_mut().zip(sums).filter(|(v, _)| !v.is_empty()) {
            finish.apply(simd, sums);
            stride::widen(simd, d, sums, base, n, values);
        }
    }

    /// Adds to each frame of a group the targets that are active in it, in ascending order; those
    /// that are not there have no sums.
    fn add_part(
        &self,
        first: usize,
        mut base: Option<&[f32]>,
        weights: &[f32],
        packed: &mut Packed,
        sums: &mut [&mut [f32]; GROUP],
    ) {
        let simd = self.blend.simd;
        let from = first * self.blend.delta_components;
        let length = sums[0].len();
        // Rows that were not added yet, each with its weights in the frames of the group.
        let mut waiting = [[0.0; GROUP]; ROWS];
        let mut count = 0;
        for target in 0..self.target_count {
            let mut of_frames = [0.0; GROUP];
            let frames = weights.chunks_exact(self.target_count);
            of_frames.iter_mut().zip(frames).for_each(|(of, frame)| *of = frame[target]);
            if of_frames.iter().all(|w| *w == 0.0) {
                continue;
            }
            if let Some((scale, Row::Dense(values))) = (self.blend.rows)(target) {
                S::unpack(simd, &values[from..from + length], &mut packed.0[count][..length]);
                if scale != 1.0 {
                    of_frames
                        .iter_mut()
                        .filter(|w| **w != 0.0)
                        .for_each(|w| *w = scaled(*w, scale));
                }
                waiting[count] = of_frames;
                count += 1;
            }
            if count == ROWS {
                add_rows(simd, packed, &waiting, base.take(), sums);
                count = 0;
            }
        }
        add_rows(simd, packed, &waiting[..count], base, sums);
    }
}

/// Adds packed rows to each frame, but for those that are not active in it.
fn add_rows(
    simd: Simd,
    packed: &Packed,
    weights: &[[f32; GROUP]],
    base: Option<&[f32]>,
    sums: &mut [&mut [f32]; GROUP],
) {
    for (frame, sums) in sums.iter_mut().enumerate().filter(|(_, s)| !s.is_empty()) {
        let mut active = [(0.0, &[][..]); ROWS];
        let mut count = 0;
        for (values, weights) in packed.0.iter().zip(weights) {
            active[count] = (weights[frame], &values[..sums.len()]);
            count += usize::from(weights[frame] != 0.0);
        }
        f32::add_rows(simd, &active[..count], base, sums);
    }
}
