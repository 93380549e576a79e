//! Weights that `KHR_animation_pointer` animates.

use crate::asset::{Asset, triangle};
use morph_core::animation::ChannelTargets;
use morph_gltf::NodePath;
use serde_json::{Value, json};

/// A triangle with two targets, two nodes that draw it, and a sampler for each list of values over
/// two keys.
fn animated(values: &[&[f32]], channels: Value) -> Asset {
    let mut asset = triangle();
    asset.node(json!({ "mesh": 0 }));
    asset.node(json!({ "mesh": 0 }));
    let input = asset.floats("SCALAR", &[0.0, 1.0]);
    let samplers: Vec<_> = values
        .iter()
        .map(|values| json!({ "input": input, "output": asset.floats("SCALAR", values) }))
        .collect();
    asset.json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    asset.animation(json!({ "samplers": samplers, "channels": channels }));
    asset
}

fn pointer(sampler: usize, pointer: &str) -> Value {
    let extensions = json!({ "KHR_animation_pointer": { "pointer": pointer } });
    json!({ "sampler": sampler, "target": { "path": "pointer", "extensions": extensions } })
}

fn plain(sampler: usize) -> Value {
    json!({ "sampler": sampler, "target": { "node": 0, "path": "weights" } })
}

/// Node, targets and values of each channel.
fn channels(asset: &Asset) -> Vec<(usize, ChannelTargets, Vec<f32>)> {
    let clips = asset.document().weight_animations().unwrap();
    let channels = clips[0].channels.iter();
    channels.map(|c| (c.node, c.targets, c.track.values().to_vec())).collect()
}

const ALL: [f32; 4] = [0.0, 0.25, 0.5, 1.0];
const ONE: [f32; 2] = [0.0, 1.0];

#[test]
fn a_pointer_to_all_weights_is_a_channel_of_its_node() {
    let asset = animated(&[&ALL], json!([pointer(0, "/nodes/1/weights")]));
    assert_eq!(channels(&asset), [(1, ChannelTargets::All, ALL.to_vec())]);
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn a_pointer_to_one_weight_is_a_track_of_one() {
    let both = json!([pointer(0, "/nodes/0/weights/1"), pointer(0, "/nodes/0/weights/0")]);
    let asset = animated(&[&ONE], both);
    let expected = [1, 0].map(|target| (0, ChannelTargets::One(target), ONE.to_vec()));
    assert_eq!(channels(&asset), expected);
    assert_eq!(asset.found(), [""; 0]);
}

#[test]
fn the_extension_may_be_required() {
    let mut asset = animated(&[&ONE], json!([pointer(0, "/nodes/0/weights/1")]));
    asset.json["extensionsRequired"] = json!(["KHR_animation_pointer"]);
    assert_eq!(channels(&asset).len(), 1);
}

#[test]
fn keys_of_one_weight_are_counted_as_one_target() {
    let asset = animated(&[&ALL], json!([pointer(0, "/nodes/0/weights/1")]));
    assert_eq!(
        asset.document().weight_animations().unwrap_err().to_string(),
        "animations[0].channels[0]: values: expected 2 floats for 2 keys of 1 targets, got 4"
    );
}

/// Rule 36: neither an array and its elements, nor a pointer and a plain channel.
#[test]
fn of_channels_that_overlap_the_first_counts() {
    let all = || pointer(0, "/nodes/0/weights");
    let one = |target| pointer(1, &format!("/nodes/0/weights/{target}"));
    for (list, kept, ignored) in [
        (json!([all(), one(1), plain(0)]), vec![ChannelTargets::All], vec![1, 2]),
        (json!([plain(0), all(), one(0)]), vec![ChannelTargets::All], vec![1, 2]),
        (json!([one(1), all(), one(1)]), vec![ChannelTargets::One(1)], vec![1, 2]),
        (
            json!([one(1), plain(0), one(0)]),
            vec![ChannelTargets::One(1), ChannelTargets::One(0)],
            vec![1],
        ),
    ] {
        let asset = animated(&[&ALL, &ONE], list);
        let found: Vec<_> = channels(&asset).into_iter().map(|(_, targets, _)| targets).collect();
        assert_eq!(found, kept);
        let duplicate =
            |at: &i32| format!("ANIMATION_DUPLICATE_TARGETS animations[0].channels[{at}]");
        assert_eq!(asset.found(), ignored.iter().map(duplicate).collect::<Vec<_>>());
        assert!(asset.strict().unwrap().weight_animations().is_err());
    }
}

#[test]
fn a_weight_or_a_node_that_is_not_there_is_an_error() {
    for (text, error) in [
        ("/nodes/0/weights/2", "weights[2]: there are 2"),
        ("/nodes/7/weights", "nodes[7]: there are 3"),
        ("/nodes/7/weights/0", "nodes[7]: there are 3"),
    ] {
        let place = "animations[0].channels[0].target.extensions.KHR_animation_pointer.pointer";
        let mut asset = animated(&[&ONE], json!([pointer(0, text)]));
        asset.node(json!({}));
        let found = asset.document().weight_animations().unwrap_err().to_string();
        assert_eq!(found, format!("{place}: {error}"));
    }
    let mut asset = animated(&[&ONE], json!([pointer(0, "/nodes/2/weights/0")]));
    asset.node(json!({}));
    assert_eq!(channels(&asset), []);
    let code = "ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS";
    assert_eq!(asset.found(), [format!("{code} animations[0].channels[0]")]);
}

#[test]
fn pointers_elsewhere_are_one_note_and_those_into_meshes_say_why() {
    let list = json!([
        pointer(0, "/materials/0/alphaCutoff"),
        pointer(0, "/nodes/0/weights.length"),
        pointer(0, "/meshes/0/weights"),
        pointer(0, "/meshes/0/weights/1"),
    ]);
    let asset = animated(&[&ALL], list);
    assert_eq!(channels(&asset), []);
    let place = |at| {
        format!("animations[0].channels[{at}].target.extensions.KHR_animation_pointer.pointer")
    };
    assert_eq!(
        asset.document().findings().iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            format!("{}: \"/meshes/0/weights\": nothing of a mesh can be animated, so the channel is ignored", place(2)),
            format!("{}: \"/meshes/0/weights/1\": nothing of a mesh can be animated, so the channel is ignored", place(3)),
            "animations[0]: KHR_animation_pointer animates neither weights nor places of nodes in 2 channels, \"/materials/0/alphaCutoff\" first; they are ignored".to_owned(),
        ]
    );
    assert!(asset.strict().unwrap().validate().is_ok());
}

