//! Features of files: each on a file that has it, and none on a plain one.

use crate::asset::{Asset, triangle};
use morph_gltf::player::{FACTS, Feature, Player};
use serde_json::{Value, json};

#[track_caller]
fn features(asset: &Asset, expected: &[Feature]) {
    assert_eq!(asset.document().features(), expected);
}

fn primitive(asset: &mut Asset) -> &mut Value {
    &mut asset.json["meshes"][0]["primitives"][0]
}

#[test]
fn a_plain_file_has_no_feature() {
    features(&triangle(), &[]);
    assert_eq!(triangle().document().player_facts().count(), 0);
}

#[test]
fn attributes_of_targets_are_features() {
    let mut asset = triangle();
    let rgba = asset.floats("VEC4", &[0.5; 12]);
    let uv = asset.floats("VEC2", &[0.5; 6]);
    let base = json!({
        "POSITION": 0, "NORMAL": 1, "TANGENT": rgba, "TEXCOORD_0": uv, "COLOR_0": rgba,
    });
    primitive(&mut asset)["attributes"] = base;
    let cases: [(Value, &[Feature]); 7] = [
        (json!([{ "POSITION": 2, "TANGENT": 3 }]), &[Feature::TangentDeltas]),
        (json!([{ "POSITION": 2, "TEXCOORD_0": uv }]), &[Feature::TexCoordDeltas]),
        (json!([{ "POSITION": 2, "COLOR_0": rgba }]), &[Feature::ColorDeltas]),
        (
            json!([{ "POSITION": 2, "COLOR_0": 3 }]),
            &[Feature::ColorDeltas, Feature::ColorComponents],
        ),
        (json!([{ "POSITION": 2 }, { "POSITION": 3, "NORMAL": 1 }]), &[Feature::MixedAttributes]),
        (json!([{ "NORMAL": 2 }]), &[Feature::NoPositionDeltas]),
        (
            json!([{}, { "POSITION": 2 }]),
            &[Feature::MixedAttributes, Feature::TargetWithoutVectors],
        ),
    ];
    for (targets, expected) in cases {
        primitive(&mut asset)["targets"] = targets;
        features(&asset, expected);
    }
}

#[test]
fn the_storage_of_deltas_is_a_feature() {
    let mut asset = triangle();
    let nothing = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
    let sparse = asset.sparse("VEC3", 3, &[2], &[1.0, 2.0, 3.0]);
    let over = asset.sparse("VEC3", 3, &[2], &[1.0, 2.0, 3.0]);
    asset.json["accessors"][over]["bufferView"] = json!(2);
    let view = asset.view(&[0; 24]);
    asset.json["bufferViews"][view]["byteStride"] = json!(8);
    let shorts = asset.accessor(json!({
        "bufferView": view, "componentType": 5122, "type": "VEC3", "count": 3,
    }));
    let cases: [(usize, &[Feature]); 4] = [
        (nothing, &[Feature::DeltasWithoutData]),
        (sparse, &[Feature::SparseDeltas]),
        (over, &[Feature::SparseDeltas, Feature::SparseOverView]),
        (shorts, &[Feature::IntegerDeltas]),
    ];
    for (accessor, expected) in cases {
        primitive(&mut asset)["targets"] = json!([{ "POSITION": accessor }]);
        features(&asset, expected);
    }
    primitive(&mut asset)["targets"] = json!([{ "POSITION": 2 }, { "POSITION": 2 }]);
    features(&asset, &[Feature::SharedDeltas]);
}

#[test]
fn a_strided_view_that_ends_with_its_last_element_is_a_feature() {
    for (length, expected) in [(48, &[][..]), (44, &[Feature::TightEnd][..])] {
        let mut asset = triangle();
        let view = asset.view(&vec![0; length]);
        asset.json["bufferViews"][view]["byteStride"] = json!(16);
        asset.json["accessors"][2]["bufferView"] = json!(view);
        features(&asset, expected);
    }
}

#[test]
fn meshes_and_weights_have_features() {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0, "weights": [0, 0] }));
    let mesh = &mut asset.json["meshes"][0];
    mesh["weights"] = json!([0, 0, 0]);
    mesh["extras"] = json!({ "targetNames": ["a", null, "c"] });
    let plain = json!({ "attributes": { "POSITION": 0 } });
    mesh["primitives"].as_array_mut().unwrap().insert(0, plain);
    features(
        &asset,
        &[
            Feature::SomeWithoutTargets,
            Feature::FirstWithoutTargets,
            Feature::NodeWeights,
            Feature::ExtraWeights,
            Feature::OtherNamesCount,
            Feature::NamesNotStrings,
        ],
    );
    let mut asset = triangle();
    primitive(&mut asset)["targets"] = json!(vec![json!({ "POSITION": 2 }); 257]);
    assert!(asset.document().features().contains(&Feature::ManyTargets));
    let mut asset = triangle();
    let indices = asset.packed(5121, "SCALAR", &[0, 1, 2]);
    primitive(&mut asset)["indices"] = json!(indices);
    primitive(&mut asset)["attributes"] = json!({ "POSITION": 0 });
    features(&asset, &[Feature::FlatIndexed]);
}

#[test]
fn animations_have_features() {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let values = asset.floats("SCALAR", &[0.0; 12]);
    asset.animation(json!({
        "channels": [
            { "sampler": 0, "target": { "node": 0, "path": "weights" } },
            { "sampler": 0, "target": { "path": "pointer" } },
        ],
        "samplers": [{ "input": times, "output": values, "interpolation": "CUBICSPLINE" }],
    }));
    features(&asset, &[Feature::CubicWeights, Feature::ChannelWithoutNode]);
}

#[test]
fn extensions_are_features() {
    let mut asset = triangle();
    asset.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    features(&asset, &[Feature::Quantization]);
    let mut asset = triangle();
    primitive(&mut asset)["extensions"] = json!({ "KHR_draco_mesh_compression": {} });
    assert!(asset.document().features().contains(&Feature::Draco));
}

#[test]
fn facts_of_a_file_are_those_of_its_features() {
    let mut asset = triangle();
    primitive(&mut asset)["targets"] = json!([{ "POSITION": 2 }, { "NORMAL": 1 }]);
    let document = asset.document();
    let features = document.features();
    assert_eq!(features, [Feature::MixedAttributes]);
    let expected = FACTS.iter().filter(|fact| features.contains(&fact.feature));
    assert!(document.player_facts().eq(expected));
    let three = document.player_facts().find(|fact| fact.player == Player::Three).unwrap();
    assert!(three.effect.contains("weighted base"), "{}", three.effect);
}
