//! Small files of everything that this crate reads, made from generated meshes.
//! The fuzz targets (`tests/fuzz`) begin with the same ones.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use morph_core::Attribute;
use morph_sample::{cube, glb, random_mesh};
use serde_json::{Value, json};

/// Files with their names.
#[must_use]
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let all = [
        Attribute::Position,
        Attribute::Normal,
        Attribute::Tangent,
        Attribute::TexCoord(0),
        Attribute::Color(0),
        Attribute::Color(1),
    ];
    let cube = glb::write(&cube());
    let random = glb::write(&random_mesh(3, 6, 3, &all));
    vec![
        ("cube.gltf", text(&cube)),
        ("quantised.glb", changed(&cube, quantise)),
        ("interleaved.glb", changed(&cube, interleave)),
        ("animated.gltf", text(&changed(&cube, animate))),
        ("random.gltf", text(&random)),
        ("avatar0.gltf", text(&changed(&cube, express_v0))),
        ("avatar1.gltf", text(&changed(&cube, express_v1))),
        ("cube.glb", cube),
        ("random.glb", random),
    ]
}

/// JSON and binary data of a GLB of morph-sample.
///
/// # Panics
/// Where it is none.
#[must_use]
pub fn split(file: &[u8]) -> (Value, &[u8]) {
    let length = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let json = 20..20 + length(12);
    let bin = json.end + 8..json.end + 8 + length(json.end);
    (serde_json::from_slice(&file[json]).unwrap(), &file[bin])
}

/// A whole GLB; lengths and padding are right.
#[must_use]
pub fn join(json: &[u8], bin: &[u8]) -> Vec<u8> {
    let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, data, pad) in [(b"JSON", json, b' '), (b"BIN\0", bin, 0)] {
        let padded = data.len().next_multiple_of(4);
        file.extend((padded as u32).to_le_bytes());
        file.extend(kind);
        file.extend(data);
        file.resize(file.len() + padded - data.len(), pad);
    }
    let length = (file.len() as u32).to_le_bytes();
    file[8..12].copy_from_slice(&length);
    file
}

/// A .gltf with its data inside.
fn text(file: &[u8]) -> Vec<u8> {
    let (mut json, bin) = split(file);
    let data = BASE64_STANDARD.encode(bin);
    json["buffers"][0]["uri"] = json!(format!("data:application/octet-stream;base64,{data}"));
    json.to_string().into_bytes()
}

fn changed(file: &[u8], change: fn(&mut Value, &mut Vec<u8>)) -> Vec<u8> {
    let (mut json, bin) = split(file);
    let mut bin = bin.to_vec();
    change(&mut json, &mut bin);
    json["buffers"][0]["byteLength"] = json!(bin.len());
    join(json.to_string().as_bytes(), &bin)
}

