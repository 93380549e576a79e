//! Where the inverse of quantised positions goes, and what stays as it is.

use crate::builder::Builder;
use crate::random::{Dice, mesh};
use crate::same::{assert_same, read};
use morph_gltf::optimize::{Optimize, OptimizeError, Optimized, Quantize, optimize};
use serde_json::{Value, json};

const BOUND: Quantize = Quantize { position: 1e-4, direction_degrees: 0.5 };

/// A file with one random mesh.
fn with_mesh(seed: u64, skinned: bool) -> Builder {
    let mut file = Builder::new();
    mesh(&mut file, &mut Dice(seed), skinned);
    file
}

/// Quantises, and holds the result against the file.
fn quantized(file: &Builder) -> Optimized {
    let before = file.open();
    let options = Optimize { quantize: Some(BOUND), ..Optimize::default() };
    let optimized = optimize(&before, &options).unwrap();
    assert_same(&before, &optimized, Some(BOUND));
    optimized
}

fn attributes(optimized: &Optimized, mesh: usize) -> Vec<String> {
    let of = optimized.report.meshes.iter().find(|of| of.mesh == mesh).unwrap();
    let mut names: Vec<String> = of.quantized.iter().map(|q| q.attribute.clone()).collect();
    names.dedup();
    names
}

fn joints(file: &mut Builder) -> Value {
    let joints = [
        file.root(json!({ "translation": [1.0, 2.0, 3.0] })),
        file.root(json!({ "rotation": [0.6, 0.0, 0.0, 0.8] })),
    ];
    json!(joints)
}

