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

/// All backends of packed deltas.
const PACKED: [&str; 11] = [
    "row-sparse",
    "deform",
    "deform-16bit",
    "deform-half",
    "deform-8b",
    "deform-6b",
    "deform-bounded",
    "deform-blocked16",
    "deform-blocked32",
    "deform-row-sparse",
    "deform-f32",
];

/// The largest difference of a component of an attribute of the first primitive.
fn apart(a: &Value, b: &Value, name: &str) -> f64 {
    let values = |told: &Value| -> Vec<f64> {
        let primitive = &told["meshes"][0]["instances"][0]["primitives"][0];
        let rows = primitive["attributes"][name].as_array().expect("it morphs").iter();
        let numbers = rows.flat_map(|row| row.as_array().expect("a list"));
        numbers.map(|number| number.as_f64().expect("a number")).collect()
    };
    let (a, b) = (values(a), values(b));
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Needs a graphics device; lavapipe (Debian: mesa-vulkan-drivers) is one.
#[test]
fn packed_deltas_keep_the_bound_that_is_told_and_two_runs_give_the_same_bits() {
    let head = Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(900)));
    let blend = |options: &[&str]| {
        let always = ["blend", &head.path, "--json", "--raw", "--set", "*Left=0.75"];
        ok(always.iter().chain(options))
    };
    let read = |text: &str| -> Value { serde_json::from_str(text).expect("one JSON object") };
    let exact = read(&blend(&[]));
    assert!(exact.get("error_bound").is_none());
    for backend in PACKED {
        for dropping in [&["--keep-all"][..], &["--error-bound", "1e-3,2"]] {
            if backend == "deform-bounded" && dropping[0] == "--keep-all" {
                continue;
            }
            let once = blend(&[&["--backend", backend], dropping].concat());
            let again = blend(&[&["--backend", backend], dropping].concat());
            assert!(once == again, "{backend}");
            let told = read(&once);
            for name in MORPHED {
                let bound = told["error_bound"][name].as_f64();
                assert_eq!(bound.is_none(), backend == "deform-f32", "{backend} {name}");
                let (bound, found) = (bound.unwrap_or(0.0), apart(&exact, &told, name));
                let what = format!("{backend} {dropping:?} {name}: {found}, told {bound}");
                // What sums of f32 round off.
                assert!(found <= bound + 4e-6, "{what}");
                assert!(bound < 1e-5 || found > bound / 100.0, "{what}");
            }
        }
    }
}

#[test]
fn the_deform_pass_tells_which_layout_it_chose() {
    let head = Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(2000)));
    let chosen = |backend| {
        let told = blended(&[&head.path, "--backend", backend]);
        told["meshes"][0]["instances"][0]["primitives"][0]["chosen"].clone()
    };
    assert_eq!(chosen("deform"), "deform-8b");
    assert_eq!(chosen("deform-6b"), Value::Null);
    assert!(ok(["blend", &head.path, "--backend", "deform"]).contains(" (deform-8b)\n"));
}

#[test]
fn what_is_left_out_is_in_the_bound() {
    let head = Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(900)));
    let bound = |options: &[&str]| {
        let always = [&head.path, "--set", "*=0.5", "--backend", "deform-blocked32"];
        let told = blended(&[&always[..], options].concat());
        told["error_bound"]["POSITION"].as_f64().expect("a bound")
    };
    let exact = bound(&[]);
    assert_eq!((exact, bound(&["--keep-all"])), (0.0, 0.0), "the default leaves nothing out");
    let bounds = ["1e-3,2", "1e-2,20"].map(|allowed| bound(&["--error-bound", allowed]));
    assert!(0.0 < bounds[0] && bounds[0] < bounds[1], "{bounds:?}");
    let text = ok(["blend", &head.path, "--set", "*=0.5", "--backend", "deform-8b"]);
    assert!(text.contains("components of a sum are off by at most POSITION "), "{text}");
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
