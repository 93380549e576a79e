//! The blend of one attribute: block by block, so that sums stay in a near cache.

use super::row::{Row, Sparse, add_padded};
use super::spans::{AddSpans, SPAN_BLOCK, Span, Spans};
use super::stored::{ROWS, Stored};
use super::{Finish, stride};
use crate::simd::Simd;

/// Vertices of a block: its sums stay in a near cache while all targets pass over them, and its part
/// of a row is long enough for memory to stream.
pub(crate) const BLOCK: usize = 4096;

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
        let sparse = self.spans.filter(|spans| spans.are_alone());
        let vertices = if sparse.is_some() { SPAN_BLOCK } else { BLOCK };
        while !out.is_empty() {
            let count = (out.len() / n).min(vertices - first % vertices);
            let (values, rest) = out.split_at_mut(count * n);
            if let Some(spans) = sparse {
                self.fill_sparse(spans, first, values);
            } else if n == d {
                self.add_part(first, Some(self.base_of(first, values)), values);
                self.finish.apply(self.simd, values);
            } else {
                self.fill_apart(first, values);
            }
            (first, out) = (first + count, rest);
        }
    }

    /// The base of the vertices from `first` on, as much as there are values.
    fn base_of(&self, first: usize, values: &[f32]) -> &'a [f32] {
        let from = first * self.components;
        &self.base[from..from + values.len()]
    }

    /// Part of a block whose values and deltas have different strides: sums lie beside the output.
    #[inline(never)]
    fn fill_apart(&self, first: usize, values: &mut [f32]) {
        let (simd, n, d) = (self.simd, self.components, self.delta_components);
        let base = self.base_of(first, values);
        let mut room = [0.0; BLOCK * 4];
        let sums = &mut room[..values.len() / n * d];
        stride::narrow(simd, n, base, d, sums);
        self.add_part(first, None, sums);
        self.finish.apply(simd, sums);
        stride::widen(simd, d, sums, base, n, values);
    }

    /// Adds all active targets to the vertices from `first` on, all of one block, in ascending
    /// order; starts from `base` where there is one, else from the sums themselves.
    fn add_part(&self, first: usize, base: Option<&[f32]>, sums: &mut [f32]) {
        let d = self.delta_components;
        let mut waiting = Waiting { simd: self.simd, base, rows: [(0.0, &[]); ROWS], count: 0 };
        let mut spans = self.spans.map_or(&[][..], |spans| spans.of_block(first));
        for (target, &weight) in self.weights.iter().enumerate() {
            if weight == 0.0 {
                continue;
            }
            let Some((scale, row)) = (self.rows)(target) else { continue };
            let weight = scaled(weight, scale);
            match row {
                Row::Dense(values) => waiting.push(weight, &values[first * d..], sums),
                Row::Padded(values) => {
                    waiting.flush(sums);
                    add_padded(weight, &values[first * (d + 1)..], d, sums);
                }
                Row::Sparse(sparse) => {
                    let of_target = Spans::take(&mut spans, target);
                    if !of_target.is_empty() {
                        waiting.flush(sums);
                        self.add_spans(weight, sparse, of_target, d, first, sums);
                    }
                }
            }
        }
        waiting.flush(sums);
    }

    /// A block of spans, or a part of it, where all rows are sparse: the output holds the sums.
    fn fill_sparse(&self, spans: &Spans, first: usize, values: &mut [f32]) {
        let (simd, n, d) = (self.simd, self.components, self.delta_components);
        let base = self.base_of(first, values);
        values.copy_from_slice(base);
        let mut spans = spans.of_block(first);
        for (target, &weight) in self.weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            if let Some((scale, Row::Sparse(sparse))) = (self.rows)(target) {
                let of_target = Spans::take(&mut spans, target);
                self.add_spans(scaled(weight, scale), sparse, of_target, n, first, values);
            }
        }
        if n == d {
            self.finish.apply(simd, values);
        } else if self.finish != Finish::Keep {
            let parts = values.chunks_mut(BLOCK * n).zip(base.chunks(BLOCK * n));
            parts.for_each(|(values, base)| self.finish_apart(base, values));
        }
    }

    /// Adds the spans of a target to sums of `n` floats.
    fn add_spans(
        &self,
        weight: f32,
        sparse: Sparse<'_, S>,
        spans: &[Span],
        n: usize,
        first: usize,
        sums: &mut [f32],
    ) {
        let (Sparse { indices, values }, strides) = (sparse, (n, self.delta_components));
        S::add_spans(self.simd, AddSpans { weight, spans, indices, values, strides, first, sums });
    }

    /// What happens after the sum, where values have another stride than sums.
    #[inline(never)]
    fn finish_apart(&self, base: &[f32], values: &mut [f32]) {
        let (simd, n, d) = (self.simd, self.components, self.delta_components);
        let mut room = [0.0; BLOCK * 4];
        let sums = &mut room[..values.len() / n * d];
        stride::narrow(simd, n, values, d, sums);
        self.finish.apply(simd, sums);
        stride::widen(simd, d, sums, base, n, values);
    }
}

/// A weight times the scale of stored deltas; as with the weight alone, it is neither infinite nor
/// zero, so zeros stay zeros and what is active stays active.
#[inline]
pub(crate) fn scaled(weight: f32, scale: f32) -> f32 {
    let product = weight * scale;
    if product == 0.0 {
        f32::from_bits(1).copysign(weight)
    } else {
        product.clamp(f32::MIN, f32::MAX)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scaled_weight_is_neither_infinite_nor_zero() {
        assert_eq!(scaled(-0.3, 1.0), -0.3);
        assert_eq!(scaled(1e30, 1e10), f32::MAX);
        assert_eq!(scaled(-1e30, 1e10), f32::MIN);
        assert!(scaled(1e-30, 1e-30) > 0.0 && scaled(-1e-30, 1e-30) < 0.0);
    }
}
