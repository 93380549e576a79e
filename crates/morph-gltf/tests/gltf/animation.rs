//! Weight animations, and the nodes' transforms beside them.

use crate::asset::{Asset, triangle};
use morph_core::animation::Interpolation;
use morph_gltf::NodePath;
use serde_json::{Value, json};

/// A triangle with a node and one sampler over these keys.
fn animated(times: &[f32], values: &[f32], sampler: Value) -> Asset {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    let input = asset.floats("SCALAR", times);
    let output = asset.floats("SCALAR", values);
    let mut full = json!({ "input": input, "output": output });
    for (key, value) in sampler.as_object().unwrap() {
        full[key] = value.clone();
    }
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } });
    asset.animation(json!({ "name": "talk", "samplers": [full], "channels": [channel] }));
    asset
}

#[track_caller]
fn error(asset: &Asset) -> String {
    asset.document().weight_animations().unwrap_err().to_string()
}

#[test]
fn a_weight_track_has_as_many_weights_as_the_mesh_has_targets() {
    let asset = animated(&[0.0, 1.0], &[0.0, 1.0, 1.0, 0.0], json!({}));
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!((clips.len(), clips[0].name.as_deref()), (1, Some("talk")));
    let channel = &clips[0].channels[0];
    assert_eq!((channel.node, channel.track.target_count()), (0, 2));
    assert_eq!(channel.track.interpolation(), Interpolation::Linear);
    assert_eq!(channel.track.values(), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn all_interpolations_are_read() {
    for (text, interpolation, factor) in [
        ("STEP", Interpolation::Step, 1),
        ("LINEAR", Interpolation::Linear, 1),
        ("CUBICSPLINE", Interpolation::CubicSpline, 3),
    ] {
        let values = vec![0.5; 4 * factor];
        let asset = animated(&[0.25, 1.0], &values, json!({ "interpolation": text }));
        let clips = asset.document().weight_animations().unwrap();
        let track = &clips[0].channels[0].track;
        assert_eq!((track.interpolation(), track.start(), track.end()), (interpolation, 0.25, 1.0));
    }
}

#[test]
fn integer_outputs_are_normalised() {
    let mut asset = animated(&[0.0], &[0.0, 0.0], json!({}));
    let output = asset.packed(5121, "SCALAR", &[255, 0]);
    asset.json["accessors"][output]["normalized"] = json!(true);
    asset.json["animations"][0]["samplers"][0]["output"] = json!(output);
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!(clips[0].channels[0].track.values(), [1.0, 0.0]);
    asset.json["accessors"][output]["normalized"] = json!(false);
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!(clips[0].channels[0].track.values(), [255.0, 0.0]);
    let place = "animations[0].samplers[0].output";
    assert_eq!(asset.found(), [format!("ANIMATION_SAMPLER_OUTPUT_UNNORMALISED {place}")]);
}

#[test]
fn outputs_may_be_sparse() {
    let mut asset = animated(&[0.0, 1.0], &[0.0; 4], json!({}));
    let output = asset.sparse("SCALAR", 4, &[2], &[0.75]);
    asset.json["animations"][0]["samplers"][0]["output"] = json!(output);
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!(clips[0].channels[0].track.values(), [0.0, 0.0, 0.75, 0.0]);
}

#[test]
fn wrong_keys_are_errors_with_their_numbers() {
    let cubic = json!({ "interpolation": "CUBICSPLINE" });
    for (times, values, sampler, text) in [
        (
            &[0.0, 1.0][..],
            &[0.0; 3][..],
            json!({}),
            "animations[0].channels[0]: values: expected 4 floats for 2 keys of 2 targets, got 3",
        ),
        (
            &[0.0, 1.0],
            &[0.0; 4],
            cubic,
            "animations[0].channels[0]: values: expected 12 floats for 2 keys of 2 targets, got 4",
        ),
        (
            &[0.0, 1.0, 0.5],
            &[0.0; 6],
            json!({}),
            "animations[0].channels[0]: times[2]: 0.5 does not exceed 1 before it",
        ),
        (
            &[-1.0, 1.0],
            &[0.0; 4],
            json!({}),
            "animations[0].samplers[0].input: expected times from 0 on, got -1",
        ),
        (
            &[0.0],
            &[0.0, f32::NAN],
            json!({}),
            "animations[0].channels[0]: values[1]: expected a finite number, got NaN",
        ),
        (
            &[0.0],
            &[0.0; 2],
            json!({ "interpolation": "BEZIER" }),
            "animations[0].samplers[0].interpolation: expected LINEAR, STEP or CUBICSPLINE, got \"BEZIER\"",
        ),
        (
            &[0.0],
            &[0.0; 2],
            json!({ "output": 99 }),
            "animations[0].samplers[0].output: accessors[99]: there are 6",
        ),
        (
            &[0.0],
            &[0.0; 2],
            json!({ "output": 0 }),
            "animations[0].samplers[0].output: accessors[0]: expected SCALAR f32, or normalized integers of 8 or 16 bits, got VEC3 f32",
        ),
        (
            &[0.0],
            &[0.0; 2],
            json!({ "input": 0 }),
            "animations[0].samplers[0].input: accessors[0]: expected SCALAR f32, got VEC3 f32",
        ),
    ] {
        assert_eq!(error(&animated(times, values, sampler)), text);
    }
}

#[test]
fn references_to_nothing_are_errors() {
    let mut asset = animated(&[0.0], &[0.0; 2], json!({}));
    asset.json["animations"][0]["channels"][0]["sampler"] = json!(2);
    assert_eq!(error(&asset), "animations[0].channels[0].sampler: samplers[2]: there are 1");
    asset.json["animations"][0]["channels"][0]["target"]["node"] = json!(7);
    assert_eq!(error(&asset), "animations[0].channels[0].target.node: nodes[7]: there are 1");
    asset.json["animations"][0]["channels"][0]["target"]["node"] = json!(0);
    asset.json["nodes"][0]["mesh"] = json!(5);
    assert_eq!(error(&asset), "animations[0].channels[0]: nodes[0].mesh: meshes[5]: there are 1");
    assert_eq!(
        asset.document().node_animation(3).unwrap_err().to_string(),
        "animations[3]: there are 1"
    );
}

#[test]
fn channels_that_animate_no_weights_are_left_out() {
    let mut asset = animated(&[0.0], &[0.0; 2], json!({}));
    let bare = asset.node(json!({}));
    let pointer = json!({ "KHR_animation_pointer": { "pointer": "/materials/0/alphaCutoff" } });
    asset.json["animations"][0]["channels"] = json!([
        { "sampler": 0, "target": { "path": "weights" } },
        { "sampler": 0, "target": { "path": "weights", "node": bare } },
        { "sampler": 0, "target": { "path": "pointer", "extensions": pointer } },
        { "sampler": 0, "target": { "path": "shine", "node": 0 } },
    ]);
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!((clips.len(), clips[0].channels.len()), (1, 0));
    assert_eq!(
        asset.found(),
        [
            "ANIMATION_CHANNEL_IGNORED animations[0].channels[0]",
            "ANIMATION_CHANNEL_TARGET_INVALID_PATH animations[0].channels[3].target.path",
            "ANIMATION_CHANNEL_IGNORED animations[0]",
            "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS animations[0].channels[1]",
        ]
    );
}

#[test]
fn the_first_of_two_channels_with_one_target_counts() {
    let mut asset = animated(&[0.0], &[0.25, 0.5], json!({}));
    let other = asset.floats("SCALAR", &[1.0, 1.0]);
    let mut sampler = asset.json["animations"][0]["samplers"][0].clone();
    sampler["output"] = json!(other);
    asset.json["animations"][0]["samplers"].as_array_mut().unwrap().push(sampler);
    let mut channel = asset.json["animations"][0]["channels"][0].clone();
    channel["sampler"] = json!(1);
    asset.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    let clips = asset.document().weight_animations().unwrap();
    assert_eq!(clips[0].channels.len(), 1);
    assert_eq!(clips[0].channels[0].track.values(), [0.25, 0.5]);
    assert_eq!(asset.found(), ["ANIMATION_DUPLICATE_TARGETS animations[0].channels[1]"]);
}

#[test]
fn two_nodes_may_share_a_sampler() {
    let mut asset = animated(&[0.0], &[0.25, 0.5], json!({}));
    let second = asset.node(json!({ "mesh": 0 }));
    let mut channel = asset.json["animations"][0]["channels"][0].clone();
    channel["target"]["node"] = json!(second);
    asset.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    let clips = asset.document().weight_animations().unwrap();
    let nodes: Vec<_> = clips[0].channels.iter().map(|c| c.node).collect();
    assert_eq!(nodes, [0, second]);
}

#[test]
fn transforms_are_read_and_broken_ones_left_out() {
    let mut asset = animated(&[0.0, 1.0], &[0.0; 4], json!({}));
    let input = asset.json["animations"][0]["samplers"][0]["input"].clone();
    let move_by = asset.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    let turn = asset.floats("VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    asset.json["animations"][0]["samplers"] = json!([
        { "input": input, "output": move_by },
        { "input": input, "output": turn, "interpolation": "STEP" },
    ]);
    asset.json["animations"][0]["channels"] = json!([
        { "sampler": 0, "target": { "path": "translation", "node": 0 } },
        { "sampler": 1, "target": { "path": "rotation", "node": 0 } },
        { "sampler": 1, "target": { "path": "scale", "node": 0 } },
        { "sampler": 7, "target": { "path": "scale", "node": 1 } },
    ]);
    let nodes = asset.document().node_animation(0).unwrap();
    let paths: Vec<_> = nodes.channels.iter().map(|c| (c.node, c.path)).collect();
    assert_eq!(paths, [(0, NodePath::Translation), (0, NodePath::Rotation)]);
    assert_eq!(nodes.channels[0].track.key(1), Some(&[1.0, 2.0, 3.0][..]));
    assert_eq!(nodes.channels[1].track.interpolation(), Interpolation::Step);
    let found = asset.found();
    assert_eq!(
        found,
        [
            "ANIMATION_NODE_CHANNEL_IGNORED animations[0].samplers[1].output",
            "ANIMATION_NODE_CHANNEL_IGNORED animations[0].channels[3].target.node",
        ]
    );
}

#[test]
fn one_animation_can_be_read_whatever_is_wrong_with_another() {
    let mut asset = animated(&[0.0, 1.0], &[0.0, 1.0, 1.0, 0.0], json!({}));
    let sampler = json!({ "input": 99, "output": 99 });
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } });
    asset.animation(json!({ "samplers": [sampler], "channels": [channel] }));
    let document = asset.document();
    assert!(document.weight_animations().is_err());
    assert!(document.weight_animation(1).is_err());
    assert_eq!(document.weight_animation(0).unwrap().channels.len(), 1);
    let error = document.weight_animation(2).unwrap_err().to_string();
    assert!(error.contains("animations[2]"), "{error}");
}
