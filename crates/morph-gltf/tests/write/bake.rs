//! What is baked blends to what it was.

use crate::asset::{Asset, triangle};
use crate::{changed, reopened, same_mesh};
use morph_core::{Attribute, MorphMesh, Normalize, VertexAttributes, blend};
use morph_gltf::Document;
use morph_gltf::write::{Rest, Written};
use proptest::prelude::*;
use serde_json::json;

/// The blended vertices of a mesh's primitives.
fn blended(mesh: &MorphMesh, weights: &[f32]) -> Vec<VertexAttributes> {
    let of = |p: &morph_core::MorphPrimitive| match &p.targets {
        Some(targets) => blend(&p.base, targets, weights, Normalize::Yes).unwrap(),
        None => p.base.clone(),
    };
    mesh.primitives.iter().map(of).collect()
}

#[track_caller]
fn baked(document: &Document, weights: &[f32], rest: Rest) -> Written {
    let mesh = document.mesh(0).unwrap();
    changed(document, |patch| patch.bake(0, &mesh, weights, rest)).unwrap()
}

/// All attributes, dense and sparse deltas, a target without one of them, and a second primitive.
fn rich() -> Asset {
    let mut asset = triangle();
    let tangent = asset.floats("VEC4", &[1.0, 0.0, 0.0, -1.0].repeat(3));
    let color = asset.floats("VEC4", &[0.5, 0.25, 0.75, 1.0].repeat(3));
    let uv = asset.floats("VEC2", &[0.0, 0.5, 1.0, 0.0, 0.25, 0.75]);
    let lean = asset.floats("VEC3", &[0.3, -0.2, 0.1, 0.0, 0.4, 0.2, -0.7, 0.0, 0.1]);
    let sparse = asset.sparse("VEC3", 3, &[1], &[0.25, 0.5, -0.5]);
    let tint = asset.floats("VEC3", &[0.9, -0.9, 0.1].repeat(3));
    let shift = asset.floats("VEC2", &[0.125; 6]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    let position = primitive["targets"][0]["POSITION"].clone();
    for (name, accessor) in [("TANGENT", tangent), ("COLOR_0", color), ("TEXCOORD_0", uv)] {
        primitive["attributes"][name] = json!(accessor);
    }
    primitive["targets"] = json!([
        { "POSITION": position, "NORMAL": lean, "TANGENT": sparse },
        { "POSITION": sparse, "NORMAL": sparse, "COLOR_0": tint, "TEXCOORD_0": shift },
        { "POSITION": lean, "NORMAL": lean, "TANGENT": lean, "COLOR_0": tint },
    ]);
    let again = primitive.clone();
    asset.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(again);
    asset
}

/// Rounding of a handful of sums and divisions of numbers below 8.
const TOLERANCE: f32 = 8.0 * 16.0 * f32::EPSILON;

#[track_caller]
fn close(found: &[VertexAttributes], expected: &[VertexAttributes]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.attributes().eq(expected.attributes()));
        for attribute in expected.attributes() {
            let values = found.values(attribute).unwrap().iter();
            for (a, b) in values.zip(expected.values(attribute).unwrap()) {
                assert!((a - b).abs() <= TOLERANCE, "{attribute}: {a} {b}");
            }
        }
    }
}

