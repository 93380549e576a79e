//! The classes of the layouts in which a GPU reads deltas.

use crate::attributes::{attribute, bands, names};
use crate::limits::limits;
use crate::targets::Targets;
use crate::value::{count, error, object, room};
use js_sys::Float32Array;
use morphkit::Stage;
use morphkit::core::{self, Layout, LayoutError, choose};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// Deltas in a tiled texture of four floats a texel (rgba32float).
#[wasm_bindgen]
#[derive(Debug)]
pub struct TextureLayout {
    pub(crate) layout: core::TextureLayout,
}

#[wasm_bindgen]
impl TextureLayout {
    /// The seed profile: at most four targets, bands POSITION and NORMAL, width at most 2048.
    ///
    /// # Errors
    /// There are no vertices or no targets.
    pub fn seed(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    ) -> Result<Self, JsError> {
        let (vertex_count, target_count) = counts(vertex_count, target_count)?;
        let layout = core::TextureLayout::seed(vertex_count, target_count);
        Ok(Self { layout: layout.ok_or(LayoutError::NoBands)? })
    }

    /// Any number of targets and any bands, in as many array layers as needed.
    ///
    /// # Errors
    /// Nothing is moved; a set number is too large; it does not fit the limits, with all numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = targetCount)] target_count: f64,
        #[wasm_bindgen(js_name = bands, unchecked_param_type = "Attribute[]")] names: Vec<String>,
        #[wasm_bindgen(js_name = limits, unchecked_optional_param_type = "Limits")] of: &JsValue,
    ) -> Result<Self, JsError> {
        let (vertex_count, target_count) = counts(vertex_count, target_count)?;
        let (bands, limits) = (bands(&names)?, limits(of)?);
        let layout = core::TextureLayout::new(vertex_count, target_count, bands, &limits)?;
        Ok(Self { layout })
    }

    /// Number of vertices.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.layout.vertex_count()
    }

    /// Number of targets that are stored.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> u32 {
        self.layout.target_count()
    }

    /// The bands, in order.
    #[wasm_bindgen(getter, unchecked_return_type = "Attribute[]")]
    #[must_use]
    pub fn bands(&self) -> Vec<String> {
        names(self.layout.attributes().bands())
    }

    /// Width in texels.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn width(&self) -> u32 {
        self.layout.width()
    }

    /// Rows that one band of one target takes.
    #[wasm_bindgen(getter, js_name = rowsPerBand)]
    #[must_use]
    pub fn rows_per_band(&self) -> u32 {
        self.layout.rows_per_band()
    }

    /// Height of each layer in texels.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn height(&self) -> u32 {
        self.layout.height()
    }

    /// Number of array layers; the seed profile has one and is no array.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn layers(&self) -> u32 {
        self.layout.layers()
    }

    /// Bytes of all layers, 16 a texel.
    #[wasm_bindgen(getter, js_name = byteCount)]
    #[must_use]
    pub fn byte_count(&self) -> f64 {
        self.layout.byte_count() as f64
    }

    /// Where a delta lies; undefined where there is no such band, target or vertex.
    ///
    /// # Errors
    /// The target or the vertex is no whole number; the name is no attribute.
    #[wasm_bindgen(unchecked_return_type = "Texel | undefined")]
    pub fn address(
        &self,
        target: f64,
        #[wasm_bindgen(js_name = attribute, unchecked_param_type = "Attribute")] name: &str,
        vertex: f64,
    ) -> Result<JsValue, JsError> {
        let (target, vertex) = (count("target", target)?, count("vertex", vertex)?);
        let texel = self.layout.address(target, attribute("", name)?, vertex);
        Ok(texel.map_or(JsValue::UNDEFINED, |texel| {
            let places = [("column", texel.column), ("row", texel.row), ("layer", texel.layer)];
            object(places.map(|(name, place)| (name, place.into()))).into()
        }))
    }

    /// All texels, layer after layer, row after row: the floats whose bytes are uploaded.
    ///
    /// # Errors
    /// The targets count other vertices than the layout; there is not enough memory.
    pub fn encode(&self, targets: &Targets) -> Result<Float32Array, JsError> {
        same_vertices(self.layout.vertex_count(), targets)?;
        let mut texels = room("texels", self.layout.texel_count(), [0.0; 4])?;
        self.layout.encode_into(&targets.targets, &mut texels)?;
        Ok(Float32Array::from(texels.as_flattened()))
    }
}

/// Deltas in a storage buffer of floats, target after target, vertex after vertex.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LinearLayout {
    layout: core::LinearLayout,
}

