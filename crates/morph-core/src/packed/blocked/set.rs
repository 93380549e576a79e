//! Words of a blocked set, read.

use super::layout::BlockedLayout;
use super::plan::factors;
use super::{BLOCK_RECORD_WORDS, BlockEncoding};
use crate::packed::PackError;
use crate::packed::form::Form;
use crate::packed::header::{HEADER_WORDS, Header, Kind};
use crate::packed::sparse::SparseTargets;
use crate::{BLOCK_VERTICES, MorphTargets};
use alloc::vec;
use alloc::vec::Vec;

/// A blocked set in words that were checked: every record leads to words that are there.
///
/// # Example
/// See [`packed`](crate::packed).
#[derive(Debug, Clone)]
pub struct BlockedSet<'a> {
    words: &'a [u32],
    layout: BlockedLayout,
    forms: [Form; 2],
}

/// One entry, as its record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockEntry<'a> {
    /// The target.
    pub target: u32,
    /// Whether its codes are the wide ones of [`BlockEncoding::Bounded`].
    pub wide: bool,
    /// Words of the record after the target: two scales each.
    pub scales: &'a [u32],
    /// Words of the codes.
    pub codes: &'a [u32],
}

impl<'a> BlockedSet<'a> {
    /// The set that begins with the first word; words after it are ignored.
    ///
    /// # Errors
    /// [`PackError::Malformed`] names the word that is not what a blocked set has there.
    pub fn new(words: &'a [u32]) -> Result<Self, PackError> {
        let header = Header::of(words, Kind::Blocked)?;
        let Some(encoding) = BlockEncoding::from_number(header.encoding()) else {
            let (expected, found) = (4, u64::from(header.encoding()));
            return Err(PackError::Malformed { word: 0, expected, found });
        };
        let attributes = header.attributes();
        let layout = BlockedLayout::new(
            header.vertex_count,
            header.target_count,
            attributes,
            encoding,
            header.entry_count,
            header.wide_count,
        )
        .map_err(|error| header.malformed(error))?;
        header.check(&layout.header())?;
        let words = &words[..header.word_count as usize];
        let forms = [encoding.form(attributes, false), encoding.form(attributes, true)];
        let set = Self { words, layout, forms };
        set.check_records()?;
        Ok(set)
    }

