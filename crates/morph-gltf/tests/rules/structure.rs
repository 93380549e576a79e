//! Rules 1 to 8: meshes, primitives and targets.

use crate::asset::{Asset, triangle};
use crate::rule::{
    blended, deltas, is_fatal, is_recoverable, is_right, primitive, with_attribute, with_targets,
};
use morph_core::{ActiveList, Attribute, Deltas, Normalize};
use morph_gltf::Code;
use serde_json::json;

#[test]
fn rule_01_there_is_at_least_one_target_and_each_moves_an_attribute() {
    let mesh = is_right(&with_targets(triangle(), json!([{ "POSITION": 2 }])));
    assert_eq!(mesh.target_count(), 1);
    let mesh = is_recoverable(&with_targets(triangle(), json!([])), Code::TargetsEmpty);
    assert!(mesh.primitives[0].targets.is_none());
    let empty = with_targets(triangle(), json!([{}, { "POSITION": 2 }]));
    let mesh = is_recoverable(&empty, Code::TargetEmpty);
    assert_eq!(mesh.target_count(), 2, "an empty target keeps its place");
    is_fatal(&with_targets(triangle(), json!([{ "POSITION": 99 }])), Code::UnresolvedReference);
    for targets in [json!([{ "POSITION": "2" }]), json!([2]), json!({ "POSITION": 2 })] {
        let error = with_targets(triangle(), targets).open().unwrap_err();
        assert_eq!(error.finding().code, Code::InvalidJson);
    }
}

#[test]
fn rule_02_a_target_moves_only_what_the_base_has() {
    is_right(&with_targets(triangle(), json!([{ "POSITION": 2, "NORMAL": 3 }])));
    let mesh = is_recoverable(
        &with_targets(triangle(), json!([{ "POSITION": 2, "COLOR_0": 3 }])),
        Code::MorphTargetNoBase,
    );
    assert_eq!(deltas(&mesh, 0, Attribute::Color(0)), None);
    assert!(deltas(&mesh, 0, Attribute::Position).is_some());
}

#[test]
fn rule_03_an_attribute_that_a_target_lacks_keeps_the_base() {
    let mesh = is_right(&with_targets(triangle(), json!([{ "NORMAL": 2 }, { "POSITION": 3 }])));
    let base = &mesh.primitives[0].base;
    // Neither the weighted base nor the other target's deltas.
    let first = blended(&mesh, &[1.0, 0.0], Normalize::No);
    assert_eq!(first.positions(), base.positions());
    assert_ne!(first.normals(), base.normals());
    let second = blended(&mesh, &[0.0, 1.0], Normalize::No);
    assert_eq!(second.normals(), base.normals());
    assert_eq!(second.positions().unwrap()[0], [2.0, 0.0, 0.0]);
}

#[test]
fn rule_04_all_primitives_of_a_mesh_have_the_same_number_of_targets() {
    let mut asset = triangle();
    let same = primitive(&mut asset).clone();
    let plain = json!({ "attributes": { "POSITION": 0 } });
    asset.json["meshes"][0]["primitives"] = json!([plain, same, same]);
    let mesh = is_right(&asset);
    assert_eq!(mesh.target_count(), 2);
    assert!(mesh.primitives[0].targets.is_none(), "none at all is allowed beside");
    asset.json["meshes"][0]["primitives"][2]["targets"] = json!([{ "POSITION": 2 }]);
    is_fatal(&asset, Code::UnequalTargetsCount);
}

#[test]
fn rule_05_every_delta_accessor_counts_as_many_elements_as_the_base() {
    is_right(&triangle());
    for count in [2, 4] {
        let mut asset = triangle();
        let other = asset.floats("VEC3", &vec![0.0; 3 * count]);
        primitive(&mut asset)["targets"][1]["NORMAL"] = json!(other);
        is_fatal(&asset, Code::MorphTargetCount);
        assert_eq!(
            asset.mesh_error(),
            format!("meshes[0].primitives[0].targets[1].NORMAL: expected 3 deltas, got {count}")
        );
    }
}

