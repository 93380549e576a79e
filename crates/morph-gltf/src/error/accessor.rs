//! Errors of buffers and accessors.

use super::MeshoptError;
use crate::finding::Code;
use crate::resolver::ResolveError;
use thiserror::Error;

/// A buffer whose bytes are not there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BufferError {
    /// There is no such buffer.
    #[error("buffers[{buffer}]: there are {buffer_count}")]
    NoSuchBuffer {
        /// Index of the buffer.
        buffer: usize,
        /// Number of buffers.
        buffer_count: usize,
    },
    /// The buffer has no uri, and no BIN chunk belongs to it.
    #[error("buffers[{buffer}]: no uri, and no BIN chunk belongs to it")]
    NoSource {
        /// Index of the buffer.
        buffer: usize,
    },
    /// Fewer buffers were handed over than the document names.
    #[error("buffers[{buffer}]: expected its bytes, got those of {given} buffers")]
    NotGiven {
        /// Index of the buffer.
        buffer: usize,
        /// Number of buffers that were given.
        given: usize,
    },
    /// There are fewer bytes than `byteLength` says.
    #[error("buffers[{buffer}]: expected {expected} bytes, got {found}")]
    TooShort {
        /// Index of the buffer.
        buffer: usize,
        /// Bytes expected.
        expected: usize,
        /// Bytes found.
        found: usize,
    },
    /// The file or the `data:` URI cannot be read.
    #[error("buffers[{buffer}].uri: {reason}")]
    Uri {
        /// Index of the buffer.
        buffer: usize,
        /// Why.
        reason: ResolveError,
    },
}

/// A bufferView whose bytes are not there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// There is no such bufferView.
    #[error("bufferViews[{view}]: there are {view_count}")]
    NoSuchView {
        /// Index of the view.
        view: usize,
        /// Number of views.
        view_count: usize,
    },
    /// The view reaches beyond its buffer.
    #[error(
        "bufferViews[{view}]: {length} bytes from {offset} exceed the {available} of buffers[{buffer}]"
    )]
    OutOfRange {
        /// Index of the view.
        view: usize,
        /// First byte.
        offset: usize,
        /// Number of bytes.
        length: usize,
        /// Index of the buffer.
        buffer: usize,
        /// Bytes of the buffer.
        available: usize,
    },
    /// The view is compressed, and cannot be decoded.
    #[error("bufferViews[{view}].extensions.{extension}: {reason}")]
    Meshopt {
        /// Index of the view.
        view: usize,
        /// The extension.
        extension: &'static str,
        /// Why.
        reason: MeshoptError,
    },
    /// The buffer's bytes are not there.
    #[error("bufferViews[{view}]: {reason}")]
    Buffer {
        /// Index of the view.
        view: usize,
        /// Why.
        reason: BufferError,
    },
}

/// An accessor that cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AccessorError {
    /// There is no such accessor.
    #[error("accessors[{accessor}]: there are {accessor_count}")]
    NoSuchAccessor {
        /// Index of the accessor.
        accessor: usize,
        /// Number of accessors.
        accessor_count: usize,
    },
    /// The type is none of SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3, MAT4.
    #[error("accessors[{accessor}].type: {found:?} is unknown")]
    UnknownType {
        /// Index of the accessor.
        accessor: usize,
        /// The type.
        found: String,
    },
    /// The component type is none of 5120 to 5123, 5125, 5126.
    #[error("accessors[{accessor}].componentType: {found} is unknown")]
    UnknownComponentType {
        /// Index of the accessor.
        accessor: usize,
        /// The component type.
        found: usize,
    },
    /// The bufferView cannot be read.
    #[error("accessors[{accessor}]{part}: {reason}")]
    View {
        /// Index of the accessor.
        accessor: usize,
        /// Empty, or `.sparse.indices` or `.sparse.values`.
        part: &'static str,
        /// Why.
        reason: ViewError,
    },
    /// The accessor, or its sparse indices or values, reach beyond their bufferView.
    #[error(
        "accessors[{accessor}]{part}: {count} elements from byte {offset} need {needed} bytes, bufferViews[{view}] has {available}"
    )]
    OutOfRange {
        /// Index of the accessor.
        accessor: usize,
        /// Empty, or `.sparse.indices` or `.sparse.values`.
        part: &'static str,
        /// Number of elements.
        count: usize,
        /// First byte.
        offset: usize,
        /// Bytes needed, from the view's start; `u64::MAX` where that does not fit.
        needed: u64,
        /// Index of the view.
        view: usize,
        /// Bytes of the view.
        available: usize,
    },
    /// The byteStride is smaller than an element.
    #[error(
        "accessors[{accessor}]: byteStride of bufferViews[{view}]: expected at least {expected}, got {found}"
    )]
    Stride {
        /// Index of the accessor.
        accessor: usize,
        /// Index of the view.
        view: usize,
        /// Bytes of an element.
        expected: usize,
        /// The stride.
        found: usize,
    },
    /// A sparse accessor replaces no element, or more than there are.
    #[error("accessors[{accessor}].sparse.count: expected 1 to {count}, got {found}")]
    SparseCount {
        /// Index of the accessor.
        accessor: usize,
        /// Number of elements.
        count: usize,
        /// Number of replaced elements.
        found: usize,
    },
    /// A sparse index is not below the accessor's count.
    #[error("accessors[{accessor}].sparse.indices[{position}]: {index} is not below {count}")]
    SparseIndexOutOfRange {
        /// Index of the accessor.
        accessor: usize,
        /// Place in the list of indices.
        position: usize,
        /// The index.
        index: u32,
        /// Number of elements.
        count: usize,
    },
    /// Sparse indices do not increase strictly.
    #[error(
        "accessors[{accessor}].sparse.indices[{position}]: {index} does not exceed {before} before it"
    )]
    SparseNotIncreasing {
        /// Index of the accessor.
        accessor: usize,
        /// Place in the list of indices.
        position: usize,
        /// The index before it.
        before: u32,
        /// The index there.
        index: u32,
    },
    /// An accessor without data has more elements than the file could give meaning to.
    #[error(
        "accessors[{accessor}].count: expected at most {limit} elements without a bufferView, got {count}"
    )]
    Limit {
        /// Index of the accessor.
        accessor: usize,
        /// Number of elements.
        count: usize,
        /// Most elements.
        limit: usize,
    },
}

impl AccessorError {
    pub(crate) const fn code(&self) -> Code {
        match self {
            Self::NoSuchAccessor { .. }
            | Self::View { reason: ViewError::NoSuchView { .. }, .. } => Code::UnresolvedReference,
            Self::View { reason: ViewError::OutOfRange { .. }, .. } => Code::BufferViewTooLong,
            Self::View { reason: ViewError::Buffer { .. }, .. } => Code::IoError,
            Self::View { reason: ViewError::Meshopt { reason, .. }, .. } => match reason {
                MeshoptError::Limit { .. } => Code::LimitExceeded,
                _ => Code::MeshoptInvalid,
            },
            Self::UnknownType { .. } | Self::UnknownComponentType { .. } => {
                Code::AccessorInvalidFormat
            }
            Self::OutOfRange { .. } => Code::AccessorTooLong,
            Self::Stride { .. } => Code::AccessorTooSmallStride,
            Self::SparseCount { .. } => Code::AccessorSparseCount,
            Self::SparseIndexOutOfRange { .. } => Code::AccessorSparseIndexOob,
            Self::SparseNotIncreasing { .. } => Code::AccessorSparseNonIncreasing,
            Self::Limit { .. } => Code::LimitExceeded,
        }
    }
}
