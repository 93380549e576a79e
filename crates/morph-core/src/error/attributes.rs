//! A base whose arrays do not fit its vertices.

use crate::Attribute;
use core::fmt;

/// A base attribute's array does not fit its vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AttributesError {
    /// The array has not `vertex_count * components` floats.
    Length {
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// The attribute cannot have this number of components a vertex.
    Components {
        /// The attribute.
        attribute: Attribute,
        /// Components found.
        found: usize,
    },
}

impl fmt::Display for AttributesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { attribute, expected, found } => {
                write!(f, "base {attribute}: expected {expected} floats, got {found}")
            }
            Self::Components { attribute, found } => {
                write!(f, "base {attribute}: {found} components a vertex are not possible")
            }
        }
    }
}

impl core::error::Error for AttributesError {}
