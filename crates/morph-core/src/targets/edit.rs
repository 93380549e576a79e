//! Other targets made of some: one more, one less, one replaced. What does not change is shared.

use super::{MorphTargets, check_target};
use crate::{Attribute, Deltas, TargetDeltas, TargetsError};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The cells of one target, by attribute.
type Row = Vec<(Attribute, Arc<Deltas>)>;

impl MorphTargets {
    /// These targets and one more, which comes to stand at the index: those from there on move up.
    /// At [`MorphTargets::target_count`] it is the last.
    ///
    /// # Errors
    /// As [`MorphTargets::new`], for this target; [`TargetsError::NoSuchTarget`] where the index
    /// is beyond the last target's successor.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// let moved = |by| TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[by]));
    /// let targets = MorphTargets::new(1, vec![moved([1.0, 0.0, 0.0])])?.expect("one target");
    /// let more = targets.with_target(1, moved([0.0, 1.0, 0.0]))?;
    /// assert_eq!((targets.target_count(), more.target_count()), (1, 2));
    /// assert!(more.same_deltas(0, &targets, 0)); // shared, not copied
    /// let other = more.with_replaced(0, moved([2.0, 0.0, 0.0]))?;
    /// let one = other.without_target(0)?.expect("one is left");
    /// assert!(one.same_deltas(0, &more, 1));
    /// # Ok::<(), morph_core::TargetsError>(())
    /// ```
    pub fn with_target(&self, index: usize, target: TargetDeltas) -> Result<Self, TargetsError> {
        let target_count = self.target_count();
        if index > target_count {
            return Err(TargetsError::NoSuchTarget { index, target_count });
        }
        if target_count >= u32::MAX as usize {
            let (vertex_count, target_count) = (self.vertex_count(), target_count + 1);
            return Err(TargetsError::TooMany { vertex_count, target_count });
        }
        let new = self.row_of(index, target)?;
        let mut rows = self.rows();
        rows.insert(index, new);
        Ok(self.of_rows(rows))
    }

    /// These targets with one of them replaced.
    ///
    /// # Errors
    /// As [`MorphTargets::new`], for this target; [`TargetsError::NoSuchTarget`].
    pub fn with_replaced(&self, index: usize, target: TargetDeltas) -> Result<Self, TargetsError> {
        self.check_index(index)?;
        let new = self.row_of(index, target)?;
        let mut rows = self.rows();
        rows[index] = new;
        Ok(self.of_rows(rows))
    }

    /// These targets without one of them: those behind it move down. `None` where none is left.
    ///
    /// # Errors
    /// [`TargetsError::NoSuchTarget`].
    pub fn without_target(&self, index: usize) -> Result<Option<Self>, TargetsError> {
        // spec B24
        self.check_index(index)?;
        let mut rows = self.rows();
        rows.remove(index);
        Ok((!rows.is_empty()).then(|| self.of_rows(rows)))
    }

    /// Whether a target moves the same attributes by the same bits as a target of others: what is
    /// shared is found equal at once, the rest is compared.
    ///
    /// Dense and sparse deltas are never the same, nor are those of an index that is no target.
    #[must_use]
    pub fn same_deltas(&self, target: usize, other: &Self, of_other: usize) -> bool {
        if target >= self.target_count() || of_other >= other.target_count() {
            return false;
        }
        let all = self.attributes().iter().chain(other.attributes());
        all.copied().all(|attribute| {
            match (self.cell(target, attribute), other.cell(of_other, attribute)) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b) || same_bits(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
        })
    }

    fn check_index(&self, index: usize) -> Result<(), TargetsError> {
        let target_count = self.target_count();
        if index < target_count {
            return Ok(());
        }
        Err(TargetsError::NoSuchTarget { index, target_count })
    }

    /// A target that is to stand at the index, checked.
    fn row_of(&self, index: usize, target: TargetDeltas) -> Result<Row, TargetsError> {
        check_target(index, &target, self.vertex_count())?;
        Ok(target.attributes.into_iter().map(|(a, deltas)| (a, Arc::new(deltas))).collect())
    }

    fn rows(&self) -> Vec<Row> {
        let attributes = self.attributes().iter().copied();
        let row = |target| {
            let cells = attributes.clone().filter_map(|a| Some((a, self.cell(target, a)?.clone())));
            cells.collect()
        };
        (0..self.target_count()).map(row).collect()
    }

    fn of_rows(&self, rows: Vec<Row>) -> Self {
        let mut attributes: Vec<Attribute> = rows.iter().flatten().map(|(a, _)| *a).collect();
        attributes.sort_unstable();
        attributes.dedup();
        let target_count = rows.len();
        let mut cells = Vec::with_capacity(target_count * attributes.len());
        for row in &rows {
            let cell = |own: &Attribute| row.iter().find(|(a, _)| a == own).map(|(_, d)| d.clone());
            cells.extend(attributes.iter().map(cell));
        }
        Self::from_cells(self.vertex_count(), target_count, attributes, cells)
    }
}

fn same_bits(a: &Deltas, b: &Deltas) -> bool {
    let indices = match (a, b) {
        (Deltas::Dense(_), Deltas::Dense(_)) => true,
        (Deltas::Sparse { indices: a, .. }, Deltas::Sparse { indices: b, .. }) => a == b,
        _ => false,
    };
    indices && bits(a) == bits(b)
}

fn bits(deltas: &Deltas) -> &[u32] {
    bytemuck::cast_slice(deltas.values())
}
