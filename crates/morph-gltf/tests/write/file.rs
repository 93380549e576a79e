//! What is written as files.

use crate::asset::triangle;
use crate::{changed, same_mesh};
use morph_gltf::{Document, Strictness};
use serde_json::json;

#[test]
fn the_name_of_the_file_says_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let document = triangle().document();
    let written = changed(&document, |_| Ok(())).unwrap();
    let options = morph_gltf::ReadOptions { strictness: Strictness::Strict, ..Default::default() };
    for name in ["a.glb", "a b \u{e4}.gltf", "a.vrm"] {
        let path = folder.path().join(name);
        written.save(&path).unwrap();
        let again = morph_gltf::open_with(&path, &options).unwrap();
        assert_eq!(again.is_glb(), !name.ends_with("gltf"));
        same_mesh(&again, &document, 0);
        assert!(written.files(&path).iter().all(|path| path.is_file()));
    }
    assert_eq!(written.files(&folder.path().join("a.gltf")).len(), 2);
    assert!(folder.path().join("a b \u{e4}.bin").is_file());
    assert!(written.to_gltf("a b \u{e4}.bin").contains("\"uri\": \"a%20b%20%C3%A4.bin\""));
    let error = written.save(folder.path().join("gone/a.glb")).unwrap_err().to_string();
    assert!(error.contains("gone"), "{error}");
}

#[test]
fn a_file_without_data_has_no_buffer() {
    let text = br#"{ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 4 }] }"#;
    let document = Document::from_slice(text, morph_gltf::NoFiles).unwrap();
    let written = changed(&document, |_| Ok(())).unwrap();
    assert_eq!(*written.json(), json!({ "asset": { "version": "2.0" } }));
    assert_eq!(written.to_glb().unwrap().len() % 4, 0);
}
