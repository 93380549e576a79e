//! Extensions: read, ignored, refused by name.

use crate::asset::triangle;
use serde_json::json;

#[test]
fn an_unknown_extension_that_is_only_used_is_a_note() {
    let mut asset = triangle();
    asset.json["extensionsUsed"] = json!(["KHR_texture_transform", "XYZ_shine", "VRMC_vrm"]);
    assert_eq!(asset.found(), ["EXTENSION_UNKNOWN extensionsUsed[1]"]);
    assert!(asset.strict().is_ok());
}

#[test]
fn a_required_extension_that_is_not_read_is_refused_by_name() {
    for name in ["KHR_draco_mesh_compression", "XYZ_shine"] {
        let mut asset = triangle();
        asset.json["extensionsUsed"] = json!([name]);
        asset.json["extensionsRequired"] = json!([name]);
        let error = asset.open().unwrap_err().to_string();
        assert_eq!(error, format!("extensionsRequired[0]: {name} is not supported"));
    }
}

#[test]
fn a_moved_texture_coordinate_is_the_materials_and_not_the_meshs() {
    let mut asset = triangle();
    asset.json["extensionsRequired"] = json!(["KHR_texture_transform"]);
    asset.json["materials"] = json!([{ "pbrMetallicRoughness": { "baseColorTexture": {
        "index": 0, "extensions": { "KHR_texture_transform": { "offset": [0.5, 0.5] } },
    } } }]);
    assert_eq!(asset.document().meshes().unwrap()[0].target_count(), 2);
    assert_eq!(asset.found(), ["EXTENSION_IGNORED extensionsRequired[0]"]);
}

/// glTF lets an optional Draco stream stand beside accessors with data.
#[test]
fn a_primitive_with_a_draco_stream_loads_from_the_data_beside_it() {
    let mut asset = triangle();
    let indices = asset.packed(5121, "SCALAR", &[0, 1, 2]);
    asset.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["indices"] = json!(indices);
    primitive["extensions"] = json!({ "KHR_draco_mesh_compression": {
        "bufferView": 0, "attributes": { "POSITION": 0, "NORMAL": 1 },
    } });
    assert_eq!(asset.document().meshes().unwrap()[0].target_count(), 2);
    assert_eq!(asset.document().indices(0, 0).unwrap(), Some(vec![0, 1, 2]));
    assert_eq!(asset.found(), ["EXTENSION_UNKNOWN extensionsUsed[0]"]);

    let place = "meshes[0].primitives[0]";
    let only = "its data is only in KHR_draco_mesh_compression, which is not supported";
    let view = asset.json["accessors"][indices].as_object_mut().unwrap().remove("bufferView");
    assert_eq!(asset.mesh_error(), format!("{place}.indices: {only}"));
    assert!(asset.document().indices(0, 0).is_err());
    asset.json["accessors"][indices]["bufferView"] = view.unwrap();
    asset.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    assert_eq!(asset.mesh_error(), format!("{place}.attributes.POSITION: {only}"));
    assert_eq!(asset.found()[1], format!("PRIMITIVE_DATA_UNSUPPORTED {place}.attributes.POSITION"));

    // Without the stream the accessor means zeros, as the specification says.
    let primitive = asset.json["meshes"][0]["primitives"][0].as_object_mut().unwrap();
    primitive.remove("extensions");
    assert!(asset.document().meshes().is_ok());
}
