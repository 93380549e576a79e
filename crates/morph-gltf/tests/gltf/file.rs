//! Files on disk and in memory: containers, buffers beside the model, images.

use crate::asset::{Asset, triangle};
use morph_gltf::{Document, NoFiles, open};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

/// The asset as JSON text whose buffer has this uri.
fn text(asset: &Asset, uri: &str) -> String {
    let mut json = asset.json.clone();
    json["buffers"] = json!([{ "byteLength": asset.bin.len(), "uri": uri }]);
    json.to_string()
}

#[test]
fn a_glb_and_a_gltf_with_a_file_beside_it_load_the_same() {
    let asset = triangle();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.glb"), asset.glb()).unwrap();
    fs::write(folder.path().join("a.gltf"), text(&asset, "my%20data.bin")).unwrap();
    fs::write(folder.path().join("my data.bin"), &asset.bin).unwrap();
    let (glb, gltf) =
        (open(folder.path().join("a.glb")).unwrap(), open(folder.path().join("a.gltf")).unwrap());
    assert!(glb.is_glb() && !gltf.is_glb());
    let targets = |d: &Document| d.mesh(0).unwrap().primitives[0].targets.clone().unwrap();
    assert_eq!(targets(&glb), targets(&gltf));
}

#[test]
fn what_cannot_be_opened_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let missing = open(folder.path().join("none.glb")).unwrap_err().to_string();
    assert!(missing.contains("none.glb: "), "{missing}");
    for (bytes, message) in [
        (&b""[..], "empty file: expected JSON or GLB"),
        (b"glT", "glb: header: expected 12 bytes, got 3"),
        (b"hello world, no model", "neither JSON nor GLB: it starts with \"hello wo\""),
        (b"\xff\0", "neither JSON nor GLB: it starts with \"\u{fffd}\\0\""),
        (b"{\"asset\"", "json: EOF while parsing an object at line 1 column 8"),
    ] {
        fs::write(folder.path().join("bad.glb"), bytes).unwrap();
        assert_eq!(open(folder.path().join("bad.glb")).unwrap_err().to_string(), message);
    }
    // A text file by a wrong name is still a model.
    fs::write(folder.path().join("text.glb"), r#"{"asset":{"version":"2.0"}}"#).unwrap();
    assert!(!open(folder.path().join("text.glb")).unwrap().is_glb());
}

#[test]
fn a_buffer_may_be_data_a_file_or_a_promise() {
    let asset = triangle();
    let hex: String = asset.bin.iter().map(|b| format!("%{b:02x}")).collect();
    let document = Document::from_slice(text(&asset, &format!("data:,{hex}")).as_bytes(), NoFiles);
    assert_eq!(document.unwrap().mesh(0).unwrap().target_count(), 2);
    let files = BTreeMap::from([("a.bin".to_owned(), asset.bin.clone())]);
    let document = Document::from_slice(text(&asset, "a.bin").as_bytes(), files).unwrap();
    assert_eq!(document.mesh(0).unwrap().target_count(), 2);
    let document = Document::from_slice(text(&asset, "../a.bin").as_bytes(), NoFiles).unwrap();
    assert_eq!(
        document.mesh(0).unwrap_err().to_string(),
        "meshes[0].primitives[0].attributes.NORMAL: accessors[1]: bufferViews[1]: buffers[0].uri: \"../a.bin\": paths out of the model's folder are not read"
    );
}

#[test]
fn a_buffer_that_is_too_short_is_an_error_where_it_is_used() {
    let mut asset = triangle();
    let files = BTreeMap::from([("a.bin".to_owned(), asset.bin[..20].to_vec())]);
    let document = Document::from_slice(text(&asset, "a.bin").as_bytes(), files.clone()).unwrap();
    assert_eq!(
        document.mesh(0).unwrap_err().to_string(),
        "meshes[0].primitives[0].attributes.NORMAL: accessors[1]: bufferViews[1]: buffers[0]: expected 144 bytes, got 20"
    );
    asset.json["meshes"] = json!([]);
    let document = Document::from_slice(text(&asset, "a.bin").as_bytes(), files).unwrap();
    assert!(document.meshes().unwrap().is_empty());
    assert_eq!(document.findings()[0].to_string(), "buffers[0]: expected 144 bytes, got 20");
}

