//! Frames that cannot be encoded.

use core::fmt;

/// A frame that cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// More words than numbers of 32 bits can count.
    Words {
        /// Words needed.
        word_count: u64,
        /// Most words.
        limit: u64,
    },
    /// More workgroups than one dispatch can have.
    Workgroups {
        /// Workgroups needed.
        workgroup_count: u64,
        /// Most workgroups.
        limit: u64,
    },
    /// The destination has another size.
    Destination {
        /// Words expected.
        expected: u64,
        /// Words found.
        found: u64,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words { word_count, limit } => {
                write!(f, "frame: expected at most {limit} words, got {word_count}")
            }
            Self::Workgroups { workgroup_count, limit } => {
                write!(f, "frame: expected at most {limit} workgroups, got {workgroup_count}")
            }
            Self::Destination { expected, found } => {
                write!(f, "frame: expected {expected} words, got {found}")
            }
        }
    }
}

impl core::error::Error for FrameError {}
