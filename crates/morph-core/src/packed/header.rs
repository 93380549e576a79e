//! The first sixteen words of a packed set.

use super::PackError;
use crate::{AttributeSet, LayoutError};
use bytemuck::{Pod, Zeroable};

/// Words of a header.
pub const HEADER_WORDS: u32 = 16;

/// A set begins at a multiple of this many words and takes a multiple of them: 128 bytes, a line
/// of the widest caches.
pub const ALIGNMENT_WORDS: u32 = 32;

/// Version of the format, in the upper half of the tag.
pub const VERSION: u32 = 1;

/// Most targets of one set: their numbers fit 16 bits.
pub const MAX_TARGETS: u32 = 1 << 16;

/// The three kinds of packed sets; the number is that of the tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Entries of 64 vertices and one target.
    Blocked = 1,
    /// Per vertex a list of targets.
    RowSparse = 2,
    /// Every vertex of every target.
    Dense = 3,
}

/// The first words of a set, in order. docs/layouts.md says what each word means for each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// Kind, encoding in the second byte, version in the upper half.
    pub tag: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Number of targets.
    pub target_count: u32,
    /// Words of the whole set.
    pub word_count: u32,
    /// Bit 0 POSITION, bit 1 NORMAL, bit 2 TANGENT.
    pub bands: u32,
    /// Bit `n`: `TEXCOORD_n`.
    pub texcoords: u32,
    /// Bit `n`: `COLOR_n`.
    pub colors: u32,
    /// Blocks, entries, or lanes of a plane.
    pub count: u32,
    /// Word where block records or rows begin.
    pub table: u32,
    /// Word where entry records, entries or steps begin.
    pub records: u32,
    /// Words of an entry record, of an entry, or of a target's codes.
    pub record_words: u32,
    /// Word where codes or steps begin.
    pub values: u32,
    /// Words of a narrow entry's codes.
    pub narrow_words: u32,
    /// Words of a wide entry's codes.
    pub wide_words: u32,
    /// Number of entries.
    pub entry_count: u32,
    /// Number of wide entries.
    pub wide_count: u32,
}

impl Header {
    /// The tag of a kind and an encoding.
    #[must_use]
    pub const fn tag(kind: Kind, encoding: u32) -> u32 {
        kind as u32 | encoding << 8 | VERSION << 16
    }

    /// Number of the encoding, from the tag.
    #[must_use]
    pub const fn encoding(&self) -> u32 {
        self.tag >> 8 & 0xff
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        AttributeSet {
            position: self.bands & 1 != 0,
            normal: self.bands & 2 != 0,
            tangent: self.bands & 4 != 0,
            texcoords: self.texcoords,
            colors: self.colors,
        }
    }

    /// The first words as a header, unchecked. `None` where they are fewer.
    #[must_use]
    pub fn read(words: &[u32]) -> Option<Self> {
        let first = words.get(..HEADER_WORDS as usize)?;
        Some(bytemuck::pod_read_unaligned(bytemuck::cast_slice(first)))
    }

    /// The header of a set that begins with the first word.
    ///
    /// # Errors
    /// [`PackError::Malformed`] where the words are fewer than a header or than it says, or where
    /// the tag is not of this kind and version.
    pub fn of(words: &[u32], kind: Kind) -> Result<Self, PackError> {
        // spec L37
        let Some(header) = Self::read(words) else {
            let (expected, found) = (u64::from(HEADER_WORDS), words.len() as u64);
            return Err(PackError::Malformed { word: 0, expected, found });
        };
        let expected = Self::tag(kind, header.encoding());
        if header.tag != expected {
            let (expected, found) = (u64::from(expected), u64::from(header.tag));
            return Err(PackError::Malformed { word: 0, expected, found });
        }
        if u64::from(header.word_count) > words.len() as u64 {
            let (expected, found) = (words.len() as u64, u64::from(header.word_count));
            return Err(PackError::Malformed { word: 3, expected, found });
        }
        Ok(header)
    }

    /// Refuses words that differ from what the layout of the same counts has.
    pub(super) fn check(&self, expected: &Self) -> Result<(), PackError> {
        let (there, should): ([u32; 16], [u32; 16]) =
            (bytemuck::cast(*self), bytemuck::cast(*expected));
        match there.iter().zip(should).position(|(found, expected)| *found != expected) {
            None => Ok(()),
            Some(at) => Err(PackError::Malformed {
                word: at as u64,
                expected: u64::from(should[at]),
                found: u64::from(there[at]),
            }),
        }
    }

    /// What refuses the counts of these words, as what is wrong with the words.
    pub(super) fn malformed(&self, error: PackError) -> PackError {
        // spec L37
        let (word, expected, found) = match error {
            PackError::TargetCount { limit, .. } => (2, u64::from(limit), self.target_count),
            PackError::Layout(LayoutError::Buffer { bytes, .. }) => (3, bytes / 4, self.word_count),
            PackError::Layout(LayoutError::NoBands) if self.vertex_count == 0 => (1, 1, 0),
            PackError::Layout(LayoutError::NoBands) if self.target_count == 0 => (2, 1, 0),
            PackError::Layout(LayoutError::NoBands) => (4, 1, 0),
            other => return other,
        };
        PackError::Malformed { word, expected, found: u64::from(found) }
    }

    /// What all kinds have: everything else is 0.
    pub(super) fn new(
        kind: Kind,
        encoding: u32,
        (vertex_count, target_count): (u32, u32),
        attributes: AttributeSet,
    ) -> Self {
        // spec L30
        Self {
            tag: Self::tag(kind, encoding),
            vertex_count,
            target_count,
            bands: u32::from(attributes.position)
                | u32::from(attributes.normal) << 1
                | u32::from(attributes.tangent) << 2,
            texcoords: attributes.texcoords,
            colors: attributes.colors,
            ..Self::zeroed()
        }
    }
}

/// Up to the next multiple of the alignment.
pub(super) fn aligned(words: u64) -> u64 {
    // spec L31
    words.next_multiple_of(u64::from(ALIGNMENT_WORDS))
}