#[test]
fn a_placeholder_buffer_is_a_note() {
    let mut json = triangle().json;
    json["meshes"] = json!([]);
    json["buffers"] = json!([{ "byteLength": 1000 }]);
    let document = Document::from_slice(json.to_string().as_bytes(), NoFiles).unwrap();
    assert!(document.validate().is_ok());
    assert_eq!(
        document.findings()[0].to_string(),
        "buffers[0]: no uri, and no BIN chunk belongs to it"
    );
}

#[test]
fn a_file_that_two_buffers_name_is_read_once_to_the_longer_length() {
    let mut asset = triangle();
    let length = asset.bin.len();
    asset.json["buffers"] = json!([
        { "byteLength": 4, "uri": "./a.bin" }, { "byteLength": length, "uri": "a.bin" },
    ]);
    for view in asset.json["bufferViews"].as_array_mut().unwrap() {
        view["buffer"] = json!(1);
    }
    let files = BTreeMap::from([
        ("./a.bin".to_owned(), asset.bin.clone()),
        ("a.bin".to_owned(), Vec::new()),
    ]);
    let document = Document::from_slice(asset.json.to_string().as_bytes(), files).unwrap();
    assert_eq!(document.buffer_bytes(0).unwrap(), &asset.bin[..4]);
    assert_eq!(document.mesh(0).unwrap().target_count(), 2);
    assert_eq!(document.buffer_bytes(2).unwrap_err().to_string(), "buffers[2]: there are 2");
}

#[test]
fn images_are_found_and_a_missing_one_stops_nothing() {
    let mut asset = triangle();
    let view = asset.view(b"PNG");
    asset.json["images"] = json!([
        { "bufferView": view, "mimeType": "image/png" },
        { "uri": "data:image/jpeg;base64,SlBH" },
        { "uri": "gone.png" },
        {},
        { "bufferView": 99 },
        7.5,
    ]);
    asset.json["images"].as_array_mut().unwrap().pop();
    let document = asset.document();
    assert!(document.mesh(0).is_ok());
    let image = |i| document.image_bytes(i).map(|i| (i.bytes.into_owned(), i.mime));
    assert_eq!(image(0), Ok((b"PNG".to_vec(), Some("image/png".into()))));
    assert_eq!(image(1), Ok((b"JPG".to_vec(), Some("image/jpeg".into()))));
    for (index, text) in [
        (2, "images[2].uri: \"gone.png\": there are no files beside the model"),
        (3, "images[3]: neither uri nor bufferView"),
        (4, "images[4].bufferView: bufferViews[99]: there are 5"),
        (5, "images[5]: there are 5"),
    ] {
        assert_eq!(image(index).unwrap_err().to_string(), text);
    }
}

#[test]
fn the_json_is_kept_as_it_was_written() {
    let text = r#"{"zebra":{"b":1,"a":0.1},"asset":{"version":"2.0","extras":[null]}}"#;
    let document = Document::from_slice(text.as_bytes(), NoFiles).unwrap();
    assert_eq!(document.json().to_string(), text);
    assert_eq!(document.json()["zebra"]["a"], Value::from(0.1));
}

#[test]
fn integers_may_be_written_as_floats() {
    let mut asset = triangle();
    for accessor in asset.json["accessors"].as_array_mut().unwrap() {
        accessor["count"] = json!(3.0);
        accessor["componentType"] = json!(5126.0);
    }
    asset.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = json!(2.0);
    asset.json["meshes"][0]["primitives"][0]["mode"] = json!(4.0);
    assert_eq!(asset.document().mesh(0).unwrap().target_count(), 2);
}
