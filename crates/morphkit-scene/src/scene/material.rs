//! Materials: what of them the pictures show.

use super::texture::{self, Texture};
use anyhow::{Result, bail};
use morphkit::gltf::Document;
use morphkit::gltf::model;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a material does with alpha.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Alpha {
    /// Nothing.
    Opaque,
    /// Draws nothing below this alpha.
    Mask(f32),
    /// Mixes with what is behind.
    Blend,
}

/// A surface.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Linear RGBA.
    pub base_color: [f32; 4],
    /// Emitted light, linear RGB.
    pub emissive: [f32; 3],
    /// Metalness.
    pub metallic: f32,
    /// Roughness.
    pub roughness: f32,
    /// What alpha does.
    pub alpha: Alpha,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// Whether it shows its colour without any light.
    pub unlit: bool,
    /// The base colour's texture.
    pub texture: Option<TextureUse>,
}

/// How a material uses a texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureUse {
    /// Index into the scene's textures.
    pub texture: usize,
    /// Set of texture coordinates.
    pub set: u32,
    /// Rows of the transform: u' = row0 . (u, v, 1).
    pub transform: [[f32; 3]; 2],
}

const IDENTITY: [[f32; 3]; 2] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// Reads materials as primitives ask for them.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    document: &'a Document,
    /// Index in the file to index in the scene; `None` is the default material.
    known: BTreeMap<Option<usize>, usize>,
    materials: Vec<Material>,
    /// The textures of the file in use, by index; each value is one of the scene's.
    textures: BTreeMap<usize, usize>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(document: &'a Document) -> Self {
        Self { document, known: BTreeMap::new(), materials: Vec::new(), textures: BTreeMap::new() }
    }

    /// The scene's index of a material of the file, or of the default material.
    pub(super) fn material(&mut self, place: &str, index: Option<usize>) -> Result<usize> {
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let materials = &self.document.root().materials;
        let material = match index {
            None => self.read(&model::Material { ..model::Material::default() }),
            Some(at) => match materials.get(at) {
                Some(model) => self.read(model),
                None => bail!(
                    "{place}.material: materials[{at}] does not exist, there are {}",
                    materials.len()
                ),
            },
        };
        let at = self.materials.len();
        self.materials.push(material);
        self.known.insert(index, at);
        Ok(at)
    }

    fn read(&mut self, model: &model::Material) -> Material {
        let pbr = &model.pbr_metallic_roughness;
        Material {
            base_color: pbr.base_color_factor,
            emissive: model.emissive_factor,
            metallic: pbr.metallic_factor.clamp(0.0, 1.0),
            roughness: pbr.roughness_factor.clamp(0.0, 1.0),
            alpha: match model.alpha_mode.as_str() {
                "MASK" => Alpha::Mask(model.alpha_cutoff),
                "BLEND" => Alpha::Blend,
                _ => Alpha::Opaque,
            },
            double_sided: model.double_sided,
            unlit: model.extensions.contains_key("KHR_materials_unlit"),
            texture: pbr.base_color_texture.as_ref().map(|info| self.texture_use(info)),
        }
    }

    fn texture_use(&mut self, info: &model::TextureInfo) -> TextureUse {
        let transform = info.extensions.get("KHR_texture_transform").and_then(Value::as_object);
        let set = transform.and_then(|t| t.get("texCoord")).and_then(Value::as_u64);
        let next = self.textures.len();
        TextureUse {
            texture: *self.textures.entry(info.index).or_insert(next),
            set: set.unwrap_or(info.tex_coord as u64) as u32,
            transform: transform.map_or(IDENTITY, transform_rows),
        }
    }

    /// The materials, and the textures that they use. A texture that cannot be read is left out
    /// of its materials with a note.
    pub(super) fn finish(self, notes: &mut Vec<String>) -> (Vec<Material>, Vec<Texture>) {
        let mut order: Vec<_> = self.textures.into_iter().collect();
        order.sort_unstable_by_key(|&(_, at)| at);
        let mut places = Vec::new();
        let mut textures = Vec::new();
        let mut images = texture::Images::new(self.document);
        for (index, _) in order {
            match images.texture(index) {
                Ok(texture) => {
                    places.push(Some(textures.len()));
                    textures.push(texture);
                }
                Err(error) => {
                    places.push(None);
                    notes.push(format!("textures[{index}] is left out: {error}"));
                }
            }
        }
        let mut materials = self.materials;
        for material in &mut materials {
            material.texture = material
                .texture
                .and_then(|at| places[at.texture].map(|texture| TextureUse { texture, ..at }));
        }
        (materials, textures)
    }
}

/// Offset, rotation and scale as rows of a matrix.
///
/// # Source
/// `KHR_texture_transform`, "Overview": translation * rotation * scale.
fn transform_rows(transform: &Map<String, Value>) -> [[f32; 3]; 2] {
    let number =
        |value: Option<&Value>, or: f32| value.and_then(Value::as_f64).map_or(or, |v| v as f32);
    let pair = |name: &str, or: f32| {
        let value = transform.get(name);
        [0, 1].map(|at| number(value.and_then(|v| v.get(at)), or))
    };
    let ([x, y], [sx, sy]) = (pair("offset", 0.0), pair("scale", 1.0));
    let (sin, cos) = number(transform.get("rotation"), 0.0).sin_cos();
    [[cos * sx, sin * sy, x], [-sin * sx, cos * sy, y]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texture_transforms_scale_then_turn_then_move() {
        let rows = |value: Value| transform_rows(value.as_object().unwrap());
        assert_eq!(rows(json!({})), IDENTITY);
        let [u, v] = rows(json!({ "offset": [1, 2], "scale": [3, 4] }));
        assert_eq!((u, v), ([3.0, 0.0, 1.0], [0.0, 4.0, 2.0]));
        let [u, v] = rows(json!({ "rotation": std::f64::consts::FRAC_PI_2 }));
        let close =
            |row: [f32; 3], to: [f32; 3]| row.iter().zip(to).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(close(u, [0.0, 1.0, 0.0]) && close(v, [-1.0, 0.0, 0.0]), "{u:?} {v:?}");
    }
}
