//! The class `Bounds`: boxes around a morphed primitive, without blending it.

use crate::value::{index, object};
use js_sys::{Array, Object};
use morphkit::core::{Aabb, MorphBounds};
use morphkit::{MorphTargets, VertexAttributes};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// The box of a primitive for any weights, in time proportional to the number of targets.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Bounds {
    bounds: MorphBounds,
}

impl Bounds {
    pub(crate) fn new(base: &VertexAttributes, targets: &MorphTargets) -> Result<Self, JsError> {
        Ok(Self { bounds: MorphBounds::new(base, targets)? })
    }
}

#[wasm_bindgen]
impl Bounds {
    /// The base's box.
    #[wasm_bindgen(getter, unchecked_return_type = "Box")]
    #[must_use]
    pub fn base(&self) -> Object {
        to_box(self.bounds.base())
    }

    /// The box around a target's position deltas; undefined where it moves no vertex.
    ///
    /// # Errors
    /// The target is no whole number.
    #[wasm_bindgen(unchecked_return_type = "Box | undefined")]
    pub fn deltas(&self, target: f64) -> Result<JsValue, JsError> {
        let deltas = self.bounds.deltas(index("target", target)?);
        Ok(deltas.map_or(JsValue::UNDEFINED, |deltas| to_box(deltas).into()))
    }

    /// A box that holds every blended position for these weights; never too small.
    ///
    /// # Errors
    /// A weight that is not finite.
    #[wasm_bindgen(js_name = forWeights, unchecked_return_type = "Box")]
    pub fn for_weights(&self, weights: &[f32]) -> Result<Object, JsError> {
        Ok(to_box(self.bounds.bounds(weights)?))
    }

    /// A box that holds every blended position for all weights between lows and highs.
    ///
    /// # Errors
    /// An end that is not finite, a low end above the high one, lists of different lengths.
    #[wasm_bindgen(js_name = forRanges, unchecked_return_type = "Box")]
    pub fn for_ranges(&self, lows: &[f32], highs: &[f32]) -> Result<Object, JsError> {
        if lows.len() != highs.len() {
            let (lows, highs) = (lows.len(), highs.len());
            return Err(JsError::new(&format!("highs: expected {lows} numbers, got {highs}")));
        }
        let ranges: Vec<(f32, f32)> = lows.iter().copied().zip(highs.iter().copied()).collect();
        Ok(to_box(self.bounds.bounds_for_ranges(&ranges)?))
    }
}

pub(crate) fn to_box(bounds: Aabb) -> Object {
    let corner = |corner: [f32; 3]| corner.map(JsValue::from).iter().collect::<Array>().into();
    object([("min", corner(bounds.min)), ("max", corner(bounds.max))])
}
