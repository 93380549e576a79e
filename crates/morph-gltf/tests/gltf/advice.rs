//! Advice: each code on a file that deserves it, and none on files that do not.

use crate::asset::{Asset, triangle};
use morph_gltf::advice::{Advice, AdviceCode};
use serde_json::json;
use std::collections::BTreeSet;

fn codes(asset: &Asset) -> Vec<&'static str> {
    asset.document().advice().iter().map(|advice| advice.code.as_str()).collect()
}

/// The only advice of a code.
#[track_caller]
fn the(asset: &Asset, code: AdviceCode) -> Advice {
    let mut advice = asset.document().advice();
    advice.retain(|advice| advice.code == code);
    assert_eq!(advice.len(), 1, "{code}: {advice:?}");
    let names: Vec<_> = advice[0].numbers.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, code.numbers(), "{code}");
    advice.remove(0)
}

fn number(advice: &Advice, name: &str) -> f64 {
    advice.numbers.iter().find(|(of, _)| *of == name).unwrap().1
}

/// A drawn triangle whose targets turn normals as well: nothing to say about it.
fn clean() -> Asset {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    let one = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let turn = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "POSITION": 2 }, { "POSITION": one, "NORMAL": turn }]);
    asset
}

#[test]
fn a_clean_file_needs_no_advice() {
    assert_eq!(codes(&clean()), [""; 0]);
    let mut plain = clean();
    plain.json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("targets");
    plain.json["meshes"][0]["weights"] = json!([100]);
    assert_eq!(codes(&plain), [""; 0], "a mesh without targets is not looked at");
}

#[test]
fn targets_that_move_nothing_are_listed_by_name() {
    let mut asset = clean();
    let zeros = asset.floats("VEC3", &[0.0; 9]);
    let mesh = &mut asset.json["meshes"][0];
    mesh["primitives"][0]["targets"] =
        json!([{ "POSITION": zeros }, { "POSITION": 2 }, { "NORMAL": zeros }]);
    mesh["extras"] = json!({ "targetNames": ["blink", "up", "frown"] });
    let advice = the(&asset, AdviceCode::TargetsZero);
    assert_eq!(advice.targets, [0, 2]);
    assert_eq!(
        advice.to_string(),
        "meshes[0]: 2 of 3 targets move nothing: 0 \"blink\", 2 \"frown\""
    );
    assert!(!codes(&asset).contains(&"TARGETS_IDENTICAL"), "zeros are told once");
}

#[test]
fn targets_are_identical_only_where_all_primitives_agree() {
    let mut asset = clean();
    let sparse = asset.sparse("VEC3", 3, &[1], &[0.5, 0.0, 0.0]);
    let other = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "POSITION": other }, { "POSITION": 2 }, { "POSITION": sparse }]);
    assert_eq!(the(&asset, AdviceCode::TargetsIdentical).targets, [0, 2]);
    let mut second = asset.json["meshes"][0]["primitives"][0].clone();
    second["targets"] = json!([{ "POSITION": 2 }, { "POSITION": 2 }, { "POSITION": 3 }]);
    asset.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    assert!(!codes(&asset).contains(&"TARGETS_IDENTICAL"));
}

#[test]
fn names_that_hide_behind_an_earlier_one_are_listed() {
    let mut asset = clean();
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": ["smile", "smile"] });
    let advice = the(&asset, AdviceCode::NamesDuplicate);
    assert_eq!((advice.targets.as_slice(), number(&advice, "of")), (&[1][..], 2.0));
}

#[test]
fn zeros_stored_for_other_primitives_are_counted_in_bytes() {
    let mut asset = clean();
    let zeros = asset.floats("VEC3", &[0.0; 9]);
    let mut second = asset.json["meshes"][0]["primitives"][0].clone();
    second["targets"] = json!([{ "POSITION": zeros }, { "POSITION": 2, "NORMAL": 2 }]);
    asset.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let advice = the(&asset, AdviceCode::TargetsInOnePrimitive);
    assert_eq!((advice.targets.as_slice(), number(&advice, "bytes")), (&[0][..], 36.0));
    // An accessor without data costs nothing, so there is nothing to gain.
    let free = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
    asset.json["meshes"][0]["primitives"][1]["targets"][0]["POSITION"] = json!(free);
    assert!(!codes(&asset).contains(&"TARGETS_IN_ONE_PRIMITIVE"));
}

