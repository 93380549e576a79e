//! What is no permutation, or does not fit one.

use core::fmt;

/// A list that is no permutation, or an array that does not fit one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemapError {
    /// A vertex of the permutation is not below the number of vertices.
    OutOfRange {
        /// Place in the list.
        place: usize,
        /// The vertex there.
        vertex: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// A vertex is in the permutation twice.
    Twice {
        /// The vertex.
        vertex: u32,
        /// Its first place in the list.
        first: usize,
        /// Its second.
        second: usize,
    },
    /// More vertices than 32 bits count.
    TooMany {
        /// Number of vertices.
        vertex_count: usize,
    },
    /// An array has another length than the permutation asks for.
    Length {
        /// Values expected.
        expected: usize,
        /// Values found.
        found: usize,
    },
    /// An index names no vertex.
    Index {
        /// Place in the list of indices.
        place: usize,
        /// The index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
}

impl fmt::Display for RemapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { place, vertex, vertex_count } => write!(
                f,
                "place {place} of the order: vertex {vertex} is not below the vertex count {vertex_count}"
            ),
            Self::Twice { vertex, first, second } => {
                write!(f, "vertex {vertex} is in the order twice, at {first} and at {second}")
            }
            Self::TooMany { vertex_count } => {
                write!(f, "{vertex_count} vertices: expected at most {}", u32::MAX)
            }
            Self::Length { expected, found } => {
                write!(f, "array to reorder: expected {expected} values, got {found}")
            }
            Self::Index { place, index, vertex_count } => {
                write!(f, "index {place}: {index} is not below the vertex count {vertex_count}")
            }
        }
    }
}

impl core::error::Error for RemapError {}
