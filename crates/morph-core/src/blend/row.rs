//! One target's deltas of one attribute, as the blend reads them.

use super::spans::Span;
use super::stored::Stored;
use crate::Deltas;
use crate::simd::Simd;

/// Deltas of one target and attribute.
#[derive(Debug, Clone, Copy)]
pub enum Row<'a, S> {
    /// One delta a vertex.
    Dense(&'a [S]),
    /// One delta a vertex, an unused value after each.
    Padded(&'a [S]),
    /// Deltas of some vertices, ascending.
    Sparse(Sparse<'a, S>),
}

/// Deltas of some vertices.
#[derive(Debug, Clone, Copy)]
pub struct Sparse<'a, S> {
    /// The vertices, ascending.
    pub(crate) indices: &'a [u32],
    /// One delta for each.
    pub(crate) values: &'a [S],
}

impl<'a> From<&'a Deltas> for Row<'a, f32> {
    fn from(deltas: &'a Deltas) -> Self {
        match deltas {
            Deltas::Dense(values) => Row::Dense(values),
            Deltas::Sparse { indices, values } => Row::Sparse(Sparse { indices, values }),
        }
    }
}

/// Adds padded deltas of D values, one after the other.
pub(crate) fn add_padded<S: Stored>(weight: f32, values: &[S], d: usize, sums: &mut [f32]) {
    for (sum, delta) in sums.chunks_exact_mut(d).zip(values.chunks_exact(d + 1)) {
        add_one(weight, delta, sum);
    }
}

impl<S: Stored> Sparse<'_, S> {
    /// Adds the deltas of a span, D values each, as far as they are those of the vertices from
    /// `first` on, whose sums are given.
    pub(crate) fn add_span(
        self,
        simd: Simd,
        weight: f32,
        span: Span,
        d: usize,
        first: usize,
        sums: &mut [f32],
    ) {
        let at = span.at as usize;
        let count = span.count as usize;
        let end = first + sums.len() / d;
        let vertex = self.indices[at] as usize;
        if span.is_run() {
            let (from, to) = (vertex.max(first), (vertex + count).min(end));
            if from < to {
                let deltas = &self.values[(at + from - vertex) * d..(at + to - vertex) * d];
                let sums = &mut sums[(from - first) * d..(to - first) * d];
                S::add_rows(simd, &[(weight, deltas)], None, sums);
            }
        } else {
            let deltas = self.values[at * d..(at + count) * d].chunks_exact(d);
            for (&vertex, delta) in self.indices[at..at + count].iter().zip(deltas) {
                let vertex = vertex as usize;
                if (first..end).contains(&vertex) {
                    add_one(weight, delta, &mut sums[(vertex - first) * d..][..d]);
                }
            }
        }
    }
}

#[inline(always)]
fn add_one<S: Stored>(weight: f32, delta: &[S], sum: &mut [f32]) {
    for (sum, &d) in sum.iter_mut().zip(delta) {
        *sum += weight * d.to_f32();
    }
}