proptest! {
#[test]
    fn a_baked_file_is_the_blend(weights in prop::collection::vec(-1.5_f32..1.5, 3)) {
        let document = rich().document();
        let mesh = document.mesh(0).unwrap();
        let again = reopened(&baked(&document, &weights, Rest::Drop));
        prop_assert_eq!(again.target_count(0), Some(0));
        // The same bits: it is the same sum.
        let found: Vec<_> = again.mesh(0).unwrap().primitives.into_iter().map(|p| p.base).collect();
        prop_assert_eq!(found, blended(&mesh, &weights));
    }

    #[test]
    fn what_is_left_blends_on_top_as_before(
        weights in prop::collection::vec(-1.5_f32..1.5, 3),
        later in prop::collection::vec(-1.5_f32..1.5, 3),
        now in prop::collection::vec(any::<bool>(), 3),
    ) {
        let document = rich().document();
        let mesh = document.mesh(0).unwrap();
        let pick = |values: &[f32], of: bool| -> Vec<f32> {
            values.iter().zip(&now).map(|(&v, &now)| if now == of { v } else { 0.0 }).collect()
        };
        let baked_weights = pick(&weights, true);
        let again = reopened(&baked(&document, &baked_weights, Rest::Keep));
        let rest: Vec<f32> =
            (0..3).filter(|&t| baked_weights[t] == 0.0).map(|t| pick(&later, false)[t]).collect();
        let all: Vec<f32> = baked_weights.iter().zip(pick(&later, false)).map(|(a, b)| a + b).collect();
        prop_assert_eq!(again.target_count(0), Some(rest.len()));
        // Close to a direction without length nothing can be promised.
        let raw = blend(&mesh.primitives[0].base, mesh.primitives[0].targets.as_ref().unwrap(), &all, Normalize::No);
        let raw = raw.unwrap();
        let partly = blend(&mesh.primitives[0].base, mesh.primitives[0].targets.as_ref().unwrap(), &baked_weights, Normalize::No);
        let partly = partly.unwrap();
        let long = |values: &VertexAttributes| [(Attribute::Normal, 3), (Attribute::Tangent, 4)].iter().all(|&(a, n)| {
            values.values(a).unwrap().chunks_exact(n).all(|v| v[..3].iter().map(|x| x * x).sum::<f32>() > 0.04)
        });
        prop_assume!(long(&raw) && long(&partly));
        close(&blended(&again.mesh(0).unwrap(), &rest), &blended(&mesh, &all));
    }
}

#[test]
fn primitives_that_share_accessors_share_what_is_baked() {
    let document = rich().document();
    let written = baked(&document, &[1.0, 0.5, 0.0], Rest::Keep);
    let primitives = &written.json()["meshes"][0]["primitives"];
    assert_eq!(primitives[0], primitives[1]);
    let again = reopened(&written);
    let mesh = again.mesh(0).unwrap();
    let targets = |at: usize| mesh.primitives[at].targets.as_ref().unwrap();
    assert!(targets(0).same(targets(1)));
}

#[test]
fn others_that_share_the_accessors_stay_as_they_are() {
    let mut asset = triangle();
    let other = asset.json["meshes"][0].clone();
    asset.json["meshes"].as_array_mut().unwrap().push(other);
    let document = asset.document();
    let again = reopened(&baked(&document, &[1.0, 1.0], Rest::Drop));
    same_mesh(&again, &document, 1);
    let base = |document: &Document, mesh| document.mesh(mesh).unwrap().primitives[0].base.clone();
    assert_ne!(base(&again, 0), base(&document, 1));
}

#[test]
fn default_weights_are_zero_afterwards() {
    let mut asset = triangle();
    asset.json["meshes"][0]["weights"] = json!([0.5, 0.0]);
    asset.node(json!({ "mesh": 0, "weights": [0, 2] }));
    let written = baked(&asset.document(), &[0.5, 0.0], Rest::Keep);
    assert_eq!(written.json()["meshes"][0].get("weights"), None);
    assert_eq!(written.json()["nodes"][0].get("weights"), None);
    assert_eq!(reopened(&written).node_weights(0).unwrap().weights, [0.0]);
}

#[test]
fn with_nothing_to_bake_the_base_keeps_its_accessors() {
    let document = triangle().document();
    let written = baked(&document, &[0.0, 0.0], Rest::Drop);
    let of = |json: &serde_json::Value| json["meshes"][0]["primitives"][0]["attributes"].clone();
    assert_eq!(of(written.json()), of(document.json()));
    assert_eq!(written.json()["meshes"][0]["primitives"][0].get("targets"), None);
}

