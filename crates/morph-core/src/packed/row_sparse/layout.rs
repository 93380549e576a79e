//! Where each word of a row sparse set lies.

use crate::packed::header::{HEADER_WORDS, Header, Kind, MAX_TARGETS, aligned};
use crate::packed::{Bits, PackError};
use crate::{Attribute, AttributeSet, DeviceLimits, LayoutError};

/// Number of the one encoding: 16 bits a component.
pub(super) const BITS_16: u32 = 1;

/// Layout of a row sparse set: what follows from the numbers of its header.
///
/// # Example
/// ```
/// use morph_core::{AttributeSet, packed::RowSparseLayout};
/// let layout = RowSparseLayout::new(100, 52, AttributeSet::PN, 260)?;
/// assert_eq!((layout.entry_words(), layout.entries()), (4, 16 + 101));
/// assert_eq!(layout.steps(), 16 + 101 + 260 * 4);
/// # Ok::<(), morph_core::packed::PackError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowSparseLayout {
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
    entry_count: u32,
}

impl RowSparseLayout {
    /// The layout of a set with so many entries.
    ///
    /// # Errors
    /// [`LayoutError::NoBands`] where nothing is moved, [`PackError::TargetCount`] past
    /// [`MAX_TARGETS`], [`LayoutError::Buffer`] where words had numbers beyond 32 bits.
    pub fn new(
        vertex_count: u32,
        target_count: u32,
        attributes: AttributeSet,
        entry_count: u32,
    ) -> Result<Self, PackError> {
        if vertex_count == 0 || target_count == 0 || attributes.is_empty() {
            return Err(LayoutError::NoBands.into());
        }
        if target_count > MAX_TARGETS {
            let target_count = target_count as usize;
            return Err(PackError::TargetCount { target_count, limit: MAX_TARGETS });
        }
        let layout = Self { vertex_count, target_count, attributes, entry_count };
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

    /// Number of entries.
    #[must_use]
    pub const fn entry_count(&self) -> u32 {
        self.entry_count
    }

    /// Words of an entry: the target and all components, 16 bits each.
    #[must_use]
    pub fn entry_words(&self) -> u32 {
        // spec R3
        (1 + self.attributes.stride_words()).div_ceil(2)
    }

    /// Word of a vertex's row; the one past the last vertex holds the number of entries.
    #[must_use]
    pub fn row(&self, vertex: u32) -> Option<u64> {
        (vertex <= self.vertex_count).then(|| u64::from(HEADER_WORDS) + u64::from(vertex))
    }

    /// Word where entries begin.
    #[must_use]
    pub fn entries(&self) -> u64 {
        u64::from(HEADER_WORDS) + u64::from(self.vertex_count) + 1
    }

    /// Word where steps begin.
    #[must_use]
    pub fn steps(&self) -> u64 {
        // spec R1
        self.entries() + u64::from(self.entry_count) * u64::from(self.entry_words())
    }

    /// Word of the step of a target's band.
    #[must_use]
    pub fn step(&self, target: u32, attribute: Attribute) -> Option<u64> {
        let place = self.attributes.band_index(attribute)?;
        let bands = u64::from(self.attributes.band_count());
        (target < self.target_count)
            .then(|| self.steps() + u64::from(target) * bands + u64::from(place))
    }

    /// The bits of one component of an entry, counted from the entry's first word.
    #[must_use]
    pub fn bits(&self, attribute: Attribute, component: u32) -> Option<Bits> {
        let offset = self.attributes.word_offset(attribute)?;
        ((component as usize) < attribute.delta_components()).then(|| {
            let half = 1 + offset + component;
            Bits { word: u64::from(half / 2), first: half % 2 * 16, count: 16 }
        })
    }

    /// Number of words, a multiple of 32.
    #[must_use]
    pub fn word_count(&self) -> u64 {
        let steps = u64::from(self.target_count) * u64::from(self.attributes.band_count());
        aligned(self.steps() + steps)
    }

    /// Number of bytes.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.word_count() * 4
    }

    /// The header that such a set has.
    #[must_use]
    pub fn header(&self) -> Header {
        let counts = (self.vertex_count, self.target_count);
        // All word numbers fit 32 bits: that is checked when a layout is made.
        Header {
            word_count: self.word_count() as u32,
            count: self.entry_count,
            table: HEADER_WORDS,
            records: self.entries() as u32,
            record_words: self.entry_words(),
            values: self.steps() as u32,
            entry_count: self.entry_count,
            ..Header::new(Kind::RowSparse, BITS_16, counts, self.attributes)
        }
    }
}
