//! Vertex attributes and targets between JavaScript's objects and core's types.

use crate::value::{entries, error, floats, object, property, words};
use js_sys::{Float32Array, Object};
use morphkit::core::AttributeSet;
use morphkit::{Attribute, Deltas, TargetDeltas, VertexAttributes};
use wasm_bindgen::{JsCast, JsError, JsValue};

/// The attribute of a name.
pub(crate) fn attribute(place: &str, name: &str) -> Result<Attribute, JsError> {
    name.parse().map_err(|wrong| error(format!("{place}{name}: {wrong}")))
}

/// The set of the named attributes.
pub(crate) fn bands(names: &[String]) -> Result<AttributeSet, JsError> {
    let bands: Result<Vec<Attribute>, JsError> =
        names.iter().map(|name| attribute("bands: ", name)).collect();
    Ok(AttributeSet::from_attributes(bands?)?)
}

/// Names of attributes.
pub(crate) fn names(attributes: impl IntoIterator<Item = Attribute>) -> Vec<String> {
    attributes.into_iter().map(|attribute| attribute.to_string()).collect()
}

/// Arrays by attribute, as the caller holds them.
pub(crate) fn arrays(
    place: &str,
    value: &JsValue,
) -> Result<Vec<(Attribute, Float32Array)>, JsError> {
    let arrays = entries(place, value)?.into_iter().map(|(name, value)| {
        let place = format!("{place}.");
        Ok((attribute(&place, &name)?, floats(&format!("{place}{name}"), &value)?))
    });
    arrays.collect()
}

/// Base attributes, copied.
pub(crate) fn base(vertex_count: u32, value: &JsValue) -> Result<VertexAttributes, JsError> {
    let vertex_count = vertex_count as usize;
    let mut base = VertexAttributes::new(vertex_count);
    for (attribute, values) in arrays("base", value)? {
        let values = values.to_vec();
        let components = match attribute {
            Attribute::Position | Attribute::Normal => 3,
            Attribute::Tangent => 4,
            Attribute::TexCoord(_) => 2,
            // What has neither length is refused below.
            Attribute::Color(_) => {
                3 + usize::from(Some(values.len()) != vertex_count.checked_mul(3))
            }
        };
        base.insert(attribute, components, values)?;
    }
    Ok(base)
}

/// One target's deltas, copied.
pub(crate) fn target(
    place: &str,
    vertex_count: u32,
    value: &JsValue,
) -> Result<TargetDeltas, JsError> {
    let mut target = TargetDeltas::new();
    for (name, value) in entries(place, value)? {
        let attribute = attribute(&format!("{place}."), &name)?;
        let deltas = deltas(&format!("{place}.{name}"), attribute, vertex_count, &value)?;
        target = target.with(attribute, deltas);
    }
    Ok(target)
}

fn deltas(
    place: &str,
    attribute: Attribute,
    vertex_count: u32,
    value: &JsValue,
) -> Result<Deltas, JsError> {
    if let Some(dense) = value.dyn_ref::<Float32Array>() {
        let values = with_alpha(attribute, vertex_count as usize, dense.to_vec());
        return Ok(Deltas::Dense(values));
    }
    if !value.is_object() {
        let expected = "a Float32Array, or an object with indices and values";
        return Err(error(format!("{place}: expected {expected}")));
    }
    let indices = words(&format!("{place}.indices"), &property(value, "indices"))?.to_vec();
    let values = floats(&format!("{place}.values"), &property(value, "values"))?.to_vec();
    let values = with_alpha(attribute, indices.len(), values);
    Ok(Deltas::Sparse { indices, values })
}

/// Colour deltas of three components get a fourth of 0; all other deltas stay as they are.
fn with_alpha(attribute: Attribute, count: usize, values: Vec<f32>) -> Vec<f32> {
    let is_rgb = matches!(attribute, Attribute::Color(_))
        && count > 0
        && count.checked_mul(3) == Some(values.len());
    if !is_rgb {
        return values;
    }
    values.chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 0.0]).collect()
}

/// Attributes as a plain object of new arrays.
pub(crate) fn to_object(attributes: &VertexAttributes) -> Object {
    let named = attributes.attributes().map(|attribute| {
        let values = attributes.values(attribute).unwrap_or_default();
        (attribute.to_string(), JsValue::from(Float32Array::from(values)))
    });
    let named: Vec<(String, JsValue)> = named.collect();
    object(named.iter().map(|(name, values)| (name.as_str(), values.clone())))
}
