//! Rules 31 to 36: animations of weights.

use crate::asset::{Asset, triangle};
use crate::rule::{is_fatal, is_recoverable, is_right};
use morph_core::animation::{ChannelTargets, WeightTrack};
use morph_gltf::Code;
use serde_json::{Value, json};

/// A triangle of two targets whose only node is animated by one sampler.
fn animated(times: &[f32], values: &[f32], interpolation: &str) -> Asset {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    let input = asset.floats("SCALAR", times);
    let output = asset.floats("SCALAR", values);
    asset.animation(json!({
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": input, "output": output, "interpolation": interpolation }],
    }));
    asset
}

fn linear() -> Asset {
    animated(&[0.0, 1.0], &[0.0, 1.0, 1.0, -1.0], "LINEAR")
}

fn track(asset: &Asset) -> WeightTrack {
    asset.document().weight_animation(0).unwrap().channels[0].track.clone()
}

fn sampled(track: &WeightTrack, time: f32) -> [f32; 2] {
    let mut weights = [0.0; 2];
    let mut cursor = morph_core::animation::Cursor::default();
    track.sample_into(time, &mut cursor, &mut weights).unwrap();
    weights
}

/// The sampler's keys, changed as the caller likes.
fn changed(change: impl FnOnce(&mut Asset)) -> Asset {
    let mut asset = linear();
    change(&mut asset);
    asset
}

#[test]
fn rule_31_weights_are_animated_on_nodes_that_have_targets_each_at_most_once() {
    is_right(&linear());
    let channel = |asset: &mut Asset, target: Value| {
        let channel = json!({ "sampler": 0, "target": target });
        asset.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    };
    let plain = changed(|asset| {
        let node = asset.node(json!({}));
        channel(asset, json!({ "node": node, "path": "weights" }));
    });
    is_recoverable(&plain, Code::ChannelNoMorphs);
    let twice = changed(|asset| channel(asset, json!({ "node": 0, "path": "weights" })));
    is_recoverable(&twice, Code::DuplicateTargets);
    assert_eq!(twice.document().weight_animation(0).unwrap().channels.len(), 1);
    // A channel without a node is for readers that know more: a note.
    let nobody = changed(|asset| channel(asset, json!({ "path": "weights" })));
    let codes: Vec<_> = nobody.document().findings().iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::ChannelIgnored]);
    let nowhere = changed(|asset| channel(asset, json!({ "node": 9, "path": "weights" })));
    is_fatal(&nowhere, Code::UnresolvedReference);
    let unknown = changed(|asset| channel(asset, json!({ "node": 0, "path": "colour" })));
    is_recoverable(&unknown, Code::ChannelInvalidPath);
}

#[test]
fn rule_32_times_increase_from_zero_and_integer_values_are_normalised_first() {
    for times in [[0.5, 0.5], [1.0, 0.0], [-1.0, 0.0], [f32::NAN, 1.0]] {
        is_fatal(&animated(&times, &[0.0; 4], "LINEAR"), Code::SamplerInvalidInput);
    }
    let unbounded = changed(|asset| {
        let input = asset.json["animations"][0]["samplers"][0]["input"].as_u64().unwrap();
        asset.json["accessors"][input as usize].as_object_mut().unwrap().remove("min");
    });
    is_recoverable(&unbounded, Code::SamplerInputWithoutBounds);
    let typed = |component, bytes: &[u8], normalized| {
        changed(|asset| {
            let output = asset.packed(component, "SCALAR", bytes);
            asset.json["accessors"][output]["normalized"] = json!(normalized);
            asset.json["animations"][0]["samplers"][0]["output"] = json!(output);
        })
    };
    for (component, bytes) in [
        (5120, &[127, 0, 0x81, 0][..]),
        (5121, &[255, 0, 0, 0]),
        (5122, &[0xff, 0x7f, 0, 0, 0, 0, 0, 0]),
        (5123, &[0xff, 0xff, 0, 0, 0, 0, 0, 0]),
    ] {
        let asset = typed(component, bytes, true);
        is_right(&asset);
        let track = track(&asset);
        assert_eq!(sampled(&track, 0.0), [1.0, 0.0]);
        // Converted first: the middle is between values, not between integers.
        let last = if component == 5120 { -1.0 } else { 0.0 };
        assert_eq!(sampled(&track, 0.5)[0], f32::midpoint(1.0, last));
    }
    is_recoverable(&typed(5121, &[2, 0, 0, 0], false), Code::SamplerUnnormalised);
    is_fatal(&typed(5125, &[0; 16], false), Code::SamplerInvalidFormat);
}

#[test]
fn rule_33_a_spline_has_all_in_tangents_then_all_values_then_all_out_tangents() {
    let keys = [
        [[10.0, 11.0], [1.0, 2.0], [20.0, 21.0]].concat(),
        [[30.0, 31.0], [3.0, 4.0], [40.0, 41.0]].concat(),
    ]
    .concat();
    let asset = animated(&[0.0, 2.0], &keys, "CUBICSPLINE");
    is_right(&asset);
    let track = track(&asset);
    assert_eq!(track.key(0), Some(&[1.0, 2.0][..]));
    assert_eq!(track.key(1), Some(&[3.0, 4.0][..]));
    for (count, interpolation) in
        [(2, "LINEAR"), (6, "STEP"), (12, "LINEAR"), (4, "CUBICSPLINE"), (9, "CUBICSPLINE")]
    {
        let asset = animated(&[0.0, 2.0], &vec![0.0; count], interpolation);
        is_fatal(&asset, Code::SamplerOutputCount);
    }
    is_fatal(&animated(&[0.0, 2.0], &[0.0; 4], "BEZIER"), Code::InvalidInterpolation);
}

