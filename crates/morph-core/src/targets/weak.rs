//! Targets that are known, and not kept.

use super::{Inner, MorphTargets};
use alloc::sync::{Arc, Weak};

/// A handle that tells targets from all others and keeps none of their deltas.
///
/// # Example
/// ```
/// use morph_core::{MorphTargets, TargetDeltas};
/// let targets = MorphTargets::new(1, vec![TargetDeltas::new()])?.expect("one target");
/// let known = targets.downgrade();
/// assert!(known.is(&targets.clone()) && known.same(&targets.clone().downgrade()));
/// drop(targets);
/// assert!(known.upgrade().is_none());
/// # Ok::<(), morph_core::TargetsError>(())
/// ```
#[derive(Debug, Clone)]
pub struct WeakMorphTargets(Weak<Inner>);

impl MorphTargets {
    /// A handle that does not keep the deltas in memory.
    #[must_use]
    pub fn downgrade(&self) -> WeakMorphTargets {
        WeakMorphTargets(Arc::downgrade(&self.0))
    }
}

impl WeakMorphTargets {
    /// The targets, `None` once nobody else holds them.
    #[must_use]
    pub fn upgrade(&self) -> Option<MorphTargets> {
        self.0.upgrade().map(MorphTargets)
    }

    /// Whether it was made from these targets or a clone of them.
    #[must_use]
    pub fn is(&self, targets: &MorphTargets) -> bool {
        core::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&targets.0))
    }

    /// Whether both were made from the same targets or clones of them.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.0, &other.0)
    }
}
