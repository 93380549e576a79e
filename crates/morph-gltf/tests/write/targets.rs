//! Whatever points at targets follows when targets go.

use crate::asset::{Asset, triangle};
use crate::{changed, reopened};
use morph_gltf::write::{WriteError, Written};
use serde_json::{Value, json};

/// Three targets, drawn by two nodes.
fn three() -> Asset {
    let mut asset = triangle();
    let third = asset.floats("VEC3", &[3.0; 9]);
    let mesh = &mut asset.json["meshes"][0];
    mesh["primitives"][0]["targets"].as_array_mut().unwrap().push(json!({ "POSITION": third }));
    mesh["weights"] = json!([0.1, 0.2, 0.3]);
    mesh["extras"] = json!({ "targetNames": ["a", "b", "c"] });
    mesh["primitives"][0]["extras"] = json!({ "targetNames": ["a", "b", "c"], "more": true });
    asset.node(json!({ "mesh": 0 }));
    asset.node(json!({ "mesh": 0, "weights": [1, 2, 3] }));
    asset
}

#[track_caller]
fn kept(asset: &Asset, kept: &[usize]) -> Written {
    changed(&asset.document(), |patch| patch.keep_targets(0, kept)).unwrap()
}

#[test]
fn weights_and_names_lose_the_same_places() {
    let written = kept(&three(), &[2, 0]);
    let mesh = &written.json()["meshes"][0];
    assert_eq!(mesh["weights"], json!([0.1, 0.3]));
    assert_eq!(mesh["extras"]["targetNames"], json!(["a", "c"]));
    let extras = &mesh["primitives"][0]["extras"];
    assert_eq!(*extras, json!({ "targetNames": ["a", "c"], "more": true }));
    assert_eq!(written.json()["nodes"][1]["weights"], json!([1, 3]));
    let again = reopened(&written).mesh(0).unwrap();
    let deltas = again.primitives[0].targets.as_ref().unwrap();
    let position = morph_core::Attribute::Position;
    assert_eq!(deltas.deltas(1, position).unwrap().values(), [3.0; 9]);
}

#[test]
fn without_targets_nothing_speaks_of_them() {
    let mut asset = three();
    animate(&mut asset, "LINEAR", 3);
    let written = kept(&asset, &[]);
    let json = written.json();
    let mesh = &json["meshes"][0];
    assert_eq!((mesh.get("weights"), mesh.get("extras")), (None, None));
    assert_eq!(mesh["primitives"][0].get("targets"), None);
    assert_eq!(mesh["primitives"][0]["extras"], json!({ "more": true }));
    assert_eq!((json["nodes"][1].get("weights"), json.get("animations")), (None, None));
    assert_eq!(written.notes(), ["animations[0]: has nothing left to move, and is left out"]);
}

#[test]
fn names_that_do_not_fit_cannot_begin_to_fit() {
    let mut asset = three();
    asset.json["meshes"][0]["extras"]["targetNames"] = json!(["a", "b"]);
    let written = kept(&asset, &[0, 1]);
    assert_eq!(written.json()["meshes"][0].get("extras"), None);
    let note = "meshes[0].extras.targetNames: expected 3 names, got 2: they are left out";
    assert_eq!(written.notes(), [note]);
}

