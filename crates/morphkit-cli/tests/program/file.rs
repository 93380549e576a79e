//! Files to give to the program.

use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder with a file in it, both gone at the end of the test.
pub(crate) struct Fixture {
    folder: TempDir,
    pub(crate) path: String,
}

impl Fixture {
    /// A file of these bytes.
    pub(crate) fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("the folder can be written to");
        let path = path.to_str().expect("the path is UTF-8").to_owned();
        Self { folder, path }
    }

    /// The generated cube.
    pub(crate) fn cube() -> Self {
        Self::new("cube.glb", morph_sample::glb::write(&morph_sample::cube()))
    }

    /// A triangle and its two targets, drawn by two nodes; the JSON can be changed.
    pub(crate) fn triangle(change: impl FnOnce(&mut Value)) -> Self {
        let mut json = triangle();
        change(&mut json);
        let fixture = Self::new("triangle.gltf", json.to_string());
        std::fs::write(fixture.sibling("triangle.bin"), buffer()).expect("as above");
        fixture
    }

    /// A path beside the file.
    pub(crate) fn sibling(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Positions, the deltas of two targets, key times and key weights.
const FLOATS: [&[f32]; 5] = [
    &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
    &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0],
    &[0.1, 0.0, 0.0, 0.1, 0.0, 0.0, 0.1, 0.0, 0.0],
    &[0.0, 2.0],
    &[0.0, 0.0, 1.0, -1.0],
];

fn buffer() -> Vec<u8> {
    FLOATS.concat().iter().flat_map(|float| float.to_le_bytes()).collect()
}

fn triangle() -> Value {
    let mut offset = 0;
    let views: Vec<_> = FLOATS
        .iter()
        .map(|floats| {
            let view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": floats.len() * 4 });
            offset += floats.len() * 4;
            view
        })
        .collect();
    let vec3 = |view, max: [f32; 3]| {
        json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0.0, 0.0, 0.0], "max": max })
    };
    json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0, 1] }],
        "nodes": [{ "mesh": 0, "name": "left" }, { "mesh": 0, "weights": [0.0, 1.5] }],
        "meshes": [{
            "name": "triangle",
            "weights": [0.5, 0.0],
            "extras": { "targetNames": ["up", "aside"] },
            "primitives": [{
                "attributes": { "POSITION": 0 },
                "targets": [{ "POSITION": 1 }, { "POSITION": 2 }],
            }],
        }],
        "animations": [{
            "name": "wave",
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
            "samplers": [{ "input": 3, "output": 4 }],
        }],
        "accessors": [
            vec3(0, [1.0, 1.0, 0.0]),
            vec3(1, [0.0, 2.0, 0.0]),
            { "bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3",
                "min": [0.1f32, 0.0, 0.0], "max": [0.1f32, 0.0, 0.0] },
            { "bufferView": 3, "componentType": 5126, "count": 2, "type": "SCALAR",
                "min": [0.0], "max": [2.0] },
            { "bufferView": 4, "componentType": 5126, "count": 4, "type": "SCALAR" },
        ],
        "bufferViews": views,
        "buffers": [{ "uri": "triangle.bin", "byteLength": offset }],
    })
}
