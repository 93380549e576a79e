//! Targets that a packed set cannot hold, and words that are no set.

use crate::{Attribute, LayoutError, TargetsError};
use core::fmt;

/// Targets that a packed set cannot hold, or words that are no packed set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum PackError {
    /// No bands, a set number out of range, more words than a buffer or its numbers can have, or a
    /// destination of another length.
    Layout(LayoutError),
    /// More targets than fit 16 bits.
    TargetCount {
        /// Number of targets.
        target_count: usize,
        /// Most that a set holds.
        limit: u32,
    },
    /// The base has another number of vertices.
    BaseVertices {
        /// Vertices of the targets.
        expected: usize,
        /// Vertices of the base.
        found: usize,
    },
    /// A component is larger than the format can hold.
    Range {
        /// The target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The component.
        value: f32,
        /// Largest magnitude that the format holds.
        limit: f32,
    },
    /// What was stored is further from a target than was asked for.
    Missed {
        /// The target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The largest error; degrees for directions.
        error: f32,
        /// The bound that was asked for.
        bound: f32,
    },
    /// A word is not what a set has there.
    Malformed {
        /// Number of the word.
        word: u64,
        /// What was expected, or the largest or smallest value that could be there.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The words hold deltas that are no targets.
    Targets(TargetsError),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout(error) => error.fmt(f),
            Self::TargetCount { target_count, limit } => {
                write!(f, "packed set: expected at most {limit} targets, got {target_count}")
            }
            Self::BaseVertices { expected, found } => {
                write!(f, "base: expected {expected} vertices, got {found}")
            }
            Self::Range { target, attribute, value, limit } => write!(
                f,
                "target {target}, {attribute}: expected components of at most {limit:e}, got {value:e}"
            ),
            Self::Missed { target, attribute, error, bound } => {
                let unit = if attribute.is_direction() { " degrees" } else { "" };
                write!(
                    f,
                    "target {target}, {attribute}: expected an error of at most {bound:e}{unit}, got {error:e}"
                )
            }
            Self::Malformed { word, expected, found } => {
                write!(f, "packed set, word {word}: expected {expected}, got {found}")
            }
            Self::Targets(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PackError {}

impl From<LayoutError> for PackError {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}

impl From<TargetsError> for PackError {
    fn from(error: TargetsError) -> Self {
        Self::Targets(error)
    }
}
