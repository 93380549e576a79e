//! What the crate `gltf` has read, taken over; compared with the same bytes read here.

#[path = "gltf/asset.rs"]
#[allow(dead_code, reason = "the writer of the other tests, of which these need a part")]
mod asset;

use asset::{Asset, triangle};
use morph_gltf::{Code, Document, OpenError, ReadOptions, Strictness};
use serde_json::json;

/// The document of the crate, without the validation that refuses what it does not know.
fn taken(asset: &Asset) -> Result<Document, OpenError> {
    let read = gltf::Gltf::from_slice_without_validation(&asset.glb()).unwrap();
    Document::from_gltf(&read.document, &[read.blob.unwrap_or_default()])
}

fn dropped(document: &Document) -> Vec<String> {
    let notes = document.findings().into_iter().filter(|f| f.code == Code::ReaderDropped);
    notes.map(|f| f.message).collect()
}

#[test]
fn targets_and_animations_are_those_of_the_file() {
    let mut asset = triangle();
    let target = asset.sparse("VEC3", 3, &[1], &[1.0, 2.0, 3.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"][1] = json!({ "NORMAL": target });
    asset.json["meshes"][0]["weights"] = json!([0.25, 0.5]);
    let node = asset.node(json!({ "mesh": 0, "weights": [0.5, 1.0] }));
    let input = asset.floats("SCALAR", &[0.0, 1.0]);
    let output = asset.floats("SCALAR", &[0.0, 1.0, 1.0, 0.0]);
    asset.animation(json!({
        "samplers": [{ "input": input, "output": output, "interpolation": "STEP" }],
        "channels": [{ "sampler": 0, "target": { "node": node, "path": "weights" } }],
    }));
    let (ours, theirs) = (asset.document(), taken(&asset).unwrap());
    let (left, right) = (ours.mesh(0).unwrap(), theirs.mesh(0).unwrap());
    assert_eq!(left.primitives[0].base, right.primitives[0].base);
    assert!(left.primitives[0].targets.is_some());
    assert_eq!(left.primitives[0].targets, right.primitives[0].targets);
    assert_eq!(left.default_weights, right.default_weights);
    assert_eq!(ours.node_weights(node), theirs.node_weights(node));
    let clips = theirs.weight_animations().unwrap();
    assert_eq!(clips[0].channels.len(), 1);
    assert_eq!(clips, ours.weight_animations().unwrap());
    assert!(!theirs.is_glb());
}

/// The crate's own reader makes nothing, or a panic, of such deltas.
#[test]
fn integer_deltas_are_read() {
    let mut asset = triangle();
    asset.json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    let mut bytes = [0_u8; 24];
    bytes[8..12].copy_from_slice(&[3, 0, 0xfe, 0xff]);
    let view = asset.view(&bytes);
    asset.json["bufferViews"][view]["byteStride"] = json!(8);
    let delta = asset.accessor(json!({ "bufferView": view, "componentType": 5122, "type": "VEC3",
        "count": 3, "min": [0, -2, 0], "max": [3, 0, 0] }));
    asset.json["meshes"][0]["primitives"][0]["targets"][1] = json!({ "POSITION": delta });
    let targets = taken(&asset).unwrap().mesh(0).unwrap().primitives[0].targets.clone().unwrap();
    let deltas = targets.deltas(1, morph_core::Attribute::Position).unwrap();
    assert_eq!(deltas.values()[3..6], [3.0, -2.0, 0.0]);
}

#[test]
fn what_the_crate_has_dropped_is_told_where_it_matters() {
    let mut asset = triangle();
    let uv = asset.floats("VEC2", &[0.0; 6]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TEXCOORD_0"] = json!(uv);
    primitive["targets"][0]["TEXCOORD_0"] = json!(uv);
    asset.json["meshes"][0]["name"] = json!("face");
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": ["up", "right"] });
    asset.json["extensionsUsed"] = json!(["VRMC_vrm"]);
    let (ours, theirs) = (asset.document(), taken(&asset).unwrap());
    let notes = dropped(&theirs);
    assert!(notes[0].contains("drops TEXCOORD_n, COLOR_n and custom attributes"), "{notes:?}");
    let coordinates = morph_core::Attribute::TexCoord(0);
    let moves = |document: &Document| {
        document.mesh(0).unwrap().primitives[0].targets.as_ref().unwrap().has(coordinates)
    };
    assert!(moves(&ours) && !moves(&theirs));
    // The rest depends on the crate's features, and a note says no more than what is true.
    let mesh = theirs.mesh(0).unwrap();
    for (kept, word) in
        [(mesh.name.is_some(), "feature names"), (mesh.target_names.is_some(), "feature extras")]
    {
        assert_eq!(notes.iter().any(|note| note.ends_with(word)), !kept, "{word}: {notes:?}");
    }
    assert!(ours.mesh(0).unwrap().target_names.is_some());
    assert_eq!(dropped(&taken(&Asset::new()).unwrap()), [""; 0]);
}

#[test]
fn notes_stop_nothing_under_strict() {
    let asset = triangle();
    let read = gltf::Gltf::from_slice_without_validation(&asset.glb()).unwrap();
    let options = ReadOptions { strictness: Strictness::Strict, ..ReadOptions::default() };
    let blob = read.blob.unwrap();
    assert!(Document::from_gltf_with(&read.document, &[blob], &options).is_ok());
}

#[test]
fn a_required_compression_whose_object_is_gone_is_an_error() {
    let mut asset = triangle();
    let name = "KHR_meshopt_compression";
    asset.json["extensionsUsed"] = json!([name]);
    let notes = dropped(&taken(&asset).unwrap());
    let keeps = !notes.iter().any(|note| note.ends_with("feature extensions"));
    asset.json["extensionsRequired"] = json!([name]);
    match taken(&asset) {
        Err(OpenError::Dropped { index: 0, name: found }) => assert_eq!(found, name),
        Err(OpenError::Extension { .. }) if !cfg!(feature = "meshopt") => {}
        Ok(_) => assert!(keeps, "the crate keeps extensions, so nothing is lost"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn buffers_that_are_not_handed_over_are_missed_where_they_are_used() {
    let read = gltf::Gltf::from_slice_without_validation(&triangle().glb()).unwrap();
    let none: [Vec<u8>; 0] = [];
    let document = Document::from_gltf(&read.document, &none).unwrap();
    let error = document.meshes().unwrap_err().to_string();
    let end = "buffers[0]: expected its bytes, got those of 0 buffers";
    assert!(error.ends_with(end), "{error}");
    let short = Document::from_gltf(&read.document, &[vec![0; 10]]).unwrap();
    assert!(short.meshes().unwrap_err().to_string().contains("buffers[0]: expected"));
}

#[test]
fn what_the_crate_cannot_write_is_an_error() {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    asset.animation(json!({
        "samplers": [{ "input": 0, "output": 0 }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "shine" } }],
    }));
    let error = taken(&asset).unwrap_err().to_string();
    assert!(error.starts_with("json: root: the crate gltf holds what it cannot write"), "{error}");
}
