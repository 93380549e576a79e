//! A small writer of glTF, so that a test shows the one thing that it is about.

use morph_gltf::{Document, NoFiles, OpenError, ReadOptions, Strictness};
use serde_json::{Value, json};

/// JSON and binary data of a file that grows.
#[derive(Debug, Clone)]
pub(crate) struct Asset {
    pub(crate) json: Value,
    pub(crate) bin: Vec<u8>,
}

impl Asset {
    pub(crate) fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "buffers": [],
            "bufferViews": [],
            "accessors": [],
            "meshes": [],
            "nodes": [],
            "animations": [],
        });
        Self { json, bin: Vec::new() }
    }

    fn push(&mut self, list: &str, value: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// A bufferView over these bytes, which start at a multiple of 4.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let view = json!({
            "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len(),
        });
        self.bin.extend(bytes);
        self.push("bufferViews", view)
    }

    pub(crate) fn accessor(&mut self, accessor: Value) -> usize {
        self.push("accessors", accessor)
    }

    /// An accessor of tightly packed components of a type.
    pub(crate) fn packed(&mut self, component: usize, kind: &str, bytes: &[u8]) -> usize {
        let size = [1, 1, 2, 2, 0, 4, 4][component - 5120] * components(kind);
        let view = self.view(bytes);
        self.accessor(json!({
            "bufferView": view, "componentType": component, "type": kind,
            "count": bytes.len() / size,
        }))
    }

    /// An accessor of floats with min and max.
    pub(crate) fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let accessor = self.packed(5126, kind, &bytes);
        let n = components(kind);
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..n).filter_map(|c| values.iter().copied().skip(c).step_by(n).reduce(pick)).collect()
        };
        self.json["accessors"][accessor]["min"] = json!(bound(f32::min));
        self.json["accessors"][accessor]["max"] = json!(bound(f32::max));
        accessor
    }

    /// An accessor without a view: `count` zeros, some of them replaced.
    pub(crate) fn sparse(&mut self, kind: &str, count: usize, at: &[u16], values: &[f32]) -> usize {
        let indices: Vec<u8> = at.iter().flat_map(|v| v.to_le_bytes()).collect();
        let values: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let (indices, values) = (self.view(&indices), self.view(&values));
        self.accessor(json!({
            "componentType": 5126, "type": kind, "count": count,
            "sparse": {
                "count": at.len(),
                "indices": { "bufferView": indices, "componentType": 5123 },
                "values": { "bufferView": values },
            },
        }))
    }

    /// A mesh of one primitive.
    pub(crate) fn mesh(&mut self, attributes: Value, targets: Value) -> usize {
        let primitive = json!({ "attributes": attributes, "targets": targets });
        self.push("meshes", json!({ "primitives": [primitive] }))
    }

    pub(crate) fn node(&mut self, node: Value) -> usize {
        self.push("nodes", node)
    }

    pub(crate) fn animation(&mut self, animation: Value) -> usize {
        self.push("animations", animation)
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        if !self.bin.is_empty() {
            let buffers = json["buffers"].as_array_mut().unwrap();
            let own = json!({ "byteLength": self.bin.len() });
            match buffers.first_mut() {
                Some(first) => *first = own,
                None => buffers.push(own),
            }
        }
        let mut text = serde_json::to_vec(&json).unwrap();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut bin = self.bin.clone();
        bin.resize(bin.len().next_multiple_of(4), 0);
        let mut out = b"glTF".to_vec();
        for word in [2, 12 + 8 + text.len() + 8 + bin.len()] {
            out.extend((word as u32).to_le_bytes());
        }
        for (kind, chunk) in [(b"JSON", text), (b"BIN\0", bin)] {
            out.extend((chunk.len() as u32).to_le_bytes());
            out.extend(kind);
            out.extend(chunk);
        }
        out
    }

    pub(crate) fn open(&self) -> Result<Document, OpenError> {
        Document::from_slice(&self.glb(), NoFiles)
    }

    pub(crate) fn document(&self) -> Document {
        self.open().unwrap()
    }

    pub(crate) fn strict(&self) -> Result<Document, OpenError> {
        let options = ReadOptions { strictness: Strictness::Strict, ..ReadOptions::default() };
        Document::from_slice_with(&self.glb(), NoFiles, &options)
    }

    /// The message of the first mesh that does not load.
    #[track_caller]
    pub(crate) fn mesh_error(&self) -> String {
        self.document().meshes().unwrap_err().to_string()
    }

    /// Codes and places of everything that is found.
    pub(crate) fn found(&self) -> Vec<String> {
        let findings = self.document().findings();
        findings.iter().map(|f| format!("{} {}", f.code, f.place)).collect()
    }
}

pub(crate) fn components(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        _ => 16,
    }
}

/// Three vertices with POSITION and NORMAL, and two targets that move POSITION.
pub(crate) fn triangle() -> Asset {
    let mut asset = Asset::new();
    let position = asset.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let normal = asset.floats("VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let up = asset.floats("VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let right = asset.floats("VEC3", &[2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let attributes = json!({ "POSITION": position, "NORMAL": normal });
    asset.mesh(attributes, json!([{ "POSITION": up }, { "POSITION": right }]));
    asset
}