#[wasm_bindgen]
impl LinearLayout {
    /// The compat profile: six words, POSITION and NORMAL.
    ///
    /// # Errors
    /// As the constructor.
    pub fn compat(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = targetCount)] target_count: f64,
        #[wasm_bindgen(js_name = limits, unchecked_optional_param_type = "Limits")] of: &JsValue,
    ) -> Result<Self, JsError> {
        let (vertex_count, target_count) = counts(vertex_count, target_count)?;
        let layout = core::LinearLayout::compat(vertex_count, target_count, &limits(of)?)?;
        Ok(Self { layout })
    }

    /// Any bands.
    ///
    /// # Errors
    /// Nothing is moved; a set number is too large; one binding cannot hold it, with both sizes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = targetCount)] target_count: f64,
        #[wasm_bindgen(js_name = bands, unchecked_param_type = "Attribute[]")] names: Vec<String>,
        #[wasm_bindgen(js_name = limits, unchecked_optional_param_type = "Limits")] of: &JsValue,
    ) -> Result<Self, JsError> {
        let (vertex_count, target_count) = counts(vertex_count, target_count)?;
        let (bands, limits) = (bands(&names)?, limits(of)?);
        let layout = core::LinearLayout::new(vertex_count, target_count, bands, &limits)?;
        Ok(Self { layout })
    }

    /// Number of vertices.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    #[must_use]
    pub fn vertex_count(&self) -> u32 {
        self.layout.vertex_count()
    }

    /// Number of targets.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> u32 {
        self.layout.target_count()
    }

    /// The bands, in order.
    #[wasm_bindgen(getter, unchecked_return_type = "Attribute[]")]
    #[must_use]
    pub fn bands(&self) -> Vec<String> {
        names(self.layout.attributes().bands())
    }

    /// Words of one vertex of one target.
    #[wasm_bindgen(getter, js_name = strideWords)]
    #[must_use]
    pub fn stride_words(&self) -> u32 {
        self.layout.stride_words()
    }

    /// Number of words.
    #[wasm_bindgen(getter, js_name = wordCount)]
    #[must_use]
    pub fn word_count(&self) -> f64 {
        self.layout.word_count() as f64
    }

    /// Number of bytes.
    #[wasm_bindgen(getter, js_name = byteCount)]
    #[must_use]
    pub fn byte_count(&self) -> f64 {
        self.layout.byte_count() as f64
    }

    /// Word where a delta begins; undefined where there is no such band, target or vertex.
    ///
    /// # Errors
    /// The target or the vertex is no whole number; the name is no attribute.
    pub fn address(
        &self,
        target: f64,
        #[wasm_bindgen(js_name = attribute, unchecked_param_type = "Attribute")] name: &str,
        vertex: f64,
    ) -> Result<Option<f64>, JsError> {
        let (target, vertex) = (count("target", target)?, count("vertex", vertex)?);
        let word = self.layout.address(target, attribute("", name)?, vertex);
        Ok(word.map(|word| word as f64))
    }

    /// All words: the floats whose bytes are uploaded.
    ///
    /// # Errors
    /// The targets count other vertices than the layout; there is not enough memory.
    pub fn encode(&self, targets: &Targets) -> Result<Float32Array, JsError> {
        same_vertices(self.layout.vertex_count(), targets)?;
        let mut words = room("words", self.layout.word_count(), 0.0)?;
        self.layout.encode_into(&targets.targets, &mut words)?;
        Ok(Float32Array::from(words.as_slice()))
    }
}

/// Which layout to take on a device: linear storage where it has storage buffers enough and one
/// binding holds the deltas, else the tiled texture.
///
/// # Errors
/// The refusal of the last layout tried, with its numbers.
#[wasm_bindgen(js_name = chooseLayout, unchecked_return_type = "\"linear\" | \"texture\"")]
pub fn choose_layout(
    #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    #[wasm_bindgen(js_name = bands, unchecked_param_type = "Attribute[]")] names: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "Stage")] stage: &str,
    #[wasm_bindgen(js_name = limits, unchecked_optional_param_type = "Limits")] of: &JsValue,
) -> Result<String, JsError> {
    let stage = match stage {
        "vertex" => Stage::Vertex,
        "compute" => Stage::Compute,
        other => return Err(error(format!("stage: expected vertex or compute, got {other:?}"))),
    };
    let (vertex_count, target_count) = counts(vertex_count, target_count)?;
    let (layout, _) = choose(vertex_count, target_count, bands(&names)?, &limits(of)?, stage)?;
    Ok(match layout {
        Layout::Linear(_) => "linear".to_owned(),
        Layout::Texture(_) => "texture".to_owned(),
    })
}

pub(crate) fn counts(vertex_count: f64, target_count: f64) -> Result<(u32, u32), JsError> {
    Ok((count("vertexCount", vertex_count)?, count("targetCount", target_count)?))
}

fn same_vertices(expected: u32, targets: &Targets) -> Result<(), JsError> {
    let found = targets.targets.vertex_count();
    if expected as usize == found {
        return Ok(());
    }
    Err(error(format!("targets: expected {expected} vertices, got {found}")))
}
