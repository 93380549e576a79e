//! The result as a file: GLB, or JSON with a file of bytes.

use super::WriteError;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Letters of a file's name that stand in a URI as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A document that is ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    json: Value,
    bin: Vec<u8>,
    notes: Vec<String>,
}

impl Written {
    pub(super) const fn new(json: Value, bin: Vec<u8>, notes: Vec<String>) -> Self {
        Self { json, bin, notes }
    }

    /// The JSON; its buffer 0, if there are bytes, has no URI, as in a GLB.
    #[must_use]
    pub const fn json(&self) -> &Value {
        &self.json
    }

    /// The bytes of buffer 0; empty where there is none.
    #[must_use]
    pub fn bin(&self) -> &[u8] {
        &self.bin
    }

    /// What could not be done and is worth knowing, place first.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The files that the JSON names, as it names them: images, and buffers that were not there.
    pub fn uris(&self) -> impl Iterator<Item = &str> {
        let lists = ["images", "buffers"].into_iter();
        let all = lists.flat_map(|list| self.json[list].as_array().into_iter().flatten());
        let uris = all.filter_map(|value| value["uri"].as_str());
        uris.filter(|uri| !uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")))
    }

    /// One file that holds everything.
    ///
    /// # Errors
    /// [`WriteError::TooLarge`] beyond 4 GiB.
    ///
    /// # Source
    /// glTF 2.0, section 4 "GLB File Format Specification".
    pub fn to_glb(&self) -> Result<Vec<u8>, WriteError> {
        let json = self.json.to_string();
        let padded = |length: usize| length.next_multiple_of(4);
        let bin = if self.bin.is_empty() { 0 } else { 8 + padded(self.bin.len()) };
        let total = 12 + 8 + padded(json.len()) + bin;
        let (limit, found) = (u64::from(u32::MAX), total as u64);
        if found > limit {
            return Err(WriteError::TooLarge { limit, found });
        }
        let mut glb = Vec::with_capacity(total);
        glb.extend_from_slice(b"glTF");
        glb.extend_from_slice(&2_u32.to_le_bytes());
        glb.extend_from_slice(&(total as u32).to_le_bytes());
        chunk(&mut glb, b"JSON", json.as_bytes(), b' ');
        if !self.bin.is_empty() {
            chunk(&mut glb, b"BIN\0", &self.bin, 0);
        }
        Ok(glb)
    }

    /// The text of a .gltf file whose bytes, [`Written::bin`], are in a file of this name beside it.
    #[must_use]
    pub fn to_gltf(&self, bin_name: &str) -> String {
        let mut json = self.json.clone();
        if !self.bin.is_empty() {
            json["buffers"][0]["uri"] = utf8_percent_encode(bin_name, ENCODED).to_string().into();
        }
        format!("{json:#}\n")
    }

    /// The files that [`Written::save`] writes.
    #[must_use]
    pub fn files(&self, path: &Path) -> Vec<PathBuf> {
        let mut files = vec![path.to_owned()];
        if is_text(path) && !self.bin.is_empty() {
            files.push(path.with_extension("bin"));
        }
        files
    }

    /// Writes a file: `NAME.gltf` with `NAME.bin` beside it, else a GLB.
    ///
    /// # Errors
    /// [`WriteError::File`] where that fails.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let path = path.as_ref();
        if !is_text(path) {
            return write(path, &self.to_glb()?);
        }
        let bin = path.with_extension("bin");
        let name = bin.file_name().unwrap_or_default().to_string_lossy();
        if !self.bin.is_empty() {
            write(&bin, &self.bin)?;
        }
        write(path, self.to_gltf(&name).as_bytes())
    }
}

/// Whether the name of a file asks for JSON.
fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf"))
}

fn chunk(glb: &mut Vec<u8>, kind: &[u8; 4], bytes: &[u8], padding: u8) {
    let length = bytes.len().next_multiple_of(4);
    // The whole file is below 4 GiB.
    glb.extend_from_slice(&(length as u32).to_le_bytes());
    glb.extend_from_slice(kind);
    glb.extend_from_slice(bytes);
    glb.resize(glb.len() + length - bytes.len(), padding);
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    std::fs::write(path, bytes).map_err(|error| WriteError::File {
        path: path.display().to_string(),
        message: error.to_string(),
    })
}
