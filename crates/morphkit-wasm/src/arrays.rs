//! The helper over flat arrays of POSITION, NORMAL and TANGENT.

use crate::attributes::arrays;
use crate::value::{error, object};
use js_sys::{Float32Array, Object};
use morphkit::Attribute;
use morphkit::core::AttributeSlices;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// Adds weighted deltas to a base and returns new arrays, always with directions of unit length.
///
/// Takes POSITION, NORMAL and TANGENT; tangents of targets may have four floats, the fourth of
/// which is ignored.
///
/// # Errors
/// Names the attribute and the numbers that disagree; a weight that is not finite.
#[wasm_bindgen(js_name = applyMorphTargets, unchecked_return_type = "Attributes")]
pub fn apply_morph_targets(
    #[wasm_bindgen(unchecked_param_type = "Attributes")] base: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Attributes[]")] targets: Vec<JsValue>,
    weights: &[f32],
) -> Result<Object, JsError> {
    let base = FlatArrays::new("base", base)?;
    let targets = targets.iter().enumerate();
    let targets: Result<Vec<FlatArrays>, JsError> =
        targets.map(|(at, target)| FlatArrays::new(&format!("targets[{at}]"), target)).collect();
    let targets = targets?;
    let slices: Vec<AttributeSlices<'_>> = targets.iter().map(FlatArrays::slices).collect();
    let morphed = morphkit::core::apply_morph_targets(base.slices(), &slices, weights)?;
    let named = [
        ("POSITION", morphed.positions),
        ("NORMAL", morphed.normals),
        ("TANGENT", morphed.tangents),
    ];
    let named = named.iter().filter_map(|(name, values)| Some((*name, values.as_ref()?)));
    Ok(object(named.map(|(name, values)| (name, Float32Array::from(values.as_slice()).into()))))
}

/// Copies of what [`AttributeSlices`] borrows.
#[derive(Default)]
struct FlatArrays {
    positions: Option<Vec<f32>>,
    normals: Option<Vec<f32>>,
    tangents: Option<Vec<f32>>,
}

impl FlatArrays {
    fn new(place: &str, value: &JsValue) -> Result<Self, JsError> {
        let mut copies = Self::default();
        for (attribute, array) in arrays(place, value)? {
            let slot = match attribute {
                Attribute::Position => &mut copies.positions,
                Attribute::Normal => &mut copies.normals,
                Attribute::Tangent => &mut copies.tangents,
                Attribute::TexCoord(_) | Attribute::Color(_) => {
                    let expected = "expected POSITION, NORMAL or TANGENT";
                    return Err(error(format!("{place}.{attribute}: {expected}")));
                }
            };
            *slot = Some(array.to_vec());
        }
        Ok(copies)
    }

    fn slices(&self) -> AttributeSlices<'_> {
        AttributeSlices {
            positions: self.positions.as_deref(),
            normals: self.normals.as_deref(),
            tangents: self.tangents.as_deref(),
        }
    }
}
