//! The extension of a bufferView: where the compressed bytes are, and what they hold.

use super::attributes::{self, Codec};
use super::filter::Filter;
use super::{NAMES, indices, triangles};
use crate::error::MeshoptError;
use crate::model::{BufferView, MeshoptView};
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Attributes(Codec, Option<Filter>),
    Triangles,
    Indices,
}

/// A compressed view whose numbers fit each other.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) buffer: usize,
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    stride: usize,
    count: usize,
    mode: Mode,
}

impl Layout {
    /// Reads the extension's object, and checks it by the rules of the specification.
    pub(super) fn read(extension: &str, view: &BufferView) -> Result<Self, MeshoptError> {
        let model = MeshoptView::deserialize(&view.extensions[extension])
            .map_err(|error| MeshoptError::Schema { message: error.to_string() })?;
        let (stride, count) = (model.byte_stride, model.count);
        let mode = mode(extension, &model)?;
        if let Some(expected) = wrong_stride(mode, stride) {
            return Err(MeshoptError::Stride { expected, found: stride });
        }
        let whole = mode != Mode::Triangles || count.is_multiple_of(3);
        if count == 0 || !whole {
            let expected = if whole { "at least 1" } else { "a multiple of 3" };
            return Err(MeshoptError::Count { expected, found: count });
        }
        let expected = (count as u64).saturating_mul(stride as u64);
        if expected != view.byte_length as u64 {
            return Err(MeshoptError::Length { expected, count, found: view.byte_length });
        }
        let needed = match mode {
            Mode::Attributes(codec, _) => attributes::least_bytes(count, stride, codec),
            Mode::Triangles => triangles::least_bytes(count),
            Mode::Indices => indices::least_bytes(count),
        };
        if needed > model.byte_length as u64 {
            return Err(MeshoptError::TooShort { needed, count, found: model.byte_length });
        }
        let MeshoptView { buffer, byte_offset, byte_length, .. } = model;
        Ok(Self { buffer, byte_offset, byte_length, stride, count, mode })
    }

    /// Bytes once decoded.
    pub(super) const fn decoded_bytes(&self) -> u64 {
        (self.count as u64).saturating_mul(self.stride as u64)
    }

