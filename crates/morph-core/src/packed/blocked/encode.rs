//! Targets on their way into a blocked set.

use super::layout::BlockedLayout;
use super::plan::{Entry, Plan, Planner, factors};
use super::{BLOCK_RECORD_WORDS, BlockEncoding};
use crate::packed::form::Form;
use crate::packed::header::HEADER_WORDS;
use crate::packed::metric::Metric;
use crate::packed::report::Meter;
use crate::packed::scratch::Scratch;
use crate::packed::twins::Twins;
use crate::packed::{EncodingReport, PackError, PackOptions};
use crate::{AttributeSet, LayoutError, MorphTargets};
use alloc::vec;
use alloc::vec::Vec;

/// Targets with the decision how they are stored in blocks: which entries, with which scales.
///
/// Making one encodes every entry once, to measure it; [`BlockedTargets::encode_into`] writes them.
///
/// # Example
/// ```
/// use morph_core::packed::{BlockEncoding, BlockedTargets, PackOptions};
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// let one = Deltas::Sparse { indices: vec![100], values: vec![0.5, 0.0, 0.0] };
/// let target = TargetDeltas::new().with(Attribute::Position, one);
/// let targets = MorphTargets::new(130, vec![target])?.expect("one target");
/// let packed = BlockedTargets::new(&targets, BlockEncoding::EightBytes, &PackOptions::default())?;
/// assert_eq!(packed.layout().entry_count(), 1); // of three blocks
/// assert_eq!(packed.encode().len() as u64 * 4, packed.report().bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BlockedTargets {
    targets: MorphTargets,
    layout: BlockedLayout,
    plan: Plan,
    report: EncodingReport,
}

impl BlockedTargets {
    /// Decides what is stored, and measures it.
    ///
    /// # Errors
    /// [`PackError::BaseVertices`] where the base is not of these targets, [`PackError::Range`]
    /// where a component is beyond the largest scale, [`PackError::Missed`] where
    /// [`BlockEncoding::Bounded`], or any encoding under `strict`, misses the bound, and the errors
    /// of [`BlockedLayout::new`].
    pub fn new(
        targets: &MorphTargets,
        encoding: BlockEncoding,
        options: &PackOptions<'_>,
    ) -> Result<Self, PackError> {
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        // Both fit 32 bits: that is checked when targets are made.
        let counts = (targets.vertex_count() as u32, targets.target_count() as u32);
        BlockedLayout::new(counts.0, counts.1, attributes, encoding, 0, 0)?;
        let bound = options.bound.as_ref();
        let metric = Metric::new(attributes, targets.vertex_count(), options.base, bound)?;
        let planner = Planner {
            encoding,
            attributes,
            metric: &metric,
            twins: Twins::across_blocks(options),
            promise: bound.filter(|_| options.strict || encoding == BlockEncoding::Bounded),
            narrow: encoding.form(attributes, false),
            wide: encoding.form(attributes, true),
        };
        let mut meter = Meter::new(&metric);
        let plan = planner.plan(&mut Scratch::new(targets, attributes), counts.1, &mut meter)?;
        // More than 32 bits count do not fit the words either.
        let entries = u32::try_from(plan.entries.len()).unwrap_or(u32::MAX);
        let wide = plan.entries.iter().filter(|entry| entry.wide).count() as u32;
        let layout = BlockedLayout::new(counts.0, counts.1, attributes, encoding, entries, wide)?;
        let report = EncodingReport {
            bytes: layout.byte_count(),
            entries: u64::from(entries),
            wide: u64::from(wide),
            dropped: plan.dropped,
            ..meter.report()
        };
        Ok(Self { targets: targets.clone(), layout, plan, report })
    }

    /// Where everything lies.
    #[must_use]
    pub const fn layout(&self) -> &BlockedLayout {
        &self.layout
    }

    /// What the set takes and how far it is off.
    #[must_use]
    pub const fn report(&self) -> &EncodingReport {
        &self.report
    }

