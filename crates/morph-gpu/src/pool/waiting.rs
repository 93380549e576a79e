//! What edits write over deltas that are there: in the order of the edits, whatever a device refuses.

use super::UploadStats;
use crate::GpuError;
use slotmap::Key;

/// A change that may lie over an earlier one of the same set.
pub(super) trait Over: Sized {
    /// Both in one, the later over the earlier; both as they were where they have nothing in common.
    fn over(self, earlier: Self) -> Result<Self, (Self, Self)>;
}

/// Elements from an index on.
pub(super) type Run<T> = (u64, Vec<T>);

/// A run over an earlier one; both as they were where they have no index in common.
pub(super) fn over<T>(later: Run<T>, earlier: Run<T>) -> Result<Run<T>, (Run<T>, Run<T>)> {
    let end = |run: &Run<T>| run.0 + run.1.len() as u64;
    let (later_end, earlier_end) = (end(&later), end(&earlier));
    if later_end <= earlier.0 || earlier_end <= later.0 {
        return Err((later, earlier));
    }
    let ((first, words), (earlier_first, mut all)) = (later, earlier);
    let behind = all.split_off((later_end.min(earlier_end) - earlier_first) as usize);
    all.truncate(first.saturating_sub(earlier_first) as usize);
    all.extend(words);
    all.extend(behind);
    Ok((first.min(earlier_first), all))
}

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

    /// What an edit changes of a set, no two of which overlap. It joins what waits already where it lies
    /// over that, so that edits do not pile up where nothing is written for long.
    pub(super) fn push(&mut self, key: K, changes: impl IntoIterator<Item = C>)
    where
        C: Over,
    {
        let earlier = self.0.extract_if(.., |(of, _)| *of == key);
        let mut earlier: Vec<C> = earlier.map(|(_, change)| change).collect();
        let mut new: Vec<C> = Vec::new();
        for mut change in changes {
            let mut is_joined = false;
            let mut apart = Vec::new();
            for one in earlier.drain(..) {
                match change.over(one) {
                    Ok(both) => (change, is_joined) = (both, true),
                    Err((later, one)) => {
                        change = later;
                        apart.push(one);
                    }
                }
            }
            earlier = apart;
            // Only what is longer than the edit's own may reach to the next of its changes.
            if is_joined { &mut earlier } else { &mut new }.push(change);
        }
        self.0.extend(earlier.into_iter().chain(new).map(|change| (key, change)));
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
    use crate::pool::edit::changes::Words;
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

    impl Over for (usize, usize, &[u32]) {
        fn over(self, earlier: Self) -> Result<Self, (Self, Self)> {
            Err((self, earlier))
        }
    }

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
            CHANGES.iter().for_each(|change| waiting.push(sets[change.0], [*change]));
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
        let changes = [1, 2, 3].map(|set| (set, 0, [].as_slice()));
        for (key, change) in [a, b, a].into_iter().zip(changes) {
            waiting.push(key, [change]);
        }
        waiting.forget(a);
        let mut seen = Vec::new();
        let done = waiting.write(|key, change| {
            seen.push((key, *change));
            None
        });
        assert_eq!((done, seen), ((UploadStats::default(), None), vec![(b, changes[1])]));
        assert!(waiting.is_empty());
    }

    #[test]
    fn runs_that_overlap_join_and_give_the_same_words() {
        let mut keys = SlotMap::new();
        let key: DefaultKey = keys.insert(());
        // Two runs of an edit, all edits of eight words, after one another.
        let runs: Vec<[Words; 2]> = (0..8_u64)
            .flat_map(|from| (from + 1..8).map(move |between| (from, between)))
            .flat_map(|(from, between)| (between + 1..9).map(move |to| (from, between, to)))
            .map(|(from, between, to)| {
                let words = |from: u64, to| (from..to).map(|at| (100 * to + at) as u32).collect();
                // A word that stays lies between them, where there is room.
                let second = between + u64::from(between + 1 < to);
                [
                    Words { first: from, words: words(from, between) },
                    Words { first: second, words: words(second, to) },
                ]
            })
            .collect();
        let mut waiting = Waiting::new();
        let mut expected = [0; 8];
        let count = runs.len();
        for step in 0..4 * count {
            let edit = &runs[step * 29 % count];
            let copy = |of: &Words| Words {
                first: of.first,
                words: of.words.iter().map(|word| word + 1000 * step as u32).collect(),
            };
            let edit = [copy(&edit[0]), copy(&edit[1])];
            for Words { first, words } in &edit {
                expected[*first as usize..][..words.len()].copy_from_slice(words);
            }
            waiting.push(key, edit);
            if step % 5 < 4 {
                continue;
            }
            let (mut memory, mut written) = (expected.map(|_| 0), [0; 8]);
            let runs = waiting.0.len();
            let mut look = |_, Words { first, words }: &Words| {
                memory[*first as usize..][..words.len()].copy_from_slice(words);
                written[*first as usize..][..words.len()].iter_mut().for_each(|n| *n += 1);
                None
            };
            waiting.write(&mut look);
            for at in 0..8 {
                assert!(written[at] <= 1, "each word once");
                assert_eq!(memory[at], if written[at] == 1 { expected[at] } else { 0 });
            }
            assert!(runs <= 4);
            expected = [0; 8];
        }
    }
}
