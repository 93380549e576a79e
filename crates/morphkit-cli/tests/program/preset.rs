//! `--presets` and `--preset`: files of weights by name.

use crate::file::Fixture;
use crate::{fails, ok, run};
use serde_json::{Value, json};

const FACES: &str = "\
[up]
\"u*\" = 0.5

[both]
'*' = 1
aside = 0.25

[second]
1 = 2

[other]
\"triangle:aside\" = -1
";

/// The triangle with the targets `up` and `aside`, and a file of presets beside it.
fn fixture(presets: &str) -> (Fixture, String) {
    let file = Fixture::triangle(|_| {});
    let path = file.sibling("faces.toml");
    std::fs::write(&path, presets).expect("the folder can be written to");
    let path = path.to_str().expect("the path is UTF-8").to_owned();
    (file, path)
}

/// The weights of the first node.
fn weights(more: &[&str]) -> Value {
    let (file, presets) = fixture(FACES);
    let args = ["blend", &file.path, "--json", "--presets", &presets];
    let answer: Value = serde_json::from_str(&ok(args.iter().chain(more))).expect("JSON");
    answer["meshes"][0]["instances"][0]["weights"].clone()
}

#[test]
fn names_patterns_and_indices_stand_for_targets() {
    for (preset, expected) in [
        ("up", json!([0.5, 0.0])),
        ("both", json!([1.0, 0.25])),
        ("second", json!([0.5, 2.0])),
        ("other=0.5", json!([0.5, -0.5])),
    ] {
        assert_eq!(weights(&["--preset", preset]), expected, "{preset}");
    }
}

#[test]
fn presets_add_up_over_the_weights_so_far_and_below_those_by_name() {
    let two = ["--preset", "up=0.5", "--preset", "both=2"];
    assert_eq!(weights(&two), json!([2.25, 0.5]));
    assert_eq!(weights(&[&two[2..], &two[..2]].concat()), json!([2.25, 0.5]));
    assert_eq!(weights(&["--preset", "up", "--preset", "up"]), json!([1.0, 0.0]));
    let more = ["--weights", "9,9", "--preset", "up", "--set", "aside=3"];
    assert_eq!(weights(&more), json!([0.5, 3.0]));
    assert_eq!(weights(&["--weights", "9,9", "--preset", "up"]), json!([0.5, 9.0]));
}

#[test]
fn what_presets_set_is_told() {
    let (file, presets) = fixture(FACES);
    let run = run(["blend", &file.path, "--presets", &presets, "--preset", "both=0.5"]);
    assert_eq!(run.err, "--preset both=0.5: 4 weights set\n");
}

#[test]
fn errors_have_the_place_in_the_file_and_the_call_is_told_from_the_file() {
    for (status, text, preset, told) in [
        (
            1,
            "[smile]\nup = \"much\"\n",
            "smile",
            "faces.toml:2:6: smile.up: expected a number, got a text",
        ),
        (1, "[smile\nup = 1\n", "smile", "faces.toml:1:"),
        (
            1,
            "[smile]\nup = 1\n\n  upp = 1\n",
            "smile",
            "faces.toml:4:3: smile: \"upp\": no such target; did you mean \"up\"?",
        ),
        (2, FACES, "ups", "no such preset in"),
        (2, FACES, "up=x", "expected a finite number after the ="),
    ] {
        let (file, presets) = fixture(text);
        let error = fails(status, ["blend", &file.path, "--presets", &presets, "--preset", preset]);
        assert!(error.contains(told), "{text}: {error}");
    }
    let (file, presets) = fixture(FACES);
    let error = fails(2, ["blend", &file.path, "--presets", &presets, "--preset", "bth"]);
    assert!(error.contains("did you mean \"both\"?"), "{error}");
    let error = fails(1, ["blend", &file.path, "--presets", "nothere.toml", "--preset", "up"]);
    assert!(error.starts_with("error: nothere.toml: "), "{error}");
    assert!(fails(2, ["blend", &file.path, "--preset", "up"]).contains("--presets"));
    assert!(fails(2, ["blend", &file.path, "--presets", &presets]).contains("--preset"));
}

#[test]
fn presets_find_what_arkit_calls_so_and_can_be_baked() {
    let file = Fixture::triangle(|json| {
        json["meshes"][0]["extras"]["targetNames"] = json!(["JawOpen", "EyeBlink_L"]);
        json["nodes"][1]["weights"] = json!([0.5, 0.0]);
    });
    let presets = file.sibling("faces.toml");
    std::fs::write(&presets, "[wink]\njawOpen = 0\neyeBlinkLeft = 0.75\n").expect("as above");
    let (presets, out) = (presets.to_str().expect("UTF-8"), file.sibling("wink.glb"));
    let out = out.to_str().expect("UTF-8");
    let said =
        ok(["bake", &file.path, "-o", out, "--presets", presets, "--preset", "wink", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    let baked = json!([{ "index": 1, "name": "EyeBlink_L", "weight": 0.75 }]);
    assert_eq!(said["meshes"][0]["baked"], baked);
}

#[test]
fn the_example_of_the_page_works_on_the_head() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/weights.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, rest) = page.split_once("```toml\n").expect("there is an example");
    let (example, _) = rest.split_once("```").expect("it ends");
    let head = Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(600)));
    let presets = head.sibling("faces.toml");
    std::fs::write(&presets, example).expect("the folder can be written to");
    let presets = ["--presets", presets.to_str().expect("the path is UTF-8")];
    let both = ["--preset", "smile=0.5", "--preset", "wink"];
    let args = ["blend", &head.path, "--json"].into_iter().chain(presets).chain(both);
    let answer: Value = serde_json::from_str(&ok(args)).expect("JSON");
    let weights = &answer["meshes"][0]["instances"][0]["weights"];
    let at =
        |name| morph_sample::HEAD_TARGET_NAMES.iter().position(|n| *n == name).expect("it is one");
    assert_eq!(weights[at("mouthSmileLeft")], json!(0.4));
    assert_eq!(weights[at("eyeBlinkLeft")], json!(1.0));
    assert_eq!(weights[3], json!(0.25));
}
