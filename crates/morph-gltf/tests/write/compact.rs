//! What nothing refers to goes, and the rest is renumbered.

use crate::asset::{Asset, triangle};
use crate::{changed, counts, reopened};
use morph_gltf::write::{NewAccessor, Numbers, Patch, Usage, WriteError};
use morph_gltf::{Document, ElementType, NoFiles};
use serde_json::json;

#[test]
fn what_nothing_refers_to_goes_with_its_bytes() {
    let mut asset = triangle();
    asset.floats("VEC3", &[9.0; 300]);
    let document = asset.document();
    let written = changed(&document, |patch| {
        patch.set_delta(0, 0, 1, "POSITION", None)?;
        patch.set_delta(0, 0, 1, "NORMAL", patch.delta(0, 0, 0, "POSITION"))
    });
    let written = written.unwrap();
    assert_eq!(counts(written.json()), [3, 3, 1]);
    assert_eq!(written.bin().len(), 3 * 36);
    let again = reopened(&written);
    let target = &again.mesh(0).unwrap().primitives[0].targets.clone().unwrap();
    assert_eq!(
        target.deltas(1, morph_core::Attribute::Normal),
        target.deltas(0, morph_core::Attribute::Position)
    );
}

#[test]
fn everything_that_names_accessors_and_views_is_renumbered() {
    let mut asset = Asset::new();
    asset.floats("SCALAR", &[7.0]);
    let position = asset.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let indices = asset.packed(5123, "SCALAR", &[0, 0, 1, 0, 2, 0]);
    let sparse = asset.sparse("VEC3", 3, &[1], &[0.5; 3]);
    let matrix = asset.floats("MAT4", &[2.0; 16]);
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let values = asset.floats("SCALAR", &[0.0, 1.0]);
    let instances = asset.floats("VEC3", &[4.0; 6]);
    let image = asset.view(b"picture");
    asset.mesh(json!({ "POSITION": position }), json!([{ "POSITION": sparse }]));
    asset.json["meshes"][0]["primitives"][0]["indices"] = json!(indices);
    asset.node(json!({ "mesh": 0, "skin": 0, "extensions":
        { "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": instances } } } }));
    asset.json["skins"] = json!([{ "joints": [0], "inverseBindMatrices": matrix }]);
    asset.json["images"] = json!([{ "bufferView": image, "mimeType": "image/png" }]);
    asset.animation(json!({
        "samplers": [{ "input": times, "output": values }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
    }));
    let document = asset.document();
    let again = reopened(&changed(&document, |_| Ok(())).unwrap());
    // The first accessor is gone, so each of the others is one less.
    assert_eq!(counts(again.json())[0], counts(document.json())[0] - 1);
    let names = |document: &Document, pointer: &str| {
        let accessor = document.json().pointer(pointer).unwrap().as_u64().unwrap() as usize;
        document.accessor(accessor).unwrap().to_f32()
    };
    for pointer in [
        "/meshes/0/primitives/0/attributes/POSITION",
        "/meshes/0/primitives/0/indices",
        "/meshes/0/primitives/0/targets/0/POSITION",
        "/skins/0/inverseBindMatrices",
        "/animations/0/samplers/0/input",
        "/animations/0/samplers/0/output",
        "/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes/TRANSLATION",
    ] {
        let (before, after) = (document.json().pointer(pointer), again.json().pointer(pointer));
        assert_ne!(before, after, "{pointer}");
        assert_eq!(names(&document, pointer), names(&again, pointer), "{pointer}");
    }
    assert_eq!(&*again.image_bytes(0).unwrap().bytes, b"picture");
    again.validate().unwrap();
}

