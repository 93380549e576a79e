//! Whom the blend asks for deltas.

use super::row::Row;
use super::spans::Spans;
use super::stored::Stored;
use crate::{Attribute, MorphTargets};

/// Targets that a blend can read: [`MorphTargets`], or
/// [`QuantizedTargets`](crate::QuantizedTargets) in half the memory.
///
/// The trait is sealed: how deltas lie in memory is this crate's own.
pub trait DeltaSource: Rows {}

impl<T: Rows> DeltaSource for T {}

/// What [`DeltaSource`] hides.
pub trait Rows {
    /// How a delta's component is stored.
    type Stored: Stored;

    /// Number of vertices.
    fn vertices(&self) -> usize;

    /// Number of targets.
    fn targets(&self) -> usize;

    /// The attributes that at least one target moves, ascending.
    fn moved(&self) -> &[Attribute];

    /// The deltas of a target for one of the moved attributes, given by its place, with what they
    /// are to be multiplied by.
    fn row(&self, target: usize, place: usize) -> Option<(f32, Row<'_, Self::Stored>)>;

    /// Where the deltas of an attribute's sparse targets lie; `None` where all are dense.
    fn spans(&self, place: usize) -> Option<&Spans>;
}

impl<T: Rows> Rows for &T {
    type Stored = T::Stored;

    fn vertices(&self) -> usize {
        (**self).vertices()
    }

    fn targets(&self) -> usize {
        (**self).targets()
    }

    fn moved(&self) -> &[Attribute] {
        (**self).moved()
    }

    fn row(&self, target: usize, place: usize) -> Option<(f32, Row<'_, Self::Stored>)> {
        (**self).row(target, place)
    }

    fn spans(&self, place: usize) -> Option<&Spans> {
        (**self).spans(place)
    }
}

impl Rows for MorphTargets {
    type Stored = f32;

    fn vertices(&self) -> usize {
        self.vertex_count()
    }

    fn targets(&self) -> usize {
        self.target_count()
    }

    fn moved(&self) -> &[Attribute] {
        self.attributes()
    }

    #[inline]
    fn row(&self, target: usize, place: usize) -> Option<(f32, Row<'_, f32>)> {
        Some((1.0, Row::from(self.deltas_at(target, place)?)))
    }

    fn spans(&self, place: usize) -> Option<&Spans> {
        self.all_spans()[place].as_ref()
    }
}
