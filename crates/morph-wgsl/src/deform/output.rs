//! Where the deform pass writes, and in what steps.

use super::{base_word_offset, base_words};
use crate::AttributeSet;
use morph_core::Attribute;

/// Where the deform pass writes vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Output {
    /// The pool's arena: the bands of a vertex one after another, as in the base, up to an even
    /// number of words ([`arena_stride_words`]).
    Arena,
    /// A vertex buffer of the caller.
    Interleaved(Interleaved),
    /// 16 bytes: position, and the normal as two 16-bit numbers. `morph_unpack_compact` of
    /// `deform/unpack_compact.wgsl` reads it: normals are within 0.005 degrees.
    Compact,
}

/// A vertex buffer of the caller: where the attributes of a vertex lie.
///
/// Words that are no morphed attribute's are never written, but for padding that may be.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, Interleaved};
/// let skinned = Interleaved::new(16, &[0, 4]).with_free_padding();
/// assert_eq!(skinned.store_words(), 4);
/// assert!(skinned.is_valid(&AttributeSet::PN));
/// assert_eq!(Interleaved::new(8, &[0, 3]).store_words(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interleaved {
    stride: u32,
    offsets: [u32; Self::MAX_BANDS],
    bands: u32,
    free_padding: bool,
}

impl Interleaved {
    /// Most attributes of such a vertex.
    pub const MAX_BANDS: usize = 8;

    /// A vertex of so many words, and the word of each morphed attribute, in the order of bands.
    ///
    /// Offsets past [`Interleaved::MAX_BANDS`] are left out, which no set of attributes then fits.
    #[must_use]
    pub fn new(stride: u32, offsets: &[u32]) -> Self {
        let bands = offsets.len().min(Self::MAX_BANDS);
        let mut all = [0; Self::MAX_BANDS];
        all[..bands].copy_from_slice(&offsets[..bands]);
        Self { stride, offsets: all, bands: offsets.len() as u32, free_padding: false }
    }

    /// The same vertex, whose padding may be written: after attributes of three words, the word up
    /// to the next multiple of four (of two, where stride or offsets allow only pairs).
    #[must_use]
    pub const fn with_free_padding(self) -> Self {
        Self { free_padding: true, ..self }
    }

    /// Words of a vertex.
    #[must_use]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// Words of the attributes, in the order of bands.
    #[must_use]
    pub fn offsets(&self) -> &[u32] {
        &self.offsets[..(self.bands as usize).min(Self::MAX_BANDS)]
    }

    /// Whether padding may be written.
    #[must_use]
    pub const fn has_free_padding(&self) -> bool {
        self.free_padding
    }

    /// Words that one store writes at most: 4, 2 or 1. An instance's vertices begin at a multiple.
    #[must_use]
    pub fn store_words(&self) -> u32 {
        let of_four = |words: &u32| words.is_multiple_of(4);
        if self.free_padding && of_four(&self.stride) && self.offsets().iter().all(of_four) {
            4
        } else if self.stride.is_multiple_of(2) {
            2
        } else {
            1
        }
    }

    /// Whether there is a place for each attribute of the set, inside the stride, without overlap.
    #[must_use]
    pub fn is_valid(&self, attributes: &AttributeSet) -> bool {
        if self.bands != attributes.band_count() || self.bands as usize > Self::MAX_BANDS {
            return false;
        }
        let mut places: Vec<(u64, u64)> = (attributes.bands().zip(self.offsets()))
            .map(|(band, &at)| (at.into(), u64::from(at) + u64::from(base_words(band))))
            .collect();
        places.sort_unstable();
        places.windows(2).all(|pair| pair[0].1 <= pair[1].0)
            && places.last().is_some_and(|last| last.1 <= self.stride.into())
    }
}

/// Words (f32) of one vertex of the arena and of the deform pass's base: those of
/// [`crate::base_stride_words`], up to an even number.
///
/// # Example
/// ```
/// use morph_wgsl::{AttributeSet, arena_stride_words};
/// let sets = [AttributeSet::P, AttributeSet::PN, AttributeSet::PNT];
/// assert_eq!(sets.map(|set| arena_stride_words(&set)), [4, 6, 10]);
/// ```
#[must_use]
pub fn arena_stride_words(attributes: &AttributeSet) -> u32 {
    super::base_stride_words(attributes).next_multiple_of(2)
}

impl Output {
    /// Words of a vertex.
    #[must_use]
    pub fn stride_words(&self, attributes: &AttributeSet) -> u32 {
        match self {
            Self::Arena => arena_stride_words(attributes),
            Self::Interleaved(vertex) => vertex.stride(),
            Self::Compact => 4,
        }
    }

    /// Words that one store writes at most. An instance's vertices begin at a multiple of them.
    #[must_use]
    pub fn store_words(&self) -> u32 {
        match self {
            Self::Arena => 2,
            Self::Interleaved(vertex) => vertex.store_words(),
            Self::Compact => 4,
        }
    }

    /// Word of an attribute inside a vertex, `None` where the set lacks it.
    #[must_use]
    pub fn word_offset(&self, attributes: &AttributeSet, attribute: Attribute) -> Option<u32> {
        match self {
            Self::Arena => base_word_offset(attributes, attribute),
            Self::Interleaved(vertex) => {
                vertex.offsets().get(attributes.band_index(attribute)? as usize).copied()
            }
            Self::Compact => match attribute {
                Attribute::Position if attributes.position => Some(0),
                Attribute::Normal if attributes.normal => Some(3),
                _ => None,
            },
        }
    }

    /// Whether padding after attributes may be written.
    pub(super) fn has_free_padding(&self, attributes: &AttributeSet) -> bool {
        match self {
            // Sets follow without a gap.
            Self::Arena => attributes.is_pnt(),
            Self::Interleaved(vertex) => vertex.has_free_padding(),
            Self::Compact => false,
        }
    }
}
