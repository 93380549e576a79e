//! Targets that do not fit their mesh.

use crate::Attribute;
use core::fmt;

/// Targets that do not fit their mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum TargetsError {
    /// A dense array has not `vertex_count` deltas.
    DeltaCount {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Deltas expected.
        expected: usize,
        /// Deltas found.
        found: usize,
    },
    /// An array of floats does not hold whole deltas.
    PartialDelta {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats a delta.
        components: usize,
        /// Floats found.
        found: usize,
    },
    /// A sparse array has another number of values than of indices.
    SparseCount {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Number of indices.
        indices: usize,
        /// Number of values (deltas).
        values: usize,
    },
    /// A sparse index is not below the vertex count.
    SparseIndexOutOfRange {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// Sparse indices do not increase strictly.
    SparseNotIncreasing {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Place in the list of indices.
        position: usize,
        /// The index before it.
        before: u32,
        /// The index there.
        index: u32,
    },
    /// A delta is NaN or infinite.
    NonFinite {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// The vertex.
        vertex: usize,
        /// The component that is not finite.
        value: f32,
    },
    /// One target gives an attribute twice.
    DuplicateAttribute {
        /// Index of the target.
        target: usize,
        /// The attribute.
        attribute: Attribute,
    },
    /// More vertices or targets than 32 bits count.
    TooMany {
        /// Number of vertices.
        vertex_count: usize,
        /// Number of targets.
        target_count: usize,
    },
    /// There is no target of this index.
    NoSuchTarget {
        /// The index.
        index: usize,
        /// Number of targets.
        target_count: usize,
    },
    /// An absolute shape has another number of vertices, or an attribute that the base lacks.
    ShapeMismatch {
        /// Index of the shape.
        target: usize,
        /// The attribute.
        attribute: Attribute,
        /// Floats that the base has (0: none).
        expected: usize,
        /// Floats that the shape has.
        found: usize,
    },
}

impl fmt::Display for TargetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DeltaCount { target, attribute, expected, found } => {
                write!(f, "target {target}, {attribute}: expected {expected} deltas, got {found}")
            }
            Self::PartialDelta { target, attribute, components, found } => write!(
                f,
                "target {target}, {attribute}: {found} floats are no whole number of deltas of {components}"
            ),
            Self::SparseCount { target, attribute, indices, values } => write!(
                f,
                "target {target}, {attribute}: expected {indices} sparse values, got {values}"
            ),
            Self::SparseIndexOutOfRange { target, attribute, index, vertex_count } => write!(
                f,
                "target {target}, {attribute}: sparse index {index} is not below the vertex count {vertex_count}"
            ),
            Self::SparseNotIncreasing { target, attribute, position, before, index } => write!(
                f,
                "target {target}, {attribute}: sparse index {index} at {position} does not exceed {before} before it"
            ),
            Self::NonFinite { target, attribute, vertex, value } => write!(
                f,
                "target {target}, {attribute}: delta of vertex {vertex} is not finite ({value})"
            ),
            Self::DuplicateAttribute { target, attribute } => {
                write!(f, "target {target}: {attribute} is given twice")
            }
            Self::TooMany { vertex_count, target_count } => write!(
                f,
                "{vertex_count} vertices and {target_count} targets: expected at most {} of each",
                u32::MAX
            ),
            Self::NoSuchTarget { index, target_count } => {
                write!(f, "target {index}: there are {target_count} targets")
            }
            Self::ShapeMismatch { target, attribute, expected, found } => write!(
                f,
                "shape {target}, {attribute}: expected {expected} floats as in the base, got {found}"
            ),
        }
    }
}

impl core::error::Error for TargetsError {}
