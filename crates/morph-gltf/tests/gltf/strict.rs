//! What is recoverable loads leniently and is an error under strict reading.

use crate::asset::{Asset, triangle};
use morph_gltf::{Code, Severity};
use serde_json::json;

#[test]
fn a_clean_file_passes_strictly() {
    let document = triangle().strict().unwrap();
    assert!(document.mesh(0).is_ok());
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn each_recoverable_finding_is_a_strict_error() {
    type Change = fn(&mut Asset);
    let changes: [(Change, Code); 7] = [
        (|a| a.json["meshes"][0]["weights"] = json!([1]), Code::MeshInvalidWeightsCount),
        (|a| a.json["accessors"][2]["max"] = json!([9, 9, 9]), Code::BoundsMismatch),
        (|a| a.json["meshes"][0]["primitives"][0]["targets"] = json!([]), Code::TargetsEmpty),
        (|a| a.json["meshes"][0]["primitives"][0]["targets"][0] = json!({}), Code::TargetEmpty),
        (
            |a| a.json["meshes"][0]["primitives"][0]["targets"][0] = json!({ "COLOR_0": 2 }),
            Code::MorphTargetNoBase,
        ),
        (
            |a| a.json["meshes"][0]["primitives"][0]["attributes"]["UNKNOWN"] = json!(0),
            Code::InvalidAttribute,
        ),
        (|a| a.json["bufferViews"][2]["byteStride"] = json!(0), Code::AccessorUnaligned),
    ];
    for (change, code) in changes {
        let mut asset = triangle();
        change(&mut asset);
        if code == Code::AccessorUnaligned {
            // Every float moves by two bytes.
            asset.bin.splice(0..0, [0; 2]);
            for view in asset.json["bufferViews"].as_array_mut().unwrap() {
                view["byteOffset"] = json!(view["byteOffset"].as_u64().unwrap() + 2);
            }
        }
        let lenient = asset.document();
        assert!(lenient.mesh(0).is_ok(), "{code}");
        assert!(lenient.validate().is_ok(), "{code}");
        assert!(lenient.findings().iter().any(|f| f.code == code), "{code}");
        let strict = asset.strict().unwrap();
        let error = strict.mesh(0).unwrap_err().finding();
        assert_eq!((error.code, error.severity), (code, Severity::Recoverable));
        assert!(strict.validate().is_err(), "{code}");
    }
}

#[test]
fn notes_are_no_errors_under_strict_reading() {
    let mut asset = triangle();
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": 7 });
    asset.json["meshes"][0]["primitives"][0]["targets"][0]["_HEAT"] = json!(2);
    let document = asset.strict().unwrap();
    assert!(document.mesh(0).is_ok());
    assert!(document.validate().is_ok());
    let codes: Vec<_> = document.findings().iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::CustomAttributeIgnored, Code::TargetNamesIgnored]);
}

#[test]
fn findings_list_every_error_and_not_the_first_only() {
    let mut asset = triangle();
    let broken = json!({ "primitives": [{ "attributes": { "POSITION": 77 } }] });
    asset.json["meshes"] = json!([broken, { "primitives": [] }]);
    asset.json["scenes"] = json!([{ "nodes": [3] }]);
    asset.json["nodes"] = json!([{ "children": [9], "skin": 1 }]);
    let document = asset.document();
    let texts: Vec<_> = document.findings().iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "meshes[0].primitives[0].attributes.POSITION: accessors[77]: there are 4",
            "meshes[1].primitives: expected at least one",
            "nodes[0].children[0]: nodes[9]: there are 1",
            "nodes[0].skin: skins[1]: there are 0",
            "scenes[0].nodes[0]: nodes[3]: there are 1",
        ]
    );
    assert!(document.findings().iter().all(|f| f.severity == Severity::Fatal));
    assert_eq!(document.validate().unwrap_err().to_string(), texts[0]);
}
