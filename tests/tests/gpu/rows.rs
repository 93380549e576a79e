//! What row sparse sets keep of targets.

use morph_core::MorphTargets;
use morph_core::packed::{PackOptions, RowSparseSet, RowSparseTargets};
use morph_gpu::Choice;

/// The targets as a layout keeps them: rounded to 16 bits where it is row sparse.
pub(crate) fn kept(choice: Choice, targets: &MorphTargets) -> MorphTargets {
    match choice {
        Choice::RowSparse(_) => kept_with(targets, &PackOptions::default()),
        _ => targets.clone(),
    }
}

/// The targets as a row sparse set keeps them that is packed with these options.
pub(crate) fn kept_with(targets: &MorphTargets, options: &PackOptions<'_>) -> MorphTargets {
    let words = RowSparseTargets::new(targets, options).unwrap().encode();
    RowSparseSet::new(&words).unwrap().decode().unwrap()
}
