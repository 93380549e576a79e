//! What `blend` computes.

use crate::file::Fixture;
use crate::ok;
use morphkit::core::{MorphMesh, Normalize, VertexAttributes, blend};
use serde_json::{Value, json};

const WEIGHTS: [f32; 3] = [0.75, -0.375, 1.25];

fn blended(args: &[&str]) -> Value {
    let all = ["blend", "--json"].iter().chain(args);
    serde_json::from_str(&ok(all)).expect("one JSON object")
}

fn expected(mesh: &MorphMesh, weights: &[f32], normalize: Normalize) -> VertexAttributes {
    let primitive = &mesh.primitives[0];
    let targets = primitive.targets.as_ref().expect("the sample has targets");
    blend(&primitive.base, targets, weights, normalize).expect("the weights are finite")
}

/// The largest difference of any component; every attribute that morphs has to be there.
#[track_caller]
fn difference(told: &Value, expected: &VertexAttributes, names: &[&str]) -> f32 {
    let primitive = &told["meshes"][0]["instances"][0]["primitives"][0];
    assert_eq!(primitive["vertex_count"], expected.vertex_count());
    let attributes = primitive["attributes"].as_object().expect("an object");
    assert_eq!(attributes.keys().collect::<Vec<_>>(), names);
    let mut largest = 0.0f32;
    for (name, rows) in attributes {
        let attribute = name.parse().expect("a semantic");
        let values = expected.values(attribute).expect("the base has it");
        let told: Vec<f32> = rows
            .as_array()
            .expect("a list")
            .iter()
            .flat_map(|row| row.as_array().expect("a list"))
            .map(|number| number.as_f64().expect("a number") as f32)
            .collect();
        assert_eq!(told.len(), values.len(), "{name}");
        for (told, value) in told.iter().zip(values) {
            largest = largest.max((told - value).abs());
        }
    }
    largest
}

const MORPHED: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];

#[test]
fn the_cpu_gives_the_bits_of_the_library() {
    let cube = Fixture::cube();
    let mesh = morph_sample::cube().mesh;
    let weights = WEIGHTS.map(|w| w.to_string()).join(",");
    for (raw, normalize) in [(&[][..], Normalize::Yes), (&["--raw"], Normalize::No)] {
        let args = [&[cube.path.as_str(), "--weights", &weights], raw].concat();
        let told = blended(&args);
        assert_eq!(difference(&told, &expected(&mesh, &WEIGHTS, normalize), &MORPHED), 0.0);
        assert_eq!(told["backend"], json!({ "name": "cpu", "adapter": null }));
        assert_eq!(told["meshes"][0]["instances"][0]["weights"], json!(WEIGHTS));
    }
}

/// Needs a graphics device; lavapipe (Debian: mesa-vulkan-drivers) is one.
#[test]
fn a_device_gives_the_same_up_to_rounding() {
    let cube = Fixture::cube();
    let mesh = morph_sample::cube().mesh;
    let weights = WEIGHTS.map(|w| w.to_string()).join(",");
    for backend in ["texture", "storage"] {
        for (raw, normalize) in [(&[][..], Normalize::Yes), (&["--raw"], Normalize::No)] {
            let args = ["--weights", &weights, "--backend", backend];
            let told = blended(&[&[cube.path.as_str()], &args[..], raw].concat());
            let difference = difference(&told, &expected(&mesh, &WEIGHTS, normalize), &MORPHED);
            assert!(difference < 2e-6, "{backend}: {difference}");
            assert_eq!(told["backend"]["name"], backend);
            assert!(told["backend"]["adapter"].is_string(), "{}", told["backend"]);
        }
    }
}

#[test]
fn without_weights_each_node_shows_its_own() {
    let triangle = Fixture::triangle(|_| {});
    let told = blended(&[&triangle.path]);
    let instances = &told["meshes"][0]["instances"];
    assert_eq!(instances[0]["node"], 0);
    assert_eq!(instances[0]["weights"], json!([0.5, 0.0]));
    assert_eq!(instances[0]["primitives"][0]["attributes"]["POSITION"][2], json!([0.0, 2.0, 0.0]));
    assert_eq!(instances[1]["weights"], json!([0.0, 1.5]));
}

#[test]
fn an_animation_moves_its_node_and_weights_override_it() {
    let triangle = Fixture::triangle(|_| {});
    let args = [triangle.path.as_str(), "--animation", "0", "--time", "0.5"];
    let told = blended(&args);
    let channel = &told["animations"][0]["weight_channels"][0];
    assert_eq!((&channel["keyframes"], &channel["end"]), (&json!(2), &json!(2.0)));
    let weights =
        |told: &Value, instance: usize| told["meshes"][0]["instances"][instance]["weights"].clone();
    assert_eq!(weights(&told, 0), json!([0.25, -0.25]));
    assert_eq!(weights(&told, 1), json!([0.0, 1.5]));
    let told = blended(&[&args[..], &["--weights", "-2"]].concat());
    assert_eq!(weights(&told, 0), json!([-2.0, 0.0]));
}

#[test]
fn a_sum_that_leaves_the_floats_is_null() {
    let triangle = Fixture::triangle(|_| {});
    let told = blended(&[&triangle.path, "--weights", "3e38"]);
    let positions = &told["meshes"][0]["instances"][0]["primitives"][0]["attributes"]["POSITION"];
    assert_eq!(positions[2], json!([0.0, null, 0.0]));
}

#[test]
fn a_summary_names_the_active_targets() {
    let triangle = Fixture::triangle(|_| {});
    let text = ok(["blend", &triangle.path, "--weights", "1"]);
    assert!(text.contains("node 0: up=1\n"), "{text}");
    assert!(text.contains("from [0.0, 0.0, 0.0] to [1.0, 3.0, 0.0]"), "{text}");
}

#[test]
fn settings_by_name_come_over_everything_else() {
    let triangle = Fixture::triangle(|_| {});
    let told = blended(&[&triangle.path, "--animation", "wave", "--set", "aside=0.75"]);
    let instances = &told["meshes"][0]["instances"];
    assert_eq!(instances[0]["weights"], json!([0.0, 0.75]));
    assert_eq!(instances[1]["weights"], json!([0.0, 0.75]));
    let channel = &told["animations"][0]["weight_channels"][0];
    assert_eq!((&channel["mesh"], &channel["target_count"]), (&json!(0), &json!(2)));
    let named = ["--mesh", "triangle", "--weights", "2", "--set", "triangle:1=-1"];
    let told = blended(&[&[triangle.path.as_str()], &named[..]].concat());
    assert_eq!(told["meshes"][0]["instances"][1]["weights"], json!([2.0, -1.0]));
}

#[test]
fn one_of_a_kind_is_not_told_as_many() {
    let one = Fixture::triangle(|json| {
        let mesh = &mut json["meshes"][0];
        mesh["primitives"][0]["targets"] = json!([{ "POSITION": 1 }]);
        mesh["weights"] = json!([1.0]);
        mesh["extras"] = Value::Null;
        json["nodes"] = json!([{ "mesh": 0 }]);
        json["scenes"] = json!([{ "nodes": [0] }]);
        json["animations"] = json!([]);
    });
    assert!(ok(["blend", &one.path]).contains(": 1 target\n"));
}