#[test]
fn rule_34_keys_are_exact_ends_are_held_and_splines_use_the_distance_of_keys() {
    let track = track(&animated(&[1.0, 3.0], &[0.1, 1.0, 0.3, -1.0], "LINEAR"));
    assert_eq!(sampled(&track, 1.0), [0.1, 1.0]);
    assert_eq!(sampled(&track, 3.0), [0.3, -1.0]);
    assert_eq!(sampled(&track, 0.0), [0.1, 1.0]);
    assert_eq!(sampled(&track, 9.0), [0.3, -1.0]);
    assert_eq!(sampled(&track, 2.0)[1], 0.0);
    let step = self::track(&animated(&[1.0, 3.0], &[0.1, 1.0, 0.3, -1.0], "STEP"));
    assert_eq!(sampled(&step, 2.999), [0.1, 1.0]);
    assert_eq!(sampled(&step, 3.0), [0.3, -1.0]);
    // The out-tangent of the first key and the in-tangent of the second, times two seconds.
    let values = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [-4.0, 0.0], [0.0, 1.0], [0.0, 0.0]].concat();
    let spline = self::track(&animated(&[1.0, 3.0], &values, "CUBICSPLINE"));
    assert_eq!(sampled(&spline, 2.0), [2.0, 1.0], "beyond both keys, and not clamped");
    let one = animated(&[1.0], &[0.0, 0.0, 0.5, 0.25, 0.0, 0.0], "CUBICSPLINE");
    is_recoverable(&one, Code::SamplerTooFewKeys);
    assert_eq!(sampled(&self::track(&one), 7.0), [0.5, 0.25]);
}

#[test]
fn rule_35_values_may_be_sparse_and_one_key_is_constant() {
    let asset = changed(|asset| {
        let output = asset.sparse("SCALAR", 4, &[1, 2], &[0.5, 0.75]);
        asset.json["animations"][0]["samplers"][0]["output"] = json!(output);
    });
    is_right(&asset);
    assert_eq!(track(&asset).values(), [0.0, 0.5, 0.75, 0.0]);
    let wrong = changed(|asset| {
        let output = asset.sparse("SCALAR", 4, &[2, 1], &[0.5, 0.75]);
        asset.json["animations"][0]["samplers"][0]["output"] = json!(output);
    });
    is_fatal(&wrong, Code::AccessorSparseNonIncreasing);
    for interpolation in ["STEP", "LINEAR"] {
        let asset = animated(&[2.0], &[0.5, -1.0], interpolation);
        is_right(&asset);
        for time in [0.0, 2.0, 5.0] {
            assert_eq!(sampled(&track(&asset), time), [0.5, -1.0]);
        }
    }
}

#[test]
fn rule_36_a_pointer_animates_all_weights_of_a_node_or_one_and_not_both() {
    let pointer = |sampler: usize, text: &str| {
        let extensions = json!({ "KHR_animation_pointer": { "pointer": text } });
        json!({ "sampler": sampler, "target": { "path": "pointer", "extensions": extensions } })
    };
    let plain = json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } });
    let with = |channels: Value| {
        changed(|asset| {
            let input = asset.json["animations"][0]["samplers"][0]["input"].clone();
            let one = asset.floats("SCALAR", &[0.25, 0.75]);
            let samplers = asset.json["animations"][0]["samplers"].as_array_mut().unwrap();
            samplers.push(json!({ "input": input, "output": one }));
            asset.json["animations"][0]["channels"] = channels;
            asset.json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
        })
    };
    // Neither needs `node.weights`, which this node does not have.
    let all = with(json!([pointer(0, "/nodes/0/weights")]));
    is_right(&all);
    assert_eq!(sampled(&track(&all), 1.0), [1.0, -1.0]);
    let one = with(json!([pointer(1, "/nodes/0/weights/1")]));
    is_right(&one);
    let clip = one.document().weight_animation(0).unwrap();
    assert_eq!(clip.channels[0].targets, ChannelTargets::One(1));
    assert_eq!(clip.channels[0].track.values(), [0.25, 0.75]);
    for both in [
        json!([pointer(0, "/nodes/0/weights"), pointer(1, "/nodes/0/weights/0")]),
        json!([plain, pointer(1, "/nodes/0/weights/0")]),
        json!([pointer(0, "/nodes/0/weights"), plain]),
    ] {
        let asset = with(both);
        is_recoverable(&asset, Code::DuplicateTargets);
        assert_eq!(asset.document().weight_animation(0).unwrap().channels.len(), 1);
    }
    let mut noded = pointer(0, "/nodes/0/weights");
    noded["target"]["node"] = json!(0);
    is_recoverable(&with(json!([noded])), Code::PointerNode);
    let mut pathed = pointer(0, "/nodes/0/weights");
    pathed["target"]["path"] = json!("translation");
    is_recoverable(&with(json!([pathed])), Code::PointerPath);
    // The number of weights is read-only, and those of a mesh are no place to point at.
    for text in ["/nodes/0/weights.length", "/meshes/0/weights"] {
        let asset = with(json!([pointer(0, text)]));
        assert!(asset.document().weight_animation(0).unwrap().channels.is_empty(), "{text}");
        assert!(asset.found()[0].starts_with("ANIMATION_CHANNEL_"), "{:?}", asset.found());
    }
    is_fatal(&with(json!([pointer(1, "/nodes/0/weights/2")])), Code::UnresolvedReference);
}
