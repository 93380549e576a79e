//! Where each word of a blocked set lies.

use super::BlockEncoding;
use crate::packed::header::{HEADER_WORDS, Header, Kind, MAX_TARGETS, aligned};
use crate::packed::{Bits, PackError};
use crate::{Attribute, AttributeSet, BLOCK_VERTICES, DeviceLimits, LayoutError};
use alloc::vec::Vec;

/// Words of a block's record.
pub const BLOCK_RECORD_WORDS: u32 = 4;

/// Layout of a blocked set: what follows from the numbers of its header.
///
/// # Example
/// ```
/// use morph_core::{AttributeSet, packed::{BlockEncoding, BlockedLayout}};
/// let layout = BlockedLayout::new(130, 4, AttributeSet::PN, BlockEncoding::EightBytes, 5, 0)?;
/// assert_eq!((layout.block_count(), layout.entry_record_words()), (3, 2));
/// // Header, three block records and five entry records end at word 38; codes begin at 64.
/// assert_eq!((layout.codes(), layout.word_count()), (64, 64 + 5 * 128));
/// # Ok::<(), morph_core::packed::PackError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockedLayout {
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
    encoding: BlockEncoding,
    entry_count: u32,
    wide_count: u32,
}

impl BlockedLayout {
    /// The layout of a set with so many entries, of which so many are wide.
    ///
    /// # Errors
    /// [`LayoutError::NoBands`] where nothing is moved, [`PackError::TargetCount`] past
    /// [`MAX_TARGETS`], [`LayoutError::Buffer`] where words had numbers beyond 32 bits.
    pub fn new(
        vertex_count: u32,
        target_count: u32,
        attributes: AttributeSet,
        encoding: BlockEncoding,
        entry_count: u32,
        wide_count: u32,
    ) -> Result<Self, PackError> {
        if vertex_count == 0 || target_count == 0 || attributes.is_empty() {
            return Err(LayoutError::NoBands.into());
        }
        if target_count > MAX_TARGETS {
            let target_count = target_count as usize;
            return Err(PackError::TargetCount { target_count, limit: MAX_TARGETS });
        }
        let wide_count = if encoding == BlockEncoding::Bounded { wide_count } else { 0 };
        let layout = Self {
            vertex_count,
            target_count,
            attributes,
            encoding,
            entry_count: entry_count.max(wide_count),
            wide_count,
        };
        layout.check(u64::MAX)?;
        Ok(layout)
    }

    /// Refuses what one binding of a device cannot hold.
    ///
    /// # Errors
    /// [`LayoutError::Buffer`] with both sizes.
    pub fn check_limits(&self, limits: &DeviceLimits) -> Result<(), LayoutError> {
        self.check(limits.max_storage_buffer_binding_size)
    }

    fn check(&self, limit: u64) -> Result<(), LayoutError> {
        let (bytes, limit) = (self.byte_count(), limit.min(u64::from(u32::MAX) * 4));
        if bytes <= limit {
            return Ok(());
        }
        let (vertex_count, target_count) = (self.vertex_count as usize, self.target_count as usize);
        Err(LayoutError::Buffer { vertex_count, target_count, bytes, limit })
    }

    /// Number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> u32 {
        self.vertex_count
    }

    /// Number of targets.
    #[must_use]
    pub const fn target_count(&self) -> u32 {
        self.target_count
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        self.attributes
    }

    /// The encoding.
    #[must_use]
    pub const fn encoding(&self) -> BlockEncoding {
        self.encoding
    }

    /// Number of entries.
    #[must_use]
    pub const fn entry_count(&self) -> u32 {
        self.entry_count
    }

    /// Number of wide entries.
    #[must_use]
    pub const fn wide_count(&self) -> u32 {
        self.wide_count
    }

    /// Number of blocks.
    #[must_use]
    pub const fn block_count(&self) -> u32 {
        self.vertex_count.div_ceil(BLOCK_VERTICES as u32)
    }

    /// Number of scales of an entry: one for each band, none where floats are stored.
    #[must_use]
    pub const fn scale_count(&self) -> u32 {
        if matches!(self.encoding, BlockEncoding::F32) { 0 } else { self.attributes.band_count() }
    }

    /// Words of an entry's record: the target, and two scales a word.
    #[must_use]
    pub const fn entry_record_words(&self) -> u32 {
        1 + self.scale_count().div_ceil(2)
    }

    /// Words of an entry's codes.
    #[must_use]
    pub fn entry_words(&self, wide: bool) -> u32 {
        self.encoding.form(self.attributes, wide).words() as u32
    }

    /// Word where a block's record begins.
    #[must_use]
    pub fn block_record(&self, block: u32) -> Option<u64> {
        (block < self.block_count())
            .then(|| u64::from(HEADER_WORDS) + u64::from(block) * u64::from(BLOCK_RECORD_WORDS))
    }

    /// Word where entry records begin.
    #[must_use]
    pub fn entry_records(&self) -> u64 {
        // spec K1
        u64::from(HEADER_WORDS) + u64::from(self.block_count()) * u64::from(BLOCK_RECORD_WORDS)
    }

    /// Word where codes begin.
    #[must_use]
    pub fn codes(&self) -> u64 {
        let records = u64::from(self.entry_count) * u64::from(self.entry_record_words());
        aligned(self.entry_records() + records)
    }

    /// Number of words, a multiple of 32.
    #[must_use]
    pub fn word_count(&self) -> u64 {
        let narrow = u64::from(self.entry_count - self.wide_count);
        self.codes()
            + narrow * u64::from(self.entry_words(false))
            + u64::from(self.wide_count) * u64::from(self.entry_words(true))
    }

    /// Number of bytes.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.word_count() * 4
    }

    /// The bits of one component of one vertex of an entry, lowest part first; words count from the
    /// entry's first. Empty where there is no such band, component or lane.
    #[must_use]
    pub fn bits(&self, wide: bool, attribute: Attribute, component: u32, lane: u32) -> Vec<Bits> {
        let there =
            lane < BLOCK_VERTICES as u32 && (component as usize) < attribute.delta_components();
        match self.attributes.word_offset(attribute) {
            Some(offset) if there => {
                let form = self.encoding.form(self.attributes, wide);
                form.bits((offset + component) as usize, lane as usize)
            }
            _ => Vec::new(),
        }
    }

    /// The header that such a set has.
    #[must_use]
    pub fn header(&self) -> Header {
        let counts = (self.vertex_count, self.target_count);
        let bounded = self.encoding == BlockEncoding::Bounded;
        // All word numbers fit 32 bits: that is checked when a layout is made.
        Header {
            word_count: self.word_count() as u32,
            count: self.block_count(),
            table: HEADER_WORDS,
            records: self.entry_records() as u32,
            record_words: self.entry_record_words(),
            values: self.codes() as u32,
            narrow_words: self.entry_words(false),
            wide_words: if bounded { self.entry_words(true) } else { 0 },
            entry_count: self.entry_count,
            wide_count: self.wide_count,
            ..Header::new(Kind::Blocked, self.encoding as u32, counts, self.attributes)
        }
    }
}
