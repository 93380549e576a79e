//! The class `Mesh`: what a glTF mesh holds.

use crate::primitive::Primitive;
use crate::value::{error, index};
use morphkit::MorphMesh;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// One mesh: its primitives share target names and weights.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    pub(crate) mesh: MorphMesh,
}

#[wasm_bindgen]
impl Mesh {
    /// The mesh's name, where it has one.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.mesh.name.clone()
    }

    /// Number of targets; 0 where it is not morphed.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.mesh.target_count()
    }

    /// One name for each target; undefined where they have none.
    #[wasm_bindgen(getter, js_name = targetNames)]
    #[must_use]
    pub fn target_names(&self) -> Option<Vec<String>> {
        self.mesh.target_names.as_ref().map(|names| names.to_vec())
    }

    /// Index of the first target of this name; undefined where there is none.
    #[wasm_bindgen(js_name = targetIndex)]
    #[must_use]
    pub fn target_index(&self, name: &str) -> Option<usize> {
        self.mesh.target_index(name)
    }

    /// Weights of a node that has none of its own, one for each target.
    #[wasm_bindgen(getter, js_name = defaultWeights)]
    #[must_use]
    pub fn default_weights(&self) -> Vec<f32> {
        self.mesh.default_weights.clone()
    }

    /// Number of primitives.
    #[wasm_bindgen(getter, js_name = primitiveCount)]
    #[must_use]
    pub fn primitive_count(&self) -> usize {
        self.mesh.primitives.len()
    }

    /// A primitive: its base is copied, its targets are shared.
    ///
    /// # Errors
    /// There is no such primitive.
    pub fn primitive(&self, primitive: f64) -> Result<Primitive, JsError> {
        let index = index("primitive", primitive)?;
        let count = self.mesh.primitives.len();
        let primitive = self.mesh.primitives.get(index).cloned();
        let primitive =
            primitive.ok_or_else(|| error(format!("primitives[{index}]: there are {count}")))?;
        Ok(primitive.into())
    }
}
