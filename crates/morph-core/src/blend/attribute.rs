//! The blend of one attribute: block by block, so that sums stay in the nearest cache.

use super::row::{Row, add_padded};
use super::spans::Spans;
use super::stored::{ROWS, Stored};
use super::{Finish, stride};
use crate::simd::Simd;

/// Vertices of a block: its sums stay in the nearest cache while all targets pass over them.
pub(crate) const BLOCK: usize = 1024;

/// One attribute's base, deltas and rule. Lengths were checked by whoever makes it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributeBlend<'a, F> {
    pub(crate) simd: Simd,
    /// The base, `components` floats a vertex.
    pub(crate) base: &'a [f32],
    pub(crate) components: usize,
    /// Floats a delta. Where they are fewer, the base's others are kept bit for bit; where they
    /// are more, the deltas' others are ignored.
    pub(crate) delta_components: usize,
    /// At most one a target.
    pub(crate) weights: &'a [f32],
    /// The deltas of a target, if it has any, and what its weight is multiplied by.
    pub(crate) rows: F,
    /// Where the deltas of sparse rows lie; `None` where all rows are dense.
    pub(crate) spans: Option<&'a Spans>,
    pub(crate) finish: Finish,
}

impl<'a, S: Stored, F: Fn(usize) -> Option<(f32, Row<'a, S>)>> AttributeBlend<'a, F> {
    /// Writes the vertices from `first` on, as many as fit into `out`.
    pub(crate) fn fill(&self, mut first: usize, mut out: &mut [f32]) {
        let (n, d) = (self.components, self.delta_components);
        // Sums lie beside the output where values and deltas have different strides.
        let mut room = [0.0; BLOCK * 4];
        while !out.is_empty() {
            let count = (out.len() / n).min(BLOCK - first % BLOCK);
            let (values, rest) = out.split_at_mut(count * n);
            let base = &self.base[first * n..(first + count) * n];
            if n == d {
                self.add_part(first, Some(base), values);
                self.finish.apply(self.simd, values);
            } else {
                let sums = &mut room[..count * d];
                stride::narrow(self.simd, n, base, d, sums);
                self.add_part(first, None, sums);
                self.finish.apply(self.simd, sums);
                stride::widen(self.simd, d, sums, base, n, values);
            }
            (first, out) = (first + count, rest);
        }
    }

    /// Adds all active targets to the vertices from `first` on, all of one block, in ascending
    /// order; starts from `base` where there is one, else from the sums themselves.
    fn add_part(&self, first: usize, base: Option<&[f32]>, sums: &mut [f32]) {
        let d = self.delta_components;
        let mut waiting = Waiting { simd: self.simd, base, rows: [(0.0, &[]); ROWS], count: 0 };
        let mut spans = self.spans.map_or(&[][..], |spans| spans.of_block(first / BLOCK));
        for (target, &weight) in self.weights.iter().enumerate() {
            if weight == 0.0 {
                continue;
            }
            let Some((scale, row)) = (self.rows)(target) else { continue };
            let weight = weight * scale;
            match row {
                Row::Dense(values) => waiting.push(weight, &values[first * d..], sums),
                Row::Padded(values) => {
                    waiting.flush(sums);
                    add_padded(weight, &values[first * (d + 1)..], d, sums);
                }
                Row::Sparse(sparse) => {
                    // Spans are in order of targets: those before belong to targets at rest.
                    while let Some((&span, rest)) = spans.split_first() {
                        if span.target as usize > target {
                            break;
                        }
                        spans = rest;
                        if span.target as usize == target {
                            waiting.flush(sums);
                            sparse.add_span(self.simd, weight, span, d, first, sums);
                        }
                    }
                }
            }
        }
        waiting.flush(sums);
    }
}

/// Dense rows that were not added yet.
struct Waiting<'a, 'b, S> {
    simd: Simd,
    /// What the first pass starts from.
    base: Option<&'b [f32]>,
    rows: [(f32, &'a [S]); ROWS],
    count: usize,
}

impl<'a, S: Stored> Waiting<'a, '_, S> {
    fn push(&mut self, weight: f32, values: &'a [S], sums: &mut [f32]) {
        self.rows[self.count] = (weight, &values[..sums.len()]);
        self.count += 1;
        if self.count == ROWS {
            self.flush(sums);
        }
    }

    /// Adds what waits. Afterwards the sums hold the base, too.
    fn flush(&mut self, sums: &mut [f32]) {
        let base = self.base.take();
        if self.count > 0 || base.is_some() {
            S::add_rows(self.simd, &self.rows[..self.count], base, sums);
        }
        self.count = 0;
    }
}
