//! Files that other readers got wrong.

use crate::asset::{Asset, triangle};
use morph_core::animation::Cursor;
use morph_core::{Attribute, Deltas, Normalize, blend};
use serde_json::json;

fn deltas(asset: &Asset, target: usize, attribute: Attribute) -> Option<Deltas> {
    let mesh = asset.document().mesh(0).unwrap();
    mesh.primitives[0].targets.as_ref().unwrap().deltas(target, attribute).cloned()
}

#[test]
fn sparse_elements_do_not_take_the_byte_offset_of_the_accessor() {
    let mut asset = triangle();
    let bytes: Vec<u8> = (0..12).flat_map(|n| (n as f32).to_le_bytes()).collect();
    let view = asset.view(&bytes);
    let sparse = asset.sparse("VEC3", 3, &[1], &[-1.0, -2.0, -3.0]);
    asset.json["accessors"][sparse]["bufferView"] = json!(view);
    asset.json["accessors"][sparse]["byteOffset"] = json!(12);
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "NORMAL": sparse }]);
    let expected = vec![3.0, 4.0, 5.0, -1.0, -2.0, -3.0, 9.0, 10.0, 11.0];
    assert_eq!(deltas(&asset, 0, Attribute::Normal), Some(Deltas::Dense(expected)));
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn two_sparse_accessors_may_share_their_indices() {
    let mut asset = triangle();
    let first = asset.sparse("VEC3", 3, &[0, 2], &[1.0; 6]);
    let second = asset.sparse("VEC3", 3, &[0, 2], &[2.0; 6]);
    let indices = asset.json["accessors"][first]["sparse"]["indices"].clone();
    asset.json["accessors"][second]["sparse"]["indices"] = indices;
    for bound in ["min", "max"] {
        let value = if bound == "min" { json!([0, 0, 0]) } else { json!([1, 1, 1]) };
        asset.json["accessors"][first][bound] = value;
    }
    asset.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "POSITION": first, "NORMAL": second }]);
    assert_eq!(asset.found(), [""; 0]);
    let expected = Deltas::Sparse { indices: vec![0, 2], values: vec![2.0; 6] };
    assert_eq!(deltas(&asset, 0, Attribute::Normal), Some(expected));
}

#[test]
fn a_target_of_colours_alone_shifts_no_other_target() {
    let mut asset = triangle();
    let colour = asset.floats("VEC4", &[0.5; 12]);
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["COLOR_0"] = json!(colour);
    primitive["targets"] = json!([{ "COLOR_0": colour }, { "POSITION": 2 }, {}, { "POSITION": 3 }]);
    assert_eq!(deltas(&asset, 0, Attribute::Position), None);
    let up = [0.0, 0.0, 1.0].repeat(3);
    assert_eq!(deltas(&asset, 1, Attribute::Position), Some(Deltas::Dense(up)));
    assert_eq!(deltas(&asset, 2, Attribute::Position), None);
    assert!(deltas(&asset, 3, Attribute::Position).is_some());
}

#[test]
fn targets_may_move_anything_but_positions() {
    let mut asset = triangle();
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "NORMAL": 2 }, { "NORMAL": 3 }]);
    let mesh = asset.document().mesh(0).unwrap();
    let primitive = &mesh.primitives[0];
    let targets = primitive.targets.as_ref().unwrap();
    assert_eq!(targets.attributes(), [Attribute::Normal]);
    let moved = blend(&primitive.base, targets, &[1.0, -1.0], Normalize::No).unwrap();
    assert_eq!(moved.positions(), primitive.base.positions());
    assert_eq!(moved.normals().unwrap()[0], [-2.0, 0.0, 2.0]);
}