/// Two keys of three weights on node 0; CUBICSPLINE has tangents around them.
fn animate(asset: &mut Asset, interpolation: &str, rows: usize) {
    let times = asset.floats("SCALAR", &[0.0, 1.0]);
    let numbers: Vec<f32> = (0..2 * rows * 3).map(|v| v as f32).collect();
    let values = asset.floats("SCALAR", &numbers);
    asset.animation(json!({
        "samplers": [{ "input": times, "output": values, "interpolation": interpolation }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
    }));
}

/// The numbers of a sampler's output.
fn output(written: &Written, sampler: usize) -> Vec<f32> {
    let again = reopened(written);
    let output = again.json()["animations"][0]["samplers"][sampler]["output"].as_u64().unwrap();
    again.accessor(output as usize).unwrap().to_f32()
}

#[test]
fn animations_lose_columns_in_every_interpolation() {
    for (interpolation, rows) in [("STEP", 1), ("LINEAR", 1), ("CUBICSPLINE", 3)] {
        let mut asset = three();
        animate(&mut asset, interpolation, rows);
        let written = kept(&asset, &[0, 2]);
        let all: Vec<f32> = (0..2 * rows * 3).filter(|v| v % 3 != 1).map(|v| v as f32).collect();
        assert_eq!(output(&written, 0), all, "{interpolation}");
        let clip = reopened(&written).weight_animation(0).unwrap();
        assert_eq!(clip.channels.len(), 1);
    }
}

#[test]
fn animations_keep_their_component_type() {
    let mut asset = three();
    animate(&mut asset, "STEP", 1);
    let bytes = asset.packed(5121, "SCALAR", &[0, 51, 255, 1, 2, 3]);
    asset.json["accessors"][bytes]["normalized"] = json!(true);
    asset.json["animations"][0]["samplers"][0]["output"] = json!(bytes);
    let written = kept(&asset, &[1, 2]);
    let output = written.json()["animations"][0]["samplers"][0]["output"].as_u64().unwrap();
    let accessor = &written.json()["accessors"][output as usize];
    assert_eq!((&accessor["componentType"], &accessor["normalized"]), (&json!(5121), &json!(true)));
    let view = accessor["bufferView"].as_u64().unwrap() as usize;
    let from = written.json()["bufferViews"][view]["byteOffset"].as_u64().unwrap() as usize;
    assert_eq!(written.bin()[from..from + 4], [51, 255, 2, 3]);
}

#[test]
fn a_sampler_that_others_use_too_is_copied() {
    let mut asset = three();
    animate(&mut asset, "STEP", 1);
    let other = asset.json["meshes"][0].clone();
    asset.json["meshes"].as_array_mut().unwrap().push(other);
    asset.json["nodes"][1] = json!({ "mesh": 1 });
    let channel = json!({ "sampler": 0, "target": { "node": 1, "path": "weights" } });
    asset.json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    let written = kept(&asset, &[1]);
    let channels = &written.json()["animations"][0]["channels"];
    assert_eq!((&channels[0]["sampler"], &channels[1]["sampler"]), (&json!(1), &json!(0)));
    assert_eq!(output(&written, 1), [1.0, 4.0]);
    assert_eq!(output(&written, 0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);

    // Without targets, its channel goes, and the sampler stays for the other one.
    let written = kept(&asset, &[]);
    let animation = &written.json()["animations"][0];
    assert_eq!(
        animation["channels"],
        json!([{ "sampler": 0, "target": { "node": 1, "path": "weights" } }])
    );
    assert_eq!(animation["samplers"].as_array().unwrap().len(), 1);
}

#[test]
fn channels_without_a_target_go_with_their_samplers() {
    let mut asset = three();
    animate(&mut asset, "STEP", 1);
    let moves = asset.floats("VEC3", &[1.0; 6]);
    let animation = &mut asset.json["animations"][0];
    let mut sampler = animation["samplers"][0].clone();
    sampler["output"] = json!(moves);
    animation["samplers"].as_array_mut().unwrap().push(sampler);
    let channel = json!({ "sampler": 1, "target": { "node": 0, "path": "translation" } });
    animation["channels"].as_array_mut().unwrap().push(channel);
    let written = kept(&asset, &[]);
    let animation = &written.json()["animations"][0];
    assert_eq!(animation["channels"][0]["sampler"], 0);
    assert_eq!(animation["samplers"].as_array().unwrap().len(), 1);
    assert_eq!(output(&written, 0), [1.0; 6]);
    assert_eq!(written.notes(), [] as [&str; 0]);
}

/// A channel of `KHR_animation_pointer`.
fn pointer(path: &str) -> Value {
    let extension = json!({ "KHR_animation_pointer": { "pointer": path } });
    json!({ "sampler": 0, "target": { "path": "pointer", "extensions": extension } })
}

#[test]
fn paths_of_pointers_follow_their_targets() {
    let mut asset = three();
    animate(&mut asset, "STEP", 1);
    asset.json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
    let single = asset.floats("SCALAR", &[8.0, 9.0]);
    let animation = &mut asset.json["animations"][0];
    let mut sampler = animation["samplers"][0].clone();
    sampler["output"] = json!(single);
    animation["samplers"].as_array_mut().unwrap().push(sampler);
    let mut channels: Vec<Value> = [
        "/nodes/1/weights/0",
        "/nodes/1/weights/1",
        "/nodes/1/weights/2",
        "/meshes/0/weights/2",
        "/nodes/1/scale",
        "/meshes/1/weights/2",
    ]
    .map(pointer)
    .into();
    channels.iter_mut().for_each(|channel| channel["sampler"] = json!(1));
    channels.push(pointer("/nodes/0/weights"));
    animation["channels"] = json!(channels);
    let written = kept(&asset, &[0, 2]);
    let animation = &written.json()["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let paths: Vec<_> = channels
        .iter()
        .filter_map(|c| c["target"]["extensions"]["KHR_animation_pointer"]["pointer"].as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "/nodes/1/weights/0",
            "/nodes/1/weights/1",
            "/meshes/0/weights/1",
            "/nodes/1/scale",
            "/meshes/1/weights/2",
            "/nodes/0/weights"
        ]
    );
    assert_eq!(output(&written, 0), [0.0, 2.0, 3.0, 5.0]);
    assert_eq!(output(&written, 1), [8.0, 9.0]);
}

#[test]
fn binds_of_vrm_follow_their_targets() {
    let mut asset = three();
    let bind = |index, weight| json!({ "mesh": 0, "index": index, "weight": weight });
    let other = json!({ "mesh": 1, "index": 2, "weight": 9 });
    asset.json["extensions"] = json!({
        "VRM": { "blendShapeMaster": { "blendShapeGroups": [
            { "presetName": "a", "binds": [bind(0, 100), bind(1, 50), bind(2, 25), other] },
            { "presetName": "b" },
        ] } },
        "VRMC_vrm": { "expressions": {
            "preset": { "happy": { "isBinary": false, "morphTargetBinds": [
                { "node": 0, "index": 2, "weight": 0.5 }, { "node": 7, "index": 1, "weight": 1.0 },
            ] } },
            "custom": { "wink": { "morphTargetBinds": [{ "node": 1, "index": 1, "weight": 1.0 }] } },
        } },
    });
    let written = kept(&asset, &[0, 2]);
    let extensions = &written.json()["extensions"];
    let groups = &extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"];
    assert_eq!(groups[0]["binds"], json!([bind(0, 100), bind(1, 25), other]));
    let expressions = &extensions["VRMC_vrm"]["expressions"];
    assert_eq!(
        expressions["preset"]["happy"]["morphTargetBinds"],
        json!([{ "node": 0, "index": 1, "weight": 0.5 }, { "node": 7, "index": 1, "weight": 1.0 }])
    );
    assert_eq!(expressions["custom"]["wink"]["morphTargetBinds"], json!([]));
    assert_eq!(
        written.notes(),
        [
            "extensions.VRM.blendShapeMaster.blendShapeGroups[0].binds: 1 of 4 name targets that are gone",
            "extensions.VRMC_vrm.expressions.custom.wink.morphTargetBinds: 1 of 1 name targets that are gone",
        ]
    );
}

#[test]
fn what_may_hold_the_index_of_a_target_is_an_error_that_names_it() {
    for (place, value, named) in [
        (
            "/nodes/0",
            json!({ "extensions": { "ABC_x": { "a": [2] } } }),
            "nodes[0].extensions.ABC_x.a[0]",
        ),
        (
            "/meshes/0",
            json!({ "extras": { "morphGroups": { "lips": [1.0] } } }),
            "meshes[0].extras.morphGroups.lips[0]",
        ),
        (
            "",
            json!({ "extensions": { "KHR_interactivity": { "p": "/nodes/{n}/weights/{k}" } } }),
            "extensions.KHR_interactivity.p",
        ),
    ] {
        let mut asset = three();
        let owner = asset.json.pointer_mut(place).unwrap();
        for (key, value) in value.as_object().unwrap() {
            owner[key] = value.clone();
        }
        let error = changed(&asset.document(), |patch| patch.keep_targets(0, &[0])).unwrap_err();
        assert!(matches!(error, WriteError::Opaque { .. }), "{error}");
        let text = "is not understood and may refer to a target, whose number changes";
        assert_eq!(error.to_string(), format!("{named}: {text}"));
        // Where no target goes, nothing has to be understood.
        changed(&asset.document(), |patch| patch.keep_targets(0, &[0, 1, 2])).unwrap();
    }
    // Other application data, and other meshes, are none of our business.
    let mut asset = three();
    asset.json["nodes"][0]["extras"] = json!({ "level": 3, "targetSpeed": 0.5 });
    asset.json["materials"] = json!([{ "extensions": { "ABC_x": { "layer": 3 } } }]);
    let mut other = asset.json["meshes"][0].clone();
    other["extras"]["morphGroups"] = json!([1]);
    asset.json["meshes"].as_array_mut().unwrap().push(other);
    kept(&asset, &[0]);
}

#[test]
fn what_is_not_there_is_told() {
    let mut asset = three();
    let refused = |asset: &Asset, mesh, kept: &[usize]| {
        let result = changed(&asset.document(), |patch| patch.keep_targets(mesh, kept));
        result.unwrap_err().to_string()
    };
    assert_eq!(refused(&asset, 1, &[]), "meshes[1]: there are 1");
    assert_eq!(refused(&asset, 0, &[3]), "targets[3] of meshes[0]: there are 3");
    animate(&mut asset, "STEP", 1);
    let seven = asset.floats("SCALAR", &[0.0; 7]);
    asset.json["animations"][0]["samplers"][0]["output"] = json!(seven);
    assert_eq!(
        refused(&asset, 0, &[0]),
        "animations[0].channels[0]: expected a multiple of 3 weights, got 7"
    );
}

#[test]
fn an_animation_that_may_be_named_cannot_go() {
    let mut asset = three();
    animate(&mut asset, "STEP", 1);
    asset.json["extensions"] =
        json!({ "KHR_interactivity": { "nodes": [{ "type": 3 }], "op": "event/onStart" } });
    kept(&asset, &[]);
    for (value, named) in [
        (json!({ "extras": { "default_animation": 0 } }), "extras.default_animation"),
        (
            json!({ "extensions": { "KHR_interactivity": { "op": ["animation/start"] } } }),
            "extensions.KHR_interactivity.op[0]",
        ),
    ] {
        let mut asset = asset.clone();
        for (key, value) in value.as_object().unwrap() {
            asset.json[key] = value.clone();
        }
        let error = changed(&asset.document(), |patch| patch.keep_targets(0, &[])).unwrap_err();
        let text = "is not understood and may refer to an animation, whose number changes";
        assert_eq!(error.to_string(), format!("{named}: {text}"));
        // It loses a column and stays where it is.
        kept(&asset, &[0]);
    }
}
