//! The class `Targets`: deltas of one primitive, checked once and shared.

use crate::attributes::{attribute, names, target};
use crate::value::{count, error, index, object};
use js_sys::{Float32Array, Object, Uint32Array};
use morphkit::{Deltas, MorphTargets};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// All targets of one primitive, without its base. Checked when it is made, immutable afterwards.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Targets {
    pub(crate) targets: MorphTargets,
}

#[wasm_bindgen]
impl Targets {
    /// Checks and takes targets; undefined without targets or without vertices.
    ///
    /// # Errors
    /// Names the target, the attribute and the numbers that disagree.
    pub fn from(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(unchecked_param_type = "Target[]")] targets: Vec<JsValue>,
    ) -> Result<Option<Self>, JsError> {
        let checked = checked(count("vertexCount", vertex_count)?, &targets)?;
        Ok(checked.map(|targets| Self { targets }))
    }

    /// Number of vertices.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.targets.vertex_count()
    }

    /// Number of targets.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.targets.target_count()
    }

    /// The attributes that some target moves, in the order of layouts.
    #[wasm_bindgen(getter, unchecked_return_type = "Attribute[]")]
    #[must_use]
    pub fn attributes(&self) -> Vec<String> {
        names(self.targets.attributes().iter().copied())
    }

    /// A target's deltas of an attribute, copied: one a vertex, or sparse. Undefined where there
    /// are none.
    ///
    /// # Errors
    /// The target is no whole number; the name is no attribute.
    #[wasm_bindgen(unchecked_return_type = "Float32Array | SparseDeltas | undefined")]
    pub fn deltas(
        &self,
        #[wasm_bindgen(js_name = target)] number: f64,
        #[wasm_bindgen(js_name = attribute, unchecked_param_type = "Attribute")] name: &str,
    ) -> Result<JsValue, JsError> {
        Ok(match self.targets.deltas(index("target", number)?, attribute("", name)?) {
            None => JsValue::UNDEFINED,
            Some(Deltas::Dense(values)) => Float32Array::from(values.as_slice()).into(),
            Some(Deltas::Sparse { indices, values }) => sparse(indices, values).into(),
        })
    }
}

/// Targets from plain objects.
pub(crate) fn checked(
    vertex_count: u32,
    targets: &[JsValue],
) -> Result<Option<MorphTargets>, JsError> {
    let targets = targets.iter().enumerate().map(|(index, value)| {
        if !value.is_object() {
            return Err(error(format!("targets[{index}]: expected an object")));
        }
        target(&format!("targets[{index}]"), vertex_count, value)
    });
    let targets: Result<Vec<_>, JsError> = targets.collect();
    Ok(MorphTargets::new(vertex_count as usize, targets?)?)
}

fn sparse(indices: &[u32], values: &[f32]) -> Object {
    object([
        ("indices", Uint32Array::from(indices).into()),
        ("values", Float32Array::from(values).into()),
    ])
}
