//! The blend of one attribute: row after row, dense ones block by block.

use super::Finish;
use super::row::{Row, add_dense};

/// Vertices of a block: its sums stay in the nearest cache while all targets pass over them.
const BLOCK: usize = 512;

/// Dense rows that one pass over the sums adds.
const ROWS: usize = 8;

/// One attribute's base, deltas and rule. Lengths were checked by whoever makes it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributeBlend<'a, F> {
    /// The base, `components` floats a vertex.
    pub(crate) base: &'a [f32],
    pub(crate) components: usize,
    /// Floats a delta. Where they are fewer, the base's others are kept bit for bit; where they
    /// are more, the deltas' others are ignored.
    pub(crate) delta_components: usize,
    /// At most one a target.
    pub(crate) weights: &'a [f32],
    /// The deltas of a target, if it has any.
    pub(crate) rows: F,
    pub(crate) finish: Finish,
}

impl<'a, F: Fn(usize) -> Option<Row<'a>>> AttributeBlend<'a, F> {
    /// Writes the vertices from `first` on, as many as fit into `out`.
    pub(crate) fn fill(&self, first: usize, out: &mut [f32]) {
        // Known numbers of floats make the loops several times faster.
        match (self.components, self.delta_components) {
            (3, 3) => self.fill_fixed::<3, 3>(first, out),
            (4, 3) => self.fill_fixed::<4, 3>(first, out),
            (2, 2) => self.fill_fixed::<2, 2>(first, out),
            (4, 4) => self.fill_fixed::<4, 4>(first, out),
            (3, 4) => self.fill_fixed::<3, 4>(first, out),
            (n, d) => unreachable!("no attribute has {n} floats and deltas of {d}"),
        }
    }

    fn fill_fixed<const N: usize, const D: usize>(&self, first: usize, out: &mut [f32]) {
        out.copy_from_slice(&self.base[first * N..first * N + out.len()]);
        if self.active().any(|(_, row)| matches!(row, Row::Dense(_))) {
            for (block, values) in out.chunks_mut(BLOCK * N).enumerate() {
                let first = first + block * BLOCK;
                if N == D {
                    self.add_block::<D>(first, values);
                } else {
                    self.add_apart::<N, D>(first, values);
                }
                self.finish.apply::<N>(values);
            }
        } else {
            for (weight, row) in self.active() {
                row.add::<N, D>(weight, first, out);
            }
            self.finish.apply::<N>(out);
        }
    }

    /// Weights that are not zero, with the deltas of their targets, ascending.
    fn active(&self) -> impl Iterator<Item = (f32, Row<'a>)> {
        let weights = self.weights.iter().enumerate().filter(|(_, w)| **w != 0.0);
        weights.filter_map(|(target, &weight)| Some((weight, (self.rows)(target)?)))
    }

    /// Sums up beside the output, where values and deltas have different strides.
    fn add_apart<const N: usize, const D: usize>(&self, first: usize, values: &mut [f32]) {
        let common = N.min(D);
        let mut room = [0.0; BLOCK * 4];
        let sums = &mut room[..values.len() / N * D];
        for (sum, value) in sums.chunks_exact_mut(D).zip(values.chunks_exact(N)) {
            sum[..common].copy_from_slice(&value[..common]);
        }
        self.add_block::<D>(first, sums);
        for (sum, value) in sums.chunks_exact(D).zip(values.chunks_exact_mut(N)) {
            value[..common].copy_from_slice(&sum[..common]);
        }
    }

    /// Adds all active targets to sums of D floats, in ascending order.
    fn add_block<const D: usize>(&self, first: usize, sums: &mut [f32]) {
        let mut waiting = Waiting { rows: [(0.0, &[]); ROWS], count: 0 };
        for (weight, row) in self.active() {
            if let Row::Dense(values) = row {
                waiting.push(weight, &values[first * D..first * D + sums.len()], sums);
            } else {
                waiting.flush(sums);
                row.add::<D, D>(weight, first, sums);
            }
        }
        waiting.flush(sums);
    }
}

/// Dense rows that were not added yet.
struct Waiting<'a> {
    rows: [(f32, &'a [f32]); ROWS],
    count: usize,
}

impl<'a> Waiting<'a> {
    fn push(&mut self, weight: f32, values: &'a [f32], sums: &mut [f32]) {
        self.rows[self.count] = (weight, values);
        self.count += 1;
        if self.count == ROWS {
            add_dense(self.rows, sums);
            self.count = 0;
        }
    }

    fn flush(&mut self, sums: &mut [f32]) {
        let mut rows = &self.rows[..self.count];
        if let Some((four, rest)) = rows.split_first_chunk::<4>() {
            add_dense(*four, sums);
            rows = rest;
        }
        for &row in rows {
            add_dense([row], sums);
        }
        self.count = 0;
    }
}
