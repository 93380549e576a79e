//! Words of a row sparse set, read.

use super::layout::RowSparseLayout;
use crate::MorphTargets;
use crate::packed::PackError;
use crate::packed::header::{Header, Kind};
use crate::packed::sparse::SparseTargets;
use crate::packed::step::factors;
use alloc::vec::Vec;
use core::ops::Range;

/// A row sparse set in words that were checked: every row leads to entries that are there.
///
/// # Example
/// See [`RowSparseTargets`](super::RowSparseTargets).
#[derive(Debug, Clone)]
pub struct RowSparseSet<'a> {
    words: &'a [u32],
    layout: RowSparseLayout,
    steps: Vec<f32>,
}

impl<'a> RowSparseSet<'a> {
    /// The set that begins with the first word; words after it are ignored.
    ///
    /// # Errors
    /// [`PackError::Malformed`] names the word that is not what a row sparse set has there.
    pub fn new(words: &'a [u32]) -> Result<Self, PackError> {
        let header = Header::of(words, Kind::RowSparse)?;
        let layout = RowSparseLayout::new(
            header.vertex_count,
            header.target_count,
            header.attributes(),
            header.entry_count,
        )
        .map_err(|error| header.malformed(error))?;
        header.check(&layout.header())?;
        let words = &words[..header.word_count as usize];
        let count = layout.target_count() * layout.attributes().band_count();
        let steps = &words[layout.steps() as usize..][..count as usize];
        let steps = steps.iter().map(|bits| f32::from_bits(*bits)).collect();
        let set = Self { words, layout, steps };
        set.check_rows()?;
        Ok(set)
    }

    /// Rows ascend from 0 to the number of entries, and targets ascend in each.
    fn check_rows(&self) -> Result<(), PackError> {
        // spec R4
        let (end, count) = (self.layout.vertex_count(), self.layout.entry_count());
        let mut last = 0;
        for vertex in 0..=end {
            let word = self.layout.row(vertex).unwrap_or_default();
            let row = self.words[word as usize];
            let least = if vertex == end { count } else { last };
            let most = if vertex == 0 { 0 } else { count };
            if row < least || row > most {
                let (expected, found) = (u64::from(least.min(most)), u64::from(row));
                return Err(PackError::Malformed { word, expected, found });
            }
            last = row;
        }
        for vertex in 0..self.layout.vertex_count() {
            let mut least = 0;
            for number in self.numbers(vertex) {
                let word = self.entry(number);
                let target = self.words[word] & 0xffff;
                if target < least || target >= self.layout.target_count() {
                    let (expected, found) = (u64::from(least), u64::from(target));
                    return Err(PackError::Malformed { word: word as u64, expected, found });
                }
                least = target + 1;
            }
        }
        Ok(())
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &RowSparseLayout {
        &self.layout
    }

    /// Numbers of a vertex's entries.
    fn numbers(&self, vertex: u32) -> Range<u32> {
        match (self.layout.row(vertex), self.layout.row(vertex.saturating_add(1))) {
            (Some(from), Some(to)) => self.words[from as usize]..self.words[to as usize],
            _ => 0..0,
        }
    }

    fn entry(&self, number: u32) -> usize {
        self.layout.entries() as usize + number as usize * self.layout.entry_words() as usize
    }

    /// The entries of a vertex, ascending: the target, and the delta of all bands. None where there
    /// is no such vertex.
    pub fn entries(&self, vertex: u32) -> impl Iterator<Item = (u32, Vec<f32>)> + '_ {
        self.numbers(vertex).map(|number| {
            let words = &self.words[self.entry(number)..][..self.layout.entry_words() as usize];
            let half = |half: usize| (words[half / 2] >> (half % 2 * 16)) as u16;
            let target = u32::from(half(0));
            let factors = factors(&self.steps, target as usize, self.layout.attributes());
            let value = |(at, step): (usize, &f32)| f32::from(half(at + 1) as i16) * step;
            (target, factors.iter().enumerate().map(value).collect())
        })
    }

    /// The targets that the set holds: sparse, every band for every target, without deltas that
    /// are zero.
    ///
    /// # Errors
    /// [`PackError::Targets`] where words are not finite, [`PackError::Malformed`] where a few words
    /// promise out of all proportion many targets.
    pub fn decode(&self) -> Result<MorphTargets, PackError> {
        let (count, words) = (self.layout.target_count(), self.layout.word_count());
        let mut targets = SparseTargets::new(count, self.layout.attributes(), words)?;
        for vertex in 0..self.layout.vertex_count() {
            for (target, delta) in self.entries(vertex) {
                targets.push(target, vertex, &delta);
            }
        }
        targets.finish(self.layout.vertex_count())
    }
}
