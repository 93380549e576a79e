//! Where each word of a dense set lies.

use crate::packed::form::{Coding, Form};
use crate::packed::header::{HEADER_WORDS, Header, Kind, MAX_TARGETS, aligned};
use crate::packed::{Bits, PackError};
use crate::{Attribute, AttributeSet, BLOCK_VERTICES, DeviceLimits, LayoutError};
use alloc::vec::Vec;

/// How components are stored. The number is that of the set's tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum DenseEncoding {
    /// Integers, with a step for each target and band.
    Bits16 = 1,
    /// IEEE binary16, which a shader reads by `unpack2x16float`.
    F16 = 5,
}

impl DenseEncoding {
    /// The encoding of a tag.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            1 => Self::Bits16,
            5 => Self::F16,
            _ => return None,
        })
    }
}

/// Layout of a dense set: what follows from the numbers of its header.
///
/// # Example
/// ```
/// use morph_core::{AttributeSet, packed::{DenseEncoding, DenseLayout}};
/// let layout = DenseLayout::new(100, 4, AttributeSet::PN, DenseEncoding::Bits16)?;
/// assert_eq!((layout.lanes(), layout.target_words()), (128, 3 * 128));
/// assert_eq!(layout.codes(), 32); // header and eight steps
/// # Ok::<(), morph_core::packed::PackError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DenseLayout {
    vertex_count: u32,
    target_count: u32,
    attributes: AttributeSet,
    encoding: DenseEncoding,
}

impl DenseLayout {
    /// The layout of any bands.
    ///
    /// # Errors
    /// [`LayoutError::NoBands`] where nothing is moved, [`PackError::TargetCount`] past
    /// [`MAX_TARGETS`], [`LayoutError::Buffer`] where words had numbers beyond 32 bits.
    pub fn new(
        vertex_count: u32,
        target_count: u32,
        attributes: AttributeSet,
        encoding: DenseEncoding,
    ) -> Result<Self, PackError> {
        if vertex_count == 0 || target_count == 0 || attributes.is_empty() {
            return Err(LayoutError::NoBands.into());
        }
        if target_count > MAX_TARGETS {
            let target_count = target_count as usize;
            return Err(PackError::TargetCount { target_count, limit: MAX_TARGETS });
        }
        let layout = Self { vertex_count, target_count, attributes, encoding };
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
    pub const fn encoding(&self) -> DenseEncoding {
        self.encoding
    }

    /// Vertices of a plane: their number, rounded up to whole blocks.
    #[must_use]
    pub fn lanes(&self) -> u64 {
        u64::from(self.vertex_count).next_multiple_of(BLOCK_VERTICES as u64)
    }

    /// Words of one target's codes.
    #[must_use]
    pub fn target_words(&self) -> u64 {
        // spec L36
        // Lanes are even, so half a word a lane is whole words.
        self.lanes() * u64::from(self.attributes.stride_words()) / 2
    }

    /// Word where steps begin.
    #[must_use]
    pub fn steps(&self) -> u64 {
        match self.encoding {
            DenseEncoding::Bits16 => u64::from(HEADER_WORDS),
            DenseEncoding::F16 => self.codes(),
        }
    }

    /// Word where codes begin.
    #[must_use]
    pub fn codes(&self) -> u64 {
        let steps = match self.encoding {
            DenseEncoding::Bits16 => {
                u64::from(self.target_count) * u64::from(self.attributes.band_count())
            }
            DenseEncoding::F16 => 0,
        };
        aligned(u64::from(HEADER_WORDS) + steps)
    }

    /// The bits of one component of one vertex of a target.
    #[must_use]
    pub fn bits(
        &self,
        target: u32,
        attribute: Attribute,
        component: u32,
        vertex: u32,
    ) -> Option<Bits> {
        let offset = self.attributes.word_offset(attribute)?;
        let there = (component as usize) < attribute.delta_components()
            && target < self.target_count
            && vertex < self.vertex_count;
        let bits = there.then(|| self.form().bits((offset + component) as usize, vertex as usize));
        let bits: Vec<Bits> = bits?;
        let first = self.codes() + u64::from(target) * self.target_words();
        bits.first().map(|bits| Bits { word: first + bits.word, ..*bits })
    }

    /// The planes of a target.
    pub(super) fn form(&self) -> Form {
        let coding = match self.encoding {
            DenseEncoding::Bits16 => Coding::Integers,
            DenseEncoding::F16 => Coding::HalfFloats,
        };
        Form::new(self.attributes, coding, self.lanes() as u32)
    }

    /// Number of words, a multiple of 32.
    #[must_use]
    pub fn word_count(&self) -> u64 {
        self.codes()
            .saturating_add(self.target_words().saturating_mul(u64::from(self.target_count)))
    }

    /// Number of bytes, `u64::MAX` where there are more.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        self.word_count().saturating_mul(4)
    }

    /// The header that such a set has.
    #[must_use]
    pub fn header(&self) -> Header {
        let counts = (self.vertex_count, self.target_count);
        // All word numbers fit 32 bits: that is checked when a layout is made.
        Header {
            word_count: self.word_count() as u32,
            count: self.lanes() as u32,
            records: self.steps() as u32,
            record_words: self.target_words() as u32,
            values: self.codes() as u32,
            ..Header::new(Kind::Dense, self.encoding as u32, counts, self.attributes)
        }
    }
}