#[test]
fn a_quantised_base_becomes_floats_in_the_same_numbers() {
    let mut asset = triangle();
    let shorts: Vec<u8> =
        [0_i16, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let base = asset.packed(5122, "VEC3", &shorts);
    asset.json["accessors"][base]["count"] = json!(3);
    asset.json["accessors"][base]["min"] = json!([0, 0, 0]);
    asset.json["accessors"][base]["max"] = json!([100, 100, 0]);
    asset.json["bufferViews"][base]["byteStride"] = json!(8);
    asset.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(base);
    asset.json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    asset.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let document = asset.document();
    let mesh = document.mesh(0).unwrap();
    let written = baked(&document, &[0.5, 0.25], Rest::Drop);
    let again = reopened(&written);
    assert_eq!(again.mesh(0).unwrap().primitives[0].base, blended(&mesh, &[0.5, 0.25])[0]);
    assert_eq!(written.json().get("extensionsRequired"), None);
}

#[test]
fn nodes_that_part_get_meshes_of_their_own() {
    let mut asset = triangle();
    for _ in 0..3 {
        asset.node(json!({ "mesh": 0 }));
    }
    let bind = json!({ "mesh": 0, "index": 1, "weight": 100 });
    asset.json["extensions"] = json!({ "VRM": {
        "firstPerson": { "meshAnnotations": [{ "mesh": 0, "firstPersonFlag": "Auto" }] },
        "blendShapeMaster": { "blendShapeGroups": [{ "binds": [bind] }] },
    } });
    let document = asset.document();
    let shape = document.mesh(0).unwrap();
    let written = changed(&document, |patch| {
        let meshes = patch.split_mesh(0, &[vec![0, 2], vec![1]])?;
        assert_eq!(meshes, [0, 1]);
        patch.bake(0, &shape, &[1.0, 0.0], Rest::Keep)?;
        patch.bake(1, &shape, &[0.0, 1.0], Rest::Keep)
    });
    let written = written.unwrap();
    let again = reopened(&written);
    let meshes: Vec<_> = again.root().nodes.iter().map(|node| node.mesh).collect();
    assert_eq!(meshes, [Some(0), Some(1), Some(0)]);
    for (mesh, weights) in [(0, [1.0, 0.0]), (1, [0.0, 1.0])] {
        let base = &again.mesh(mesh).unwrap().primitives[0].base;
        assert_eq!(*base, blended(&shape, &weights)[0]);
    }
    let vrm = &written.json()["extensions"]["VRM"];
    assert_eq!(vrm["firstPerson"]["meshAnnotations"].as_array().unwrap().len(), 2);
    // The bind of the second mesh named what is baked there.
    let binds = &vrm["blendShapeMaster"]["blendShapeGroups"][0]["binds"];
    assert_eq!(*binds, json!([{ "mesh": 0, "index": 0, "weight": 100 }]));
}

#[test]
fn what_cannot_be_baked_is_told() {
    let document = triangle().document();
    let mesh = document.mesh(0).unwrap();
    let refused = |weights: &[f32]| {
        let result = changed(&document, |patch| patch.bake(0, &mesh, weights, Rest::Drop));
        result.unwrap_err().to_string()
    };
    assert_eq!(refused(&[0.0, f32::NAN]), "weights of meshes[0]: value 1 is not finite (NaN)");
    assert_eq!(
        refused(&[f32::MAX, f32::MAX]),
        "meshes[0].primitives[0].attributes.POSITION: value 0 is not finite (inf)"
    );
    let split = changed(&document, |patch| patch.split_mesh(0, &[vec![0]]).map(|_| ()));
    assert_eq!(split.unwrap_err().to_string(), "nodes[0]: there are 0");
}

#[test]
fn a_colour_that_waits_for_its_clamp_is_told_of() {
    let document = rich().document();
    let kept = baked(&document, &[0.0, 1.0], Rest::Keep);
    let note = "meshes[0].primitives[0].attributes.COLOR_0: leaves 0..1 as the sum does";
    assert!(kept.notes().iter().any(|found| found.starts_with(note)), "{:?}", kept.notes());
    let dropped = baked(&document, &[0.0, 1.0], Rest::Drop);
    assert!(dropped.notes().is_empty(), "{:?}", dropped.notes());
}
