//! Weights of a frame: the active ones, and the words that shaders read.

use crate::layout::{TextureLayout, counts};
use crate::value::{count, error, object, room};
use js_sys::{Float32Array, Object, Uint32Array};
use morphkit::Weights;
use morphkit::core::{
    ActiveList, COMPAT_FALLBACK, SeedUniform, UniformCapacity, check_finite, compat_words,
    encode_compat, encode_row, encode_uniform,
};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// One weight for each target: omitted ones are 0, extra ones are ignored.
///
/// # Errors
/// A weight that is not finite.
#[wasm_bindgen(js_name = fitWeights)]
pub fn fit_weights(
    weights: &[f32],
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
) -> Result<Vec<f32>, JsError> {
    let target_count = count("targetCount", target_count)?;
    // Takes the room, or refuses, before the type does.
    drop(room("weights", u64::from(target_count), 0.0_f32)?);
    let mut fitted = Weights::new(target_count as usize);
    fitted.set_all(weights)?;
    Ok(fitted.as_slice().to_vec())
}

/// The weights that are not zero, ascending by index; the largest by magnitude where only
/// `capacity` of them fit.
///
/// # Errors
/// A weight that is not finite.
#[wasm_bindgen(js_name = activeWeights, unchecked_return_type = "ActiveWeights")]
pub fn active_weights(
    weights: &[f32],
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    capacity: Option<f64>,
) -> Result<Object, JsError> {
    check_finite(weights)?;
    let target_count = count("targetCount", target_count)? as usize;
    let capacity = match capacity {
        Some(capacity) => count("capacity", capacity)? as usize,
        None => target_count,
    };
    let mut active = ActiveList::default();
    let dropped = active.fill_largest(weights, target_count, capacity);
    let indices: Vec<u32> = active.pairs().iter().map(|pair| pair.index).collect();
    let values: Vec<f32> = active.pairs().iter().map(|pair| pair.weight).collect();
    Ok(object([
        ("indices", Uint32Array::from(indices.as_slice()).into()),
        ("weights", Float32Array::from(values.as_slice()).into()),
        ("dropped", dropped.into()),
    ]))
}

/// The seed profile's uniform: eight words, of which a frame writes the first four.
///
/// # Errors
/// A weight that is not finite.
#[wasm_bindgen(js_name = seedUniform)]
pub fn seed_uniform(layout: &TextureLayout, weights: &[f32]) -> Result<Vec<u32>, JsError> {
    check_finite(weights)?;
    let uniform = SeedUniform::new(&layout.layout, weights);
    let sizes = [uniform.count, uniform.tex_width, uniform.rows_per_band, uniform.pad];
    Ok(uniform.weights.map(f32::to_bits).into_iter().chain(sizes).collect())
}

/// Pairs that the uniform of a tiled texture holds for this many targets: 64, 256 or 2046.
///
/// # Errors
/// The number is no whole one.
#[wasm_bindgen(js_name = uniformCapacity)]
pub fn uniform_capacity(
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
) -> Result<u32, JsError> {
    Ok(UniformCapacity::for_targets(count("targetCount", target_count)?).pairs())
}

/// The uniform of a tiled texture: header, pairs of index and weight, zeros.
///
/// Where more weights are active than fit, the largest by magnitude are kept; `exact` refuses them.
///
/// # Errors
/// A weight that is not finite; a capacity that does not exist; under `exact`, too many active
/// weights.
#[wasm_bindgen(js_name = weightsUniform, unchecked_return_type = "WeightWords")]
pub fn weights_uniform(
    layout: &TextureLayout,
    weights: &[f32],
    #[wasm_bindgen(js_name = firstVertex)] first_vertex: Option<f64>,
    capacity: Option<f64>,
    exact: Option<bool>,
) -> Result<Object, JsError> {
    check_finite(weights)?;
    let target_count = layout.layout.target_count();
    let first_vertex = count("firstVertex", first_vertex.unwrap_or(0.0))?;
    let capacity = match capacity {
        None => UniformCapacity::for_targets(target_count),
        Some(pairs) => {
            let found = UniformCapacity::ALL.into_iter().find(|c| f64::from(c.pairs()) == pairs);
            found
                .ok_or_else(|| error(format!("capacity: expected 64, 256 or 2046, got {pairs}")))?
        }
    };
    let mut active = ActiveList::default();
    let mut dropped = 0;
    if exact.unwrap_or(false) {
        active.fill(weights, target_count as usize);
    } else {
        let pairs = capacity.pairs() as usize;
        dropped = active.fill_largest(weights, target_count as usize, pairs);
    }
    let mut words = vec![0; capacity.byte_count() as usize / 4];
    encode_uniform(&layout.layout, first_vertex, &active, capacity, &mut words)?;
    let words = Uint32Array::from(words.as_slice()).into();
    Ok(object([("words", words), ("dropped", dropped.into())]))
}

/// The compat profile's weights: counts, then one weight for each target.
///
/// # Errors
/// A weight that is not finite; there is not enough memory.
#[wasm_bindgen(js_name = compatWeights)]
pub fn compat_weights(
    #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    weights: &[f32],
) -> Result<Vec<u32>, JsError> {
    check_finite(weights)?;
    let (vertex_count, target_count) = counts(vertex_count, target_count)?;
    let mut words = room("words", compat_words(target_count), 0)?;
    encode_compat(target_count, vertex_count, weights, &mut words)?;
    Ok(words)
}

/// The words that are bound where a mesh of the compat profile has no targets.
#[wasm_bindgen(js_name = compatFallback)]
#[must_use]
pub fn compat_fallback() -> Vec<u32> {
    COMPAT_FALLBACK.to_vec()
}

/// Words of a row of weights, rounded up to a multiple of `alignWords`.
///
/// # Errors
/// A number is no whole one.
#[wasm_bindgen(js_name = rowWords)]
pub fn row_words(
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    #[wasm_bindgen(js_name = alignWords)] align_words: Option<f64>,
) -> Result<f64, JsError> {
    let target_count = count("targetCount", target_count)?;
    let align_words = count("alignWords", align_words.unwrap_or(1.0))?;
    Ok(morphkit::core::row_words(target_count, align_words) as f64)
}

/// One row of weights for linear storage: header, pairs of index and weight, zeros to its end.
///
/// # Errors
/// A weight that is not finite; more active weights than the row holds; not enough memory.
#[wasm_bindgen(js_name = weightsRow)]
pub fn weights_row(
    #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
    #[wasm_bindgen(js_name = targetCount)] target_count: f64,
    weights: &[f32],
    #[wasm_bindgen(js_name = strideWords)] stride_words: f64,
    #[wasm_bindgen(js_name = firstVertex)] first_vertex: Option<f64>,
) -> Result<Vec<u32>, JsError> {
    check_finite(weights)?;
    let (vertex_count, target_count) = counts(vertex_count, target_count)?;
    let first_vertex = count("firstVertex", first_vertex.unwrap_or(0.0))?;
    let stride_words = count("strideWords", stride_words)?;
    let mut active = ActiveList::default();
    active.fill(weights, target_count as usize);
    let mut words = room("words", u64::from(stride_words), 0)?;
    encode_row(vertex_count, first_vertex, &active, &mut words)?;
    Ok(words)
}
