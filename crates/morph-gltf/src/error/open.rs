//! Errors of opening a document.

use super::fatal;
use crate::finding::{Code, Finding};
use thiserror::Error;

/// A file that cannot be opened as glTF.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{path}: {message}")]
    Read {
        /// The path.
        path: String,
        /// What the system says.
        message: String,
    },
    /// The file has no bytes.
    #[error("empty file: expected JSON or GLB")]
    Empty,
    /// The file starts like neither of the two containers.
    #[error("neither JSON nor GLB: it starts with {start:?}")]
    Neither {
        /// Its first bytes as text.
        start: String,
    },
    /// The GLB container is damaged.
    #[error("glb: {0}")]
    Glb(GlbError),
    /// The JSON has no valid syntax.
    #[error("json: {message}")]
    Json {
        /// What is wrong, with line and column.
        message: String,
    },
    /// The JSON does not fit the schema.
    #[error("json: {place}: {message}")]
    Schema {
        /// Where.
        place: String,
        /// What is wrong.
        message: String,
    },
    /// The file is for another version of glTF.
    #[error("asset.{field}: expected version 2.0, got {}", .found.as_deref().unwrap_or("none"))]
    Version {
        /// `version` or `minVersion`.
        field: &'static str,
        /// The version.
        found: Option<String>,
    },
    /// A required extension may change vertices, weights or animations and is not supported.
    #[error("extensionsRequired[{index}]: {name} is not supported{}", hint(.name))]
    Extension {
        /// Index in the list.
        index: usize,
        /// Name of the extension.
        name: String,
    },
    /// A required extension was dropped by the crate `gltf`, which read the file.
    #[error(
        "extensionsRequired[{index}]: {name} was dropped by the crate gltf, which keeps it with its feature extensions"
    )]
    Dropped {
        /// Index in the list.
        index: usize,
        /// Name of the extension.
        name: String,
    },
    /// A recoverable finding under [`Strictness::Strict`](crate::Strictness::Strict).
    #[error("{0}")]
    Strict(Finding),
}

/// A damaged GLB container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GlbError {
    /// The header is cut off.
    #[error("header: expected 12 bytes, got {found}")]
    Header {
        /// Bytes there.
        found: usize,
    },
    /// The container has another version.
    #[error("header: expected version 2, got {found}")]
    Version {
        /// The version.
        found: u32,
    },
    /// The length in the header exceeds the file, or is shorter than the header.
    #[error("header: {}", length_text(*.length, *.available))]
    Length {
        /// Length in the header.
        length: u64,
        /// Bytes of the file.
        available: usize,
    },
    /// A chunk's header or data is cut off.
    #[error("chunk at byte {offset}: expected {expected} bytes, got {found}")]
    Chunk {
        /// Where the chunk starts.
        offset: usize,
        /// Bytes needed.
        expected: u64,
        /// Bytes there.
        found: usize,
    },
    /// There is no chunk, or the first is not JSON.
    #[error("first chunk: expected JSON, got {}", .found.map_or("none".to_owned(), |t| format!("type {t:#010x}")))]
    NoJson {
        /// Type of the first chunk.
        found: Option<u32>,
    },
}

/// A length beyond the file is what a transfer that broke off leaves.
fn length_text(length: u64, available: usize) -> String {
    if length > available as u64 {
        format!("the length is {length} bytes, the file has {available}: it is cut off")
    } else {
        format!("expected a length of 12 to {available} bytes, got {length}")
    }
}

impl From<GlbError> for OpenError {
    fn from(error: GlbError) -> Self {
        Self::Glb(error)
    }
}

impl From<Finding> for OpenError {
    fn from(finding: Finding) -> Self {
        Self::Strict(finding)
    }
}

impl OpenError {
    /// The error as a finding.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let code = match self {
            Self::Strict(finding) => return finding.clone(),
            Self::Read { .. } => Code::IoError,
            Self::Glb(_) => Code::GlbInvalid,
            Self::Empty | Self::Neither { .. } | Self::Json { .. } | Self::Schema { .. } => {
                Code::InvalidJson
            }
            Self::Version { .. } => Code::UnknownAssetMajorVersion,
            Self::Extension { .. } | Self::Dropped { .. } => Code::UnsupportedExtension,
        };
        fatal(code, self)
    }
}

/// What would help.
fn hint(extension: &str) -> &'static str {
    if !cfg!(feature = "meshopt") && extension.ends_with("_meshopt_compression") {
        ": the feature `meshopt` is off"
    } else {
        ""
    }
}
