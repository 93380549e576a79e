//! Weights: which count, and what their targets are called.

use crate::asset::{Asset, triangle};
use morph_gltf::{Document, NameSources, NoFiles, ReadOptions, WeightSource};
use serde_json::{Value, json};

/// A triangle with weights on the mesh and on two nodes.
fn weighted(mesh: Value, node: Value) -> Asset {
    let mut asset = triangle();
    if !mesh.is_null() {
        asset.json["meshes"][0]["weights"] = mesh;
    }
    asset.node(if node.is_null() {
        json!({ "mesh": 0 })
    } else {
        json!({ "mesh": 0, "weights": node })
    });
    asset
}

#[track_caller]
fn check(mesh: Value, node: Value, source: WeightSource, weights: &[f32]) {
    let found = weighted(mesh, node).document().node_weights(0).unwrap();
    assert_eq!((found.source, found.weights.as_slice()), (source, weights));
}

// spec W9
#[test]
fn node_weights_go_before_mesh_weights_before_zeros() {
    check(Value::Null, Value::Null, WeightSource::Zero, &[0.0, 0.0]);
    check(json!([0.5, 1]), Value::Null, WeightSource::Mesh, &[0.5, 1.0]);
    check(json!([0.5, 1]), json!([0, 0]), WeightSource::Node, &[0.0, 0.0]);
}

#[test]
fn weights_have_no_range() {
    check(json!([-2, 3.5]), Value::Null, WeightSource::Mesh, &[-2.0, 3.5]);
}

#[test]
fn too_many_or_too_few_weights_are_cut_or_filled_and_found() {
    check(json!([1, 2, 3]), Value::Null, WeightSource::Mesh, &[1.0, 2.0]);
    check(Value::Null, json!([1]), WeightSource::Node, &[1.0, 0.0]);
    check(json!([1, 1]), json!([]), WeightSource::Node, &[0.0, 0.0]);
    let asset = weighted(json!([1, 2, 3]), json!([1]));
    assert_eq!(
        asset.found(),
        ["MESH_INVALID_WEIGHTS_COUNT meshes[0].weights", "NODE_WEIGHTS_INVALID nodes[0].weights"]
    );
    assert_eq!(asset.document().mesh(0).unwrap().default_weights, [1.0, 2.0]);
}

#[test]
fn two_nodes_of_one_mesh_have_weights_of_their_own() {
    let mut asset = weighted(Value::Null, json!([1, 0]));
    let second = asset.node(json!({ "mesh": 0, "weights": [0, 1] }));
    let document = asset.document();
    assert_eq!(document.mesh_nodes(0).collect::<Vec<_>>(), [0, second]);
    assert_eq!(document.node_weights(second).unwrap().weights, [0.0, 1.0]);
}

#[test]
fn weights_without_a_mesh_mean_nothing() {
    let mut asset = triangle();
    asset.node(json!({ "weights": [1] }));
    assert!(asset.document().node_weights(0).unwrap().weights.is_empty());
    assert_eq!(asset.found(), ["NODE_WEIGHTS_INVALID nodes[0].weights"]);
}

#[test]
fn weights_that_no_float_holds_and_missing_meshes_are_errors() {
    let asset = weighted(json!([0, 1e39]), Value::Null);
    assert_eq!(asset.mesh_error(), "meshes[0].weights[1]: expected a finite number, got 1e39");
    let mut asset = triangle();
    asset.node(json!({ "mesh": 3 }));
    let document = asset.document();
    let text = |node| document.node_weights(node).unwrap_err().to_string();
    assert_eq!(text(0), "nodes[0].mesh: there are 1");
    assert_eq!(text(1), "nodes[1]: there are 1");
}

#[track_caller]
fn names(asset: &Asset, sources: NameSources) -> Option<Vec<String>> {
    let options = ReadOptions { names: sources, ..ReadOptions::default() };
    let document = Document::from_slice_with(&asset.glb(), NoFiles, &options).unwrap();
    document.mesh(0).unwrap().target_names.map(|n| n.to_vec())
}

// spec W10
#[test]
fn names_are_one_string_for_each_target_or_none_at_all() {
    for (extras, expected) in [
        (json!({ "targetNames": ["a", ""] }), Some(["a", ""])),
        (json!({ "targetNames": ["\u{1f600}\n", "\""] }), Some(["\u{1f600}\n", "\""])),
        (json!({ "targetNames": ["a"] }), None),
        (json!({ "targetNames": ["a", "b", "c"] }), None),
        (json!({ "targetNames": ["a", null] }), None),
        (json!({ "targetNames": { "a": 0 } }), None),
        (json!({ "other": 1 }), None),
        (json!("text"), None),
        (Value::Null, None),
    ] {
        let mut asset = triangle();
        asset.json["meshes"][0]["extras"] = extras.clone();
        let found = names(&asset, NameSources::default());
        assert_eq!(found, expected.map(|n| n.map(str::to_owned).to_vec()), "{extras}");
        let unusable = expected.is_none() && extras.get("targetNames").is_some();
        let note = "TARGET_NAMES_IGNORED meshes[0].extras.targetNames".to_owned();
        assert_eq!(asset.found().contains(&note), unusable, "{extras}");
    }
}

#[test]
fn other_sources_of_names_count_only_on_request() {
    let mut asset = triangle();
    asset.json["accessors"][2]["name"] = json!("up");
    asset.json["accessors"][3]["name"] = json!("right");
    asset.json["meshes"][0]["primitives"][0]["extras"] = json!({ "targetNames": ["A", "B"] });
    let all = NameSources { primitive_extras: true, accessor_names: true };
    let by_accessor = NameSources { accessor_names: true, ..NameSources::default() };
    assert_eq!(names(&asset, NameSources::default()), None);
    assert_eq!(names(&asset, by_accessor).unwrap(), ["up", "right"]);
    assert_eq!(names(&asset, all).unwrap(), ["A", "B"]);
    asset.json["meshes"][0]["extras"] = json!({ "targetNames": ["x", "y"] });
    assert_eq!(names(&asset, all).unwrap(), ["x", "y"]);
}
