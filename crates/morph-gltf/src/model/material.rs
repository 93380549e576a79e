//! Materials, textures and images: read for drawing, never needed for morphing.

use super::integer;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A material.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Material {
    /// Name.
    pub name: Option<String>,
    /// Base colour, metalness and roughness.
    pub pbr_metallic_roughness: PbrMetallicRoughness,
    /// Emitted light, linear RGB.
    pub emissive_factor: [f32; 3],
    /// OPAQUE, MASK or BLEND.
    pub alpha_mode: String,
    /// Alpha below which MASK draws nothing.
    pub alpha_cutoff: f32,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// Extensions.
    pub extensions: Map<String, Value>,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: None,
            pbr_metallic_roughness: PbrMetallicRoughness::default(),
            emissive_factor: [0.0; 3],
            alpha_mode: "OPAQUE".into(),
            alpha_cutoff: 0.5,
            double_sided: false,
            extensions: Map::new(),
        }
    }
}

/// Base colour, metalness and roughness.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PbrMetallicRoughness {
    /// Factor of the base colour, linear RGBA.
    pub base_color_factor: [f32; 4],
    /// Texture of the base colour.
    pub base_color_texture: Option<TextureInfo>,
    /// Factor of the metalness.
    pub metallic_factor: f32,
    /// Factor of the roughness.
    pub roughness_factor: f32,
}

impl Default for PbrMetallicRoughness {
    fn default() -> Self {
        Self {
            base_color_factor: [1.0; 4],
            base_color_texture: None,
            metallic_factor: 1.0,
            roughness_factor: 1.0,
        }
    }
}

/// A material's use of a texture.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    /// Index of the texture.
    #[serde(deserialize_with = "integer::required")]
    pub index: usize,
    /// Set of texture coordinates.
    #[serde(default, deserialize_with = "integer::required")]
    pub tex_coord: usize,
    /// Extensions.
    #[serde(default)]
    pub extensions: Map<String, Value>,
}

/// A texture: an image and how it is sampled.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Texture {
    /// Index of the sampler.
    #[serde(deserialize_with = "integer::optional")]
    pub sampler: Option<usize>,
    /// Index of the image.
    #[serde(deserialize_with = "integer::optional")]
    pub source: Option<usize>,
    /// Extensions.
    pub extensions: Map<String, Value>,
}

/// How a texture is sampled, in OpenGL's numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TextureSampler {
    /// Magnification filter.
    #[serde(deserialize_with = "integer::optional")]
    pub mag_filter: Option<usize>,
    /// Minification filter.
    #[serde(deserialize_with = "integer::optional")]
    pub min_filter: Option<usize>,
    /// Wrapping along u.
    #[serde(deserialize_with = "integer::required")]
    pub wrap_s: usize,
    /// Wrapping along v.
    #[serde(deserialize_with = "integer::required")]
    pub wrap_t: usize,
}

impl Default for TextureSampler {
    fn default() -> Self {
        Self { mag_filter: None, min_filter: None, wrap_s: 10497, wrap_t: 10497 }
    }
}

/// An image: a file, a `data:` URI or a view.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Image {
    /// Name.
    pub name: Option<String>,
    /// Where the image is.
    pub uri: Option<String>,
    /// Index of the view that holds it.
    #[serde(deserialize_with = "integer::optional")]
    pub buffer_view: Option<usize>,
    /// Media type.
    pub mime_type: Option<String>,
}
