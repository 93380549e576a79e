//! One target's deltas of one attribute, as the blend reads them.

use crate::Deltas;

/// Deltas of one target and attribute.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Row<'a> {
    /// One delta a vertex.
    Dense(&'a [f32]),
    /// One delta a vertex, an unused float after each.
    Padded(&'a [f32]),
    /// Deltas of some vertices, ascending.
    Sparse { indices: &'a [u32], values: &'a [f32] },
}

impl<'a> From<&'a Deltas> for Row<'a> {
    fn from(deltas: &'a Deltas) -> Self {
        match deltas {
            Deltas::Dense(values) => Row::Dense(values),
            Deltas::Sparse { indices, values } => Row::Sparse { indices, values },
        }
    }
}

impl Row<'_> {
    /// Adds `weight * delta` to the sums of the vertices from `first` on.
    ///
    /// Deltas have D floats and sums N; what one has beyond the other is left alone.
    pub(crate) fn add<const N: usize, const D: usize>(
        &self,
        weight: f32,
        first: usize,
        sums: &mut [f32],
    ) {
        let vertex_count = sums.len() / N;
        match *self {
            Row::Dense(values) => add_all::<N, D>(weight, D, &values[first * D..], sums),
            Row::Padded(values) => {
                let stride = D + 1;
                add_all::<N, D>(weight, stride, &values[first * stride..], sums);
            }
            Row::Sparse { indices, values } => {
                let from = indices.partition_point(|&i| (i as usize) < first);
                let to = indices.partition_point(|&i| (i as usize) < first + vertex_count);
                let (mut indices, mut values) = (&indices[from..to], &values[from * D..to * D]);
                while let Some(&start) = indices.first() {
                    let run = run_length(indices);
                    let at = start as usize - first;
                    add_all::<N, D>(weight, D, values, &mut sums[at * N..(at + run) * N]);
                    (indices, values) = (&indices[run..], &values[run * D..]);
                }
            }
        }
    }
}

/// Number of indices from the first on that follow each other without a gap.
fn run_length(indices: &[u32]) -> usize {
    /// Indices skipped at once: strictly increasing ones need no look in between.
    const STEP: usize = 16;
    let start = indices[0] as usize;
    let follows = |at: usize| indices.get(at).is_some_and(|&i| i as usize == start + at);
    let mut run = 1;
    while follows(run + STEP - 1) {
        run += STEP;
    }
    while follows(run) {
        run += 1;
    }
    run
}

/// Adds one delta to each sum; deltas lie `stride` floats apart.
#[inline]
fn add_all<const N: usize, const D: usize>(
    weight: f32,
    stride: usize,
    deltas: &[f32],
    sums: &mut [f32],
) {
    if N == D && D == stride {
        add_dense([(weight, deltas)], sums);
        return;
    }
    for (sum, delta) in sums.chunks_exact_mut(N).zip(deltas.chunks_exact(stride)) {
        add_one::<N, D>(weight, delta, sum);
    }
}

#[inline]
fn add_one<const N: usize, const D: usize>(weight: f32, delta: &[f32], sum: &mut [f32]) {
    for (sum, &d) in sum[..N].iter_mut().zip(&delta[..D]) {
        *sum += weight * d;
    }
}

/// Adds M dense rows in one pass over the sums, in the order given.
///
/// The sums are read and written once instead of M times; each float still gets its products one
/// after the other, so the bits are those of M passes.
pub(crate) fn add_dense<const M: usize>(rows: [(f32, &[f32]); M], sums: &mut [f32]) {
    let rows = rows.map(|(weight, values)| (weight, &values[..sums.len()]));
    for (at, sum) in sums.iter_mut().enumerate() {
        for (weight, values) in &rows {
            *sum += weight * values[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_at_gaps_and_at_the_end() {
        for length in [1, 2, 15, 16, 17, 31, 32, 33, 100] {
            let run: alloc::vec::Vec<u32> = (5..5 + length).collect();
            assert_eq!(run_length(&run), length as usize);
            for gap in 1..length as usize {
                let mut indices = run.clone();
                indices[gap..].iter_mut().for_each(|i| *i += 1);
                assert_eq!(run_length(&indices), gap, "of {length}");
            }
        }
    }

    #[test]
    fn a_part_of_a_sparse_row_is_added_where_it_belongs() {
        let indices = [2, 3, 4, 7, 9];
        let values = [2.0, 3.0, 4.0, 7.0, 9.0];
        let row = Row::Sparse { indices: &indices, values: &values };
        for first in 0..10 {
            for count in 0..10 - first {
                let mut sums = [0.0; 10];
                row.add::<1, 1>(1.0, first, &mut sums[..count]);
                for (at, &sum) in sums.iter().enumerate() {
                    let vertex = (first + at) as u32;
                    let there = at < count && indices.contains(&vertex);
                    assert_eq!(sum, if there { vertex as f32 } else { 0.0 });
                }
            }
        }
    }
}
