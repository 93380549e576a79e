//! Targets in the packed layouts, on this side: what a layout keeps of them, and what it takes.

use morphkit::core::MorphTargets;
use morphkit::core::packed::{
    BlockedSet, BlockedTargets, DenseSet, DenseTargets, EncodingReport, PackError, PackOptions,
    RowSparseSet, RowSparseTargets,
};
use morphkit::wgsl::DeformLayout;

/// Targets that are ready to be encoded.
#[derive(Debug)]
pub(crate) enum Packed {
    Dense(DenseTargets),
    Blocked(BlockedTargets),
    RowSparse(RowSparseTargets),
}

impl Packed {
    /// Packs targets; `None` for the layout that holds them as they are.
    ///
    /// # Errors
    /// What the layout cannot hold.
    pub(crate) fn new(
        layout: DeformLayout,
        targets: &MorphTargets,
        options: &PackOptions<'_>,
    ) -> Result<Option<Self>, PackError> {
        Ok(Some(match layout {
            DeformLayout::Linear => return Ok(None),
            DeformLayout::Dense(encoding) => {
                Self::Dense(DenseTargets::new(targets, encoding, options)?)
            }
            DeformLayout::Blocked(encoding) => {
                Self::Blocked(BlockedTargets::new(targets, encoding, options)?)
            }
            DeformLayout::RowSparse => Self::RowSparse(RowSparseTargets::new(targets, options)?),
        }))
    }

    /// What it takes and how far it is off.
    pub(crate) const fn report(&self) -> &EncodingReport {
        match self {
            Self::Dense(packed) => packed.report(),
            Self::Blocked(packed) => packed.report(),
            Self::RowSparse(packed) => packed.report(),
        }
    }

    /// The targets as they come out again.
    ///
    /// # Errors
    /// None where the words are those that were encoded.
    pub(crate) fn decode(&self) -> Result<MorphTargets, PackError> {
        match self {
            Self::Dense(packed) => DenseSet::new(&packed.encode())?.decode(),
            Self::Blocked(packed) => BlockedSet::new(&packed.encode())?.decode(),
            Self::RowSparse(packed) => RowSparseSet::new(&packed.encode())?.decode(),
        }
    }
}