#[test]
fn rule_06_custom_attributes_start_with_an_underscore() {
    let mut asset = with_attribute("_HEAT", |_| 0);
    is_right(&asset);
    // In a target they may stand, and no rule says how they are added.
    primitive(&mut asset)["targets"][0]["_HEAT"] = json!(2);
    assert!(asset.found()[0].starts_with(Code::CustomAttributeIgnored.as_str()));
    assert_eq!(asset.strict().unwrap().validate(), Ok(()));
    is_recoverable(&with_attribute("HEAT", |_| 0), Code::InvalidAttribute);
    let mut asset = triangle();
    primitive(&mut asset)["targets"][0]["HEAT"] = json!(2);
    is_recoverable(&asset, Code::InvalidAttribute);
}

#[test]
fn rule_07_any_number_of_targets_is_blended_and_the_largest_weights_win_where_room_is_short() {
    let mut asset = Asset::new();
    let position = asset.floats("VEC3", &[0.0; 3]);
    let target = |asset: &mut Asset| json!({ "POSITION": asset.floats("VEC3", &[1.0, 0.0, 0.0]) });
    let targets: Vec<_> = (0..300).map(|_| target(&mut asset)).collect();
    asset.mesh(json!({ "POSITION": position }), json!(targets));
    let mesh = is_right(&asset);
    let sum = blended(&mesh, &[1.0; 300], Normalize::No);
    assert_eq!(sum.positions().unwrap()[0], [300.0, 0.0, 0.0]);
    // With room for 8, those count that do most, of either sign, and not the first.
    let mut weights = [0.5; 300];
    weights[290..298].fill(-0.75);
    let mut active = ActiveList::default();
    assert_eq!(active.fill_largest(&weights, 300, 8), 292);
    let kept: Vec<_> = active.pairs().iter().map(|pair| pair.index).collect();
    assert_eq!(kept, (290..298).collect::<Vec<u32>>());
}

#[test]
fn rule_08_positions_normals_tangents_texture_coordinates_and_colours_are_morphed() {
    let mut asset = triangle();
    let tangent = asset.floats("VEC4", &[1.0, 0.0, 0.0, 1.0].repeat(3));
    let uv = asset.floats("VEC2", &[0.5; 6]);
    let rgba = asset.floats("VEC4", &[0.5; 12]);
    let names = ["TEXCOORD_0", "TEXCOORD_1", "COLOR_0", "COLOR_1"];
    let (base, targets) = (json!({ "POSITION": 0, "NORMAL": 1, "TANGENT": tangent }), json!([{}]));
    primitive(&mut asset)["attributes"] = base;
    primitive(&mut asset)["targets"] = targets;
    for (name, accessor) in [("POSITION", 2), ("NORMAL", 2), ("TANGENT", 3)] {
        primitive(&mut asset)["targets"][0][name] = json!(accessor);
    }
    for name in names {
        let accessor = if name.starts_with("COLOR") { rgba } else { uv };
        primitive(&mut asset)["attributes"][name] = json!(accessor);
        primitive(&mut asset)["targets"][0][name] = json!(accessor);
    }
    let mesh = is_right(&asset);
    let targets = mesh.primitives[0].targets.as_ref().unwrap();
    assert_eq!(targets.attributes().len(), 7);
    let moved = blended(&mesh, &[0.5], Normalize::No);
    assert_eq!(moved.texcoords(1).unwrap()[2], [0.75, 0.75]);
    assert_eq!(moved.colors(1).unwrap()[2], [0.75; 4]);
    assert_eq!(moved.tangents().unwrap()[0], [2.0, 0.0, 0.0, 1.0]);
    assert_eq!(deltas(&mesh, 0, Attribute::TexCoord(0)), Some(Deltas::Dense(vec![0.5; 6])));
}
