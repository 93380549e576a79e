//! Where files beside a model come from: a folder and nothing outside it, or memory.

use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A URI that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// A `data:` URI cannot be decoded.
    #[error("data: URI: {message}")]
    DataUri {
        /// Why.
        message: String,
    },
    /// The URI does not name a file inside the model's folder.
    #[error("{uri:?}: {why}")]
    Refused {
        /// The URI, shortened.
        uri: String,
        /// Why.
        why: &'static str,
    },
    /// The file cannot be read.
    #[error("{uri:?}: {message}")]
    Read {
        /// The URI, shortened.
        uri: String,
        /// What the system says.
        message: String,
    },
}

/// Reads files that a model names.
///
/// Also `BTreeMap<String, Vec<u8>>` is one (name to bytes), and [`NoFiles`].
pub trait Resolver: fmt::Debug + Send + Sync {
    /// The first `max_bytes` bytes of what the URI names, or all of it where it is shorter.
    ///
    /// The URI is as in the file, still percent-encoded; it is never a `data:` URI.
    ///
    /// # Errors
    /// [`ResolveError`] names the URI.
    fn read(&self, uri: &str, max_bytes: u64) -> Result<Vec<u8>, ResolveError>;
}

/// A resolver that has no files: for models that carry all their data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoFiles;

impl Resolver for NoFiles {
    fn read(&self, uri: &str, _max_bytes: u64) -> Result<Vec<u8>, ResolveError> {
        Err(ResolveError::Refused { uri: shorten(uri), why: "there are no files beside the model" })
    }
}

impl Resolver for BTreeMap<String, Vec<u8>> {
    fn read(&self, uri: &str, max_bytes: u64) -> Result<Vec<u8>, ResolveError> {
        let name = decoded(uri)?;
        let Some(bytes) = self.get(uri).or_else(|| self.get(&name)) else {
            return Err(ResolveError::Refused { uri: shorten(uri), why: "no such file" });
        };
        let end = usize::try_from(max_bytes).map_or(bytes.len(), |max| max.min(bytes.len()));
        Ok(bytes[..end].to_vec())
    }
}

/// Reads files of one folder and of those below it.
///
/// Absolute paths, `..`, other schemes, backslashes, percent-encoded forms of these, and symbolic
/// links that lead out are refused.
///
/// # Example
/// ```no_run
/// use morph_gltf::{FolderResolver, Resolver};
/// let folder = FolderResolver::new("models");
/// let bytes = folder.read("my%20face.bin", 1024)?;
/// assert!(folder.read("../secret.bin", 1024).is_err());
/// # Ok::<(), morph_gltf::ResolveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderResolver {
    folder: PathBuf,
}

impl FolderResolver {
    /// A resolver for a folder.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        // The parent of a bare file name is empty; it means the current folder.
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        Self { folder }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file's path, proved to be inside the folder.
    fn locate(&self, uri: &str) -> Result<PathBuf, ResolveError> {
        let relative = relative_path(uri)?;
        let failed = |error: std::io::Error| ResolveError::Read {
            uri: shorten(uri),
            message: error.to_string(),
        };
        let folder = self.folder.canonicalize().map_err(failed)?;
        let path = folder.join(relative).canonicalize().map_err(failed)?;
        if !path.starts_with(&folder) {
            let why = "leads out of the model's folder";
            return Err(ResolveError::Refused { uri: shorten(uri), why });
        }
        if !path.is_file() {
            return Err(ResolveError::Refused { uri: shorten(uri), why: "is no file" });
        }
        Ok(path)
    }
}

impl Resolver for FolderResolver {
    fn read(&self, uri: &str, max_bytes: u64) -> Result<Vec<u8>, ResolveError> {
        let path = self.locate(uri)?;
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(max_bytes).read_to_end(&mut bytes)).map_err(
            |error| ResolveError::Read { uri: shorten(uri), message: error.to_string() },
        )?;
        Ok(bytes)
    }
}

/// The relative path that a URI stands for, made of plain names only.
pub(crate) fn relative_path(uri: &str) -> Result<PathBuf, ResolveError> {
    let refuse = |why| Err(ResolveError::Refused { uri: shorten(uri), why });
    let name = decoded(uri)?;
    // A colon before the first slash starts a scheme, or a drive; later ones open NTFS streams.
    if uri.contains(':') || name.contains(':') {
        return refuse("only files beside the model are read, no other scheme");
    }
    if name.contains('\\') || name.contains('\0') {
        return refuse("not a portable file name");
    }
    if name.starts_with('/') {
        return refuse("absolute paths are not read");
    }
    let mut path = PathBuf::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => return refuse("paths out of the model's folder are not read"),
            part => path.push(part),
        }
    }
    if path.as_os_str().is_empty() {
        return refuse("names no file");
    }
    Ok(path)
}

fn decoded(uri: &str) -> Result<String, ResolveError> {
    match percent_decode_str(uri).decode_utf8() {
        Ok(name) => Ok(name.into_owned()),
        Err(_not_utf8) => {
            Err(ResolveError::Refused { uri: shorten(uri), why: "percent-encoding is no UTF-8" })
        }
    }
}

/// A URI short enough for a message.
fn shorten(uri: &str) -> String {
    const LONGEST: usize = 120;
    match uri.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &uri[..end]),
        None => uri.to_owned(),
    }
}

#[cfg(test)]
mod tests;
