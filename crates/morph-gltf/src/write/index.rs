//! Indices in JSON values, in every spelling that the model reads.

use serde_json::Value;

/// The integer of a value: `3`, `3.0` and `3e0` are the same.
pub(crate) fn read(value: &Value) -> Option<usize> {
    if let Some(index) = value.as_u64() {
        return usize::try_from(index).ok();
    }
    let float = value.as_f64()?;
    // Up to 53 bits are exact.
    let exact = float.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&float);
    exact.then_some(float as usize)
}

/// Writes a new index, and leaves the value alone where it is the same.
pub(crate) fn write(value: &mut Value, index: usize) {
    if read(value) != Some(index) {
        *value = index.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_index_is_an_integer_in_any_spelling() {
        for (value, index) in [
            (json!(3), Some(3)),
            (json!(3.0), Some(3)),
            (json!(-0.0), Some(0)),
            (json!(0.5), None),
            (json!(-1), None),
            (json!(1e300), None),
            (json!("3"), None),
            (json!(null), None),
        ] {
            assert_eq!(read(&value), index, "{value}");
        }
    }

    #[test]
    fn the_spelling_of_what_stays_stays() {
        let mut value = json!(3.0);
        write(&mut value, 3);
        assert_eq!(value.to_string(), "3.0");
        write(&mut value, 4);
        assert_eq!(value.to_string(), "4");
    }
}
