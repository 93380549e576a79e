//! Rules 28 to 30: weights and names.

use crate::asset::{Asset, triangle};
use crate::rule::{is_recoverable, is_right};
use morph_gltf::{Code, WeightSource};
use serde_json::{Value, json};

fn weighted(mesh: Value, node: Value) -> Asset {
    let mut asset = triangle();
    if !mesh.is_null() {
        asset.json["meshes"][0]["weights"] = mesh;
    }
    asset.node(json!({ "mesh": 0 }));
    if !node.is_null() {
        asset.json["nodes"][0]["weights"] = node;
    }
    asset
}

#[track_caller]
fn has(asset: &Asset, source: WeightSource, weights: &[f32]) {
    let found = asset.document().node_weights(0).unwrap();
    assert_eq!((found.source, found.weights.as_slice()), (source, weights));
}

#[test]
fn rule_28_an_animation_goes_before_the_node_before_the_mesh_before_zeros() {
    let (mesh, node) = (json!([0.5, 0.25]), json!([0, 1]));
    for (asset, source, weights) in [
        (weighted(mesh.clone(), node.clone()), WeightSource::Node, [0.0, 1.0]),
        (weighted(Value::Null, node), WeightSource::Node, [0.0, 1.0]),
        (weighted(mesh, Value::Null), WeightSource::Mesh, [0.5, 0.25]),
        (weighted(Value::Null, Value::Null), WeightSource::Zero, [0.0, 0.0]),
    ] {
        is_right(&asset);
        has(&asset, source, &weights);
    }
    // A clip gives all weights of its node, whatever stands there.
    let mut asset = weighted(json!([1, 1]), json!([1, 1]));
    let input = asset.floats("SCALAR", &[0.0]);
    let output = asset.floats("SCALAR", &[0.0, 0.75]);
    asset.animation(json!({
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        "samplers": [{ "input": input, "output": output }],
    }));
    is_right(&asset);
    let clip = asset.document().weight_animation(0).unwrap();
    assert_eq!(clip.channels[0].track.key(0), Some(&[0.0, 0.75][..]));
    // One weight for each target, and only where there is a mesh.
    let long = weighted(json!([1, 2, 3]), Value::Null);
    assert_eq!(is_recoverable(&long, Code::MeshInvalidWeightsCount).default_weights, [1.0, 2.0]);
    let short = weighted(Value::Null, json!([1]));
    is_recoverable(&short, Code::NodeWeightsInvalid);
    has(&short, WeightSource::Node, &[1.0, 0.0]);
    let mut alone = triangle();
    alone.node(json!({ "weights": [1] }));
    is_recoverable(&alone, Code::NodeWeightsInvalid);
}

#[test]
fn rule_29_two_nodes_of_one_mesh_have_weights_of_their_own() {
    let mut asset = weighted(json!([0.5, 0.5]), json!([1, 0]));
    asset.node(json!({ "mesh": 0, "weights": [0, 1] }));
    asset.node(json!({ "mesh": 0 }));
    is_right(&asset);
    let document = asset.document();
    let of = |node| document.node_weights(node).unwrap().weights;
    assert_eq!([of(0), of(1), of(2)], [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]].map(Vec::from));
    assert_eq!(document.mesh_nodes(0).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn rule_30_names_are_one_string_for_each_target_or_there_are_none() {
    let named = |names: Value| {
        let mut asset = triangle();
        asset.json["meshes"][0]["extras"] = json!({ "targetNames": names });
        asset
    };
    let mesh = is_right(&named(json!(["smile", ""])));
    assert_eq!(mesh.target_names.as_deref(), Some(&["smile".to_owned(), String::new()][..]));
    for names in [
        json!(["a"]),
        json!(["a", "b", "a", "b"]),
        json!(["a", null]),
        json!("ab"),
        json!({ "0": "a", "1": "b" }),
    ] {
        let asset = named(names);
        let document = asset.strict().unwrap();
        assert_eq!(document.mesh(0).unwrap().target_names, None);
        let codes: Vec<_> = document.findings().iter().map(|f| f.code).collect();
        assert_eq!(codes, [Code::TargetNamesIgnored], "a note, not an error");
        assert_eq!(document.validate(), Ok(()));
    }
}
