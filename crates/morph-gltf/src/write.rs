//! Writing files back: a document's JSON is patched, new data are appended, and what nobody refers
//! to any more is left out.
//!
//! A [`Patch`] starts as a copy of a [`Document`]'s JSON. New data come in by
//! [`Patch::add_accessor`] (or [`Patch::add_values`], [`Patch::add_deltas`]) and
//! [`Patch::add_view`]; references are changed by
//! [`Patch::set_attribute`], [`Patch::set_delta`] or in [`Patch::json_mut`] itself. Nothing that
//! is there is ever changed in place, so shared accessors need no care. [`Patch::finish`] brings
//! all buffers into one, drops accessors, views and bytes without a reference, and renumbers the
//! rest. [`Written`] is then a GLB, or a .gltf file with a .bin file.
//!
//! [`Patch::keep_targets`] takes targets out of everything that points at them,
//! [`Patch::bake`] adds weighted targets to the base, [`Patch::split_mesh`] gives nodes meshes of
//! their own.
//!
//! # What survives
//! Everything that this crate does not know: materials, skins, extras, extensions, unknown
//! members, and the order of keys. Where an extension or a member that it does not understand may
//! hold an index of an accessor, a view or a buffer, things of that kind keep their place, and
//! [`Written::notes`] says so.
//!
//! # Example
//! ```
//! use morph_gltf::write::{NewAccessor, Numbers, Patch};
//! use morph_gltf::{Document, ElementType, NoFiles};
//! let text = r#"{ "asset": { "version": "2.0" }, "extras": { "mine": [1.50] },
//!   "meshes": [{ "primitives": [{ "attributes": {} }] }] }"#;
//! let document = Document::from_slice(text.as_bytes(), NoFiles)?;
//! let mut patch = Patch::new(&document)?;
//! let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
//! let positions = NewAccessor::new(ElementType::Vec3, Numbers::F32(&corners)).vertex().bounds();
//! let accessor = patch.add_accessor(&positions)?;
//! patch.set_attribute(0, 0, "POSITION", accessor)?;
//! let written = patch.finish()?;
//!
//! let read = Document::from_slice(&written.to_glb()?, NoFiles)?;
//! assert_eq!(read.mesh(0)?.primitives[0].base.vertex_count(), 3);
//! assert_eq!(read.json()["extras"]["mine"][0], 1.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accessor;
mod bake;
mod compact;
mod error;
mod extensions;
pub(crate) mod index;
mod intervals;
mod join;
mod opaque;
mod output;
mod primitive;
mod refs;
mod targets;
mod vertices;

pub use accessor::{NewAccessor, Numbers};
pub use bake::Rest;
pub use error::WriteError;
pub use output::Written;

use crate::Document;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What a view of new data is for: its `target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Usage {
    /// Attributes of vertices and of targets: 34962; elements start at multiples of 4.
    Vertex,
    /// Indices of a primitive: 34963.
    Index,
    /// Anything else: animations, matrices, sparse data, images.
    Other,
}

impl Usage {
    const fn target(self) -> Option<u32> {
        match self {
            Self::Vertex => Some(34962),
            Self::Index => Some(34963),
            Self::Other => None,
        }
    }
}

/// A document that is being changed.
///
/// Indices of what is there, and of what is added, stay as they are until [`Patch::finish`].
#[derive(Debug, Clone)]
pub struct Patch<'a> {
    document: &'a Document,
    json: Value,
    /// New data: the bytes of a buffer whose index is one past the document's last.
    appended: Vec<u8>,
    /// Numbers of new accessors that may be read again.
    kept_numbers: BTreeMap<usize, Vec<f32>>,
    notes: Vec<String>,
    /// Nothing outside of meshes may hold the index of a target and is not understood. Many meshes
    /// ask.
    targets_are_plain: bool,
}

impl<'a> Patch<'a> {
    /// Starts with a copy of the document's JSON.
    ///
    /// # Errors
    /// [`WriteError::Dangling`] where the file refers to an accessor, a view or a buffer that it
    /// does not have: new data would become what was meant.
    pub fn new(document: &'a Document) -> Result<Self, WriteError> {
        let mut json = document.json().clone();
        refs::check(&mut json)?;
        Ok(Self {
            document,
            json,
            appended: Vec::new(),
            kept_numbers: BTreeMap::new(),
            notes: Vec::new(),
            targets_are_plain: false,
        })
    }

    /// The document as it was read.
    #[must_use]
    pub const fn document(&self) -> &'a Document {
        self.document
    }

    /// The JSON as it is now. Views of new data name a buffer one past the last.
    #[must_use]
    pub const fn json(&self) -> &Value {
        &self.json
    }

    /// The JSON, to be changed. Elements of the lists of accessors, views and buffers must keep
    /// their places.
    pub const fn json_mut(&mut self) -> &mut Value {
        self.targets_are_plain = false;
        &mut self.json
    }

    /// Appends bytes at a multiple of 4 and gives the index of their new view.
    ///
    /// # Units and conventions
    /// `stride` is the view's byteStride, for vertex data whose elements are padded.
    pub fn add_view(&mut self, bytes: &[u8], usage: Usage, stride: Option<usize>) -> usize {
        self.appended.resize(self.appended.len().next_multiple_of(4), 0);
        let mut view = Map::new();
        view.insert("buffer".into(), self.document.root().buffers.len().into());
        view.insert("byteOffset".into(), self.appended.len().into());
        view.insert("byteLength".into(), bytes.len().into());
        if let Some(stride) = stride {
            view.insert("byteStride".into(), stride.into());
        }
        if let Some(target) = usage.target() {
            view.insert("target".into(), target.into());
        }
        self.appended.extend_from_slice(bytes);
        self.push("bufferViews", view.into())
    }

    /// Adds an extension to `extensionsUsed` and `extensionsRequired`.
    ///
    /// `KHR_mesh_quantization` and the meshopt extensions leave both lists again by
    /// [`Patch::finish`] where nothing uses them.
    pub fn require_extension(&mut self, name: &str) {
        for list in ["extensionsUsed", "extensionsRequired"] {
            let Some(root) = self.json.as_object_mut() else { return };
            let list = root.entry(list).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut().filter(|l| l.iter().all(|n| n != name)) {
                list.push(name.into());
            }
        }
    }

    /// Joins the buffers, drops what nothing refers to, and renumbers what is left.
    ///
    /// # Errors
    /// [`WriteError`] where a view that is in use has no bytes, or where something that is not
    /// understood may name one of several buffers.
    pub fn finish(mut self) -> Result<Written, WriteError> {
        let bin = compact::run(self.document, &mut self.json, &self.appended, &mut self.notes)?;
        extensions::drop_unused(&mut self.json);
        Ok(Written::new(self.json, bin, self.notes))
    }

    /// Notes something that [`Written::notes`] will say, place first.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Puts an element at the end of a list of the root and gives its index.
    pub(crate) fn push(&mut self, list: &str, element: Value) -> usize {
        // `Patch::new` has a document's JSON, whose root is an object and whose lists are arrays.
        let list = &mut self.json[list];
        if let Some(list) = list.as_array_mut() {
            list.push(element);
            return list.len() - 1;
        }
        *list = Value::Array(vec![element]);
        0
    }
}
