//! Compressed bufferViews: rules, limits and placeholders. What streams hold, the tests beside the
//! decoders and `tests/tests/meshopt.rs` say.

use crate::asset::{Asset, triangle};
use serde_json::{Value, json};

const EXT: &str = "EXT_meshopt_compression";
const KHR: &str = "KHR_meshopt_compression";

/// A stream of up to 16 elements of version 0: every delta as it is.
fn encode(bytes: &[u8], stride: usize) -> Vec<u8> {
    let count = bytes.len() / stride;
    assert!(count <= 16 && stride <= 32);
    let mut out = vec![0xa0];
    for byte in 0..stride {
        let mut deltas = [0; 16];
        let mut before = 0_u8;
        for (at, delta) in deltas.iter_mut().take(count).enumerate() {
            let value = bytes[at * stride + byte];
            let signed = value.wrapping_sub(before) as i8;
            *delta = (signed << 1 ^ signed >> 7) as u8;
            before = value;
        }
        out.push(3);
        out.extend(deltas);
    }
    out.extend([0; 32]);
    out
}

/// Compresses a view of an asset whose elements have this stride, and puts it over a placeholder.
fn compress(asset: &mut Asset, view: usize, stride: usize, extension: &str) {
    let model = asset.json["bufferViews"][view].clone();
    let number = |name: &str| model[name].as_u64().unwrap() as usize;
    let (offset, length) = (number("byteOffset"), number("byteLength"));
    let stream = encode(&asset.bin[offset..offset + length], stride);
    let compressed = json!({
        "buffer": 0, "byteOffset": asset.bin.len(), "byteLength": stream.len(),
        "byteStride": stride, "count": length / stride, "mode": "ATTRIBUTES",
    });
    asset.bin.extend(stream);
    asset.json["bufferViews"][view] = json!({
        "buffer": 1, "byteLength": length, "extensions": { extension: compressed },
    });
    asset.json["buffers"] = json!([{}, {
        "byteLength": length, "extensions": { extension: { "fallback": true } },
    }]);
}

fn compressed(extension: &str) -> Asset {
    let mut asset = triangle();
    for view in 0..4 {
        compress(&mut asset, view, 12, extension);
    }
    asset.json["extensionsUsed"] = json!([extension]);
    asset.json["extensionsRequired"] = json!([extension]);
    asset
}

/// The extension of the first target's view.
fn object<'a>(asset: &'a mut Asset, extension: &str) -> &'a mut Value {
    &mut asset.json["bufferViews"][2]["extensions"][extension]
}

#[test]
fn a_file_without_uncompressed_data_is_the_same_file() {
    let plain = triangle().document().mesh(0).unwrap();
    for extension in [EXT, KHR] {
        let asset = compressed(extension);
        assert_eq!(asset.found(), [""; 0]);
        let mesh = asset.strict().unwrap().mesh(0).unwrap();
        assert_eq!(mesh.primitives[0].base, plain.primitives[0].base);
        assert_eq!(mesh.primitives[0].targets, plain.primitives[0].targets);
    }
}