#[test]
fn views_of_light_profiles_follow_and_those_of_unknown_lights_stay() {
    let mut asset = triangle();
    asset.floats("VEC3", &[9.0; 30]);
    let view = asset.view(b"IESNA:LM-63-2002");
    let lights = json!({ "lights": [{ "uri": "a.ies" }, { "bufferView": view }] });
    asset.json["extensions"] = json!({ "EXT_lights_ies": lights });
    let written = changed(&asset.document(), |_| Ok(())).unwrap();
    let new = &written.json()["extensions"]["EXT_lights_ies"]["lights"][1]["bufferView"];
    let new = new.as_u64().unwrap() as usize;
    assert_eq!(new, view - 1);
    assert_eq!(reopened(&written).view_bytes(new).unwrap(), b"IESNA:LM-63-2002");
    asset.json["extensions"] = json!({ "KHR_lights_photometric": lights });
    let written = changed(&asset.document(), |_| Ok(())).unwrap();
    assert_eq!(reopened(&written).view_bytes(view).unwrap(), b"IESNA:LM-63-2002");
}

#[test]
fn what_may_hold_an_index_keeps_all_of_its_kind() {
    let mut asset = triangle();
    asset.floats("VEC3", &[9.0; 30]);
    asset.json["extras"] = json!({ "collider": { "accessor": 4 } });
    let written = changed(&asset.document(), |_| Ok(())).unwrap();
    assert_eq!(counts(written.json()), [5, 5, 1]);
    assert_eq!(
        written.notes(),
        ["extras.collider.accessor: may refer to accessors, so all of them keep their places"]
    );
    asset.json["extras"].take();
    asset.json["nodes"] = json!([{ "extensions": { "ABC_x": { "curve": [0.5, 4] } } }]);
    let written = changed(&asset.document(), |_| Ok(())).unwrap();
    assert_eq!(counts(written.json()), [5, 5, 1]);
    assert_eq!(written.notes().len(), 2);
    assert!(written.notes()[0].starts_with("nodes[0].extensions.ABC_x.curve[1]: "));
}

#[test]
fn one_buffer_that_may_be_named_stays_whole_and_several_are_an_error() {
    let mut asset = triangle();
    asset.floats("VEC3", &[9.0; 30]);
    asset.json["extensions"] = json!({ "ABC_x": { "buffer": 0, "byteOffset": 12.5 } });
    let written = changed(&asset.document(), |_| Ok(())).unwrap();
    assert_eq!(written.bin()[..asset.bin.len()], asset.bin);

    let mut json = asset.json.clone();
    let buffer = json!({ "uri": "data:;base64,AAAAAA==", "byteLength": 4 });
    json["buffers"] = json!([buffer, buffer]);
    json["bufferViews"] = json!([{ "buffer": 1, "byteLength": 4 }]);
    json["accessors"] = json!([]);
    json["meshes"] = json!([]);
    let document = Document::from_slice(json.to_string().as_bytes(), NoFiles).unwrap();
    let error = changed(&document, |_| Ok(())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "extensions.ABC_x.buffer: is not understood and may refer to a buffer, whose number changes"
    );
}

