//! Damaged files never panic, whatever is asked of them.

use crate::asset::triangle;
use morph_gltf::{Document, NoFiles, ReadOptions, Strictness};
use proptest::prelude::*;
use serde_json::json;

/// A GLB with everything that this crate decodes.
fn sample() -> Vec<u8> {
    let mut asset = triangle();
    let sparse = asset.sparse("VEC3", 3, &[0, 2], &[0.5; 6]);
    let indices = asset.packed(5123, "SCALAR", &[0, 0, 1, 0, 2, 0]);
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let values = asset.floats("SCALAR", &[0.0, 1.0, 1.0, 0.0]);
    let moves = asset.floats("VEC3", &[0.0; 6]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["indices"] = json!(indices);
    primitive["targets"][1]["NORMAL"] = json!(sparse);
    asset.json["meshes"][0]["weights"] = json!([0.5, 0.25]);
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": ["a", "b"] });
    asset.node(json!({ "mesh": 0, "weights": [1, 0] }));
    asset.animation(json!({
        "samplers": [{ "input": times, "output": values }, { "input": times, "output": moves }],
        "channels": [
            { "sampler": 0, "target": { "node": 0, "path": "weights" } },
            { "sampler": 1, "target": { "node": 0, "path": "translation" } },
        ],
    }));
    asset.json["images"] = json!([{ "bufferView": 0 }, { "uri": "data:;base64,AAAA" }]);
    asset.glb()
}

/// Asks for everything and keeps nothing; the results may be errors.
fn read_all(bytes: &[u8], strictness: Strictness) {
    let options = ReadOptions { strictness, ..ReadOptions::default() };
    let Ok(document) = Document::from_slice_with(bytes, NoFiles, &options) else { return };
    let root = document.root();
    for mesh in 0..root.meshes.len() {
        if let Ok(loaded) = document.mesh(mesh) {
            assert_eq!(loaded.primitives.len(), root.meshes[mesh].primitives.len());
        }
        let _ = document.indices(mesh, 0);
    }
    for accessor in 0..root.accessors.len() {
        if let Ok(data) = document.accessor(accessor) {
            assert_eq!(data.to_f32().len(), data.count() * data.components());
            let _ = data.to_u32();
        }
    }
    for node in 0..root.nodes.len() {
        let _ = document.node_weights(node);
    }
    for image in 0..root.images.len() {
        let _ = document.image_bytes(image);
    }
    let _ = document.weight_animations();
    let _ = document.node_animation(0);
    let _ = document.findings();
    let _ = document.advice();
    let _ = document.player_facts().count();
}

#[test]
fn the_sample_itself_is_clean() {
    let options = ReadOptions { strictness: Strictness::Strict, ..ReadOptions::default() };
    let document = Document::from_slice_with(&sample(), NoFiles, &options).unwrap();
    assert_eq!(document.findings(), []);
    assert_eq!(document.meshes().unwrap()[0].target_count(), 2);
    assert_eq!(document.weight_animations().unwrap()[0].channels.len(), 1);
}

#[test]
fn every_shortened_file_is_refused_or_read_without_panic() {
    let bytes = sample();
    for length in 0..bytes.len() {
        assert!(Document::from_slice(&bytes[..length], NoFiles).is_err());
    }
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        strict in any::<bool>(),
    ) {
        let mut bytes = sample();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_all(&bytes, if strict { Strictness::Strict } else { Strictness::Lenient });
    }

    #[test]
    fn changed_digits_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..12),
    ) {
        // Digits of the JSON: references, counts, offsets and lengths go astray.
        let mut bytes = sample();
        let json = 20..20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let digits: Vec<usize> = json.filter(|&at| bytes[at].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[digits[at.index(digits.len())]] = digit;
        }
        read_all(&bytes, Strictness::Lenient);
    }

    #[test]
    fn noise_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes, Strictness::Lenient);
    }
}
