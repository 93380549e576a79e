//! An opened glTF file.

use crate::buffer::Buffers;
use crate::container;
use crate::error::{OpenError, ViewError};
use crate::finding::{Finding, Findings};
use crate::mesh::TargetCache;
use crate::model::{Mesh, Primitive, Root};
use crate::resolver::{FolderResolver, NoFiles, Resolver};
use crate::schema::{self, Json};
use serde_json::Value;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

/// Whether what has a meaning loads although it is against the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Strictness {
    /// Recoverable findings are errors.
    Strict,
    /// Recoverable findings load with their stated meaning.
    #[default]
    Lenient,
}

/// Where target names may come from, besides `mesh.extras.targetNames`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NameSources {
    /// `primitive.extras.targetNames` of the first primitive that has targets (old `UniVRM`).
    pub primitive_extras: bool,
    /// `name` of the accessors of the first primitive that has targets.
    pub accessor_names: bool,
}

/// Where normals of targets come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Normals {
    /// From the file only: a target without NORMAL deltas is lit as the base is.
    #[default]
    AsWritten,
    /// Computed for targets that move POSITION and have no NORMAL deltas, or only zeros; see
    /// [`morph_core::normals`]. That needs a base with NORMAL, and triangles.
    Computed,
}

/// How to read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ReadOptions {
    /// Whether recoverable findings are errors; lenient by default.
    pub strictness: Strictness,
    /// Further sources of target names; none by default. They count only where
    /// `mesh.extras.targetNames` gives no names.
    pub names: NameSources,
    /// Whether normals are computed for targets that lack them; as written by default.
    /// [`Document::findings`] tells of the file as it is written in any case.
    pub normals: Normals,
}

/// An opened glTF file: its JSON, its model and its buffers.
///
/// Opening reads the buffers, and checks container, syntax, version and required extensions.
/// Meshes and animations are checked when they are asked for; [`Document::findings`] asks for
/// all of them. Decoded targets are kept, so that meshes that share accessors share them.
///
/// # Example
/// ```no_run
/// let document = morph_gltf::open("face.glb")?;
/// for finding in document.findings() {
///     eprintln!("{}: {finding}", finding.severity);
/// }
/// if let Some(mesh) = document.morph_mesh(0)? {
///     println!("{} targets", mesh.target_count());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Document {
    json: Json,
    root: Root,
    is_glb: bool,
    buffers: Buffers,
    file_bytes: usize,
    total_bytes: usize,
    options: ReadOptions,
    resolver: Arc<dyn Resolver>,
    opened: Vec<Finding>,
    target_counts: Vec<usize>,
    /// For each mesh the nodes that draw it, ascending.
    pub(crate) mesh_nodes: Vec<Vec<usize>>,
    pub(crate) demand: OnceLock<u64>,
    pub(crate) targets: Mutex<TargetCache>,
}

/// Opens a .gltf, .glb or .vrm file leniently; other files are read from its folder only.
///
/// # Errors
/// [`OpenError`] says what is wrong and where.
pub fn open(path: impl AsRef<Path>) -> Result<Document, OpenError> {
    open_with(path, &ReadOptions::default())
}

/// Opens a file with options.
///
/// # Errors
/// [`OpenError`] says what is wrong and where.
pub fn open_with(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Document, OpenError> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|error| OpenError::Read {
        path: path.display().to_string(),
        message: error.to_string(),
    })?;
    let folder = path.parent().unwrap_or(Path::new("."));
    Document::from_bytes(Cow::Owned(bytes), Arc::new(FolderResolver::new(folder)), options)
}

