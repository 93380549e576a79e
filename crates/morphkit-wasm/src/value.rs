//! Values of JavaScript: checked on their way in, made on their way out.

use js_sys::{Array, Float32Array, Object, Reflect, Uint32Array};
use wasm_bindgen::{JsCast, JsError, JsValue};

/// A whole number of 32 bits without sign, or an error that names it.
pub(crate) fn count(name: &str, value: f64) -> Result<u32, JsError> {
    whole(name, value, f64::from(u32::MAX)).map(|value| value as u32)
}

/// An index, or an error that names it: as an argument of 32 bits it would be cut before it is seen.
pub(crate) fn index(name: &str, value: f64) -> Result<usize, JsError> {
    count(name, value).map(|value| value as usize)
}

/// A whole number that a double holds exactly, or an error that names it.
pub(crate) fn bytes(name: &str, value: f64) -> Result<u64, JsError> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    whole(name, value, LARGEST).map(|value| value as u64)
}

fn whole(name: &str, value: f64, largest: f64) -> Result<f64, JsError> {
    if value.fract() == 0.0 && (0.0..=largest).contains(&value) {
        return Ok(value);
    }
    Err(error(format!("{name}: expected a whole number from 0 to {largest}, got {value}")))
}

/// An error with a text of our own.
pub(crate) fn error(text: impl AsRef<str>) -> JsError {
    JsError::new(text.as_ref())
}

/// The own properties of an object, without those that are undefined.
pub(crate) fn entries(place: &str, value: &JsValue) -> Result<Vec<(String, JsValue)>, JsError> {
    let Some(object) = value.dyn_ref::<Object>() else {
        return Err(error(format!("{place}: expected an object")));
    };
    let entries = Object::entries(object).into_iter();
    let pairs = entries.filter_map(|entry| {
        let pair = entry.dyn_into::<Array>().ok()?;
        Some((pair.get(0).as_string()?, pair.get(1)))
    });
    Ok(pairs.filter(|(_, value)| !value.is_undefined()).collect())
}

/// A property; undefined where the object lacks it or is none.
pub(crate) fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A number that may be left out.
pub(crate) fn number(place: &str, value: &JsValue) -> Result<Option<f64>, JsError> {
    if value.is_undefined() {
        return Ok(None);
    }
    value.as_f64().map(Some).ok_or_else(|| error(format!("{place}: expected a number")))
}

/// Floats as they are, or an error that says where they were expected.
pub(crate) fn floats(place: &str, value: &JsValue) -> Result<Float32Array, JsError> {
    let array = value.dyn_ref::<Float32Array>();
    array.cloned().ok_or_else(|| error(format!("{place}: expected a Float32Array")))
}

/// Words as they are, or an error that says where they were expected.
pub(crate) fn words(place: &str, value: &JsValue) -> Result<Uint32Array, JsError> {
    let array = value.dyn_ref::<Uint32Array>();
    array.cloned().ok_or_else(|| error(format!("{place}: expected a Uint32Array")))
}

/// Room for values of a layout, or an error instead of a trap where memory does not suffice.
pub(crate) fn room<T: Clone>(what: &str, count: u64, zero: T) -> Result<Vec<T>, JsError> {
    let too_large = || {
        let bytes = u128::from(count) * size_of::<T>() as u128;
        error(format!("{what}: not enough memory for {bytes} bytes"))
    };
    let count = usize::try_from(count).or(Err(too_large()))?;
    let mut values = Vec::new();
    values.try_reserve_exact(count).or(Err(too_large()))?;
    values.resize(count, zero);
    Ok(values)
}

/// A new plain object.
pub(crate) fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // A new object takes every property.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object
}