#[test]
fn what_is_no_pointer_is_ignored_or_under_strict_refused() {
    let missing = json!({ "sampler": 0, "target": { "path": "pointer" } });
    let empty = json!({ "sampler": 0, "target": { "path": "pointer",
        "extensions": { "KHR_animation_pointer": {} } } });
    let mut beside = pointer(0, "/nodes/0/weights");
    beside["target"]["node"] = json!(1);
    let mut other = pointer(0, "/nodes/0/weights");
    other["target"]["path"] = json!("weights");
    other["target"]["node"] = json!(1);
    let place = "animations[0].channels[0].target";
    let pointer_place = format!("{place}.extensions.KHR_animation_pointer.pointer");
    for (channel, finding, node) in [
        (pointer(0, "nodes/0/weights"), format!("PATTERN_MISMATCH {pointer_place}"), None),
        (pointer(0, "/nodes/0/~weights"), format!("PATTERN_MISMATCH {pointer_place}"), None),
        (missing, format!("UNDEFINED_PROPERTY {pointer_place}"), None),
        (empty, format!("UNDEFINED_PROPERTY {pointer_place}"), None),
        (
            beside,
            format!("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE {place}.node"),
            Some(0),
        ),
        (
            other,
            format!("KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH {place}.path"),
            Some(1),
        ),
    ] {
        let asset = animated(&[&ALL], json!([channel]));
        assert_eq!(asset.found(), [finding]);
        let nodes: Vec<_> = channels(&asset).into_iter().map(|(node, ..)| node).collect();
        assert_eq!(nodes, Vec::from_iter(node));
        assert!(asset.strict().unwrap().weight_animations().is_err());
    }
}

#[test]
fn a_pointer_to_a_nodes_place_is_a_channel_of_its_transform() {
    let mut asset = animated(&[], json!([pointer(0, "/nodes/1/translation")]));
    let input = asset.floats("SCALAR", &[0.0]);
    let output = asset.floats("VEC3", &[1.0, 2.0, 3.0]);
    asset.json["animations"][0]["samplers"] = json!([{ "input": input, "output": output }]);
    let nodes = asset.document().node_animation(0).unwrap();
    let channel = &nodes.channels[0];
    assert_eq!((channel.node, channel.path), (1, NodePath::Translation));
    assert_eq!(channel.track.values(), [1.0, 2.0, 3.0]);
    assert_eq!(asset.found(), [""; 0]);
}