#[test]
fn buffers_of_all_kinds_become_one() {
    let file: Vec<u8> = [1.0_f32, 2.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let files = std::collections::BTreeMap::from([("a b.bin".to_owned(), file)]);
    let json = json!({
        "asset": { "version": "2.0" },
        "buffers": [
            { "uri": "data:;base64,AACAPwAAAEA=", "byteLength": 8, "name": "inline" },
            { "uri": "a%20b.bin", "byteLength": 8, "name": "beside" },
            { "uri": "a%20b.bin", "byteLength": 4 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 4, "byteLength": 4 },
            { "buffer": 1, "byteLength": 8 },
            { "buffer": 2, "byteLength": 4 },
        ],
        "images": [{ "bufferView": 0 }, { "bufferView": 1 }, { "bufferView": 2 }],
    });
    let document = Document::from_slice(json.to_string().as_bytes(), files).unwrap();
    let written = changed(&document, |_| Ok(())).unwrap();
    let again = reopened(&written);
    for image in 0..3 {
        let bytes = |document: &Document| document.image_bytes(image).unwrap().bytes.into_owned();
        assert_eq!(bytes(&document), bytes(&again));
    }
    // What two buffers name is there once.
    assert_eq!((counts(again.json())[2], written.bin().len()), (1, 16));
    assert_eq!(again.json()["buffers"][0]["name"], "inline");
    assert_eq!(written.notes(), ["buffers[1]: is joined with others, and its name left out"]);
}

#[test]
fn a_buffer_that_nobody_can_read_stays_as_it_is() {
    let mut asset = triangle();
    asset.json["buffers"] = json!([{ "byteLength": asset.bin.len() }]);
    asset.json["bufferViews"].as_array_mut().unwrap().push(json!({ "buffer": 1, "byteLength": 8 }));
    let view = asset.json["bufferViews"].as_array().unwrap().len() - 1;
    asset.json["images"] = json!([{ "bufferView": view }]);
    let uri = |buffer| {
        let mut json = asset.json.clone();
        let bytes = json!({ "uri": data_uri(&asset.bin), "byteLength": asset.bin.len() });
        json["buffers"] = json!([bytes, buffer]);
        let document = Document::from_slice(json.to_string().as_bytes(), NoFiles).unwrap();
        changed(&document, |_| Ok(()))
    };
    let missing = json!({ "uri": "gone.bin", "byteLength": 8 });
    let written = uri(missing.clone()).unwrap();
    assert_eq!(written.json()["buffers"][1], missing);
    assert!(written.notes()[0].starts_with("buffers[1]"), "{:?}", written.notes());
    assert_eq!(written.uris().collect::<Vec<_>>(), ["gone.bin"]);
    let placeholder = json!({ "byteLength": 8, "extensions": { "EXT_meshopt_compression": {} } });
    let written = uri(placeholder.clone()).unwrap();
    assert_eq!((&written.json()["buffers"][1], written.notes()), (&placeholder, &[][..]));
}

fn data_uri(bytes: &[u8]) -> String {
    let encoded: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
    format!("data:,{encoded}")
}

#[test]
fn compressed_views_keep_their_bytes_and_leave_with_the_extension() {
    let mut asset = triangle();
    let compressed = asset.view(&[1, 2, 3, 4, 5]);
    let range = asset.json["bufferViews"][compressed].clone();
    asset.json["bufferViews"][0]["extensions"] = json!({ "EXT_meshopt_compression": {
        "buffer": 0, "byteOffset": range["byteOffset"], "byteLength": 5, "byteStride": 12,
        "count": 3, "mode": "ATTRIBUTES" } });
    asset.json["extensionsUsed"] = json!(["EXT_meshopt_compression"]);
    let document = asset.document();
    let written = changed(&document, |_| Ok(())).unwrap();
    let of_view = &written.json()["bufferViews"][0]["extensions"]["EXT_meshopt_compression"];
    let from = of_view["byteOffset"].as_u64().unwrap() as usize;
    assert_eq!(written.bin()[from..from + 5], [1, 2, 3, 4, 5]);
    assert_eq!(written.json()["extensionsUsed"], json!(["EXT_meshopt_compression"]));

    let corners = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let written = changed(&document, |patch| {
        let new = NewAccessor::new(ElementType::Vec3, Numbers::F32(&corners)).vertex().bounds();
        let new = patch.add_accessor(&new)?;
        patch.set_attribute(0, 0, "POSITION", new)
    });
    let written = written.unwrap();
    assert_eq!(written.json().get("extensionsUsed"), None);
    assert!(!written.bin().windows(5).any(|bytes| bytes == [1, 2, 3, 4, 5]));
}

#[test]
fn quantisation_stays_required_only_while_something_uses_it() {
    let mut asset = triangle();
    let small = asset.packed(5122, "VEC3", &[0; 24]);
    asset.json["accessors"][small]["count"] = json!(3);
    asset.json["bufferViews"][small]["byteStride"] = json!(8);
    asset.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = json!(small);
    asset.json["extensionsUsed"] = json!(["KHR_mesh_quantization", "KHR_materials_unlit"]);
    asset.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let document = asset.document();
    let written = changed(&document, |_| Ok(())).unwrap();
    assert_eq!(written.json()["extensionsRequired"], json!(["KHR_mesh_quantization"]));
    let written = changed(&document, |patch| patch.keep_targets(0, &[1])).unwrap();
    assert_eq!(written.json().get("extensionsRequired"), None);
    assert_eq!(written.json()["extensionsUsed"], json!(["KHR_materials_unlit"]));

    let written = changed(&document, |patch| {
        patch.require_extension("ABC_x");
        patch.require_extension("ABC_x");
        Ok(())
    });
    let written = written.unwrap();
    assert_eq!(written.json()["extensionsRequired"], json!(["KHR_mesh_quantization", "ABC_x"]));
}

#[test]
fn references_that_lead_nowhere_are_told_before_new_data_take_their_place() {
    let mut asset = triangle();
    asset.json["skins"] = json!([{ "joints": [0], "inverseBindMatrices": 4 }]);
    let document = asset.document();
    assert_eq!(
        Patch::new(&document).unwrap_err().to_string(),
        "skins[0].inverseBindMatrices: accessors[4] does not exist, there are 4"
    );
}

#[test]
fn new_accessors_that_do_not_fit_are_refused() {
    let document = triangle().document();
    let mut patch = Patch::new(&document).unwrap();
    let vec3 = |numbers| NewAccessor::new(ElementType::Vec3, numbers);
    let mut refused = |new: NewAccessor<'_>| patch.add_accessor(&new).unwrap_err().to_string();
    assert_eq!(refused(vec3(Numbers::F32(&[0.0; 4]))), "new accessor: expected 6 numbers, got 4");
    assert_eq!(
        refused(vec3(Numbers::I8(&[0; 3])).sparse(9, &[1, 2])),
        "new accessor: expected 6 numbers, got 3"
    );
    for indices in [[2, 2], [2, 1], [1, 9]] {
        let error = refused(vec3(Numbers::U16(&[0; 6])).sparse(9, &indices));
        assert!(error.contains("does not increase, or is not below 9"), "{error}");
    }
    assert!(refused(vec3(Numbers::F32(&[]))).contains("at least one element"));
    assert!(refused(vec3(Numbers::F32(&[0.0, f32::NAN, 0.0]))).contains("value 1 is not finite"));
    let matrix = NewAccessor::new(ElementType::Mat3, Numbers::I8(&[0; 9]));
    assert!(refused(matrix).contains("matrices"));
    assert!(matches!(patch.set_attribute(1, 0, "A", 0), Err(WriteError::NoSuch { .. })));
    assert!(matches!(patch.set_delta(0, 0, 2, "A", None), Err(WriteError::NoSuch { .. })));
}

#[test]
fn new_views_are_aligned_and_say_what_they_are_for() {
    let document = triangle().document();
    let written = changed(&document, |patch| {
        patch.add_view(&[1], Usage::Other, None);
        let shorts = Numbers::I16(&[1, 2, 3, -4, 5, 6, 0, 0, 0]);
        let new = NewAccessor::new(ElementType::Vec3, shorts).vertex().bounds().normalized();
        let accessor = patch.add_accessor(&new)?;
        patch.set_delta(0, 0, 0, "NORMAL", Some(accessor))
    });
    let written = written.unwrap();
    let json = written.json();
    let accessor = json["meshes"][0]["primitives"][0]["targets"][0]["NORMAL"].as_u64().unwrap();
    let accessor = &json["accessors"][accessor as usize];
    assert_eq!(accessor["min"], json!([-4, 0, 0]));
    assert_eq!(accessor["max"], json!([1, 5, 6]));
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    assert_eq!((&view["byteStride"], &view["target"]), (&json!(8), &json!(34962)));
    assert_eq!(view["byteOffset"].as_u64().unwrap() % 4, 0);
}
