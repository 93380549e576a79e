//! `optimize` from outside: what it writes, what it says, what it refuses.

use crate::file::Fixture;
use crate::{fails, ok};
use serde_json::Value;

fn head() -> Fixture {
    Fixture::new("head.glb", morph_sample::glb::write(&morph_sample::head(2_000)))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Runs with `--json`.
fn report(fixture: &Fixture, to: &str, options: &[&str]) -> Value {
    let to = fixture.sibling(to);
    let to = to.to_str().expect("UTF-8");
    let args = ["optimize", &fixture.path, "-o", to, "--json"];
    json(&ok(args.iter().chain(options)))
}

#[test]
fn the_head_shrinks_within_the_bound_and_keeps_its_targets() {
    let fixture = head();
    let report = report(&fixture, "small.glb", &["--quantize", "--reorder", "--drop-empty"]);
    let bytes = |what: &str, when: &str| report[what][when].as_f64().expect("a number");
    assert!(bytes("bytes", "after") < 0.6 * bytes("bytes", "before"), "{report}");
    assert!(bytes("morph_bytes", "after") < 0.6 * bytes("morph_bytes", "before"), "{report}");
    let small = fixture.sibling("small.glb");
    assert_eq!(std::fs::metadata(&small).expect("written").len() as f64, bytes("bytes", "after"));
    let mesh = &report["meshes"][0];
    assert_eq!(
        (mesh["target_count"].clone(), mesh["dropped"].clone()),
        (52.into(), Value::Array(vec![]))
    );
    for quantized in mesh["quantized"].as_array().expect("a list") {
        let bound = if quantized["unit"] == "radius" { 1e-4 } else { 0.5 };
        assert!(quantized["largest_error"].as_f64().expect("a number") <= bound, "{quantized}");
    }
    let blocks = &mesh["reordered"][0];
    assert!(blocks["blocks_after"].as_u64() < blocks["blocks_before"].as_u64(), "{blocks}");
    let inspected = json(&ok(["inspect", small.to_str().expect("UTF-8"), "--json", "--strict"]));
    assert_eq!(inspected["meshes"][0]["target_names"].as_array().map(Vec::len), Some(52));
}

#[test]
fn without_options_the_blend_is_the_same() {
    let fixture = head();
    let to = fixture.sibling("same.gltf");
    let to = to.to_str().expect("UTF-8");
    let said = ok(["optimize", &fixture.path, "-o", to]);
    assert!(said.contains("mesh 0 \"head\": 52 targets") || said.contains("52 targets"), "{said}");
    let blend = |path: &str| {
        let answer =
            json(&ok(["blend", path, "--json", "--set", "jawOpen=1", "--set", "browInnerUp=0.5"]));
        answer["meshes"].clone()
    };
    assert_eq!(blend(to), blend(&fixture.path));
}

#[test]
fn wrong_calls_end_with_status_2_and_leave_the_input() {
    let fixture = head();
    let path = fixture.path.as_str();
    let before = std::fs::read(path).expect("it is there");
    let to = fixture.sibling("out.glb");
    let to = to.to_str().expect("UTF-8");
    for (args, part) in [
        (vec!["optimize", path, "-o", path], "--force overwrites it"),
        (vec!["optimize", path, "-o", "out.png"], ".glb, .vrm or .gltf"),
        (vec!["optimize", path, "-o", to, "--error", "1e-4"], "--quantize"),
        (vec!["optimize", path, "-o", to, "--quantize", "--error", "-1"], "at least 0"),
    ] {
        let said = fails(2, args);
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(std::fs::read(path).expect("it is there"), before);
}

#[test]
fn a_file_that_is_broken_anywhere_is_refused_before_anything_is_written() {
    // No target names this accessor; what is written would be as broken.
    let fixture = Fixture::triangle(|json| {
        json["accessors"][0]["sparse"] = serde_json::json!({
            "count": 9,
            "indices": { "bufferView": 0, "componentType": 5123 },
            "values": { "bufferView": 0 },
        });
    });
    let to = fixture.sibling("small.glb");
    let error = fails(1, ["optimize", &fixture.path, "-o", to.to_str().expect("UTF-8")]);
    assert!(error.contains("accessors[0].sparse"), "{error}");
    assert!(!to.exists());
}
