//! Damaged files are refused or written, and never panic; output is in proportion to the file.

use crate::asset::triangle;
use morph_gltf::write::{Patch, Rest};
use morph_gltf::{Document, NoFiles};
use proptest::prelude::*;
use serde_json::json;

fn sample() -> Vec<u8> {
    let mut asset = triangle();
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let values = asset.floats("SCALAR", &[0.0, 1.0, 1.0, 0.0]);
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": ["a", "b"] });
    asset.node(json!({ "mesh": 0, "weights": [1, 0] }));
    asset.animation(json!({
        "samplers": [{ "input": times, "output": values }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
    }));
    asset.json["images"] = json!([{ "bufferView": 0 }]);
    asset.json["extensions"] = json!({ "VRM": { "blendShapeMaster": { "blendShapeGroups":
        [{ "binds": [{ "mesh": 0, "index": 1 }] }] } } });
    asset.glb()
}

/// Changes and writes whatever can be; what is written can be read.
fn write_all(bytes: &[u8]) {
    let Ok(document) = Document::from_slice(bytes, NoFiles) else { return };
    let Ok(patch) = Patch::new(&document) else { return };
    for kept in [&[][..], &[0], &[1]] {
        let mut patch = patch.clone();
        let done = patch.keep_targets(0, kept).is_ok()
            && document.mesh(0).is_ok_and(|mesh| patch.bake(0, &mesh, &[0.5], Rest::Keep).is_ok());
        if let Some(Ok(written)) = done.then(|| patch.finish()) {
            let glb = written.to_glb().unwrap();
            assert!(glb.len() < 16 * bytes.len(), "{} from {}", glb.len(), bytes.len());
            Document::from_slice(&glb, NoFiles).unwrap();
        }
    }
}

#[test]
fn the_sample_itself_is_written() {
    let document = Document::from_slice(&sample(), NoFiles).unwrap();
    let mut patch = Patch::new(&document).unwrap();
    patch.keep_targets(0, &[1]).unwrap();
    patch.finish().unwrap();
    write_all(&sample());
}

#[test]
fn many_views_of_the_same_bytes_are_written_once() {
    let mut asset = triangle();
    let length = asset.bin.len();
    for _ in 0..1000 {
        let view = json!({ "buffer": 0, "byteLength": length });
        asset.json["bufferViews"].as_array_mut().unwrap().push(view);
    }
    let images: Vec<_> = (4..1004).map(|view| json!({ "bufferView": view })).collect();
    asset.json["images"] = json!(images);
    let document = asset.document();
    assert_eq!(Patch::new(&document).unwrap().finish().unwrap().bin().len(), length);
}

proptest! {
    #[test]
    fn changed_digits_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..6),
    ) {
        let mut bytes = sample();
        let json = 20..20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let digits: Vec<usize> = json.filter(|&at| bytes[at].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[digits[at.index(digits.len())]] = digit;
        }
        write_all(&bytes);
    }

    #[test]
    fn changed_letters_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = sample();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        write_all(&bytes);
    }
}
