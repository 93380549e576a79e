//! What cannot be picked.

use crate::{BlendError, WeightsError};
use core::fmt;

/// A mesh, a pose or a ray that cannot be picked with.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum PickError {
    /// The base has no POSITION.
    NoPositions,
    /// Corners that are no whole triangles.
    CornerCount {
        /// Number of indices, or of vertices where there are no indices.
        found: usize,
    },
    /// A corner names no vertex.
    Index {
        /// The triangle.
        triangle: usize,
        /// The corner's index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// More triangles than 32 bits count.
    TooMany {
        /// Number of triangles.
        triangle_count: usize,
    },
    /// Joints or their weights that are not as many as the vertices need.
    InfluenceCount {
        /// `JOINTS` or `WEIGHTS`.
        what: &'static str,
        /// How many are needed.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A joint's weight that is not finite.
    NonFiniteInfluence {
        /// The vertex.
        vertex: usize,
        /// The weight.
        value: f32,
    },
    /// Fewer joint matrices than the vertices name joints.
    MatrixCount {
        /// How many are needed.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A joint matrix with a component that is not finite.
    NonFiniteMatrix {
        /// The joint.
        joint: usize,
    },
    /// An origin or a direction with a component that is not finite.
    NonFiniteRay {
        /// `origin` or `direction`.
        what: &'static str,
        /// The component.
        value: f32,
    },
    /// A direction of zeros.
    NoDirection,
    /// Base and targets do not fit each other, or a weight is not finite.
    Blend(BlendError),
}

impl fmt::Display for PickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPositions => f.write_str("base: expected POSITION, got none"),
            Self::CornerCount { found } => {
                write!(f, "triangles: expected a multiple of 3 corners, got {found}")
            }
            Self::Index { triangle, index, vertex_count } => write!(
                f,
                "triangle {triangle}: index {index} is not below the vertex count {vertex_count}"
            ),
            Self::TooMany { triangle_count } => {
                write!(f, "triangles: expected at most {}, got {triangle_count}", u32::MAX)
            }
            Self::InfluenceCount { what, expected, found } => {
                write!(f, "{what}: expected {expected} values, got {found}")
            }
            Self::NonFiniteInfluence { vertex, value } => {
                write!(f, "WEIGHTS of vertex {vertex}: expected a finite number, got {value}")
            }
            Self::MatrixCount { expected, found } => {
                write!(f, "joint matrices: expected at least {expected}, got {found}")
            }
            Self::NonFiniteMatrix { joint } => {
                write!(f, "joint matrix {joint}: expected finite numbers")
            }
            Self::NonFiniteRay { what, value } => {
                write!(f, "ray {what}: expected a finite number, got {value}")
            }
            Self::NoDirection => {
                f.write_str("ray direction: expected a component that is not 0, got 3 zeros")
            }
            Self::Blend(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PickError {}

impl From<BlendError> for PickError {
    fn from(error: BlendError) -> Self {
        Self::Blend(error)
    }
}

impl From<WeightsError> for PickError {
    fn from(error: WeightsError) -> Self {
        Self::Blend(error.into())
    }
}
