//! Small files that ask for much: refused with a number, at once.

use crate::asset::{Asset, triangle};
use morph_gltf::Code;
use serde_json::{Map, json};

#[test]
fn a_huge_count_without_data_is_no_allocation() {
    let mut asset = triangle();
    let bomb = asset
        .accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 3_000_000_000_u32 }));
    asset.json["meshes"][0]["primitives"][0]["targets"][1] = json!({ "POSITION": bomb });
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[0].targets[1].POSITION: expected 3 deltas, got 3000000000"
    );
    asset.json["meshes"][0]["primitives"][0]["attributes"] = json!({ "POSITION": bomb });
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": bomb }]);
    assert_eq!(
        asset.mesh_error(),
        "meshes[0].primitives[0].attributes.POSITION: accessors[4].count: expected at most 65536 elements without a bufferView, got 3000000000"
    );
}

/// Found by fuzzing: attributes that are not decoded gave the vertices, and triangles were made of
/// them.
#[test]
fn a_huge_count_of_attributes_that_are_not_decoded_is_no_allocation() {
    for name in ["_HEAT", "JOINTS_0", "WEIGHTS_1"] {
        let mut asset = triangle();
        let bomb = asset
            .accessor(json!({ "componentType": 5126, "type": "VEC4", "count": 2_147_483_648_u32 }));
        let over = asset.accessor(json!({
            "bufferView": 0, "componentType": 5126, "type": "VEC4", "count": 2_147_483_648_u32,
        }));
        for accessor in [bomb, over] {
            asset.json["meshes"][0]["primitives"][0] =
                json!({ "attributes": { name: accessor }, "targets": [{}] });
            let document = asset.document();
            let place = format!("meshes[0].primitives[0].attributes.{name}: accessors[{accessor}]");
            for error in [
                document.mesh(0).map(|_| ()).unwrap_err(),
                document.indices(0, 0).map(|_| ()).unwrap_err(),
                document.triangles(0, 0).map(|_| ()).unwrap_err(),
            ] {
                assert!(error.to_string().starts_with(&place), "{error}");
            }
        }
    }
}

#[test]
fn one_accessor_named_a_thousand_times_is_limited() {
    let mut asset = Asset::new();
    let data = asset.floats("VEC3", &vec![0.0; 3 * 20_000]);
    let targets: Vec<_> = (0..1000).map(|_| json!({ "POSITION": data })).collect();
    asset.mesh(json!({ "POSITION": data }), json!(targets));
    let text = asset.mesh_error();
    assert!(text.starts_with("bytes that all meshes decode to: expected at most 67108864, got 24"));
    // Ten are fine.
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!(targets[..10]);
    assert_eq!(asset.document().mesh(0).unwrap().target_count(), 10);
}

#[test]
fn one_sampler_named_a_thousand_times_is_limited() {
    let mut asset = triangle();
    let times: Vec<f32> = (0..50_000).map(|t| t as f32).collect();
    let input = asset.floats("SCALAR", &times);
    let output = asset.floats("SCALAR", &vec![0.0; 100_000]);
    let channels: Vec<_> = (0..1000)
        .map(|node| {
            asset.node(json!({ "mesh": 0 }));
            json!({ "sampler": 0, "target": { "node": node, "path": "weights" } })
        })
        .collect();
    let samplers = json!([{ "input": input, "output": output }]);
    asset.animation(json!({ "samplers": samplers, "channels": channels }));
    let text = asset.document().weight_animations().unwrap_err().to_string();
    assert!(text.contains("bytes of keys"), "{text}");
}

#[test]
fn attributes_without_end_are_limited() {
    let mut asset = triangle();
    let uv = asset.floats("VEC2", &[0.0; 6]);
    let attributes: Map<_, _> = (0..300).map(|n| (format!("TEXCOORD_{n}"), json!(uv))).collect();
    asset.json["meshes"][0]["primitives"][0] =
        json!({ "attributes": attributes, "targets": [attributes] });
    assert_eq!(
        asset.mesh_error(),
        "attributes of meshes[0].primitives[0].targets[0]: expected at most 256, got 300"
    );
}

#[test]
fn weights_of_many_nodes_for_many_targets_are_limited() {
    let mut asset = triangle();
    let targets = vec![json!({}); 10_000];
    asset.json["meshes"][0]["primitives"][0]["targets"] = json!(targets);
    for _ in 0..5_000 {
        asset.node(json!({ "mesh": 0 }));
    }
    assert!(asset.mesh_error().ends_with("expected at most 67108864, got 200640072"));
    assert!(asset.document().node_weights(0).is_err());
}

#[test]
fn transforms_of_many_animations_are_limited_together() {
    let mut asset = triangle();
    let times: Vec<f32> = (0..60_000).map(|t| t as f32).collect();
    let times = asset.floats("SCALAR", &times);
    let places = asset.accessor(json!({ "componentType": 5126, "type": "VEC3", "count": 60_000 }));
    let node = asset.node(json!({}));
    let animation = json!({
        "samplers": [{ "input": times, "output": places }],
        "channels": [{ "sampler": 0, "target": { "node": node, "path": "translation" } }],
    });
    asset.json["animations"] = json!(vec![animation; 100]);
    let document = asset.document();
    assert_eq!(document.node_animation(99).unwrap().channels.len(), 1);
    let findings = document.findings();
    let limited = findings.iter().filter(|f| f.code == Code::LimitExceeded).count();
    // 64 MiB hold 69 of them.
    assert_eq!(limited, 31);
}

#[test]
fn nodes_of_many_meshes_are_found_at_once() {
    let mut asset = triangle();
    let mesh = asset.json["meshes"][0].clone();
    asset.json["meshes"] = json!(vec![mesh; 20_000]);
    asset.json["nodes"] = (0..200_000).map(|n| json!({ "mesh": n % 7 })).collect();
    let document = asset.document();
    let start = std::time::Instant::now();
    let found: usize = (0..20_000).map(|mesh| document.mesh_nodes(mesh).count()).sum();
    assert_eq!((found, document.mesh_nodes(20_000).count()), (200_000, 0));
    assert!(start.elapsed().as_secs() < 1, "{:?}", start.elapsed());
}
