//! Blends whose arrays do not fit each other.

use super::WeightsError;
use crate::Attribute;
use core::fmt;

/// A blend whose arrays do not fit each other.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum BlendError {
    /// Base and targets count different vertices.
    VertexCount {
        /// Vertices of the base.
        base: usize,
        /// Vertices of the targets.
        targets: usize,
    },
    /// An array has not the length that the base asks for.
    Length {
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// A target's array has not the length that the base asks for.
    TargetLength {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// The output lacks an attribute, or has it with other components than the base.
    Output {
        /// The attribute.
        attribute: Attribute,
    },
    /// The weights of a sequence are no whole frames.
    PartialFrame {
        /// Weights of a frame.
        target_count: usize,
        /// Weights found.
        found: usize,
    },
    /// The output of a sequence does not hold the frames that the weights ask for.
    Frames {
        /// The attribute.
        attribute: Attribute,
        /// Frames of weights.
        frame_count: usize,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// The vertex does not exist.
    NoSuchVertex {
        /// The vertex.
        vertex: usize,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// An interleaved buffer is too small.
    Interleaved {
        /// Bytes needed.
        expected: usize,
        /// Bytes there.
        found: usize,
    },
    /// An attribute of an interleaved buffer does not end inside its vertex.
    LeavesStride {
        /// The attribute.
        attribute: Attribute,
        /// Byte behind the attribute, counted from the vertex.
        end_bytes: usize,
        /// Bytes of a vertex.
        stride_bytes: usize,
    },
    /// Two attributes of an interleaved buffer share bytes, or one is listed twice.
    Overlap {
        /// The attribute that is listed first.
        first: Attribute,
        /// The other.
        second: Attribute,
    },
    /// The base lacks an attribute that is to be written.
    NotInBase {
        /// The attribute.
        attribute: Attribute,
    },
    /// A weight is NaN or infinite.
    Weights(WeightsError),
}

impl fmt::Display for BlendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VertexCount { base, targets } => {
                write!(f, "targets: expected {base} vertices as in the base, got {targets}")
            }
            Self::Length { attribute, expected, found } => {
                write!(f, "{attribute}: expected {expected} floats, got {found}")
            }
            Self::TargetLength { target, attribute, expected, found } => {
                write!(f, "target {target}, {attribute}: expected {expected} floats, got {found}")
            }
            Self::Output { attribute } => {
                write!(f, "output {attribute}: not there with the base's components")
            }
            Self::PartialFrame { target_count, found } => {
                write!(f, "weights: expected frames of {target_count} weights, got {found}")
            }
            Self::Frames { attribute, frame_count, expected, found } => write!(
                f,
                "{attribute}: expected {expected} floats for {frame_count} frames, got {found}"
            ),
            Self::NoSuchVertex { vertex, vertex_count } => {
                write!(f, "vertex {vertex}: there are {vertex_count}")
            }
            Self::Interleaved { expected, found } => {
                write!(f, "vertex buffer: expected {expected} bytes, got {found}")
            }
            Self::LeavesStride { attribute, end_bytes, stride_bytes } => write!(
                f,
                "vertex buffer, {attribute}: ends at byte {end_bytes} of a stride of {stride_bytes}"
            ),
            Self::Overlap { first, second } => {
                write!(f, "vertex buffer: {first} and {second} share bytes")
            }
            Self::NotInBase { attribute } => {
                write!(f, "vertex buffer, {attribute}: the base has none")
            }
            Self::Weights(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BlendError {}

impl From<WeightsError> for BlendError {
    fn from(error: WeightsError) -> Self {
        Self::Weights(error)
    }
}
