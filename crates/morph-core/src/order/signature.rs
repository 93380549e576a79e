//! Which targets move which vertices.

use super::group::Groups;
use crate::MorphTargets;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

/// For each group of vertices the targets that move one of them.
pub(super) struct Signatures {
    /// Ranks of targets, group after group, ascending in each. Rank 0 is the target that moves most.
    ranks: Vec<u32>,
    /// Where each group begins in that list, and the end.
    starts: Vec<usize>,
}

impl Signatures {
    pub(super) fn new(targets: &MorphTargets, groups: &Groups) -> Self {
        // The targets that move most divide first: fewer borders run through what they move.
        let moved: Vec<Vec<u32>> = (0..targets.target_count())
            .map(|target| moved_groups(targets, target, groups))
            .collect();
        let mut by_size: Vec<usize> = (0..moved.len()).collect();
        by_size.sort_by_key(|&target| Reverse(moved[target].len()));
        let mut starts = vec![0; groups.len() + 1];
        for &group in moved.iter().flatten() {
            starts[group as usize + 1] += 1;
        }
        for group in 0..groups.len() {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut ranks = vec![0; starts[groups.len()]];
        for (rank, target) in (0..).zip(by_size) {
            for &group in &moved[target] {
                ranks[next[group as usize]] = rank;
                next[group as usize] += 1;
            }
        }
        Self { ranks, starts }
    }

    /// The order of two groups: that of their sets as bits of a reflected Gray code, in which
    /// neighbours differ by few targets. What moves comes before what does not.
    pub(super) fn compare(&self, a: u32, b: u32) -> Ordering {
        let (a, b) = (self.of(a), self.of(b));
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (a.get(common), b.get(common));
        // Where the sets part, one has the target that the other lacks: the one of lower rank.
        let has = |own: Option<&u32>, other: Option<&u32>| match (own, other) {
            (Some(own), Some(other)) => own < other,
            (own, _) => own.is_some(),
        };
        let a_first = match (has(a, b), has(b, a)) {
            (false, false) => return Ordering::Equal,
            // Each common target reverses the direction.
            (a_has, _) => a_has == common.is_multiple_of(2),
        };
        if a_first { Ordering::Less } else { Ordering::Greater }
    }

    fn of(&self, group: u32) -> &[u32] {
        let group = group as usize;
        &self.ranks[self.starts[group]..self.starts[group + 1]]
    }
}

/// Groups with a delta of any attribute that is not zero, ascending.
fn moved_groups(targets: &MorphTargets, target: usize, groups: &Groups) -> Vec<u32> {
    let mut moved = Vec::new();
    for &attribute in targets.attributes() {
        let Some(deltas) = targets.deltas(target, attribute) else { continue };
        for (vertex, delta) in deltas.iter(attribute.delta_components()) {
            if delta.iter().any(|&d| d != 0.0) {
                moved.push(groups.of(vertex as u32));
            }
        }
    }
    moved.sort_unstable();
    moved.dedup();
    moved
}
