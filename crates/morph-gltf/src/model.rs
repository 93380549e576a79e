//! The JSON of a glTF file as Rust types: what this crate and its callers read.
//!
//! Integers may be written as `24.0` or `24e0`. What the model does not know is ignored here and
//! kept in [`Document::json`](crate::Document::json).

mod accessor;
mod animation;
mod integer;
mod material;
mod mesh;
mod scene;

pub use accessor::{
    Accessor, Buffer, BufferView, MeshoptView, Sparse, SparseIndices, SparseValues,
};
pub use animation::{Animation, Channel, ChannelTarget, Sampler};
pub use material::{Image, Material, PbrMetallicRoughness, Texture, TextureInfo, TextureSampler};
pub use mesh::{Mesh, Primitive};
pub use scene::{Node, Scene, Skin};

use serde::Deserialize;

/// The root object.
///
/// # Source
/// glTF 2.0, section 5.17 "glTF".
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Root {
    /// Version and origin.
    pub asset: Asset,
    /// Binary data.
    pub buffers: Vec<Buffer>,
    /// Ranges of buffers.
    pub buffer_views: Vec<BufferView>,
    /// Typed arrays over views.
    pub accessors: Vec<Accessor>,
    /// Meshes.
    pub meshes: Vec<Mesh>,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Skins.
    pub skins: Vec<Skin>,
    /// Scenes.
    pub scenes: Vec<Scene>,
    /// Index of the scene to show first.
    #[serde(deserialize_with = "integer::optional")]
    pub scene: Option<usize>,
    /// Animations.
    pub animations: Vec<Animation>,
    /// Extensions that the file uses.
    pub extensions_used: Vec<String>,
    /// Extensions without which the file cannot be read.
    pub extensions_required: Vec<String>,
    /// Materials; one that does not fit the model is the default material, and a finding.
    #[serde(skip)]
    pub materials: Vec<Material>,
    /// Textures; one that does not fit the model names no image, and is a finding.
    #[serde(skip)]
    pub textures: Vec<Texture>,
    /// Texture samplers; one that does not fit the model is the default, and a finding.
    #[serde(skip)]
    pub samplers: Vec<TextureSampler>,
    /// Images; one that does not fit the model has no source, and is a finding.
    #[serde(skip)]
    pub images: Vec<Image>,
}

/// Version and origin of the file.
///
/// # Source
/// glTF 2.0, section 5.9 "Asset".
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Asset {
    /// Version of glTF that the file is written for, `"2.0"`.
    pub version: Option<String>,
    /// Least version of glTF that a reader must know.
    pub min_version: Option<String>,
    /// The tool that wrote the file.
    pub generator: Option<String>,
}
