//! Files for the tests, made piece by piece.

use morph_gltf::Document;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A file that is being made: JSON, and the bytes of its one buffer.
pub(crate) struct Builder {
    pub(crate) json: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "scenes": [{ "nodes": [] }],
            "nodes": [], "meshes": [], "accessors": [], "bufferViews": [],
        });
        Self { json, bytes: Vec::new() }
    }

    /// Appends an element to a list of the root.
    pub(crate) fn push(&mut self, list: &str, value: Value) -> usize {
        if !self.json[list].is_array() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let view = json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()
        });
        self.bytes.extend(bytes);
        self.push("bufferViews", view)
    }

    /// Dense floats, with bounds.
    pub(crate) fn floats(&mut self, components: usize, values: &[f32]) -> usize {
        let view = self.view(&le(values));
        let mut accessor = accessor(components, values.len() / components);
        accessor["bufferView"] = view.into();
        bounds(&mut accessor, components, values, false);
        self.push("accessors", accessor)
    }

    /// Floats of some elements, the others zero.
    pub(crate) fn sparse(
        &mut self,
        components: usize,
        count: usize,
        indices: &[u16],
        values: &[f32],
    ) -> usize {
        let mut accessor = accessor(components, count);
        bounds(&mut accessor, components, values, indices.len() < count);
        if !indices.is_empty() {
            let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            let (indices_view, values_view) = (self.view(&bytes), self.view(&le(values)));
            accessor["sparse"] = json!({
                "count": indices.len(),
                "indices": { "bufferView": indices_view, "componentType": 5123 },
                "values": { "bufferView": values_view },
            });
        }
        self.push("accessors", accessor)
    }

    /// Indices of a primitive.
    pub(crate) fn indices(&mut self, indices: &[u16]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes);
        let accessor = json!({
            "bufferView": view, "componentType": 5123, "type": "SCALAR", "count": indices.len()
        });
        self.push("accessors", accessor)
    }

    /// Bytes without a sign, four an element.
    pub(crate) fn joints(&mut self, joints: &[u8]) -> usize {
        let view = self.view(joints);
        let accessor = json!({
            "bufferView": view, "componentType": 5121, "type": "VEC4", "count": joints.len() / 4
        });
        self.push("accessors", accessor)
    }

    /// A node of the scene.
    pub(crate) fn root(&mut self, node: Value) -> usize {
        let node = self.push("nodes", node);
        self.json["scenes"][0]["nodes"].as_array_mut().unwrap().push(node.into());
        node
    }

    pub(crate) fn open(&self) -> Document {
        let mut json = self.json.clone();
        for list in ["nodes", "meshes", "accessors", "bufferViews"] {
            if json[list].as_array().is_some_and(Vec::is_empty) {
                json.as_object_mut().unwrap().remove(list);
            }
        }
        json["buffers"] = json!([{ "uri": "data.bin", "byteLength": self.bytes.len() }]);
        let files = BTreeMap::from([("data.bin".to_owned(), self.bytes.clone())]);
        Document::from_slice(json.to_string().as_bytes(), files).unwrap()
    }
}

fn accessor(components: usize, count: usize) -> Value {
    let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"].get(components - 1).unwrap_or(&"MAT4");
    json!({ "componentType": 5126, "type": kind, "count": count })
}

fn bounds(accessor: &mut Value, components: usize, values: &[f32], zeros: bool) {
    if components != 3 {
        return;
    }
    let of = |fold: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
        let start = if zeros { 0.0 } else { start };
        (0..3).map(|c| values.iter().skip(c).step_by(3).copied().fold(start, fold)).collect()
    };
    accessor["min"] = json!(of(f32::min, f32::INFINITY));
    accessor["max"] = json!(of(f32::max, f32::NEG_INFINITY));
}

fn le(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
