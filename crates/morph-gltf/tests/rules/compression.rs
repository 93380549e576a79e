//! Rules 37 and 38: compressed data.

use crate::asset::{Asset, triangle};
use crate::rule::{is_fatal, is_right, primitive};
use morph_gltf::{Code, Document, NoFiles};
use serde_json::{Value, json};

/// A meshopt stream of three elements of twelve bytes, each delta as it is.
fn stream(bytes: &[u8], version: u8) -> Vec<u8> {
    let mut out = vec![0xa0 | version];
    if version == 1 {
        out.extend([0xff; 3]); // how each of twelve bytes is stored: literally
    }
    for byte in 0..12 {
        let mut before = 0_u8;
        let mut deltas: Vec<u8> = (0..3)
            .map(|at| {
                let value = bytes[at * 12 + byte];
                let delta = value.wrapping_sub(before) as i8;
                before = value;
                (delta << 1 ^ delta >> 7) as u8
            })
            .collect();
        if version == 0 {
            // The first version stores whole groups, each behind a header.
            out.push(3);
            deltas.resize(16, 0);
        }
        out.extend(deltas);
    }
    let tail = if version == 0 { 32 } else { 24 };
    out.resize(out.len() + tail, 0);
    out
}

/// A triangle whose first target's deltas lie compressed in their view.
fn compressed(extension: &str, version: u8, change: impl FnOnce(&mut Value)) -> Asset {
    let mut asset = triangle();
    let view = asset.json["bufferViews"][2].clone();
    let offset = view["byteOffset"].as_u64().unwrap() as usize;
    let data = stream(&asset.bin[offset..offset + 36], version);
    let mut object = json!({
        "buffer": 0, "byteOffset": asset.bin.len(), "byteLength": data.len(), "byteStride": 12,
        "count": 3, "mode": "ATTRIBUTES",
    });
    change(&mut object);
    asset.bin.extend(data);
    asset.json["bufferViews"][2] =
        json!({ "buffer": 1, "byteLength": 36, "extensions": { extension: object } });
    asset.json["buffers"] =
        json!([{}, { "byteLength": 36, "extensions": { extension: { "fallback": true } } }]);
    asset.json["extensionsUsed"] = json!([extension]);
    asset.json["extensionsRequired"] = json!([extension]);
    asset
}

#[test]
fn rule_37_meshopt_compresses_views_and_targets_are_nothing_special() {
    let (ext, khr) = ("EXT_meshopt_compression", "KHR_meshopt_compression");
    if !cfg!(feature = "meshopt") {
        let error = compressed(ext, 0, |_| {}).open().unwrap_err().finding();
        assert_eq!(error.code, Code::UnsupportedExtension);
        assert!(error.message.contains(ext), "{error}");
        return;
    }
    let plain = is_right(&triangle());
    for (extension, version) in [(ext, 0), (khr, 0), (khr, 1)] {
        let mesh = is_right(&compressed(extension, version, |_| {}));
        assert_eq!(mesh.primitives[0].targets, plain.primitives[0].targets, "{extension}");
    }
    for change in [
        (|object| object["byteStride"] = json!(10)) as fn(&mut Value),
        |object| object["byteStride"] = json!(260),
        |object| object["count"] = json!(4),
        |object| object["mode"] = json!("STRIPS"),
        |object| object["byteLength"] = json!(60),
    ] {
        is_fatal(&compressed(ext, 0, change), Code::MeshoptInvalid);
    }
    // The second version of the codec is the second extension's, and one view has one of them.
    is_fatal(&compressed(ext, 1, |_| {}), Code::MeshoptInvalid);
    let mut both = compressed(ext, 0, |_| {});
    let object = both.json["bufferViews"][2]["extensions"][ext].clone();
    both.json["bufferViews"][2]["extensions"][khr] = object;
    is_fatal(&both, Code::MeshoptInvalid);
}

#[test]
fn rule_38_draco_compresses_no_targets_and_they_match_the_decoded_base() {
    // A stream beside the data is optional: base and targets are read from their accessors.
    let mut asset = triangle();
    primitive(&mut asset)["extensions"] = json!({ "KHR_draco_mesh_compression": {
        "bufferView": 0, "attributes": { "POSITION": 0 },
    } });
    asset.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    let mesh = asset.strict().unwrap().mesh(0).unwrap();
    assert_eq!(mesh.primitives[0].targets, is_right(&triangle()).primitives[0].targets);
    // A base in the stream alone is not decoded, and never taken for zeros.
    let mut only = asset.clone();
    only.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    is_fatal(&only, Code::CompressedPrimitive);
    assert!(only.mesh_error().contains("KHR_draco_mesh_compression"), "{}", only.mesh_error());
    asset.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    let error = Document::from_slice(&asset.glb(), NoFiles).unwrap_err();
    assert_eq!(error.finding().code, Code::UnsupportedExtension);
    assert!(error.to_string().contains("KHR_draco_mesh_compression"), "{error}");
}