    /// Every block's entries follow those of the block before it, so do its codes, and targets
    /// ascend.
    fn check_records(&self) -> Result<(), PackError> {
        // spec K10
        let (mut record, mut code) = (self.layout.entry_records(), self.layout.codes());
        let expect = |word: u64, expected: u64| {
            let found = u64::from(self.words[word as usize]);
            let wrong = PackError::Malformed { word, expected, found };
            if found == expected { Ok(()) } else { Err(wrong) }
        };
        let mut left =
            [self.layout.entry_count() - self.layout.wide_count(), self.layout.wide_count()];
        for block in 0..self.layout.block_count() {
            let at = u64::from(HEADER_WORDS + block * BLOCK_RECORD_WORDS);
            expect(at, record)?;
            expect(at + 3, code)?;
            let [count, narrow] = [1, 2].map(|k| self.words[at as usize + k]);
            for (word, number, most) in [
                (at + 2, narrow, left[0].min(count)),
                (at + 1, count, narrow.saturating_add(left[1])),
            ] {
                if number > most {
                    let (expected, found) = (u64::from(most), u64::from(number));
                    return Err(PackError::Malformed { word, expected, found });
                }
            }
            let counts = [narrow, count - narrow];
            for width in 0..2 {
                let mut least = 0;
                for _ in 0..counts[width] {
                    let target = self.words[record as usize];
                    if target < least || target >= self.layout.target_count() {
                        let (expected, found) = (u64::from(least), u64::from(target));
                        return Err(PackError::Malformed { word: record, expected, found });
                    }
                    least = target + 1;
                    record += u64::from(self.layout.entry_record_words());
                    code += self.forms[width].words() as u64;
                }
                left[width] -= counts[width];
            }
        }
        let left = left[0] + left[1];
        if left > 0 {
            // The header promises more entries than the blocks have.
            let found = u64::from(self.layout.entry_count());
            return Err(PackError::Malformed {
                word: 14,
                expected: found - u64::from(left),
                found,
            });
        }
        Ok(())
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &BlockedLayout {
        &self.layout
    }

    /// The entries of a block, in the order in which they are stored and added. None where there is
    /// no such block.
    pub fn entries(&self, block: u32) -> impl Iterator<Item = BlockEntry<'a>> + use<'a> {
        let words = self.words;
        let record_words = self.layout.entry_record_words() as usize;
        let sizes = [self.forms[0].words(), self.forms[1].words()];
        let at = self.layout.block_record(block).unwrap_or_default() as usize;
        let there = if block < self.layout.block_count() { words[at + 1] as usize } else { 0 };
        let [record, _, narrow, codes] = [0, 1, 2, 3].map(|k| words[at + k] as usize);
        (0..there).map(move |index| {
            let record = &words[record + index * record_words..][..record_words];
            let wide = index >= narrow;
            let first =
                codes + index.min(narrow) * sizes[0] + index.saturating_sub(narrow) * sizes[1];
            let codes = &words[first..first + sizes[usize::from(wide)]];
            BlockEntry { target: record[0], wide, scales: &record[1..], codes }
        })
    }

    /// Adds the weighted targets to one vertex, in the order in which a shader adds them: as a
    /// block's entries are stored. Each product and each sum is rounded to f32.
    ///
    /// # Shapes
    /// `sum` has a float for each component of all bands, as
    /// [`AttributeSet::word_offset`](crate::AttributeSet::word_offset) says;
    /// it comes as the base. Missing weights count as 0, and so do deltas past the last vertex.
    pub fn sum_into(&self, vertex: u32, weights: &[f32], sum: &mut [f32]) {
        let (block, lane) = (vertex / BLOCK_VERTICES as u32, vertex as usize % BLOCK_VERTICES);
        let mut delta = vec![0.0; self.layout.attributes().stride_words() as usize];
        // spec K9
        for entry in self.entries(block) {
            let weight = weights.get(entry.target as usize).copied().unwrap_or(0.0);
            if weight == 0.0 {
                continue;
            }
            self.decode_lane(&entry, lane, &mut delta);
            for (sum, delta) in sum.iter_mut().zip(&delta) {
                *sum += weight * delta;
            }
        }
    }

    /// The deltas of one vertex of an entry.
    fn decode_lane(&self, entry: &BlockEntry<'_>, lane: usize, delta: &mut [f32]) {
        let form = &self.forms[usize::from(entry.wide)];
        let factors = self.factors(form, entry);
        form.decode_lane(entry.codes, &factors, lane, delta);
    }

    fn factors(&self, form: &Form, entry: &BlockEntry<'_>) -> Vec<f32> {
        let halves = entry.scales.iter().flat_map(|word| [*word as u16, (*word >> 16) as u16]);
        factors(form, self.layout.attributes(), &halves.collect::<Vec<_>>())
    }

    /// The targets that the set holds: sparse, every band for every target, without deltas that
    /// are zero.
    ///
    /// # Errors
    /// [`PackError::Targets`] where words are not finite, [`PackError::Malformed`] where a few words
    /// promise out of all proportion many targets.
    pub fn decode(&self) -> Result<MorphTargets, PackError> {
        let attributes = self.layout.attributes();
        let stride = attributes.stride_words() as usize;
        let (count, words) = (self.layout.target_count(), self.layout.word_count());
        let mut targets = SparseTargets::new(count, attributes, words)?;
        let mut values = vec![0.0; BLOCK_VERTICES * stride];
        for block in 0..self.layout.block_count() {
            let first = block * BLOCK_VERTICES as u32;
            let count = (self.layout.vertex_count() - first).min(BLOCK_VERTICES as u32) as usize;
            for entry in self.entries(block) {
                let form = &self.forms[usize::from(entry.wide)];
                let values = &mut values[..count * stride];
                form.decode(entry.codes, &self.factors(form, &entry), values);
                for (vertex, delta) in (first..).zip(values.chunks_exact(stride)) {
                    targets.push(entry.target, vertex, delta);
                }
            }
        }
        targets.finish(self.layout.vertex_count())
    }
}
