//! Errors of writing.

use crate::error::{AccessorError, BufferError};
use thiserror::Error;

/// A change that cannot be made, or a file that cannot be written.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file refers to something that it does not have.
    #[error("{place}: {list}[{index}] does not exist, there are {count}")]
    Dangling {
        /// The reference.
        place: String,
        /// The list that it means: `accessors`, `bufferViews`, `buffers`.
        list: &'static str,
        /// The index.
        index: usize,
        /// Length of the list.
        count: usize,
    },
    /// There is no such mesh, primitive or target.
    #[error("{place}: there are {count}")]
    NoSuch {
        /// What is asked for.
        place: String,
        /// How many there are.
        count: usize,
    },
    /// The numbers of a new accessor make no whole elements, or not as many as its indices.
    #[error("new accessor: expected {expected} numbers, got {found}")]
    Length {
        /// The number that fits.
        expected: usize,
        /// The number there is.
        found: usize,
    },
    /// A new accessor has no elements, or its type is one that cannot be written.
    #[error("new accessor: {why}")]
    Unwritable {
        /// Why.
        why: &'static str,
    },
    /// Indices of a new sparse accessor do not increase, or exceed its count.
    #[error(
        "new accessor: sparse index {index} at {position} does not increase, or is not below {count}"
    )]
    SparseIndex {
        /// Place among the indices.
        position: usize,
        /// The index.
        index: u32,
        /// Number of elements.
        count: usize,
    },
    /// A number cannot be written.
    #[error("{place}: value {position} is not finite ({value})")]
    NotFinite {
        /// Where.
        place: String,
        /// Place among the numbers.
        position: usize,
        /// The number.
        value: f32,
    },
    /// The bytes of a buffer in use are not there.
    #[error("{place}: {reason}")]
    Buffer {
        /// What uses it.
        place: String,
        /// Why they are not there.
        reason: BufferError,
    },
    /// A range in use lies outside its buffer.
    #[error(
        "{place}: {length} bytes at {offset} exceed the {available} bytes of buffers[{buffer}]"
    )]
    OutOfRange {
        /// What uses it.
        place: String,
        /// First byte.
        offset: usize,
        /// Number of bytes.
        length: usize,
        /// Index of the buffer.
        buffer: usize,
        /// Bytes of the buffer.
        available: usize,
    },
    /// The keys of an animation are no whole rows of weights.
    #[error("{place}: expected a multiple of {target_count} weights, got {found}")]
    Columns {
        /// The channel.
        place: String,
        /// Weights of one row.
        target_count: usize,
        /// Numbers of all keys.
        found: usize,
    },
    /// The keys of an animation cannot be read.
    #[error("{place}: {reason}")]
    Accessor {
        /// What names the accessor.
        place: String,
        /// Why it cannot be read.
        reason: AccessorError,
    },
    /// Something that is not understood may refer to what has to be renumbered.
    #[error("{place}: is not understood and may refer to {what}, whose number changes")]
    Opaque {
        /// What is not understood.
        place: String,
        /// What it may refer to.
        what: &'static str,
    },
    /// The file would be longer than the container allows.
    #[error("glb: expected at most {limit} bytes, got {found}")]
    TooLarge {
        /// What the container can hold.
        limit: u64,
        /// What is needed.
        found: u64,
    },
    /// A file cannot be written.
    #[error("{path}: {message}")]
    File {
        /// The path.
        path: String,
        /// What the system says.
        message: String,
    },
}

impl WriteError {
    /// The error of a new accessor, at the place that it is for.
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            Self::NotFinite { position, value, .. } => {
                Self::NotFinite { place: place.to_owned(), position, value }
            }
            other => other,
        }
    }
}