#[test]
fn custom_attributes_of_targets_are_no_zeros_whatever_they_count() {
    for count in [3_u64, 1 << 62, i64::MAX as u64] {
        let mut asset = clean();
        let custom = asset.accessor(
            json!({ "componentType": 5126, "type": "VEC3", "count": count, "bufferView": 0 }),
        );
        let free = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3 }));
        let mut second = asset.json["meshes"][0]["primitives"][0].clone();
        second["targets"] =
            json!([{ "POSITION": free, "_HEAT": custom }, { "POSITION": 2, "NORMAL": 2 }]);
        asset.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
        assert!(!codes(&asset).contains(&"TARGETS_IN_ONE_PRIMITIVE"), "{count}");
    }
}

#[test]
fn a_mesh_that_no_node_draws_is_told() {
    let mut asset = clean();
    asset.json["nodes"] = json!([]);
    assert_eq!(the(&asset, AdviceCode::MeshNotDrawn).place, "meshes[0]");
}

#[test]
fn directions_without_length_or_of_another_length_are_counted() {
    let mut asset = clean();
    let normal = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 1.005]);
    let tangent =
        asset.floats("VEC4", &[0.0, 0.0, 0.0, 1.0, 3.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0]);
    let attributes = &mut asset.json["meshes"][0]["primitives"][0]["attributes"];
    attributes["NORMAL"] = json!(normal);
    attributes["TANGENT"] = json!(tangent);
    let place = "meshes[0].primitives[0].attributes.NORMAL";
    assert_eq!(
        the(&asset, AdviceCode::NormalsZero).to_string(),
        format!("{place}: 1 of 3 have no length")
    );
    let advice = the(&asset, AdviceCode::NormalsNotUnit);
    assert_eq!((number(&advice, "vertices"), number(&advice, "shortest")), (1.0, 0.5));
    assert_eq!(number(&the(&asset, AdviceCode::TangentsZero), "vertices"), 1.0);
    assert_eq!(number(&the(&asset, AdviceCode::TangentsNotUnit), "longest"), 3.0);
    assert_eq!(number(&the(&asset, AdviceCode::TangentsHandedness), "vertices"), 1.0);
}