#[test]
fn float_deltas_of_a_quantised_base_are_in_its_numbers_and_may_leave_its_volume() {
    let mut asset = triangle();
    asset.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let shorts = [[0_u16, 0, 0, 0], [65_535, 0, 0, 0], [0, 65_535, 0, 0]];
    let bytes: Vec<u8> = shorts.iter().flatten().flat_map(|v| v.to_le_bytes()).collect();
    let view = asset.view(&bytes);
    asset.json["bufferViews"][view]["byteStride"] = json!(8);
    let base = asset.accessor(json!({
        "bufferView": view, "componentType": 5123, "type": "VEC3", "count": 3, "normalized": true,
        "min": [0, 0, 0], "max": [65535, 65535, 0],
    }));
    let primitive = &mut asset.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["POSITION"] = json!(base);
    asset.node(json!({ "mesh": 0, "scale": [0.01, 0.01, 0.01], "translation": [5, 0, 0] }));
    let mesh = asset.document().mesh(0).unwrap();
    let primitive = &mesh.primitives[0];
    let targets = primitive.targets.as_ref().unwrap();
    let moved = blend(&primitive.base, targets, &[0.0, 1.5], Normalize::No).unwrap();
    assert_eq!(moved.positions().unwrap()[0], [3.0, 0.0, 0.0]);
    assert_eq!(moved.positions().unwrap()[1], [1.0, 0.0, 0.0]);
    assert_eq!(asset.found(), [""; 0]);
}

/// A point whose targets are as many as there are values in a key.
fn animated(targets: usize, values: &[f32], interpolation: &str) -> Asset {
    let mut asset = Asset::new();
    let position = asset.floats("VEC3", &[0.0; 3]);
    let delta = asset.floats("VEC3", &[1.0, 0.0, 0.0]);
    asset.mesh(json!({ "POSITION": position }), json!(vec![json!({ "POSITION": delta }); targets]));
    asset.node(json!({ "mesh": 0 }));
    let keys = values.len() / targets / if interpolation == "CUBICSPLINE" { 3 } else { 1 };
    let times: Vec<f32> = (0..keys).map(|key| key as f32).collect();
    let input = asset.floats("SCALAR", &times);
    let output = asset.floats("SCALAR", values);
    asset.animation(json!({
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": input, "output": output, "interpolation": interpolation }],
    }));
    asset
}

#[test]
fn splines_of_many_targets_keep_their_order() {
    let rows = |key: f32| {
        let row =
            |part: f32| (0..52).map(move |target| key * 100.0 + part * 1000.0 + target as f32);
        row(1.0).chain(row(0.0)).chain(row(2.0)).collect::<Vec<_>>()
    };
    let asset = animated(52, &[rows(0.0), rows(1.0)].concat(), "CUBICSPLINE");
    let clip = asset.document().weight_animation(0).unwrap();
    let track = &clip.channels[0].track;
    assert_eq!((track.target_count(), track.key_count()), (52, 2));
    let key: Vec<f32> = (0..52).map(|target| 100.0 + target as f32).collect();
    assert_eq!(track.key(1), Some(&key[..]));
}

#[test]
fn more_targets_than_a_device_takes_are_animated_with_the_files_stride() {
    let values: Vec<f32> = (0..900).map(|at| at as f32 / 900.0).collect();
    let asset = animated(300, &values, "LINEAR");
    let clip = asset.document().weight_animation(0).unwrap();
    let mut few = [0.0; 4];
    clip.channels[0].track.sample_into(1.0, &mut Cursor::default(), &mut few).unwrap();
    assert_eq!(few[..], values[300..304], "whoever takes four takes the first of each key");
    assert_eq!(asset.document().node_weights(0).unwrap().weights.len(), 300);
}

#[test]
fn a_clip_of_one_key_at_zero_is_applied() {
    for interpolation in ["STEP", "LINEAR"] {
        let asset = animated(2, &[0.25, 1.5], interpolation);
        let clip = asset.document().weight_animation(0).unwrap();
        let mut weights = [9.0; 2];
        clip.channels[0].track.sample_into(0.0, &mut Cursor::default(), &mut weights).unwrap();
        assert_eq!(weights, [0.25, 1.5]);
    }
}
