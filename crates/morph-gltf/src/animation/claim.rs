//! Weights that channels of one animation animate already.

use morph_core::animation::ChannelTargets;
use std::collections::{BTreeMap, BTreeSet};

/// For each node: all weights, or single ones.
#[derive(Debug, Default)]
pub(super) struct Claims(BTreeMap<usize, Claim>);

#[derive(Debug)]
enum Claim {
    All,
    Some(BTreeSet<usize>),
}

impl Claims {
    /// Takes weights; false where any of them is taken already, by whatever kind of channel.
    ///
    /// # Source
    /// glTF 2.0, section 3.11 "Animations"; `KHR_animation_pointer`, "Extension compatibility and
    /// fallback": an array and its elements are not both animated.
    pub(super) fn take(&mut self, node: usize, targets: ChannelTargets) -> bool {
        match (self.0.get_mut(&node), targets) {
            (None, ChannelTargets::All) => {
                self.0.insert(node, Claim::All);
                true
            }
            (None, ChannelTargets::One(target)) => {
                self.0.insert(node, Claim::Some(BTreeSet::from([target])));
                true
            }
            (Some(Claim::Some(taken)), ChannelTargets::One(target)) => taken.insert(target),
            (Some(_), _) => false,
        }
    }
}
