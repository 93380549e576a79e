//! The door for those who have read a file with the crate `gltf` already.

mod loss;

use crate::buffer::Buffers;
use crate::error::OpenError;
use crate::finding::{Code, Findings};
use crate::model::Root;
use crate::{Document, ReadOptions, schema};
use loss::Loss;
use std::ops::Deref;

impl Document {
    /// Takes over a document that the crate `gltf` has read, leniently.
    ///
    /// `buffers` are the bytes of its buffers, in their order: what `gltf::import` gives, or
    /// vectors. They are copied. Images are only there where a bufferView or a `data:` URI holds
    /// them: no file is read.
    ///
    /// What that crate drops as it reads is gone: attributes of targets other than POSITION,
    /// NORMAL and TANGENT, and, without its features, names, extras (with the names of targets)
    /// and extensions. Notes of [`Document::findings`] say so. Prefer
    /// [`from_slice`](Document::from_slice) where you have the bytes of the file.
    ///
    /// # Errors
    /// As [`Document::from_slice`], and [`OpenError::Dropped`] where a required extension is gone.
    ///
    /// # Example
    /// ```
    /// let text = r#"{ "asset": { "version": "2.0" }, "meshes": [], "buffers": [] }"#;
    /// let read = gltf::Gltf::from_slice(text.as_bytes())?;
    /// let buffers: [Vec<u8>; 0] = [];
    /// let document = morph_gltf::Document::from_gltf(&read.document, &buffers)?;
    /// assert!(document.meshes()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_gltf<B: Deref<Target = [u8]>>(
        document: &gltf::Document,
        buffers: &[B],
    ) -> Result<Self, OpenError> {
        Self::from_gltf_with(document, buffers, &ReadOptions::default())
    }

    /// As [`Document::from_gltf`], with options.
    ///
    /// # Errors
    /// As [`Document::from_gltf`].
    pub fn from_gltf_with<B: Deref<Target = [u8]>>(
        document: &gltf::Document,
        buffers: &[B],
        options: &ReadOptions,
    ) -> Result<Self, OpenError> {
        let mut findings = Findings::new(options.strictness);
        let text = serde_json::to_vec(document.as_json()).map_err(|error| OpenError::Schema {
            place: "root".into(),
            message: format!("the crate gltf holds what it cannot write: {error}"),
        })?;
        let (json, root) = schema::read(&text, false, &mut findings)?;
        report(&root, &Loss::all(), &mut findings)?;
        let data = buffers.iter().map(|bytes| bytes.to_vec()).collect();
        let buffers = Buffers::from_data(&root, data, text.len(), &mut findings)?;
        Ok(Self::from_parts(json, root, buffers, text.len(), options, findings))
    }
}

/// Says what is gone, where it would matter.
fn report(root: &Root, lost: &[Loss], findings: &mut Findings) -> Result<(), OpenError> {
    let has_targets = root.meshes.iter().flat_map(|m| &m.primitives).any(|p| p.targets.is_some());
    for loss in lost {
        let matters = match loss {
            Loss::TargetAttributes | Loss::Extras => has_targets,
            Loss::Names => !root.meshes.is_empty(),
            Loss::Extensions => !root.extensions_used.is_empty(),
        };
        if matters {
            findings.add(Code::ReaderDropped, "", loss.text())?;
        }
    }
    let compressed = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
    let required = root.extensions_required.iter().enumerate();
    match required.into_iter().find(|(_, name)| compressed.contains(&name.as_str())) {
        Some((index, name)) if lost.contains(&Loss::Extensions) => {
            Err(OpenError::Dropped { index, name: name.clone() })
        }
        _ => Ok(()),
    }
}