#[test]
fn deltas_longer_than_the_mesh_is_large_are_told_with_both_lengths() {
    let mut asset = clean();
    let far = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0]);
    asset.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] = json!(far);
    let advice = the(&asset, AdviceCode::DeltasBeyondMesh);
    assert_eq!((advice.targets.as_slice(), number(&advice, "longest")), (&[0][..], 3.0));
    assert!((number(&advice, "size") - 2.0_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn turned_surfaces_want_normals_and_moved_or_stretched_ones_do_not() {
    let mut asset = clean();
    let turn = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0]);
    let stretch = asset.floats("VEC3", &[0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let zeros = asset.floats("VEC3", &[0.0; 9]);
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([
        { "POSITION": 2 }, { "POSITION": stretch }, { "POSITION": turn },
        { "POSITION": turn, "NORMAL": zeros }, { "POSITION": turn, "NORMAL": 2 },
    ]);
    let advice = the(&asset, AdviceCode::NormalDeltasMissing);
    assert_eq!(advice.targets, [2, 3]);
    assert_eq!((number(&advice, "without"), number(&advice, "zero")), (1.0, 1.0));
    let mut points = asset.clone();
    points.json["meshes"][0]["primitives"][0]["mode"] = json!(0);
    assert!(!codes(&points).contains(&"NORMAL_DELTAS_MISSING"), "points have no surface");
    asset.json["meshes"][0]["primitives"][0]["attributes"] = json!({ "POSITION": 0 });
    assert!(!codes(&asset).contains(&"NORMAL_DELTAS_MISSING"), "a flat base has none to turn");
}

#[test]
fn bytes_that_sparse_accessors_save_are_counted_once() {
    let mut asset = Asset::new();
    let count = 1000;
    let base: Vec<f32> = (0..3 * count).map(|v| v as f32).collect();
    let base = asset.floats("VEC3", &base);
    let mut deltas = vec![0.0; 3 * count];
    deltas[3 * 300] = 1.0;
    let deltas = asset.floats("VEC3", &deltas);
    for _ in 0..2 {
        let mesh = asset.mesh(json!({ "POSITION": base }), json!([{ "POSITION": deltas }]));
        asset.node(json!({ "mesh": mesh }));
    }
    let advice = the(&asset, AdviceCode::SparseSmaller);
    assert_eq!(advice.place, "meshes[0]", "meshes share the accessor");
    // One element of 12 bytes, an index of 2 bytes, and what the JSON grows by.
    assert_eq!((number(&advice, "bytes"), number(&advice, "sparse_bytes")), (12000.0, 164.0));
}

#[test]
fn weights_that_look_like_percentages_are_told_wherever_they_stand() {
    let mut asset = clean();
    asset.json["meshes"][0]["weights"] = json!([1, -80]);
    asset.json["nodes"][0]["weights"] = json!([4.9, 30]);
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let values = asset.floats("SCALAR", &[0.0, 0.0, 100.0, 1.7]);
    asset.animation(json!({
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": times, "output": values }],
    }));
    let bind = json!([{ "node": 0, "index": 0, "weight": 100 }]);
    asset.json["extensions"] = json!({ "VRMC_vrm": { "expressions": { "preset": { "aa": { "morphTargetBinds": bind } } } } });
    let advice = asset.document().advice();
    let found: Vec<_> = advice.iter().map(|a| (a.place.as_str(), number(a, "largest"))).collect();
    assert_eq!(
        found,
        [
            ("meshes[0].weights", -80.0),
            ("nodes[0].weights", 30.0),
            ("animations[0]", 100.0),
            ("extensions.VRMC_vrm.expressions", 100.0),
        ]
    );
    assert!(advice.iter().all(|a| a.code == AdviceCode::WeightsLikePercentages));
}

#[test]
fn binds_of_vrm_0_are_percentages_and_small_ones_are_told() {
    let mut asset = clean();
    let vrm = |weight: f64| {
        let binds = json!([{ "mesh": 0, "index": 0, "weight": weight }]);
        json!({ "VRM": { "blendShapeMaster": { "blendShapeGroups": [{ "binds": binds }] } } })
    };
    asset.json["extensions"] = vrm(100.0);
    assert_eq!(codes(&asset), [""; 0]);
    asset.json["extensions"] = vrm(1.0);
    assert_eq!(number(&the(&asset, AdviceCode::VrmWeightsLikeFactors), "largest"), 1.0);
}

#[test]
fn every_code_is_tested_here() {
    let text = include_str!("advice.rs");
    let names: BTreeSet<_> = AdviceCode::ALL.iter().map(|code| format!("{code:?}")).collect();
    for name in names {
        assert!(text.contains(&format!("AdviceCode::{name}")), "{name}");
    }
}

#[test]
fn what_cannot_be_loaded_is_passed_over() {
    let mut asset = clean();
    let broken = json!({ "primitives": [{ "attributes": { "POSITION": 99 }, "targets": [{}] }] });
    asset.json["meshes"].as_array_mut().unwrap().insert(0, broken);
    asset.json["nodes"][0]["mesh"] = json!(1);
    asset.json["meshes"][1]["weights"] = json!([50, 0]);
    let advice = the(&asset, AdviceCode::WeightsLikePercentages);
    assert_eq!(advice.place, "meshes[1].weights");
}
