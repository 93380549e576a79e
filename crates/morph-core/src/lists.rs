//! Lists of numbers, one after the other in one array.

use alloc::vec::Vec;

/// Lists of numbers, one for each key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Lists {
    /// Where each list begins; one more than lists, but for none at all.
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    /// Puts each item into the list of its key; a list keeps the order of `pairs`.
    ///
    /// `pairs` are (key, item), with keys below `count`.
    pub(crate) fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = alloc::vec![0; count + 1];
        for (key, _) in pairs.clone() {
            starts[key as usize + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = alloc::vec![0; starts[count]];
        for (key, item) in pairs {
            let at = &mut next[key as usize];
            items[*at] = item;
            *at += 1;
        }
        Self { starts, items }
    }

    /// The number of lists.
    pub(crate) fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// One list.
    pub(crate) fn get(&self, key: u32) -> &[u32] {
        let key = key as usize;
        &self.items[self.starts[key]..self.starts[key + 1]]
    }

    /// All lists, by key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> + '_ {
        self.starts.windows(2).map(|ends| &self.items[ends[0]..ends[1]])
    }
}
