//! ARKit's names where files spell them otherwise.

use crate::file::Fixture;
use crate::{fails, ok, run};
use serde_json::{Value, json};

/// The triangle with these names of its two targets.
fn named(names: [&str; 2]) -> Fixture {
    Fixture::triangle(|json| json["meshes"][0]["extras"]["targetNames"] = json!(names))
}

#[test]
fn a_set_finds_the_spelling_of_the_file_and_says_so() {
    for (name, target) in [("EyeBlink_L", 0), ("bs_eyeBlinkLeft", 0), ("eye_blink_left", 0)] {
        let file = named([name, "aside"]);
        let run = run(["blend", &file.path, "--json", "--set", "eyeBlinkLeft=0.25"]);
        assert_eq!(run.status, Some(0), "{}", run.err);
        let told = format!("--set eyeBlinkLeft=0.25: 2 weights set, by ARKit's name of {name:?}\n");
        assert_eq!(run.err, told);
        let answer: Value = serde_json::from_str(&run.out).expect("the answer is JSON");
        assert_eq!(answer["meshes"][0]["instances"][0]["weights"][target], 0.25, "{name}");
    }
}

#[test]
fn what_a_name_may_mean_twice_is_an_error_and_not_a_guess() {
    let file = named(["EyeBlink_L", "eyeBlinkL"]);
    let error = fails(2, ["blend", &file.path, "--set", "eyeBlinkLeft=1"]);
    let told = "eyeBlinkLeft may be \"EyeBlink_L\", \"eyeBlinkL\": name one of them";
    assert!(error.contains(told), "{error}");
    assert!(
        ok(["inspect", &file.path])
            .contains("eyeBlinkLeft is left open: it may be 0 \"EyeBlink_L\" or 1 \"eyeBlinkL\"")
    );
    // VRoid's own shapes are none of ARKit's.
    let vroid = named(["Fcl_EYE_Close_L", "Fcl_MTH_A"]);
    assert!(fails(2, ["blend", &vroid.path, "--set", "eyeBlinkLeft=1"]).contains("no such target"));
}

#[test]
fn inspect_tells_which_shapes_there_are_under_which_names() {
    let file = named(["EyeBlink_L", "aside"]);
    let text = ok(["inspect", &file.path]);
    assert!(text.contains("  ARKit: 1 of its 52 shapes: eyeBlinkLeft\n"), "{text}");
    assert!(text.contains("1 target is none of them"), "{text}");
    assert!(text.contains("0  EyeBlink_L  eyeBlinkLeft"), "{text}");
    let json: Value = serde_json::from_str(&ok(["inspect", &file.path, "--json"])).expect("JSON");
    let arkit = &json["meshes"][0]["arkit"];
    assert_eq!(arkit["found"], json!({ "eyeBlinkLeft": [0] }));
    assert_eq!((&arkit["others"], &arkit["ambiguous"]), (&json!([1]), &json!({})));
    assert_eq!(arkit["missing"].as_array().map(Vec::len), Some(51));

    let head = Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(600)));
    let text = ok(["inspect", &head.path]);
    assert!(text.contains("  ARKit: 52 of its 52 shapes\n"), "{text}");
    let plain = Fixture::triangle(|_| {});
    assert!(!ok(["inspect", &plain.path]).contains("ARKit"));
}
