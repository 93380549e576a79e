//! Blocked sparse: entries of one block of 64 vertices and one target, dense and planar inside.
//!
//! ```text
//! | header 16 | block records 4 each | entry records | 0 | codes of entries, 64 vertices each | 0 |
//! ```

mod encode;
mod layout;
mod plan;
mod set;

#[cfg(test)]
mod tests;

pub use encode::BlockedTargets;
pub use layout::{BLOCK_RECORD_WORDS, BlockedLayout};
pub use set::{BlockEntry, BlockedSet};

use super::form::{Coding, Form};
use crate::{AttributeSet, BLOCK_VERTICES};

/// How the vertices of an entry are stored. The number is that of the set's tag.
///
/// | encoding | POSITION and NORMAL | of a target, as measured on heads |
/// | --- | --- | --- |
/// | `EightBytes` | 11-11-10 and 11-11-10 bits | within 3e-4 of the radius and 0.1 degrees |
/// | `SixBytes` | 10-10-10 and 6-6-6 bits | within 4e-4 and 2.4 degrees |
/// | `Bounded` | six bytes, or twelve where six miss the bound | within the bound |
/// | `Bits16` | 16 bits a component | within 8e-6 and 0.003 degrees |
/// | `F32` | as it is | exact |
///
/// # Source
/// docs/layouts.md, "Blocked sparse".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum BlockEncoding {
    /// One word a component.
    F32 = 0,
    /// 16 bits a component.
    Bits16 = 1,
    /// One word for each position, normal and tangent: the default.
    #[default]
    EightBytes = 2,
    /// Six bytes for position and normal together: the small preset.
    SixBytes = 3,
    /// Narrow entries as six bytes, and 16 bits a component where they would miss the bound.
    Bounded = 4,
}

impl BlockEncoding {
    /// All encodings.
    pub const ALL: [Self; 5] =
        [Self::F32, Self::Bits16, Self::EightBytes, Self::SixBytes, Self::Bounded];

    /// The encoding of a tag.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        Some(match number {
            0 => Self::F32,
            1 => Self::Bits16,
            2 => Self::EightBytes,
            3 => Self::SixBytes,
            4 => Self::Bounded,
            _ => return None,
        })
    }

    /// The planes of an entry.
    fn form(self, attributes: AttributeSet, wide: bool) -> Form {
        let coding = match self {
            Self::F32 => Coding::Floats,
            Self::Bits16 => Coding::Integers,
            Self::EightBytes => Coding::EightBytes,
            Self::SixBytes => Coding::SixBytes,
            Self::Bounded if wide => Coding::Integers,
            Self::Bounded => Coding::SixBytes,
        };
        Form::new(attributes, coding, BLOCK_VERTICES as u32)
    }
}
