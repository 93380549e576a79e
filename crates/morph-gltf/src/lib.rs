//! glTF 2.0 files to morph targets.
//!
//! Bytes that nobody has checked go in; the types of `morph-core` come out: meshes with their
//! targets, names and default weights, and weight animations. Every accessor of the file can be
//! decoded. What is wrong is an error that names the place and both numbers, or, where it has one
//! sensible meaning, a [`Finding`] and a loaded file.
//!
//! This crate knows nothing of a GPU, of skinning or of drawing; nodes, skins and materials are
//! there as [`model`] types for those who do. [`write`](mod@write) changes files, and keeps what it does not know.
//!
//! # Hostile input
//! No slice is cast, arithmetic is checked, memory is in proportion to the file (see
//! [`Document::accessor`]; all meshes together may take 64 times the bytes of the file and of the
//! files it names, or 64 MiB where that is more), JSON is at most 128 levels deep, and no file
//! outside the model's folder is read.
//!
//! # Features
//! | feature | consequence |
//! | --- | --- |
//! | (none) | everything above |
//! | `meshopt` (default) | `EXT_meshopt_compression` and `KHR_meshopt_compression` are read; no dependency |
//! | `gltf` | `Document::from_gltf` takes over what the crate `gltf` has read |
//!
//! # Example
//! ```
//! let json = r#"{ "asset": { "version": "2.0" },
//!     "buffers": [{ "byteLength": 24,
//!         "uri": "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAA" }],
//!     "bufferViews": [{ "buffer": 0, "byteLength": 12 },
//!         { "buffer": 0, "byteOffset": 12, "byteLength": 12 }],
//!     "accessors": [
//!         { "bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0] },
//!         { "bufferView": 1, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 1, 0], "max": [0, 1, 0] }],
//!     "meshes": [{ "weights": [0.5], "extras": { "targetNames": ["up"] },
//!         "primitives": [{ "mode": 0, "attributes": { "POSITION": 0 }, "targets": [{ "POSITION": 1 }] }] }] }"#;
//! let document = morph_gltf::Document::from_slice(json.as_bytes(), morph_gltf::NoFiles)?;
//! assert!(document.validate().is_ok());
//! let mesh = document.morph_mesh(0)?.expect("it has a target");
//! assert_eq!((mesh.target_name(0), &mesh.default_weights[..]), (Some("up"), &[0.5][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! From a file, with its animations:
//! ```no_run
//! let document = morph_gltf::open("face.glb")?;
//! for (index, mesh) in document.meshes()?.iter().enumerate() {
//!     println!("mesh {index}: {} targets {:?}", mesh.target_count(), mesh.target_names);
//! }
//! for clip in document.weight_animations()? {
//!     println!("{:?}: {} weight channels", clip.name, clip.channels.len());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # In the book
//! `docs/use-assets.md` starts here; `docs/gltf.md` says what is read, refused and repaired, with all codes;
//! `docs/players.md` what others do with a file; `docs/names.md` where names come from.
#![forbid(unsafe_code)]

mod accessor;
#[cfg(feature = "gltf")]
mod adapter;
pub mod advice;
mod animation;
mod buffer;
mod component;
mod container;
mod document;
mod error;
mod extension;
mod finding;
mod image;
mod mesh;
#[cfg_attr(not(feature = "meshopt"), path = "meshopt/off.rs")]
mod meshopt;
pub mod model;
mod names;
pub mod optimize;
pub mod player;
mod resolver;
mod schema;
mod uri;
mod validate;
pub mod vrm;
mod weights;
pub mod write;

pub use accessor::AccessorData;
pub use animation::{NodeAnimation, NodeChannel, NodePath};
pub use component::{ComponentType, ElementType};
pub use document::{Document, NameSources, Normals, ReadOptions, Strictness, open, open_with};
pub use error::{
    AccessorError, AnimationError, BufferError, GlbError, ImageError, MeshError, MeshoptError,
    OpenError, ViewError,
};
pub use finding::{Code, Finding, Severity};
pub use image::ImageBytes;
pub use resolver::{FolderResolver, NoFiles, ResolveError, Resolver};
pub use weights::{NodeWeights, WeightSource};

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
