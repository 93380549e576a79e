//! Rules 21 to 27: what weights and deltas give.

use crate::asset::{Asset, triangle};
use crate::rule::{
    blended, deltas, is_recoverable, is_right, primitive, with_attribute, with_targets,
};
use morph_core::{Attribute, Deltas, Normalize, Weights};
use morph_gltf::Code;
use serde_json::json;

#[test]
fn rule_21_an_attribute_is_its_base_and_the_weighted_deltas() {
    let moved = blended(&is_right(&triangle()), &[0.5, -2.0], Normalize::No);
    let expected = [[-4.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.0, 1.0, 0.5]];
    assert_eq!(moved.positions(), Some(&expected[..]));
}

#[test]
fn rule_22_targets_are_added_before_skins_and_nodes() {
    let plain = is_right(&triangle());
    let mut asset = triangle();
    let joints = asset.packed(5121, "VEC4", &[0; 12]);
    let weights = asset.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    primitive(&mut asset)["attributes"]["JOINTS_0"] = json!(joints);
    primitive(&mut asset)["attributes"]["WEIGHTS_0"] = json!(weights);
    asset.node(json!({ "mesh": 0, "skin": 0, "scale": [3, 3, 3], "children": [1] }));
    asset.node(json!({ "translation": [1, 2, 3] }));
    asset.json["skins"] = json!([{ "joints": [1] }]);
    // What a file says of nodes and skins changes neither base nor deltas.
    let skinned = is_right(&asset);
    assert_eq!(skinned.primitives[0].base.positions(), plain.primitives[0].base.positions());
    assert_eq!(deltas(&skinned, 0, Attribute::Position), deltas(&plain, 0, Attribute::Position));
}

/// A triangle with a grey base and one target that moves colours.
fn coloured(base: &str, delta: &str, values: &[f32]) -> Asset {
    let components = crate::asset::components(base);
    let mut asset = with_attribute("COLOR_0", |a| a.floats(base, &vec![0.5; 3 * components]));
    let delta = asset.floats(delta, values);
    with_targets(asset, json!([{ "COLOR_0": delta }]))
}

#[test]
fn rule_23_colours_without_alpha_leave_alpha_alone() {
    let mesh = is_right(&coloured("VEC4", "VEC3", &[0.25; 9]));
    let rgba = [[0.25, 0.25, 0.25, 0.0]; 3].concat();
    assert_eq!(deltas(&mesh, 0, Attribute::Color(0)), Some(Deltas::Dense(rgba)));
    let moved = blended(&mesh, &[1.0], Normalize::No);
    assert_eq!(moved.colors(0).unwrap()[0], [0.75, 0.75, 0.75, 0.5]);
    // A base without alpha has none afterwards, whatever the target brings.
    let mesh = is_right(&coloured("VEC3", "VEC4", &[0.25; 12]));
    let moved = blended(&mesh, &[1.0], Normalize::No);
    assert_eq!(moved.values(Attribute::Color(0)), Some(&[0.75; 9][..]));
}

#[test]
fn rule_24_the_first_colours_are_clamped_after_the_sum() {
    let mut asset = coloured("VEC4", "VEC4", &[2.0; 12]);
    let down = asset.floats("VEC4", &[-2.0; 12]);
    primitive(&mut asset)["attributes"]["COLOR_1"] = json!(4);
    let up = primitive(&mut asset)["targets"][0]["COLOR_0"].clone();
    primitive(&mut asset)["targets"] =
        json!([{ "COLOR_0": up, "COLOR_1": up }, { "COLOR_0": down, "COLOR_1": down }]);
    let mesh = is_right(&asset);
    let color =
        |weights: &[f32], set| blended(&mesh, weights, Normalize::No).colors(set).unwrap()[0];
    assert_eq!(color(&[1.0, 0.0], 0), [1.0; 4]);
    assert_eq!(color(&[0.0, 1.0], 0), [0.0; 4]);
    assert_eq!(color(&[1.0, 1.0], 0), [0.5; 4], "not each target by itself");
    assert_eq!(color(&[1.0, 0.0], 1), [2.5; 4], "and no other set");
}

#[test]
fn rule_25_weights_have_no_range_and_normalising_is_a_choice() {
    let mut asset = triangle();
    asset.json["meshes"][0]["weights"] = json!([-0.5, 170]);
    let mesh = is_right(&asset);
    assert_eq!(mesh.default_weights, [-0.5, 170.0]);
    let moved = blended(&mesh, &mesh.default_weights, Normalize::No);
    assert_eq!(moved.positions().unwrap()[0], [340.0, 0.0, -0.5]);
    // What is no number is refused where weights are set.
    let mut weights = Weights::new(2);
    assert!(weights.set(0, f32::NAN).is_err() && weights.set(1, f32::INFINITY).is_err());
    let mesh = is_right(&with_targets(triangle(), json!([{ "NORMAL": 2 }])));
    let normal = |normalize| blended(&mesh, &[2.0], normalize).normals().unwrap()[0];
    assert_eq!(normal(Normalize::No), [0.0, 0.0, 3.0]);
    assert_eq!(normal(Normalize::Yes), [0.0, 0.0, 1.0]);
}

/// Stated as not done: whoever wants tangents of moved surfaces stores deltas for them.
#[test]
fn rule_26_tangents_are_not_computed_for_targets() {
    let mesh = is_right(&triangle());
    assert!(mesh.primitives[0].base.tangents().is_none());
    let tangents = [1.0, 0.0, 0.0, 1.0].repeat(3);
    let mesh = is_right(&with_attribute("TANGENT", |asset| asset.floats("VEC4", &tangents)));
    let moved = blended(&mesh, &[1.0, 1.0], Normalize::No);
    assert_eq!(moved.tangents(), mesh.primitives[0].base.tangents());
}

#[test]
fn rule_27_a_base_without_normals_is_flat_and_tangents_do_not_count() {
    assert!(!is_right(&triangle()).primitives[0].flat);
    let mut asset = triangle();
    let tangent = asset.floats("VEC4", &[1.0, 0.0, 0.0, 1.0].repeat(3));
    primitive(&mut asset)["attributes"] = json!({ "POSITION": 0, "TANGENT": tangent });
    primitive(&mut asset)["targets"] = json!([{ "POSITION": 2, "TANGENT": 3 }]);
    // Allowed, so it is a note.
    let codes: Vec<_> = asset.document().findings().iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::MorphTargetFlat]);
    let mesh = asset.strict().unwrap().mesh(0).unwrap();
    assert!(mesh.primitives[0].flat);
    assert_eq!(deltas(&mesh, 0, Attribute::Tangent), None);
    // Deltas of normals that are not there break rule 2 as well.
    primitive(&mut asset)["targets"] = json!([{ "POSITION": 2, "NORMAL": 3 }]);
    let mesh = is_recoverable(&asset, Code::MorphTargetNoBase);
    assert!(mesh.primitives[0].flat && deltas(&mesh, 0, Attribute::Normal).is_none());
}
