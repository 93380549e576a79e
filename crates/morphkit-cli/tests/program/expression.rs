//! VRM expressions: `--expression` of `blend` and `bake`, in a batch, and in `inspect`.

use crate::file::Fixture;
use crate::{fails, ok, run, run_with_input};
use morph_sample::vrm::{VrmVersion, write};
use morph_sample::{HEAD_TARGET_NAMES, head};
use serde_json::{Value, json};

fn avatar(version: VrmVersion) -> Fixture {
    Fixture::new("avatar.vrm", write(&head(600), version))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The weights that are not 0, by name.
fn active(answer: &Value) -> Value {
    let weights = answer["meshes"][0]["instances"][0]["weights"].as_array().expect("a list");
    let pairs = HEAD_TARGET_NAMES.iter().zip(weights).filter(|(_, weight)| **weight != json!(0.0));
    pairs
        .map(|(name, weight)| (name.to_string(), weight.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn blended(file: &Fixture, more: &[&str]) -> Value {
    json(&ok(["blend", &file.path, "--json"].iter().chain(more)))
}

#[test]
fn an_expression_means_the_same_by_its_names_in_both_versions() {
    for version in [VrmVersion::V0, VrmVersion::V1] {
        let file = avatar(version);
        for name in ["sad", "sorrow", "SORROW"] {
            let answer = blended(&file, &["--expression", &format!("{name}=0.5")]);
            let half =
                json!({ "browInnerUp": 0.4, "mouthFrownLeft": 0.45, "mouthFrownRight": 0.45 });
            assert_eq!(active(&answer), half, "{name}");
        }
    }
}

#[test]
fn expressions_add_up_and_a_name_or_a_list_goes_before_or_after_them() {
    for version in [VrmVersion::V0, VrmVersion::V1] {
        let file = avatar(version);
        // Both open the jaw.
        let vowels = ["--expression", "aa=0.5", "--expression", "oh=1"];
        let answer = blended(&file, &vowels);
        assert_eq!(active(&answer)["jawOpen"], json!(0.85), "0.5 * 0.7 + 0.5");
        let more = ["--set", "jawOpen=0.25", "--weights", "1"];
        let answer = blended(&file, &[&vowels[..], &more].concat());
        assert_eq!(active(&answer)["jawOpen"], json!(0.25), "--set is over expressions");
        assert_eq!(active(&answer)[HEAD_TARGET_NAMES[0]], Value::Null, "which are over --weights");
    }
}

#[test]
fn binary_and_overridden_expressions_are_as_vrm_says_and_told() {
    let file = avatar(VrmVersion::V1);
    let told = |all: &[&str]| {
        let options = all.iter().flat_map(|one| ["--expression", one]);
        let run = run(["blend", &file.path, "--json"].into_iter().chain(options));
        assert_eq!(run.status, Some(0), "{}", run.err);
        (active(&json(&run.out)), run.err)
    };
    let (weights, err) = told(&["tongue=0.6"]);
    assert_eq!(weights, json!({ "jawOpen": 0.4, "tongueOut": 1.0 }));
    assert!(
        err.contains("note: --expression tongue=0.6: counts as 1, since it is on above"),
        "{err}"
    );
    assert_eq!(told(&["tongue=0.5"]).0, json!({}));
    let (weights, err) = told(&["surprised=0.5", "blink=1", "aa=1"]);
    assert_eq!((&weights["eyeBlinkLeft"], &weights["jawOpen"]), (&Value::Null, &json!(0.2)));
    assert!(err.contains("blink=1: counts as 0, since \"surprised\" overrides it"), "{err}");
    assert_eq!(told(&["happy=0.75", "blink=1"]).0["eyeBlinkLeft"], json!(0.25), "it blends");
    // VRM 0.x has no overrides.
    let old = avatar(VrmVersion::V0);
    let both = ["--expression", "surprised=0.1", "--expression", "blink=1"];
    assert_eq!(active(&blended(&old, &both))["eyeBlinkLeft"], json!(1.0));
}

#[test]
fn a_wrong_name_is_told_with_near_ones_and_a_file_without_expressions_by_itself() {
    let file = avatar(VrmVersion::V1);
    let error = fails(2, ["blend", &file.path, "--expression", "hapy=1"]);
    assert!(
        error.contains("--expression hapy=1: no such expression; did you mean \"happy\""),
        "{error}"
    );
    let error = fails(2, ["blend", &file.path, "--expression", "jawOpen=1"]);
    let told = "jawOpen=1: no such expression; it is a target: --set jawOpen=1";
    assert!(error.contains(told), "{error}");
    let error = fails(2, ["blend", &file.path, "--set", "Joy=0.5"]);
    let told = "Joy=0.5: no such target; it is an expression: --expression Joy=0.5";
    assert!(error.contains(told), "{error}");
    let cube = Fixture::cube();
    let out = cube.sibling("out.glb");
    let out = out.to_str().expect("the path is UTF-8");
    for args in [vec!["blend"], vec!["bake", "-o", out]] {
        let error = fails(2, args.iter().chain(&[&*cube.path, "--expression", "happy=1"]));
        let told = "--expression happy=1: the file has no VRM expressions";
        assert!(error.contains(told), "{error}");
    }
    assert!(fails(2, ["blend", "--batch", "--expression", "a=1"]).contains("--batch"));
}

#[test]
fn a_request_of_a_batch_may_have_expressions() {
    let file = avatar(VrmVersion::V0);
    let request = json!({ "file": file.path, "expressions": { "joy": 1.0, "blink": 0.5 } });
    let wrong = json!({ "file": file.path, "expressions": { "jooy": 1.0 } });
    let run = run_with_input(["blend", "--batch"], &format!("{request}\n{wrong}\n"));
    let lines: Vec<_> = run.out.lines().map(json).collect();
    let weights = active(&lines[0]);
    assert_eq!((&weights["mouthSmileLeft"], &weights["eyeBlinkRight"]), (&json!(0.9), &json!(0.5)));
    let error = lines[1]["error"].as_str().expect("an error");
    assert!(
        error.contains("expressions jooy=1: no such expression; did you mean \"joy\""),
        "{error}"
    );
}

/// A bind is a few bytes: what is printed for it is in proportion.
#[test]
fn an_expression_of_very_many_binds_is_told_in_a_line() {
    let file = Fixture::triangle(|json| {
        let bind = |at: usize| json!({ "mesh": 0, "index": at % 2, "weight": at % 100 });
        let binds: Vec<_> = (0..20_000).map(bind).collect();
        let group = json!({ "name": "many", "presetName": "unknown", "binds": binds });
        json["extensionsUsed"] = json!(["VRM"]);
        json["extensions"] =
            json!({ "VRM": { "blendShapeMaster": { "blendShapeGroups": [group] } } });
    });
    let text = ok(["inspect", &file.path]);
    let line = text.lines().find(|line| line.starts_with("  many ")).expect("a row");
    assert!(line.len() < 400 && line.ends_with(", 88 more"), "{line}");
    let run = run(["blend", &file.path, "--json", "--expression", "many=1"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.err.contains("--expression many=1: 4 targets\n"), "{}", run.err);
}

#[test]
fn an_expression_can_be_baked() {
    let file = avatar(VrmVersion::V1);
    let out = file.sibling("sad.vrm");
    let out = out.to_str().expect("the path is UTF-8");
    let said = json(&ok(["bake", &file.path, "-o", out, "--expression", "sad=1", "--json"]));
    let baked: Vec<_> =
        said["meshes"][0]["baked"].as_array().expect("a list").iter().map(|b| &b["name"]).collect();
    assert_eq!(baked.len(), 3, "{baked:?}");
    assert!(baked.contains(&&json!("browInnerUp")), "{baked:?}");
}

#[test]
fn inspect_lists_expressions_with_what_they_move() {
    for (version, told) in
        [(VrmVersion::V0, "VRM 0.x: 20 expressions"), (VrmVersion::V1, "VRM 1.0: 20 expressions")]
    {
        let file = avatar(version);
        let text = ok(["inspect", &file.path]);
        assert!(text.contains(told), "{text}");
        let targets = "browInnerUp 0.8, mouthFrownLeft 0.9, mouthFrownRight 0.9";
        let line = text.lines().find(|line| line.ends_with(targets));
        assert!(line.is_some_and(|line| line.contains("preset")), "{text}");
        let report = json(&ok(["inspect", &file.path, "--json"]));
        let expressions = report["vrm"]["expressions"].as_array().expect("a list");
        let sad = expressions.iter().find(|e| e["preset"] == "sad").expect("it is there");
        assert_eq!(sad["binds"][0]["name"], "browInnerUp");
        assert_eq!((&sad["binary"], &sad["material_binds"]), (&json!(false), &json!(0)));
        let owner = if version == VrmVersion::V0 { "mesh" } else { "node" };
        assert!(sad["binds"][0][owner].is_u64(), "{sad}");
    }
    let text = ok(["inspect", &avatar(VrmVersion::V1).path]);
    let surprised = text.lines().find(|line| line.starts_with("  surprised ")).expect("a row");
    assert!(surprised.contains("blocks blink, blocks mouth"), "{surprised}");
    assert!(text.lines().any(|line| line.starts_with("  tongue ")
        && line.contains("custom")
        && line.contains("binary")));
    let cube = json(&ok(["inspect", &Fixture::cube().path, "--json"]));
    assert_eq!(cube["vrm"], Value::Null);
}