impl Document {
    /// Reads a document leniently from bytes; `resolver` reads the files that it names.
    ///
    /// # Errors
    /// [`OpenError`] says what is wrong and where.
    ///
    /// # Example
    /// ```
    /// use morph_gltf::{Document, NoFiles};
    /// let document = Document::from_slice(br#"{ "asset": { "version": "2.0" } }"#, NoFiles)?;
    /// assert!(document.meshes()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_slice(bytes: &[u8], resolver: impl Resolver + 'static) -> Result<Self, OpenError> {
        Self::from_slice_with(bytes, resolver, &ReadOptions::default())
    }

    /// Reads a document from bytes with options.
    ///
    /// # Errors
    /// [`OpenError`] says what is wrong and where.
    pub fn from_slice_with(
        bytes: &[u8],
        resolver: impl Resolver + 'static,
        options: &ReadOptions,
    ) -> Result<Self, OpenError> {
        Self::from_bytes(Cow::Borrowed(bytes), Arc::new(resolver), options)
    }

    fn from_bytes(
        bytes: Cow<'_, [u8]>,
        resolver: Arc<dyn Resolver>,
        options: &ReadOptions,
    ) -> Result<Self, OpenError> {
        let mut findings = Findings::new(options.strictness);
        let file_bytes = bytes.len();
        let parts = container::split(&bytes, &mut findings)?;
        let text = &bytes[parts.json];
        let (json, root) =
            schema::read(text, parts.is_glb, &mut findings).map_err(|error| match error {
                // What the parser says about text of another kind helps nobody.
                OpenError::Json { .. } if !parts.is_glb && !container::looks_like_json(text) => {
                    let start = &text[..text.len().min(8)];
                    OpenError::Neither { start: String::from_utf8_lossy(start).into_owned() }
                }
                error => error,
            })?;
        let bin = parts.bin.map(|range| match bytes {
            Cow::Borrowed(bytes) => bytes[range].to_vec(),
            Cow::Owned(mut bytes) => {
                bytes.truncate(range.end);
                bytes.drain(..range.start);
                bytes
            }
        });
        let buffers = Buffers::load(&root, bin, file_bytes, resolver.as_ref(), &mut findings)?;
        let mut document = Self::from_parts(json, root, buffers, file_bytes, options, findings);
        document.is_glb = parts.is_glb;
        document.resolver = resolver;
        Ok(document)
    }

    /// A document over what has been read; no GLB, and no file is read for it.
    pub(crate) fn from_parts(
        json: Json,
        root: Root,
        buffers: Buffers,
        file_bytes: usize,
        options: &ReadOptions,
        findings: Findings,
    ) -> Self {
        let total_bytes = file_bytes.saturating_add(buffers.external_bytes);
        let target_counts = root.meshes.iter().map(target_count).collect();
        let mesh_nodes = mesh_nodes(&root);
        Self {
            json,
            root,
            is_glb: false,
            buffers,
            file_bytes,
            total_bytes,
            options: *options,
            resolver: Arc::new(NoFiles),
            opened: findings.list,
            target_counts,
            mesh_nodes,
            demand: OnceLock::new(),
            targets: Mutex::new(TargetCache::with(options.normals)),
        }
    }

    /// The whole JSON as it was read, with everything that the model does not know.
    ///
    /// The tree is made at the first call, and kept.
    #[must_use]
    pub fn json(&self) -> &Value {
        self.json.tree()
    }

    /// Whether a word may stand in the JSON; no tree is made to find out.
    pub(crate) fn json_mentions(&self, word: &str) -> bool {
        self.json.mentions(word)
    }

    /// The JSON as Rust types.
    #[must_use]
    pub const fn root(&self) -> &Root {
        &self.root
    }

    /// Whether the file is a GLB.
    #[must_use]
    pub const fn is_glb(&self) -> bool {
        self.is_glb
    }

    /// How the file was read.
    #[must_use]
    pub const fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// The bytes of a buffer, exactly as many as its `byteLength`.
    ///
    /// # Errors
    /// [`BufferError`](crate::BufferError) where they are not there.
    pub fn buffer_bytes(&self, buffer: usize) -> Result<&[u8], crate::BufferError> {
        self.buffers.get(buffer)
    }

    /// The bytes of a bufferView, decoded where it is compressed.
    ///
    /// # Errors
    /// [`ViewError`] where they are not there.
    pub fn view_bytes(&self, view: usize) -> Result<&[u8], ViewError> {
        self.buffers.view(&self.root.buffer_views, view)
    }

    /// The number of targets of a mesh's primitives, `None` where there is no such mesh.
    #[must_use]
    pub fn target_count(&self, mesh: usize) -> Option<usize> {
        self.target_counts.get(mesh).copied()
    }

    /// Bytes of the file itself, without the files that it names.
    #[must_use]
    pub const fn file_bytes(&self) -> usize {
        self.file_bytes
    }

    /// Bytes of the file and of the files that it names: what limits are in proportion to.
    pub(crate) const fn total_bytes(&self) -> usize {
        self.total_bytes
    }

    pub(crate) const fn buffers(&self) -> &Buffers {
        &self.buffers
    }

    pub(crate) fn resolver(&self) -> &dyn Resolver {
        self.resolver.as_ref()
    }

    /// What opening found.
    pub(crate) fn opened(&self) -> &[Finding] {
        &self.opened
    }
}

fn target_count(model: &Mesh) -> usize {
    model.primitives.iter().map(Primitive::target_count).max().unwrap_or(0)
}

fn mesh_nodes(root: &Root) -> Vec<Vec<usize>> {
    let mut of_meshes = vec![Vec::new(); root.meshes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        if let Some(nodes) = node.mesh.and_then(|mesh| of_meshes.get_mut(mesh)) {
            nodes.push(index);
        }
    }
    of_meshes
}

/// Loading may happen on any thread, and a document may be shared by several.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Document>();
};