    pub(super) const fn is_filtered(&self) -> bool {
        matches!(self.mode, Mode::Attributes(_, Some(_)))
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, MeshoptError> {
        match self.mode {
            Mode::Triangles => triangles::decode(bytes, self.count, self.stride),
            Mode::Indices => indices::decode(bytes, self.count, self.stride),
            Mode::Attributes(codec, filter) => {
                let mut out = attributes::decode(bytes, self.count, self.stride, codec)?;
                if let Some(filter) = filter {
                    filter.apply(&mut out, self.stride);
                }
                Ok(out)
            }
        }
    }
}

fn mode(extension: &str, model: &MeshoptView) -> Result<Mode, MeshoptError> {
    let older = extension == NAMES[0];
    let none = match model.mode.as_str() {
        "ATTRIBUTES" => {
            let codec = if older { Codec::V0 } else { Codec::V0OrV1 };
            return Ok(Mode::Attributes(codec, filter(older, model.filter.as_deref())?));
        }
        "TRIANGLES" => Mode::Triangles,
        "INDICES" => Mode::Indices,
        found => return Err(MeshoptError::Mode { found: found.to_owned() }),
    };
    match model.filter.as_deref() {
        None | Some("NONE") => Ok(none),
        Some(found) => {
            let expected = "NONE without mode ATTRIBUTES";
            Err(MeshoptError::Filter { expected, found: found.to_owned() })
        }
    }
}

fn filter(older: bool, name: Option<&str>) -> Result<Option<Filter>, MeshoptError> {
    Ok(Some(match name {
        None | Some("NONE") => return Ok(None),
        Some("OCTAHEDRAL") => Filter::Octahedral,
        Some("QUATERNION") => Filter::Quaternion,
        Some("EXPONENTIAL") => Filter::Exponential,
        Some("COLOR") if !older => Filter::Color,
        Some(found) => {
            let expected = if older {
                "NONE, OCTAHEDRAL, QUATERNION or EXPONENTIAL"
            } else {
                "NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR"
            };
            return Err(MeshoptError::Filter { expected, found: found.to_owned() });
        }
    }))
}

/// The strides that are possible, where this one is not.
const fn wrong_stride(mode: Mode, stride: usize) -> Option<&'static str> {
    let (possible, expected) = match mode {
        Mode::Attributes(_, Some(Filter::Octahedral | Filter::Color)) => {
            (stride == 4 || stride == 8, "4 or 8")
        }
        Mode::Attributes(_, Some(Filter::Quaternion)) => (stride == 8, "8"),
        Mode::Attributes(..) => (
            stride.is_multiple_of(4) && stride > 0 && stride <= 256,
            "a multiple of 4 from 4 to 256",
        ),
        Mode::Triangles | Mode::Indices => (stride == 2 || stride == 4, "2 or 4"),
    };
    if possible { None } else { Some(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(extension: &str, changes: Value, byte_length: usize) -> Result<Layout, String> {
        let mut model = json!({ "buffer": 0, "byteLength": 1000, "byteStride": 8, "count": 6,
            "mode": "ATTRIBUTES" });
        for (key, value) in changes.as_object().unwrap() {
            model[key] = value.clone();
        }
        let view = json!({ "buffer": 1, "byteLength": byte_length,
            "extensions": { extension: model } });
        Layout::read(extension, &BufferView::deserialize(view).unwrap()).map_err(|e| e.to_string())
    }

    #[test]
    fn what_the_specification_allows_is_read() {
        for (changes, byte_length) in [
            (json!({}), 48),
            (json!({ "filter": "NONE", "count": "6".parse::<f64>().unwrap() }), 48),
            (json!({ "filter": "COLOR" }), 48),
            (json!({ "filter": "QUATERNION" }), 48),
            (json!({ "filter": "OCTAHEDRAL", "byteStride": 4 }), 24),
            (json!({ "filter": "EXPONENTIAL", "byteStride": 12 }), 72),
            (json!({ "mode": "TRIANGLES", "byteStride": 2 }), 12),
            (json!({ "mode": "INDICES", "byteStride": 4, "count": 7 }), 28),
        ] {
            assert!(read(NAMES[1], changes, byte_length).is_ok());
        }
    }

    #[test]
    fn what_it_forbids_is_refused_with_its_numbers() {
        for (extension, changes, byte_length, error) in [
            (
                0,
                json!({ "count": -1 }),
                48,
                "invalid value: integer `-1`, expected an integer that is not negative",
            ),
            (
                0,
                json!({ "mode": "POINTS" }),
                48,
                "mode: expected ATTRIBUTES, TRIANGLES or INDICES, got \"POINTS\"",
            ),
            (
                0,
                json!({ "filter": "COLOR" }),
                48,
                "filter: expected NONE, OCTAHEDRAL, QUATERNION or EXPONENTIAL, got \"COLOR\"",
            ),
            (
                1,
                json!({ "filter": "SPHERE" }),
                48,
                "filter: expected NONE, OCTAHEDRAL, QUATERNION, EXPONENTIAL or COLOR, got \"SPHERE\"",
            ),
            (
                1,
                json!({ "mode": "INDICES", "filter": "COLOR" }),
                48,
                "filter: expected NONE without mode ATTRIBUTES, got \"COLOR\"",
            ),
            (
                1,
                json!({ "byteStride": 6 }),
                36,
                "byteStride: expected a multiple of 4 from 4 to 256, got 6",
            ),
            (
                1,
                json!({ "byteStride": 260 }),
                1560,
                "byteStride: expected a multiple of 4 from 4 to 256, got 260",
            ),
            (
                1,
                json!({ "byteStride": 0 }),
                0,
                "byteStride: expected a multiple of 4 from 4 to 256, got 0",
            ),
            (
                1,
                json!({ "byteStride": 12, "filter": "OCTAHEDRAL" }),
                72,
                "byteStride: expected 4 or 8, got 12",
            ),
            (
                1,
                json!({ "byteStride": 4, "filter": "QUATERNION" }),
                24,
                "byteStride: expected 8, got 4",
            ),
            (
                1,
                json!({ "mode": "INDICES", "byteStride": 8 }),
                48,
                "byteStride: expected 2 or 4, got 8",
            ),
            (
                1,
                json!({ "mode": "TRIANGLES", "byteStride": 2, "count": 7 }),
                14,
                "count: expected a multiple of 3, got 7",
            ),
            (1, json!({ "count": 0 }), 0, "count: expected at least 1, got 0"),
            (0, json!({}), 44, "byteLength of the view: expected 48 bytes for 6 elements, got 44"),
            (
                0,
                json!({ "byteLength": 40 }),
                48,
                "byteLength: expected at least 41 bytes for 6 elements, got 40",
            ),
        ] {
            assert_eq!(read(NAMES[extension], changes, byte_length).map(|_| ()), Err(error.into()));
        }
    }

    #[test]
    fn no_short_stream_stands_for_much() {
        let changes = json!({ "byteStride": 4, "count": 1_u64 << 40 });
        let error = read(NAMES[1], changes, 1 << 42).map(|_| ()).unwrap_err();
        let needed = (1_u64 << 32) + 25;
        assert!(error.contains(&format!("at least {needed} bytes")), "{error}");
    }
}