#[test]
fn sparse_elements_keys_and_weights_may_be_compressed() {
    let mut asset = triangle();
    let target = asset.sparse("VEC3", 3, &[1], &[1.0, 2.0, 3.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"][1] = json!({ "POSITION": target });
    let node = asset.node(json!({ "mesh": 0 }));
    let input = asset.floats("SCALAR", &[0.0, 1.0]);
    let output = asset.floats("SCALAR", &[0.0, 1.0, 1.0, 0.0]);
    asset.animation(json!({
        "samplers": [{ "input": input, "output": output }],
        "channels": [{ "sampler": 0, "target": { "node": node, "path": "weights" } }],
    }));
    let values = asset.json["accessors"][target]["sparse"]["values"]["bufferView"].clone();
    let (mesh, clips) = (asset.document().mesh(0).unwrap(), asset.document().weight_animations());
    compress(&mut asset, values.as_u64().unwrap() as usize, 12, EXT);
    for accessor in [input, output] {
        let view = asset.json["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
        compress(&mut asset, view, 4, EXT);
    }
    let document = asset.document();
    assert_eq!(document.mesh(0).unwrap().primitives[0].targets, mesh.primitives[0].targets);
    assert_eq!(document.weight_animations(), clips);
    assert_eq!(clips.unwrap()[0].channels.len(), 1);
}

#[test]
fn each_view_is_decoded_once() {
    let document = compressed(EXT).document();
    let (first, second) = (document.view_bytes(2).unwrap(), document.view_bytes(2).unwrap());
    assert_eq!(first.as_ptr(), second.as_ptr());
}

#[test]
fn compressed_data_goes_before_the_data_of_its_fallback() {
    let mut asset = compressed(EXT);
    // The placeholder has data after all, and other data than the stream.
    let zeros = "A".repeat(48);
    asset.json["buffers"][1]["uri"] =
        json!(format!("data:application/octet-stream;base64,{zeros}"));
    let moved = asset.document().view_bytes(2).unwrap().iter().any(|&b| b != 0);
    assert!(moved);
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn a_fallback_that_cannot_be_read_is_a_note() {
    let mut asset = compressed(EXT);
    asset.json["buffers"][1]["uri"] = json!("missing.bin");
    assert_eq!(asset.found(), ["BUFFER_WITHOUT_DATA buffers[1].uri"]);
    assert!(asset.strict().unwrap().meshes().is_ok());
    // A view without the extension needs the bytes.
    asset.json["bufferViews"][2]["extensions"] = json!({});
    assert!(asset.mesh_error().contains("bufferViews[2]: buffers[1].uri: "));
}

#[test]
fn what_breaks_the_rules_is_an_error_with_its_numbers() {
    let place = "meshes[0].primitives[0].targets[0].POSITION: accessors[2]: bufferViews[2]";
    let at = format!("{place}.extensions.{EXT}");
    for (key, value, error) in [
        (
            "byteStride",
            json!(10),
            format!("{at}: byteStride: expected a multiple of 4 from 4 to 256, got 10"),
        ),
        (
            "count",
            json!(4),
            format!("{at}: byteLength of the view: expected 48 bytes for 4 elements, got 36"),
        ),
        (
            "count",
            json!(null),
            format!("{at}: invalid type: null, expected an integer that is not negative"),
        ),
        (
            "mode",
            json!("STRIPS"),
            format!("{at}: mode: expected ATTRIBUTES, TRIANGLES or INDICES, got \"STRIPS\""),
        ),
        ("filter", json!("QUATERNION"), format!("{at}: byteStride: expected 8, got 12")),
        (
            "byteLength",
            json!(44),
            format!("{at}: byteLength: expected at least 45 bytes for 3 elements, got 44"),
        ),
        ("byteLength", json!(236), format!("{at}: byte 189: the stream ends too early")),
        (
            "buffer",
            json!(1),
            format!("{place}: buffers[1]: no uri, and no BIN chunk belongs to it"),
        ),
        ("buffer", json!(7), format!("{place}: buffers[7]: there are 2")),
        (
            "byteOffset",
            json!(9000),
            format!(
                "{place}: 237 bytes from 9000 exceed the {} of buffers[0]",
                compressed(EXT).bin.len()
            ),
        ),
    ] {
        let mut asset = compressed(EXT);
        object(&mut asset, EXT)[key] = value;
        assert_eq!(asset.mesh_error(), error);
        assert!(asset.document().mesh(0).is_err());
    }
}

#[test]
fn damage_is_an_error_and_names_the_byte() {
    let mut asset = compressed(KHR);
    let start = object(&mut asset, KHR)["byteOffset"].as_u64().unwrap() as usize;
    asset.bin[start] = 0xa2;
    assert!(asset.mesh_error().ends_with("first byte: expected 0xa0 or 0xa1, got 0xa2"));
    assert_eq!(asset.found()[0].split(' ').next(), Some("MESHOPT_COMPRESSION_INVALID"));
    // A first group that has no deltas leaves those of the others over.
    asset.bin[start] = 0xa0;
    asset.bin[start + 1] = 0;
    assert!(asset.mesh_error().contains(": byte "), "{}", asset.mesh_error());
}

#[test]
fn both_extensions_on_one_view_are_an_error() {
    let mut asset = compressed(EXT);
    let copy = object(&mut asset, EXT).clone();
    asset.json["bufferViews"][2]["extensions"][KHR] = copy;
    let error = format!("{EXT}: expected one compression of the view, got {KHR} beside it");
    assert!(asset.mesh_error().ends_with(&error));
}

#[test]
fn a_huge_count_allocates_nothing() {
    let mut asset = compressed(KHR);
    let count = 1_u64 << 40;
    object(&mut asset, KHR)["count"] = json!(count);
    asset.json["bufferViews"][2]["byteLength"] = json!(count * 12);
    assert!(asset.mesh_error().contains("byteLength: expected at least 12884901913 bytes"));
}

/// Zeros compress to a thousandth. All views together are counted, before any is decoded.
#[test]
fn zeros_without_end_are_limited() {
    let mut asset = compressed(KHR);
    let limit = 64_u64 << 20;
    for (bytes, fits) in [(limit - 144, true), (limit - 140, false)] {
        let count = bytes / 4;
        let length = 1 + count.div_ceil(256) + 24;
        asset.bin.resize(asset.bin.len().max(length as usize), 0);
        assert!(asset.glb().len() as u64 * 256 < limit);
        let zeros = json!({
            "buffer": 0, "byteLength": length, "byteStride": 4, "count": count,
            "mode": "ATTRIBUTES",
        });
        let view = json!({ "buffer": 1, "byteLength": bytes, "extensions": { KHR: zeros } });
        asset.json["bufferViews"].as_array_mut().unwrap().truncate(4);
        asset.json["bufferViews"].as_array_mut().unwrap().push(view);
        assert_eq!(asset.document().meshes().is_ok(), fits);
    }
    let error = format!(
        "all compressed views: expected at most {limit} bytes once decoded, got {}",
        limit + 4
    );
    assert!(asset.mesh_error().ends_with(&error), "{}", asset.mesh_error());
    let codes: Vec<_> = asset.document().findings().iter().map(|f| f.code).collect();
    assert_eq!(codes, [morph_gltf::Code::LimitExceeded]);
}
