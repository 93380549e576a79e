//! How a delta's components lie in memory, and the loops that add them, once for each such way.

use super::spans::AddSpans;
use crate::simd::{Kernel, Simd};

/// A stored component of a delta.
///
/// Its loops are compiled here and not where a blend is called: they come in one copy for each
/// instruction set.
pub trait Stored: Copy + core::fmt::Debug + 'static {
    /// Its value, in units of the deltas' scale.
    fn to_f32(self) -> f32;

    /// Adds rows of deltas, each multiplied by its weight, in the order given; starts from `base`
    /// where there is one, else from the sums themselves.
    ///
    /// Rows, base and sums have equal lengths.
    fn add_rows(simd: Simd, rows: &[(f32, &[Self])], base: Option<&[f32]>, sums: &mut [f32]);

    /// Adds some spans of sparse deltas.
    fn add_spans(simd: Simd, spans: AddSpans<'_, Self>);

    /// Writes the values of equally many stored components.
    fn unpack(simd: Simd, stored: &[Self], values: &mut [f32]);
}

impl Stored for f32 {
    #[inline(always)]
    fn to_f32(self) -> f32 {
        self
    }

    fn add_rows(simd: Simd, rows: &[(f32, &[Self])], base: Option<&[f32]>, sums: &mut [f32]) {
        simd.run(AddRows { rows, base, sums });
    }

    fn add_spans(simd: Simd, spans: AddSpans<'_, Self>) {
        simd.run(spans);
    }

    fn unpack(_: Simd, stored: &[Self], values: &mut [f32]) {
        values.copy_from_slice(stored);
    }
}

impl Stored for i16 {
    #[inline(always)]
    fn to_f32(self) -> f32 {
        f32::from(self)
    }

    fn add_rows(simd: Simd, rows: &[(f32, &[Self])], base: Option<&[f32]>, sums: &mut [f32]) {
        simd.run(AddRows { rows, base, sums });
    }

    fn add_spans(simd: Simd, spans: AddSpans<'_, Self>) {
        simd.run(spans);
    }

    fn unpack(simd: Simd, stored: &[Self], values: &mut [f32]) {
        simd.run(Unpack { stored, values });
    }
}

/// One call of [`Stored::unpack`].
struct Unpack<'a, S> {
    stored: &'a [S],
    values: &'a mut [f32],
}

impl<S: Stored> Kernel for Unpack<'_, S> {
    #[inline(always)]
    fn run(self) {
        for (value, stored) in self.values.iter_mut().zip(self.stored) {
            *value = stored.to_f32();
        }
    }
}

/// Rows that one pass over the sums adds.
pub(crate) const ROWS: usize = 8;

/// One call of [`Stored::add_rows`].
struct AddRows<'a, S> {
    rows: &'a [(f32, &'a [S])],
    base: Option<&'a [f32]>,
    sums: &'a mut [f32],
}

impl<S: Stored> Kernel for AddRows<'_, S> {
    #[inline(always)]
    fn run(self) {
        let Self { mut rows, mut base, sums } = self;
        while let Some((many, rest)) = rows.split_first_chunk::<ROWS>() {
            add_some(many, base.take(), sums);
            rows = rest;
        }
        if let Some((half, rest)) = rows.split_first_chunk::<{ ROWS / 2 }>() {
            add_some(half, base.take(), sums);
            rows = rest;
        }
        match rows {
            [a, b, c] => add_some(&[*a, *b, *c], base.take(), sums),
            [a, b] => add_some(&[*a, *b], base.take(), sums),
            [a] => add_some(&[*a], base.take(), sums),
            _ => {}
        }
        if let Some(base) = base {
            sums.copy_from_slice(base);
        }
    }
}

/// Adds M rows in one pass.
///
/// The sums are read and written once instead of M times; each float still gets its products one
/// after the other, so the bits are those of M passes (spec B2, E1).
#[inline(always)]
fn add_some<S: Stored, const M: usize>(
    rows: &[(f32, &[S]); M],
    base: Option<&[f32]>,
    sums: &mut [f32],
) {
    let count = sums.len();
    let (mut weights, mut values) = ([0.0; M], [&[][..]; M]);
    for row in 0..M {
        (weights[row], values[row]) = (rows[row].0, &rows[row].1[..count]);
    }
    // Several registers side by side, so that one sum need not wait for another; then what is left.
    let at = add_lanes::<S, M, 32>(&weights, &values, base, 0, sums);
    let at = add_lanes::<S, M, 8>(&weights, &values, base, at, sums);
    add_lanes::<S, M, 1>(&weights, &values, base, at, sums);
}

/// Adds groups of L floats from `from` on, as long as they are whole; returns where it stopped.
#[inline(always)]
fn add_lanes<S: Stored, const M: usize, const L: usize>(
    weights: &[f32; M],
    values: &[&[S]; M],
    base: Option<&[f32]>,
    from: usize,
    sums: &mut [f32],
) -> usize {
    let end = from + (sums.len() - from) / L * L;
    for at in (from..end).step_by(L) {
        let mut lanes = [0.0; L];
        lanes.copy_from_slice(&base.unwrap_or(sums)[at..at + L]);
        for row in 0..M {
            let deltas = &values[row][at..at + L];
            for lane in 0..L {
                lanes[lane] += weights[row] * deltas[lane].to_f32();
            }
        }
        sums[at..at + L].copy_from_slice(&lanes);
    }
    end
}