#[test]
fn a_skinned_mesh_stays_on_its_node_and_is_scaled_by_its_matrices() {
    let mut file = with_mesh(1, true);
    let joints = joints(&mut file);
    file.push("skins", json!({ "joints": joints, "extras": { "kept": 1 } }));
    file.root(json!({ "mesh": 0, "skin": 0, "scale": [5.0, 5.0, 5.0] }));
    let optimized = quantized(&file);
    assert_eq!(attributes(&optimized, 0), ["POSITION", "NORMAL", "TANGENT"]);
    let json = optimized.written.json();
    assert_eq!(json["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(json["skins"].as_array().unwrap().len(), 1);
    assert_eq!(json["skins"][0]["extras"]["kept"], 1);
    assert!(json["skins"][0]["inverseBindMatrices"].is_u64());
}

#[test]
fn a_skin_that_another_mesh_wears_as_well_is_copied() {
    let mut file = with_mesh(2, true);
    let mut dice = Dice(77);
    mesh(&mut file, &mut dice, true);
    let plain = mesh(&mut file, &mut dice, true);
    for part in file.json["meshes"][plain]["primitives"].as_array_mut().unwrap() {
        part.as_object_mut().unwrap().remove("targets");
    }
    file.json["meshes"][plain] = json!({ "primitives": file.json["meshes"][plain]["primitives"] });
    let joints = joints(&mut file);
    file.push("skins", json!({ "joints": joints }));
    for mesh in 0..3 {
        file.root(json!({ "mesh": mesh, "skin": 0 }));
    }
    let optimized = quantized(&file);
    let json = optimized.written.json();
    // Each of the two has a space of its own; the mesh without targets keeps the skin.
    assert_eq!(json["skins"].as_array().unwrap().len(), 3);
    let skins: Vec<_> = [2, 3, 4].iter().map(|&node| json["nodes"][node]["skin"].clone()).collect();
    assert_eq!(skins, [json!(1), json!(2), json!(0)]);
    assert!(json["skins"][0].get("inverseBindMatrices").is_none());
}

#[test]
fn a_mesh_of_two_nodes_moves_below_both_with_their_weights() {
    let mut file = with_mesh(3, false);
    let count = file.json["meshes"][0]["weights"].as_array().unwrap().len();
    let weights = vec![0.25; count];
    let child = file.push("nodes", json!({ "name": "child", "translation": [0.0, 1.0, 0.0] }));
    let turned = json!({ "mesh": 0, "rotation": [0.0, 0.6, 0.0, 0.8], "children": [child] });
    let first = file.root(turned);
    let second = file.root(json!({ "mesh": 0, "weights": weights, "name": "second" }));
    let optimized = quantized(&file);
    let nodes = optimized.written.json()["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 5);
    assert_eq!(nodes[first]["children"], json!([child, 3]));
    assert_eq!(nodes[second], json!({ "name": "second", "children": [4] }));
    assert_eq!(nodes[child]["translation"], json!([0.0, 1.0, 0.0]));
    assert_eq!((&nodes[3]["mesh"], nodes[3].get("weights")), (&json!(0), None));
    assert_eq!((&nodes[4]["mesh"], nodes[4].get("weights")), (&json!(0), Some(&json!(weights))));
    let after = read(&optimized);
    assert_eq!(after.node_weights(4).unwrap().weights, weights);
}

#[test]
fn an_animated_scale_stays_and_animated_weights_follow_the_mesh() {
    let mut file = with_mesh(4, false);
    let node = file.root(json!({ "mesh": 0 }));
    let count = file.json["meshes"][0]["weights"].as_array().unwrap().len();
    let times = file.floats(1, &[0.0, 1.0]);
    let (weights, scales) = (vec![0.5; 2 * count], [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    let (weights, scales) = (file.floats(1, &weights), file.floats(3, &scales));
    let pointer = |pointer: &str| {
        json!({ "sampler": 0, "target": { "path": "pointer",
            "extensions": { "KHR_animation_pointer": { "pointer": pointer } } } })
    };
    file.push(
        "animations",
        json!({
            "samplers": [{ "input": times, "output": weights }, { "input": times, "output": scales }],
            "channels": [
                { "sampler": 0, "target": { "node": node, "path": "weights" } },
                { "sampler": 1, "target": { "node": node, "path": "scale" } },
                pointer("/nodes/0/weights/0"), pointer("/nodes/0/scale"), pointer("/nodes/01/weights"),
            ],
        }),
    );
    file.json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    let optimized = quantized(&file);
    let channels = &optimized.written.json()["animations"][0]["channels"];
    assert_eq!(channels[0]["target"], json!({ "node": 1, "path": "weights" }));
    assert_eq!(channels[1]["target"], json!({ "node": 0, "path": "scale" }));
    let pointers: Vec<_> = (2..5)
        .map(|at| &channels[at]["target"]["extensions"]["KHR_animation_pointer"]["pointer"])
        .collect();
    assert_eq!(pointers, ["/nodes/1/weights/0", "/nodes/0/scale", "/nodes/01/weights"]);
    let clips = read(&optimized).weight_animations().unwrap();
    assert_eq!(clips[0].channels[0].node, 1);
}

#[test]
fn the_binds_of_vrm_follow_the_mesh() {
    let mut file = with_mesh(5, false);
    file.root(json!({ "mesh": 0 }));
    let bind = json!({ "morphTargetBinds": [{ "node": 0, "index": 0, "weight": 1.0 }] });
    file.json["extensions"] = json!({ "VRMC_vrm": {
        "expressions": { "preset": { "happy": bind }, "custom": { "own": bind } },
        "firstPerson": { "meshAnnotations": [{ "node": 0, "type": "both" }, { "type": "auto" }] },
    } });
    let optimized = quantized(&file);
    let vrm = &optimized.written.json()["extensions"]["VRMC_vrm"];
    for (kind, name) in [("preset", "happy"), ("custom", "own")] {
        assert_eq!(vrm["expressions"][kind][name]["morphTargetBinds"][0]["node"], 1, "{name}");
    }
    assert_eq!(vrm["firstPerson"]["meshAnnotations"][0]["node"], 1);
}

#[test]
fn what_cannot_be_scaled_back_keeps_its_positions_and_a_note_says_so() {
    let node = |node: Value| {
        let mut file = with_mesh(6, false);
        file.root(node);
        file
    };
    let instanced = json!({ "mesh": 0, "extensions": { "EXT_mesh_gpu_instancing": {} } });
    let mut referred = node(json!({ "mesh": 0 }));
    referred.json["extensions"] = json!({ "ABC_collider": { "mesh": "first" } });
    for (file, why) in [
        (node(instanced), "EXT_mesh_gpu_instancing of nodes[0] may depend on its space"),
        (with_mesh(6, false), "no node draws it, so nothing can scale it back"),
        (referred, "ABC_collider may refer to it"),
    ] {
        let optimized = quantized(&file);
        assert_eq!(attributes(&optimized, 0), ["NORMAL", "TANGENT"], "{why}");
        let notes = &optimized.report.notes;
        let note = format!("meshes[0]: POSITION stays as it is: {why}");
        assert!(notes.contains(&note), "{notes:?}");
    }
}

#[test]
fn what_integers_cannot_hold_within_the_bound_stays_floats() {
    let mut file = with_mesh(7, false);
    file.root(json!({ "mesh": 0 }));
    let before = file.open();
    let bound = Quantize { position: 1e-9, direction_degrees: 1e-9 };
    let options = Optimize { quantize: Some(bound), ..Optimize::default() };
    let optimized = optimize(&before, &options).unwrap();
    assert_same(&before, &optimized, None);
    assert!(optimized.written.json().get("extensionsRequired").is_none());
}

#[test]
fn a_bound_that_makes_no_sense_is_an_error() {
    let file = with_mesh(8, false).open();
    for (position, direction_degrees, what) in
        [(-1e-4, 0.5, "position"), (f64::NAN, 0.5, "position"), (1e-4, f64::INFINITY, "direction")]
    {
        let quantize = Some(Quantize { position, direction_degrees });
        let error = optimize(&file, &Optimize { quantize, ..Optimize::default() }).unwrap_err();
        assert!(matches!(error, OptimizeError::Bound { what: of, .. } if of == what), "{error}");
    }
}

#[test]
fn deltas_interleaved_with_a_base_that_leaves_go_at_once() {
    let mut file = Builder::new();
    let count = 400;
    // A position and a delta of texture coordinates each; only the last delta is not zero.
    let pairs: Vec<f32> = (0..count)
        .flat_map(|v| [(v % 20) as f32, (v / 20) as f32, 0.0, f32::from(u8::from(v == 399)), 0.0])
        .collect();
    let positions = file.floats(3, &pairs[..count * 3]);
    let view = file.json["accessors"][positions]["bufferView"].as_u64().unwrap() as usize;
    file.bytes.extend(pairs[count * 3..].iter().flat_map(|_| [0; 4]));
    let bytes: Vec<u8> = pairs.iter().flat_map(|value| value.to_le_bytes()).collect();
    file.bytes[..bytes.len()].copy_from_slice(&bytes);
    file.json["bufferViews"][view]["byteStride"] = 20.into();
    file.json["bufferViews"][view]["byteLength"] = bytes.len().into();
    file.json["accessors"][positions]["max"] = json!([19.0, 19.0, 0.0]);
    let delta = json!({ "bufferView": view, "byteOffset": 12, "componentType": 5126,
        "type": "VEC2", "count": count });
    let delta = file.push("accessors", delta);
    let coordinates = file.floats(2, &vec![0.5; count * 2]);
    file.push(
        "meshes",
        json!({ "primitives": [{
            "attributes": { "POSITION": positions, "TEXCOORD_0": coordinates },
            "targets": [{ "TEXCOORD_0": delta }],
        }] }),
    );
    file.root(json!({ "mesh": 0 }));
    let once = quantized(&file);
    assert_eq!(once.report.meshes[0].made_sparse, 1);
    let options = Optimize { quantize: Some(BOUND), ..Optimize::default() };
    let twice = optimize(&read(&once), &options).unwrap();
    assert_eq!(
        (once.written.json(), once.written.bin()),
        (twice.written.json(), twice.written.bin())
    );
}
