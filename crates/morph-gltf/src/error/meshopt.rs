//! Errors of bufferViews that meshopt compressed.

use thiserror::Error;

/// A compressed bufferView that cannot be decoded.
///
/// The place, the extension of a bufferView, stands before it in
/// [`ViewError::Meshopt`](super::ViewError::Meshopt).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeshoptError {
    /// The extension does not fit its schema.
    #[error("{message}")]
    Schema {
        /// What is wrong.
        message: String,
    },
    /// The bufferView has both extensions.
    #[error("expected one compression of the view, got {beside} beside it")]
    Both {
        /// The other extension.
        beside: &'static str,
    },
    /// The mode is unknown.
    #[error("mode: expected ATTRIBUTES, TRIANGLES or INDICES, got {found:?}")]
    Mode {
        /// The mode.
        found: String,
    },
    /// The filter is unknown, or not possible for the extension or the mode.
    #[error("filter: expected {expected}, got {found:?}")]
    Filter {
        /// Filters that are possible.
        expected: &'static str,
        /// The filter.
        found: String,
    },
    /// The stride is not possible for the mode or the filter.
    #[error("byteStride: expected {expected}, got {found}")]
    Stride {
        /// Strides that are possible.
        expected: &'static str,
        /// The stride.
        found: usize,
    },
    /// There is no element, or triangles are not whole.
    #[error("count: expected {expected}, got {found}")]
    Count {
        /// Counts that are possible.
        expected: &'static str,
        /// The count.
        found: usize,
    },
    /// The view has another length than its elements together.
    #[error("byteLength of the view: expected {expected} bytes for {count} elements, got {found}")]
    Length {
        /// Bytes of all elements.
        expected: u64,
        /// Number of elements.
        count: usize,
        /// Bytes of the view.
        found: usize,
    },
    /// No stream of that many elements is so short; found before anything is allocated.
    #[error("byteLength: expected at least {needed} bytes for {count} elements, got {found}")]
    TooShort {
        /// Bytes of the shortest stream.
        needed: u64,
        /// Number of elements.
        count: usize,
        /// Bytes of the stream.
        found: usize,
    },
    /// All compressed views together are far larger than the file.
    #[error("all compressed views: expected at most {limit} bytes once decoded, got {needed}")]
    Limit {
        /// Most bytes.
        limit: u64,
        /// Bytes needed.
        needed: u64,
    },
    /// The first byte is not that of the mode.
    #[error("first byte: expected {expected}, got {found:#04x}")]
    Header {
        /// Bytes that are possible.
        expected: &'static str,
        /// The byte.
        found: u8,
    },
    /// The compressed data is damaged.
    #[error("byte {at}: {what}")]
    Stream {
        /// Where in the compressed data.
        at: usize,
        /// What is wrong.
        what: &'static str,
    },
}