    /// Writes the set.
    ///
    /// # Shapes
    /// `words` has [`BlockedLayout::word_count`] elements.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_into(&self, words: &mut [u32]) -> Result<(), LayoutError> {
        let (expected, found) = (self.layout.word_count(), words.len() as u64);
        if expected != found {
            return Err(LayoutError::Destination { expected, found });
        }
        words.fill(0);
        let header = self.layout.header();
        words[..HEADER_WORDS as usize].copy_from_slice(&bytemuck::cast::<_, [u32; 16]>(header));
        let codes = self.write_tables(words);
        self.write_codes(&codes, words);
        Ok(())
    }

    /// The set's words, as [`BlockedTargets::encode_into`] writes them.
    #[must_use]
    pub fn encode(&self) -> Vec<u32> {
        let mut words = vec![0; self.layout.word_count() as usize];
        // The length is right by construction.
        let _ = self.encode_into(&mut words);
        words
    }

    /// Writes block records and entry records; gives each entry's first word of codes.
    fn write_tables(&self, words: &mut [u32]) -> Vec<usize> {
        let mut record = self.layout.entry_records() as usize;
        let mut code = self.layout.codes() as usize;
        let mut codes = Vec::with_capacity(self.plan.entries.len());
        let mut left = &self.plan.entries[..];
        for block in 0..self.layout.block_count() {
            let count = left.partition_point(|entry| entry.block == block);
            let (entries, rest) = left.split_at(count);
            left = rest;
            let narrow = entries.partition_point(|entry| !entry.wide);
            let at = (HEADER_WORDS + block * BLOCK_RECORD_WORDS) as usize;
            // spec K2
            let numbers = [record, count, narrow, code].map(|number| number as u32);
            words[at..at + BLOCK_RECORD_WORDS as usize].copy_from_slice(&numbers);
            for entry in entries {
                self.write_record(entry, &mut words[record..]);
                record += self.layout.entry_record_words() as usize;
                codes.push(code);
                code += self.layout.entry_words(entry.wide) as usize;
            }
        }
        codes
    }

    fn write_record(&self, entry: &Entry, record: &mut [u32]) {
        // spec K3
        record[0] = entry.target;
        let count = self.layout.scale_count() as usize;
        for (scale, at) in self.scales(entry).iter().zip(0..count) {
            record[1 + at / 2] |= u32::from(*scale) << (at % 2 * 16);
        }
    }

    fn scales(&self, entry: &Entry) -> &[u16] {
        let bands = self.layout.attributes().band_count() as usize;
        let first = entry.scales as usize * bands;
        &self.plan.scales[first..first + bands]
    }

    /// Writes the codes, target after target.
    fn write_codes(&self, codes: &[usize], words: &mut [u32]) {
        let (encoding, attributes) = (self.layout.encoding(), self.layout.attributes());
        let forms = [encoding.form(attributes, false), encoding.form(attributes, true)];
        let mut by_target: Vec<(&Entry, usize)> =
            self.plan.entries.iter().zip(codes.iter().copied()).collect();
        by_target.sort_by_key(|(entry, _)| entry.target);
        let mut scratch = Scratch::new(&self.targets, attributes);
        let mut cleared = &self.plan.cleared[..];
        for entries in by_target.chunk_by(|(a, _), (b, _)| a.target == b.target) {
            let target = entries[0].0.target;
            scratch.gather(target as usize);
            let before = cleared.partition_point(|(of, _)| *of < target);
            let count = cleared[before..].partition_point(|(of, _)| *of == target);
            for (_, vertex) in &cleared[before..before + count] {
                scratch.clear(*vertex);
            }
            cleared = &cleared[before + count..];
            for (entry, code) in entries {
                let form: &Form = &forms[usize::from(entry.wide)];
                let factors = factors(form, attributes, self.scales(entry));
                let place = *code..*code + form.words();
                form.encode(scratch.of_block(entry.block), &factors, &mut words[place]);
            }
        }
    }
}
