//! Triangles and targets that do not fit their base.

use core::fmt;

/// Triangles or targets that do not fit their base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NormalsError {
    /// The targets have another number of vertices than the base.
    VertexCount {
        /// The part of the mesh.
        part: usize,
        /// Vertices of the base.
        expected: usize,
        /// Vertices of the targets.
        found: usize,
    },
    /// A corner of a triangle names no vertex.
    Index {
        /// The part of the mesh.
        part: usize,
        /// The triangle.
        triangle: usize,
        /// The corner's index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// More vertices than 32 bits count.
    TooMany {
        /// Vertices of all parts.
        vertex_count: usize,
    },
}

impl fmt::Display for NormalsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VertexCount { part, expected, found } => write!(
                f,
                "part {part}, targets: expected {expected} vertices as in the base, got {found}"
            ),
            Self::TooMany { vertex_count } => {
                write!(f, "all parts: expected at most {} vertices, got {vertex_count}", u32::MAX)
            }
            Self::Index { part, triangle, index, vertex_count } => write!(
                f,
                "part {part}, triangle {triangle}: index {index} is not below the vertex count {vertex_count}"
            ),
        }
    }
}

impl core::error::Error for NormalsError {}
