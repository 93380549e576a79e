//! The active weights of a frame: compaction, and the choice where only some fit.

use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};

/// An active target and its weight, as shaders read it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct WeightPair {
    /// Index of the target.
    pub index: u32,
    /// Its weight.
    pub weight: f32,
}

/// The targets whose weight is not zero, ascending. Keeps its memory between frames.
///
/// # Example
/// ```
/// use morph_core::ActiveList;
/// let mut active = ActiveList::default();
/// active.fill(&[0.0, -2.0, 0.5, 1.0], 4);
/// assert_eq!(active.pairs().iter().map(|p| p.index).collect::<Vec<_>>(), [1, 2, 3]);
/// let dropped = active.fill_largest(&[0.0, -2.0, 0.5, 1.0], 4, 2);
/// assert_eq!(dropped, 1);
/// assert_eq!(active.pairs().iter().map(|p| p.index).collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ActiveList {
    pub(crate) pairs: Vec<WeightPair>,
}

impl ActiveList {
    /// Takes every weight that is not zero, of the first `target_count`.
    pub fn fill(&mut self, weights: &[f32], target_count: usize) {
        // Ascending, without zeros: spec W1, W4, W5, W6, B2, B3, E6.
        self.pairs.clear();
        self.pairs.extend(
            (0..)
                .zip(weights.iter().take(target_count))
                .filter(|&(_, &weight)| weight != 0.0)
                .map(|(index, &weight)| WeightPair { index, weight }),
        );
    }

    /// Takes at most `capacity` weights: the largest by magnitude, ties to the lower index, in
    /// ascending order of index. Returns how many active ones were dropped.
    pub fn fill_largest(&mut self, weights: &[f32], target_count: usize, capacity: usize) -> usize {
        // spec W7
        self.fill(weights, target_count);
        let dropped = self.pairs.len().saturating_sub(capacity);
        if dropped > 0 {
            self.pairs.sort_unstable_by(|a, b| {
                b.weight.abs().total_cmp(&a.weight.abs()).then(a.index.cmp(&b.index))
            });
            self.pairs.truncate(capacity);
            self.pairs.sort_unstable_by_key(|pair| pair.index);
        }
        dropped
    }

    /// The active targets with their weights.
    #[must_use]
    pub fn pairs(&self) -> &[WeightPair] {
        &self.pairs
    }

    /// Number of active targets.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether no target is active.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(active: &ActiveList) -> Vec<u32> {
        active.pairs().iter().map(|p| p.index).collect()
    }

    #[test]
    fn zeros_of_both_signs_are_left_out_and_small_weights_kept() {
        let mut active = ActiveList::default();
        active.fill(&[0.0, -0.0, 1e-30, -1.0], 4);
        assert_eq!(indices(&active), [2, 3]);
    }

    #[test]
    fn weights_past_the_target_count_are_ignored() {
        let mut active = ActiveList::default();
        active.fill(&[1.0, 1.0, 1.0], 2);
        assert_eq!(indices(&active), [0, 1]);
    }

    #[test]
    fn the_largest_magnitudes_win_and_ties_go_to_the_lower_index() {
        let mut active = ActiveList::default();
        let dropped = active.fill_largest(&[0.5, -1.0, 0.5, 0.5, 2.0], 5, 3);
        assert_eq!((dropped, indices(&active)), (2, alloc::vec![0, 1, 4]));
        assert_eq!(active.fill_largest(&[1.0, 1.0], 2, 2), 0);
    }
}
