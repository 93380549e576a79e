//! One target's deltas of one attribute, as the blend reads them.

use super::stored::Stored;
use crate::Deltas;

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

#[inline(always)]
fn add_one<S: Stored>(weight: f32, delta: &[S], sum: &mut [f32]) {
    for (sum, &d) in sum.iter_mut().zip(delta) {
        *sum += weight * d.to_f32();
    }
}
