//! What this crate does not know survives.

use crate::asset::triangle;
use crate::{changed, reopened, same_mesh};
use morph_gltf::write::{Patch, Rest};
use serde_json::{Value, json};

/// A file with odd members everywhere.
fn odd() -> crate::asset::Asset {
    let mut asset = triangle();
    let odd = || json!({ "deep": [1.50, -0.0, 1e-7, "\u{e9}", null, true, { "z": 1, "a": 2 }] });
    asset.node(json!({ "mesh": 0, "name": "n", "rotation": [0, 0, 0, 1] }));
    let image = asset.view(b"not really a picture");
    let root = &mut asset.json;
    root["materials"] = json!([{ "name": "m", "pbrMetallicRoughness": { "metallicFactor": 0.30 },
        "extensions": { "KHR_materials_unlit": {}, "ABC_paint": { "gloss": 0.25 } } }]);
    root["images"] = json!([{ "bufferView": image, "mimeType": "image/png" }]);
    root["textures"] = json!([{ "source": 0 }]);
    root["extensionsUsed"] = json!(["KHR_materials_unlit", "ABC_paint"]);
    root["meshes"][0]["primitives"][0]["material"] = json!(0);
    root["unheardOf"] = odd();
    root["asset"]["copyright"] = json!("somebody");
    for place in ["/nodes/0", "/meshes/0", "/meshes/0/primitives/0", "/materials/0", "/images/0"] {
        let value = root.pointer_mut(place).unwrap();
        value["extras"] = odd();
        value["unheardOf"] = odd();
    }
    root["accessors"][0]["name"] = json!("corners");
    root["accessors"][0]["extras"] = odd();
    asset
}

/// The JSON without what has to change: lists of storage, and what refers to them.
fn essence(json: &Value) -> Value {
    let mut json = json.clone();
    for list in ["accessors", "bufferViews", "buffers"] {
        json.as_object_mut().unwrap().remove(list);
    }
    json["images"][0]["bufferView"].take();
    let primitive = &mut json["meshes"][0]["primitives"][0];
    primitive["attributes"].take();
    primitive["targets"].take();
    json
}

#[test]
fn odd_members_survive_everywhere() {
    let document = odd().document();
    let written = changed(&document, |_| Ok(())).unwrap();
    // Text, so that the order of keys and the spelling of numbers count.
    assert_eq!(essence(written.json()).to_string(), essence(document.json()).to_string());
    let again = reopened(&written);
    assert_eq!(again.image_bytes(0).unwrap().bytes, document.image_bytes(0).unwrap().bytes);
    same_mesh(&again, &document, 0);
}

#[test]
fn baking_changes_nothing_else() {
    let document = odd().document();
    let mesh = document.mesh(0).unwrap();
    let written =
        changed(&document, |patch| patch.bake(0, &mesh, &[1.0, 0.0], Rest::Drop)).unwrap();
    let mut before = essence(document.json());
    before["meshes"][0]["primitives"][0].as_object_mut().unwrap().shift_remove("targets");
    let mut after = essence(written.json());
    after["meshes"][0]["primitives"][0].as_object_mut().unwrap().shift_remove("targets");
    assert_eq!(after.to_string(), before.to_string());
    let accessor = written.json()["meshes"][0]["primitives"][0]["attributes"]["POSITION"].as_u64();
    let accessor = &written.json()["accessors"][accessor.unwrap() as usize];
    assert_eq!(accessor["name"], "corners");
    assert_eq!(accessor["extras"], document.json()["accessors"][0]["extras"]);
}

#[test]
fn writing_what_was_written_changes_no_byte() {
    let document = odd().document();
    let first = changed(&document, |_| Ok(())).unwrap();
    let second = Patch::new(&reopened(&first)).unwrap().finish().unwrap();
    assert_eq!(first.to_glb().unwrap(), second.to_glb().unwrap());
    assert_eq!(first.bin(), second.bin());
}
