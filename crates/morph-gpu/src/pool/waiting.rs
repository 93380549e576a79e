//! What edits write over deltas that are there: in the order of the edits, whatever a device refuses.

use super::UploadStats;
use crate::GpuError;
use slotmap::Key;

/// Changes of sets, which wait until what may read the old words is submitted.
#[derive(Debug)]
pub(super) struct Waiting<K, C>(Vec<(K, C)>);

impl<K: Key, C> Waiting<K, C> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn push(&mut self, change: (K, C)) {
        self.0.push(change);
    }

    /// Drops what waits for a set that is written as a whole.
    pub(super) fn forget(&mut self, key: K) {
        self.0.retain(|(of, _)| *of != key);
    }

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Writes what waits; `None` says that there is nothing any more that it could be written to. What
    /// is refused waits on, and with it all later changes of the same set, which may lie over it.
    /// Returns the last refusal.
    pub(super) fn write(
        &mut self,
        mut write: impl FnMut(K, &C) -> Option<Result<UploadStats, GpuError>>,
    ) -> (UploadStats, Option<GpuError>) {
        let (mut all, mut refused) = (UploadStats::default(), None);
        let mut keys: Vec<K> = Vec::new();
        self.0.retain(|(key, change)| {
            if keys.contains(key) {
                return true;
            }
            match write(*key, change) {
                None => false,
                Some(Ok(stats)) => {
                    all = all + stats;
                    false
                }
                Some(Err(error)) => {
                    keys.push(*key);
                    refused = Some(error);
                    true
                }
            }
        });
        (all, refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slotmap::{DefaultKey, SlotMap};

    /// Changes of two sets of four words, most of them over others: set, first word, words.
    const CHANGES: [(usize, usize, &[u32]); 7] = [
        (0, 0, &[1, 2, 3]),
        (1, 1, &[4, 5]),
        (0, 1, &[6]),
        (0, 2, &[7, 8]),
        (1, 0, &[9, 10, 11]),
        (0, 0, &[12]),
        (1, 3, &[13]),
    ];

    fn apply(memory: &mut [[u32; 4]; 2], (set, first, words): (usize, usize, &[u32])) {
        memory[set][first..first + words.len()].copy_from_slice(words);
    }

    #[test]
    fn what_was_refused_is_written_in_its_order_whatever_is_refused() {
        let mut keys = SlotMap::new();
        let sets: [DefaultKey; 2] = [keys.insert(()), keys.insert(())];
        let mut expected = [[0; 4]; 2];
        CHANGES.iter().for_each(|&change| apply(&mut expected, change));
        // A bit for each attempt of two rounds: whether it is refused. The third round takes all.
        for refusals in 0_u32..1 << (2 * CHANGES.len()) {
            let mut waiting = Waiting::new();
            CHANGES.iter().for_each(|change| waiting.push((sets[change.0], *change)));
            let (mut memory, mut words) = ([[0; 4]; 2], 0);
            for round in 0..3 {
                let (mut attempt, mut is_refused) = (round * CHANGES.len(), false);
                let (stats, refused) = waiting.write(|key, change| {
                    assert_eq!(key, sets[change.0]);
                    attempt += 1;
                    if refusals >> (attempt - 1) & 1 == 1 {
                        is_refused = true;
                        return Some(Err(GpuError::DeviceLost { what: "test" }));
                    }
                    apply(&mut memory, *change);
                    Some(Ok(UploadStats { writes: 1, bytes: change.2.len() as u64 }))
                });
                words += stats.bytes;
                assert_eq!((refused.is_some(), waiting.is_empty()), (is_refused, !is_refused));
            }
            assert_eq!((memory, words), (expected, 13), "{refusals:014b}");
        }
    }

    #[test]
    fn what_is_gone_is_dropped() {
        let mut keys = SlotMap::new();
        let [a, b]: [DefaultKey; 2] = [keys.insert(()), keys.insert(())];
        let mut waiting = Waiting::new();
        [(a, 1), (b, 2), (a, 3)].into_iter().for_each(|change| waiting.push(change));
        waiting.forget(a);
        let mut seen = Vec::new();
        let done = waiting.write(|key, change| {
            seen.push((key, *change));
            None
        });
        assert_eq!((done, seen), ((UploadStats::default(), None), vec![(b, 2)]));
        assert!(waiting.is_empty());
    }
}
