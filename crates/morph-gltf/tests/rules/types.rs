//! Rules 9 to 12: types and values of deltas.

use crate::asset::{Asset, triangle};
use crate::rule::{
    blended, deltas, is_fatal, is_recoverable, is_right, primitive, with_attribute, with_targets,
};
use morph_core::{Attribute, Deltas, Normalize};
use morph_gltf::Code;
use serde_json::{Value, json};

#[test]
fn rule_09_positions_normals_and_tangents_are_moved_by_three_floats() {
    let tangents = [1.0, 0.0, 0.0, -1.0].repeat(3);
    let mut asset = with_attribute("TANGENT", |asset| asset.floats("VEC4", &tangents));
    let targets = json!([{ "POSITION": 2, "NORMAL": 2, "TANGENT": 2 }]);
    primitive(&mut asset)["targets"] = targets;
    let moved = blended(&is_right(&asset), &[-3.0], Normalize::Yes);
    let tangents = moved.tangents().unwrap();
    assert!(tangents.iter().all(|tangent| tangent[3] == -1.0), "handedness is the base's");
    for (name, kind, count) in
        [("POSITION", "VEC2", 6), ("NORMAL", "VEC4", 12), ("TANGENT", "VEC4", 12)]
    {
        let mut asset = asset.clone();
        let other = asset.floats(kind, &vec![0.0; count]);
        primitive(&mut asset)["targets"][0][name] = json!(other);
        is_fatal(&asset, Code::AccessorInvalidFormat);
    }
}

/// A triangle whose base and one target have an attribute of these types.
fn typed(name: &str, base: (usize, &str), delta: (usize, &str), normalized: bool) -> Asset {
    let mut asset = triangle();
    let mut accessor = |(component, kind): (usize, &str)| {
        let bytes = [1, 1, 2, 2, 0, 4, 4][component - 5120] * crate::asset::components(kind);
        let stride = bytes.next_multiple_of(4);
        let view = asset.view(&vec![0; stride * 3]);
        asset.json["bufferViews"][view]["byteStride"] = json!(stride);
        asset.accessor(json!({
            "bufferView": view, "componentType": component, "type": kind, "count": 3,
            "normalized": normalized && component != 5126,
        }))
    };
    let (base, delta) = (accessor(base), accessor(delta));
    primitive(&mut asset)["attributes"][name] = json!(base);
    with_targets(asset, json!([{ name: delta }]))
}

#[test]
fn rule_10_texture_coordinates_have_two_components_and_colours_three_or_four() {
    let (f32, i8, u8, i16, u16) = (5126, 5120, 5121, 5122, 5123);
    for component in [f32, i8, u8, i16, u16] {
        is_right(&typed("TEXCOORD_0", (f32, "VEC2"), (component, "VEC2"), true));
        is_right(&typed("COLOR_0", (f32, "VEC4"), (component, "VEC3"), true));
        is_right(&typed("COLOR_0", (u8, "VEC4"), (component, "VEC4"), true));
    }
    for (name, component, kind) in
        [("TEXCOORD_0", f32, "VEC3"), ("COLOR_0", f32, "VEC2"), ("TEXCOORD_0", 5125, "VEC2")]
    {
        let base = if name == "COLOR_0" { (f32, "VEC4") } else { (f32, "VEC2") };
        is_fatal(&typed(name, base, (component, kind), false), Code::AccessorInvalidFormat);
    }
    // Integers that are not normalised need an extension that allows them.
    is_recoverable(
        &typed("TEXCOORD_0", (f32, "VEC2"), (i16, "VEC2"), false),
        Code::AccessorUndeclaredFormat,
    );
    // Names: no leading zero, and sets count from 0.
    is_recoverable(
        &typed("TEXCOORD_00", (f32, "VEC2"), (f32, "VEC2"), true),
        Code::InvalidAttribute,
    );
    let mesh = is_recoverable(
        &typed("TEXCOORD_1", (f32, "VEC2"), (f32, "VEC2"), true),
        Code::SemanticContinuity,
    );
    assert!(deltas(&mesh, 0, Attribute::TexCoord(1)).is_some());
}

#[test]
fn rule_11_position_deltas_state_bounds_which_are_those_of_the_deltas() {
    is_right(&triangle());
    let changed = |change: fn(&mut Value)| {
        let mut asset = triangle();
        change(&mut asset.json["accessors"][2]);
        asset
    };
    let without = changed(|accessor| {
        accessor.as_object_mut().unwrap().remove("max");
    });
    is_recoverable(&without, Code::PositionWithoutBounds);
    for change in [
        (|accessor| accessor["max"] = json!([0, 0, 2])) as fn(&mut Value),
        |accessor| accessor["min"] = json!([0, 0]),
        |accessor| accessor["min"] = json!([0, 0, 0, 0]),
    ] {
        let mesh = is_recoverable(&changed(change), Code::BoundsMismatch);
        let up = [0.0, 0.0, 1.0].repeat(3);
        assert_eq!(deltas(&mesh, 0, Attribute::Position), Some(Deltas::Dense(up)), "data counts");
    }
    // Only what is wrong is named, and numbers read as the data has them.
    let found = changed(|accessor| accessor["max"] = json!([0, 0, 0.1])).document().findings();
    let told = found.iter().find(|finding| finding.code == Code::BoundsMismatch).unwrap();
    assert!(told.message.ends_with("component 2: max 0.1, the data has 1"), "{}", told.message);
    // After sparse elements are put in, and rounded to 32 bits.
    let mut asset = triangle();
    let sparse = asset.sparse("VEC3", 3, &[2], &[0.1, 2.0, 3.0]);
    asset.json["accessors"][sparse]["min"] = json!([0, 0, 0]);
    asset.json["accessors"][sparse]["max"] = json!([0.1, 2, 3]);
    is_right(&with_targets(asset.clone(), json!([{ "POSITION": sparse }])));
    asset.json["accessors"][sparse]["min"] = json!([0.1, 2, 3]);
    is_recoverable(&with_targets(asset, json!([{ "POSITION": sparse }])), Code::BoundsMismatch);
    // Without any data, bounds may say anything.
    let mut asset = triangle();
    let zeros = asset.accessor(json!({
        "componentType": 5126, "type": "VEC3", "count": 3, "min": [1, 2, 3], "max": [4, 5, 6],
    }));
    is_right(&with_targets(asset, json!([{ "POSITION": zeros }])));
}

#[test]
fn rule_12_deltas_are_finite() {
    for value in [f32::NAN, f32::INFINITY] {
        for name in ["POSITION", "NORMAL"] {
            let mut asset = triangle();
            let bad = asset.floats("VEC3", &[0.0, 0.0, 0.0, value, 0.0, 0.0, 0.0, 0.0, 0.0]);
            // JSON has no word for what its bounds would be.
            asset.json["accessors"][bad]["min"] = json!([0, 0, 0]);
            asset.json["accessors"][bad]["max"] = json!([0, 0, 0]);
            primitive(&mut asset)["targets"][1] = json!({ name: bad });
            is_fatal(&asset, Code::AccessorInvalidFloat);
            // One bad target is no reason to keep quiet about the place.
            let place = format!("targets[1].{name}: delta of vertex 1 is not finite");
            assert!(asset.mesh_error().contains(&place), "{}", asset.mesh_error());
        }
    }
    // A base that holds one is kept: zero weights must not change it.
    let normals = [0.0, 0.0, f32::NAN, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let asset = with_attribute("NORMAL", |asset| asset.floats("VEC3", &normals));
    is_recoverable(&asset, Code::AccessorNonFiniteBase);
}
