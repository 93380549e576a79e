//! The class `Primitive`: a base, its targets, and their blend.

use crate::attributes::{arrays, base, names, to_object};
use crate::bounds::{Bounds, to_box};
use crate::targets::{Targets, checked};
use crate::value::{count, error};
use js_sys::Object;
use morphkit::core::{BlendError, blend_attribute_into, check_finite, exact_bounds};
use morphkit::{MorphPrimitive, MorphTargets, Normalize, VertexAttributes, blend};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// One primitive: base attributes and, where it is morphed, its targets.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Primitive {
    base: VertexAttributes,
    targets: Option<MorphTargets>,
    /// Room for one attribute on its way out; kept between frames.
    room: Vec<f32>,
}

impl From<MorphPrimitive> for Primitive {
    fn from(primitive: MorphPrimitive) -> Self {
        Self { base: primitive.base, targets: primitive.targets, room: Vec::new() }
    }
}

#[wasm_bindgen]
impl Primitive {
    /// A primitive from plain arrays, which are copied.
    ///
    /// # Errors
    /// Names the attribute or the target, and the numbers that disagree.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = base, unchecked_param_type = "Attributes")] attributes: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Target[]")] targets: Vec<JsValue>,
    ) -> Result<Self, JsError> {
        let vertex_count = count("vertexCount", vertex_count)?;
        let base = base(vertex_count, attributes)?;
        let targets = checked(vertex_count, &targets)?;
        Ok(Self { base, targets, room: Vec::new() })
    }

    /// A primitive with targets that are there already, which it shares.
    ///
    /// # Errors
    /// Names the attribute and the numbers that disagree. Targets for another number of vertices
    /// are refused where they are blended.
    #[wasm_bindgen(js_name = withTargets)]
    pub fn with_targets(
        #[wasm_bindgen(js_name = vertexCount)] vertex_count: f64,
        #[wasm_bindgen(js_name = base, unchecked_param_type = "Attributes")] attributes: &JsValue,
        targets: &Targets,
    ) -> Result<Self, JsError> {
        let base = base(count("vertexCount", vertex_count)?, attributes)?;
        Ok(Self { base, targets: Some(targets.targets.clone()), room: Vec::new() })
    }

    /// Number of vertices.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.base.vertex_count()
    }

    /// Number of targets; 0 where it is not morphed.
    #[wasm_bindgen(getter, js_name = targetCount)]
    #[must_use]
    pub fn target_count(&self) -> usize {
        self.targets.as_ref().map_or(0, MorphTargets::target_count)
    }

    /// The base's attributes, in the order of layouts.
    #[wasm_bindgen(getter, unchecked_return_type = "Attribute[]")]
    #[must_use]
    pub fn attributes(&self) -> Vec<String> {
        names(self.base.attributes())
    }

    /// The base lacks NORMAL: it is shaded flat, and its directions are not morphed.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn flat(&self) -> bool {
        !self.base.has(morphkit::Attribute::Normal)
    }

    /// The base, copied.
    #[wasm_bindgen(unchecked_return_type = "Attributes")]
    #[must_use]
    pub fn base(&self) -> Object {
        to_object(&self.base)
    }

    /// The targets without what the base cannot show: those to give to a GPU. Undefined where it
    /// is not morphed.
    #[must_use]
    pub fn targets(&self) -> Option<Targets> {
        let targets = self.targets.as_ref()?.for_base(&self.base);
        Some(Targets { targets })
    }

    /// Blends all attributes into new arrays.
    ///
    /// Omitted weights are 0, extra ones are ignored. NORMAL and TANGENT get unit length unless
    /// `normalize` is false.
    ///
    /// # Errors
    /// A weight that is not finite; base and targets of different lengths.
    #[wasm_bindgen(js_name = blend, unchecked_return_type = "Attributes")]
    pub fn blend(&self, weights: &[f32], normalize: Option<bool>) -> Result<Object, JsError> {
        let Some(targets) = &self.targets else {
            check_finite(weights)?;
            return Ok(to_object(&self.base));
        };
        let blended = blend(&self.base, targets, weights, normalize_or_not(normalize))?;
        Ok(to_object(&blended))
    }

    /// Blends the attributes for which `out` has an array into these arrays.
    ///
    /// # Errors
    /// As `blend`, and for an array of another length than the base's. Nothing is written then.
    #[wasm_bindgen(js_name = blendInto)]
    pub fn blend_into(
        &mut self,
        weights: &[f32],
        #[wasm_bindgen(unchecked_param_type = "Attributes")] out: &JsValue,
        normalize: Option<bool>,
    ) -> Result<(), JsError> {
        let out = arrays("out", out)?;
        for (attribute, array) in &out {
            let expected = self.base.values(*attribute).map_or(0, <[f32]>::len);
            let (attribute, found) = (*attribute, array.length() as usize);
            if expected != found {
                return Err(BlendError::Length { attribute, expected, found }.into());
            }
        }
        check_finite(weights)?;
        for (attribute, array) in out {
            let values = self.base.values(attribute).unwrap_or_default();
            let Some(targets) = &self.targets else {
                array.copy_from(values);
                continue;
            };
            self.room.resize(values.len(), 0.0);
            let normalize = normalize_or_not(normalize);
            let room = &mut self.room;
            blend_attribute_into(&self.base, targets, attribute, weights, normalize, room)?;
            array.copy_from(room);
        }
        Ok(())
    }

    /// Measures the boxes of base and targets, once for all weights.
    ///
    /// # Errors
    /// The base has no POSITION or one that is not finite; there are no targets.
    pub fn bounds(&self) -> Result<Bounds, JsError> {
        Bounds::new(&self.base, self.morphed("bounds")?)
    }

    /// The box around all blended positions, by blending each vertex.
    ///
    /// # Errors
    /// As `bounds`; a weight or a blended position that is not finite.
    #[wasm_bindgen(js_name = exactBounds, unchecked_return_type = "Box")]
    pub fn exact_bounds(&self, weights: &[f32]) -> Result<Object, JsError> {
        Ok(to_box(exact_bounds(&self.base, self.morphed("exactBounds")?, weights)?))
    }
}

impl Primitive {
    fn morphed(&self, what: &str) -> Result<&MorphTargets, JsError> {
        self.targets.as_ref().ok_or_else(|| error(format!("{what}: the primitive has no targets")))
    }
}

fn normalize_or_not(normalize: Option<bool>) -> Normalize {
    if normalize.unwrap_or(true) { Normalize::Yes } else { Normalize::No }
}
