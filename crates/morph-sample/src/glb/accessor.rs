//! Accessors and the bytes that they view.

use morph_core::Attribute;
use serde_json::{Value, json};

const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// The file's only buffer, with the views and accessors into it.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    /// The last sparse indices and their view: a target's attributes often share them.
    last_indices: Option<(Vec<u32>, usize)>,
}

impl Buffer {
    /// One element a vertex.
    pub(super) fn vertices(
        &mut self,
        attribute: Attribute,
        components: usize,
        values: &[f32],
    ) -> usize {
        let view = self.view(|bytes| push_floats(bytes, values), Some(ARRAY_BUFFER));
        let mut accessor = float_accessor(components, values.len() / components);
        accessor["bufferView"] = json!(view);
        if attribute == Attribute::Position {
            let (min, max) = range(values.chunks_exact(components));
            accessor["min"] = json!(min);
            accessor["max"] = json!(max);
        }
        self.accessor(accessor)
    }

    /// Deltas of some vertices; all others are zero.
    pub(super) fn sparse(
        &mut self,
        attribute: Attribute,
        vertex_count: usize,
        indices: &[u32],
        values: &[f32],
    ) -> usize {
        let components = attribute.delta_components();
        let mut accessor = float_accessor(components, vertex_count);
        if attribute == Attribute::Position {
            // The zeros of all other vertices count as well.
            let zero = [0.0; 3];
            let rest = (indices.len() < vertex_count).then_some(&zero[..]);
            let (min, max) = range(values.chunks_exact(components).chain(rest));
            accessor["min"] = json!(min);
            accessor["max"] = json!(max);
        }
        if !indices.is_empty() {
            let of_indices = self.sparse_indices(indices, vertex_count);
            let of_values = self.view(|bytes| push_floats(bytes, values), None);
            accessor["sparse"] = json!({
                "count": indices.len(),
                "indices": {
                    "bufferView": of_indices,
                    "componentType": index_type(vertex_count),
                },
                "values": { "bufferView": of_values },
            });
        }
        self.accessor(accessor)
    }

    fn sparse_indices(&mut self, indices: &[u32], vertex_count: usize) -> usize {
        match &self.last_indices {
            Some((last, view)) if last == indices => *view,
            _ => {
                let view = self.view(|bytes| push_indices(bytes, indices, vertex_count), None);
                self.last_indices = Some((indices.to_vec(), view));
                view
            }
        }
    }

    /// Triangle corners.
    pub(super) fn indices(&mut self, indices: &[u32], vertex_count: usize) -> usize {
        let fill = |bytes: &mut Vec<u8>| push_indices(bytes, indices, vertex_count);
        let view = self.view(fill, Some(ELEMENT_ARRAY_BUFFER));
        self.accessor(json!({
            "bufferView": view,
            "componentType": index_type(vertex_count),
            "count": indices.len(),
            "type": "SCALAR",
        }))
    }

    /// Key times of an animation.
    pub(super) fn keys(&mut self, times: &[f32]) -> usize {
        let accessor = self.weights(times);
        let (min, max) = range(times.chunks_exact(1));
        self.accessors[accessor]["min"] = json!(min);
        self.accessors[accessor]["max"] = json!(max);
        accessor
    }

    /// Plain numbers.
    pub(super) fn weights(&mut self, values: &[f32]) -> usize {
        let view = self.view(|bytes| push_floats(bytes, values), None);
        let mut accessor = float_accessor(1, values.len());
        accessor["bufferView"] = json!(view);
        self.accessor(accessor)
    }

    /// Puts everything into the file's root and gives the bytes.
    pub(super) fn finish(self, root: &mut Value) -> Vec<u8> {
        root["accessors"] = Value::Array(self.accessors);
        root["bufferViews"] = Value::Array(self.views);
        root["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        self.bytes
    }

    fn view(&mut self, fill: impl FnOnce(&mut Vec<u8>), target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let start = self.bytes.len();
        fill(&mut self.bytes);
        let mut view =
            json!({ "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

fn float_accessor(components: usize, count: usize) -> Value {
    let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][components - 1];
    json!({ "componentType": FLOAT, "count": count, "type": kind })
}

/// 16-bit indices as far as they reach; 65535 itself is reserved.
const fn index_type(vertex_count: usize) -> u32 {
    if vertex_count <= 65535 { 5123 } else { 5125 }
}

fn push_indices(bytes: &mut Vec<u8>, indices: &[u32], vertex_count: usize) {
    if vertex_count <= 65535 {
        bytes.extend(indices.iter().flat_map(|&v| (v as u16).to_le_bytes()));
    } else {
        bytes.extend(indices.iter().flat_map(|v| v.to_le_bytes()));
    }
}

fn push_floats(bytes: &mut Vec<u8>, values: &[f32]) {
    bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
}

/// Least and greatest value of each component.
fn range<'a>(elements: impl Iterator<Item = &'a [f32]>) -> (Vec<f32>, Vec<f32>) {
    let (mut min, mut max) = (Vec::new(), Vec::new());
    for element in elements {
        if min.is_empty() {
            (min, max) = (element.to_vec(), element.to_vec());
        }
        for (at, &value) in element.iter().enumerate() {
            min[at] = min[at].min(value);
            max[at] = max[at].max(value);
        }
    }
    (min, max)
}
