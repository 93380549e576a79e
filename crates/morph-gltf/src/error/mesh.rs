//! Errors of loading meshes.

use super::{AccessorError, fatal};
use crate::finding::{Code, Finding};
use morph_core::{AttributesError, TargetsError};
use thiserror::Error;

/// A mesh that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is no such mesh.
    #[error("meshes[{mesh}]: there are {mesh_count}")]
    NoSuchMesh {
        /// Index of the mesh.
        mesh: usize,
        /// Number of meshes.
        mesh_count: usize,
    },
    /// There is no such primitive.
    #[error("meshes[{mesh}].primitives[{primitive}]: there are {primitive_count}")]
    NoSuchPrimitive {
        /// Index of the mesh.
        mesh: usize,
        /// Index of the primitive.
        primitive: usize,
        /// Number of primitives.
        primitive_count: usize,
    },
    /// There is no such node, or none with a mesh.
    #[error("nodes[{node}]{field}: there are {count}")]
    NoSuchNode {
        /// Index of the node.
        node: usize,
        /// Empty, or `.mesh` where the node names a mesh that does not exist.
        field: &'static str,
        /// Number of nodes, or of meshes.
        count: usize,
    },
    /// The mesh has no primitive, or a primitive with targets has no attribute.
    #[error("{place}: expected at least one")]
    Empty {
        /// Where.
        place: String,
    },
    /// The data is only in an extension that is not supported.
    #[error("{place}: its data is only in {extension}, which is not supported")]
    Compressed {
        /// Where.
        place: String,
        /// The extension.
        extension: &'static str,
    },
    /// An accessor cannot be decoded.
    #[error("{place}: {reason}")]
    Accessor {
        /// Where.
        place: String,
        /// Why.
        reason: AccessorError,
    },
    /// An accessor's type is not possible at this place.
    #[error("{place}: accessors[{accessor}]: expected {expected}, got {found}")]
    Format {
        /// Where.
        place: String,
        /// Index of the accessor.
        accessor: usize,
        /// Types that are possible.
        expected: &'static str,
        /// The type.
        found: String,
    },
    /// Base attributes count different vertices.
    #[error("{place}: expected {expected} vertices, got {found}")]
    VertexCount {
        /// Where.
        place: String,
        /// Vertices of the primitive.
        expected: usize,
        /// Elements of the accessor.
        found: usize,
    },
    /// Deltas count other vertices than the base.
    #[error("{place}: expected {expected} deltas, got {found}")]
    DeltaCount {
        /// Where.
        place: String,
        /// Vertices of the base.
        expected: usize,
        /// Elements of the accessor.
        found: usize,
    },
    /// Primitives of one mesh have different numbers of targets.
    #[error("{place}.targets: expected {expected} targets as in primitives[{first}], got {found}")]
    TargetCount {
        /// The primitive.
        place: String,
        /// The first primitive that has targets.
        first: usize,
        /// Its number of targets.
        expected: usize,
        /// Targets of this primitive.
        found: usize,
    },
    /// A weight does not fit a finite 32-bit float.
    #[error("{place}: expected a finite number, got {value:e}")]
    Weight {
        /// Where.
        place: String,
        /// The value.
        value: f64,
    },
    /// Decoding would take far more memory than the file has bytes.
    #[error("{place}: expected at most {limit}, got {needed}")]
    Limit {
        /// What would be too large.
        place: String,
        /// The limit.
        limit: u64,
        /// What is needed.
        needed: u64,
    },
    /// An index names no vertex.
    #[error("{place}[{position}]: {index} is not below the vertex count {vertex_count}")]
    Index {
        /// The primitive's indices.
        place: String,
        /// Place in the list.
        position: usize,
        /// The index.
        index: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// The base does not fit its vertices.
    #[error("{place}: {reason}")]
    Attributes {
        /// The primitive.
        place: String,
        /// Why.
        reason: AttributesError,
    },
    /// The targets do not fit, or hold NaN or infinity.
    #[error("{}", targets_text(.place, .reason))]
    Targets {
        /// The primitive.
        place: String,
        /// Why.
        reason: TargetsError,
    },
    /// A recoverable finding under [`Strictness::Strict`](crate::Strictness::Strict).
    #[error("{0}")]
    Strict(Finding),
}

/// A NaN is by far the likeliest of core's errors here: it gets a full place.
fn targets_text(place: &str, reason: &TargetsError) -> String {
    match reason {
        TargetsError::NonFinite { target, attribute, vertex, value } => format!(
            "{place}.targets[{target}].{attribute}: delta of vertex {vertex} is not finite ({value})"
        ),
        other => format!("{place}.targets: {other}"),
    }
}

impl From<Finding> for MeshError {
    fn from(finding: Finding) -> Self {
        Self::Strict(finding)
    }
}

impl MeshError {
    /// The error as a finding.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let code = match self {
            Self::Strict(finding) => return finding.clone(),
            Self::NoSuchMesh { .. } | Self::NoSuchPrimitive { .. } | Self::NoSuchNode { .. } => {
                Code::UnresolvedReference
            }
            Self::Empty { .. } => Code::EmptyEntity,
            Self::Compressed { .. } => Code::CompressedPrimitive,
            Self::Accessor { reason, .. } => reason.code(),
            Self::Format { .. } => Code::AccessorInvalidFormat,
            Self::VertexCount { .. } | Self::Attributes { .. } => Code::UnequalAccessorCount,
            Self::DeltaCount { .. } => Code::MorphTargetCount,
            Self::TargetCount { .. } => Code::UnequalTargetsCount,
            Self::Weight { .. } => Code::WeightNotFinite,
            Self::Limit { .. } => Code::LimitExceeded,
            Self::Index { .. } => Code::IndexOob,
            Self::Targets { reason: TargetsError::NonFinite { .. }, .. } => {
                Code::AccessorInvalidFloat
            }
            Self::Targets { .. } => Code::MorphTargetCount,
        };
        fatal(code, self)
    }
}