fn floats(json: &Value, bin: &[u8], accessor: usize) -> Vec<f32> {
    let view = json["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
    let number = |name: &str| json["bufferViews"][view][name].as_u64().unwrap() as usize;
    let bytes = &bin[number("byteOffset")..][..number("byteLength")];
    bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn view(json: &mut Value, bin: &mut Vec<u8>, bytes: &[u8], stride: usize) -> usize {
    let start = bin.len();
    bin.extend(bytes);
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({
        "buffer": 0, "byteOffset": start, "byteLength": bytes.len(), "byteStride": stride,
    }));
    views.len() - 1
}

/// Normals and their deltas as 8 and 16 bits, by `KHR_mesh_quantization`.
fn quantise(json: &mut Value, bin: &mut Vec<u8>) {
    json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let primitive = json["meshes"][0]["primitives"][0].clone();
    let base = [(&primitive["attributes"]["NORMAL"], 5120)];
    let deltas = primitive["targets"].as_array().unwrap().iter().map(|t| (&t["NORMAL"], 5122));
    for (accessor, component) in base.into_iter().chain(deltas) {
        let accessor = accessor.as_u64().unwrap() as usize;
        let mut bytes = Vec::new();
        for normal in floats(json, bin, accessor).chunks_exact(3) {
            for &number in normal.iter().chain(&[0.0]) {
                match component {
                    5120 => bytes.extend(((number * 127.0) as i8).to_le_bytes()),
                    _ => bytes.extend(((number * 32767.0) as i16).to_le_bytes()),
                }
            }
        }
        let stride = if component == 5120 { 4 } else { 8 };
        let view = view(json, bin, &bytes, stride);
        let accessor = &mut json["accessors"][accessor];
        accessor["bufferView"] = json!(view);
        accessor["componentType"] = json!(component);
        accessor["normalized"] = json!(true);
    }
}

/// Positions and normals side by side, and a sparse element over them.
fn interleave(json: &mut Value, bin: &mut Vec<u8>) {
    let attributes = json["meshes"][0]["primitives"][0]["attributes"].clone();
    let of = |name: &str| attributes[name].as_u64().unwrap() as usize;
    let both = ["POSITION", "NORMAL"].map(|name| floats(json, bin, of(name)));
    let mut bytes = Vec::new();
    for (position, normal) in both[0].chunks_exact(3).zip(both[1].chunks_exact(3)) {
        bytes.extend(position.iter().chain(normal).flat_map(|v| v.to_le_bytes()));
    }
    let interleaved = view(json, bin, &bytes, 24);
    for (name, offset) in [("POSITION", 0), ("NORMAL", 12)] {
        let accessor = &mut json["accessors"][of(name)];
        accessor["bufferView"] = json!(interleaved);
        accessor["byteOffset"] = json!(offset);
    }
    let start = bin.len();
    bin.extend([1, 7, 0, 0]);
    bin.extend([0; 24]);
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": 4 }));
    views.push(json!({ "buffer": 0, "byteOffset": start + 4, "byteLength": 24 }));
    json["accessors"][of("NORMAL")]["sparse"] = json!({
        "count": 2,
        "indices": { "bufferView": interleaved + 1, "componentType": 5121 },
        "values": { "bufferView": interleaved + 2 },
    });
}

/// All interpolations, of weights, of transforms and of a pointer.
fn animate(json: &mut Value, _: &mut Vec<u8>) {
    json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    let animation = &mut json["animations"][0];
    let (input, output) =
        (animation["samplers"][0]["input"].clone(), animation["samplers"][0]["output"].clone());
    let sampler = |interpolation: &str| json!({ "input": input, "output": output, "interpolation": interpolation });
    animation["samplers"] = ["LINEAR", "STEP", "CUBICSPLINE"].map(sampler).into();
    let pointer = json!({ "KHR_animation_pointer": { "pointer": "/nodes/0/weights" } });
    animation["channels"] = json!([
        { "sampler": 0, "target": { "node": 0, "path": "weights" } },
        { "sampler": 1, "target": { "path": "pointer", "extensions": pointer } },
        { "sampler": 1, "target": { "node": 0, "path": "translation" } },
        { "sampler": 2, "target": { "node": 0, "path": "rotation" } },
    ]);
    json["nodes"][0]["weights"] = json!([0.5, 0, 1.0]);
}

/// Expressions of VRM 0.x.
fn express_v0(json: &mut Value, _: &mut Vec<u8>) {
    let bind = |index: usize| json!({ "mesh": 0, "index": index, "weight": 50 });
    let groups = json!([
        { "name": "Joy", "presetName": "joy", "binds": [bind(0), bind(1)], "materialValues": [] },
        { "name": "Wink", "presetName": "unknown", "isBinary": true, "binds": [bind(2)] },
    ]);
    json["extensions"] = json!({ "VRM": { "blendShapeMaster": { "blendShapeGroups": groups } } });
}

/// Expressions of VRM 1.0.
fn express_v1(json: &mut Value, _: &mut Vec<u8>) {
    let bind = |index: usize| json!({ "node": 0, "index": index, "weight": 0.5 });
    json["extensions"] = json!({ "VRMC_vrm": { "specVersion": "1.0", "expressions": {
        "preset": {
            "happy": { "overrideBlink": "blend", "morphTargetBinds": [bind(0), bind(1)] },
            "blink": { "isBinary": true, "morphTargetBinds": [bind(2)] },
        },
        "custom": { "wink": { "overrideMouth": "block", "materialColorBinds": [] } },
    } } });
}
