//! Reads targets, names and weights from glTF bytes.

const FILE: &str = r#"{
    "asset": {"version": "2.0"},
    "buffers": [{"byteLength": 24, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
    "bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 12}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]},
        {"bufferView": 1, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 1, 0], "max": [0, 1, 0]}
    ],
    "meshes": [{
        "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}], "mode": 0}],
        "weights": [0.5],
        "extras": {"targetNames": ["up"]}
    }]
}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let document = morph_gltf::Document::from_slice(FILE.as_bytes(), morph_gltf::NoFiles)?;
    let mesh = document.morph_mesh(0)?.ok_or("no targets")?;
    assert_eq!(mesh.target_name(0), Some("up"));
    assert_eq!(mesh.default_weights, [0.5]);
    Ok(())
}
