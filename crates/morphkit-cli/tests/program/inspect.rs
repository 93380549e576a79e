//! What `inspect` prints.

use crate::file::Fixture;
use crate::{ok, run};
use morphkit::core::packed::{BlockEncoding, BlockedTargets, PackOptions, RowSparseTargets};
use morphkit::core::{DeviceLimits, LinearLayout, TargetsStats, TextureLayout};
use serde_json::{Value, json};

fn json_of(path: &str) -> Value {
    serde_json::from_str(&ok(["inspect", path, "--json"])).expect("one JSON object")
}

#[test]
fn a_report_reads_like_this() {
    let triangle = Fixture::triangle(|json| {
        json["meshes"][0]["primitives"][0]["targets"][1]["NORMAL"] = 2.into();
    });
    let text = ok(["inspect", &triangle.path]).replace(&triangle.path, "triangle.gltf");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("triangle", text));
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn the_json_has_the_shape_that_the_readme_tells() {
    let triangle = Fixture::triangle(|_| {});
    let report = json_of(&triangle.path);
    let mesh = &report["meshes"][0];
    assert_eq!(report["container"], "gltf");
    assert_eq!(mesh["target_names"], json!(["up", "aside"]));
    assert_eq!(mesh["default_weights"], json!([0.5, 0.0]));
    assert_eq!(
        mesh["instances"],
        json!([
            { "node": 0, "name": "left", "weights": [0.5, 0.0], "weights_source": "mesh" },
            { "node": 1, "name": null, "weights": [0.0, 1.5], "weights_source": "node" },
        ])
    );
    let primitive = &mesh["primitives"][0];
    assert_eq!(primitive["index_count"], Value::Null);
    assert_eq!(primitive["morphed_attributes"], json!(["POSITION"]));
    assert_eq!(
        primitive["targets"][0],
        json!({ "index": 0, "name": "up", "moved_vertices": 1, "coverage": 1.0 / 3.0,
            "max_abs": { "POSITION": 2.0 } })
    );
    assert_eq!(
        report["animations"],
        json!([{ "index": 0, "name": "wave", "weight_channels": [{
            "node": 0, "mesh": 0, "target_count": 2, "interpolation": "LINEAR", "keyframes": 2,
            "start": 0.0, "end": 2.0,
        }] }])
    );
    assert_eq!(report["findings"], json!([]));
}

#[test]
fn a_channel_of_a_single_weight_names_its_target() {
    let triangle = Fixture::triangle(|json| {
        let output = json["animations"][0]["samplers"][0]["output"].as_u64().unwrap() as usize;
        json["accessors"][output]["count"] = 2.into();
        json["animations"][0]["channels"][0]["target"] = json!({ "path": "pointer",
            "extensions": { "KHR_animation_pointer": { "pointer": "/nodes/1/weights/1" } } });
    });
    let channel = &json_of(&triangle.path)["animations"][0]["weight_channels"][0];
    assert_eq!((&channel["node"], &channel["target"]), (&json!(1), &json!(1)));
    assert_eq!(channel["target_count"], 1);
    assert!(ok(["inspect", &triangle.path]).contains("node 1, target 1"));
}

#[test]
fn figures_of_a_head_are_those_of_the_library() {
    let sample = morph_sample::head(2000);
    let head = Fixture::new("head.glb", morph_sample::glb::write(&sample));
    let report = json_of(&head.path);
    let primitive = &report["meshes"][0]["primitives"][0];
    let targets = sample.mesh.primitives[0].targets.as_ref().expect("a head has targets");
    let stats = TargetsStats::new(targets);
    assert_eq!(primitive["coverage"], stats.coverage());
    assert_eq!(primitive["block_coverage"], stats.block_coverage());
    for (told, stats) in primitive["targets"].as_array().expect("a list").iter().zip(&stats.targets)
    {
        assert_eq!(told["moved_vertices"], stats.moved_vertices);
    }
    let layouts = &primitive["layouts"];
    let limits = DeviceLimits::WEBGPU_DEFAULT;
    let seed = TextureLayout::seed(2000, 52).expect("there are vertices");
    let compat = LinearLayout::compat(2000, 52, &limits).expect("it is small");
    assert_eq!(layouts["texture_seed"]["bytes"], seed.byte_count());
    assert_eq!(layouts["texture_seed"]["target_count"], 4);
    assert_eq!(layouts["linear_compat"]["bytes"], compat.byte_count());

    let text = ok(["inspect", &head.path]);
    for name in morph_sample::HEAD_TARGET_NAMES {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn packed_layouts_are_told_with_what_they_take_and_how_far_they_are_off() {
    let sample = morph_sample::head(2000);
    let head = Fixture::new("head.glb", morph_sample::glb::write(&sample));
    let report = json_of(&head.path);
    let layouts = &report["meshes"][0]["primitives"][0]["layouts"];
    let primitive = &sample.mesh.primitives[0];
    let targets = primitive.targets.as_ref().expect("a head has targets");
    let options = PackOptions::for_base(&primitive.base);
    let packed = layouts["packed"].as_array().expect("a list");
    assert_eq!(packed.len(), 8);
    let of = |backend: &str| packed.iter().find(|p| p["backend"] == backend).expect("it is there");
    let eight = BlockedTargets::new(targets, BlockEncoding::EightBytes, &options);
    let eight = eight.expect("a head can be packed");
    let told = of("deform-8b");
    assert_eq!(told["bytes"], eight.report().bytes);
    assert_eq!(told["dropped"], eight.report().dropped);
    for error in &eight.report().attributes {
        let told = &told["errors"][error.attribute.to_string()];
        assert_eq!(told["worst"].as_f64().map(|v| v as f32), Some(error.worst));
        assert_eq!(told["rms"].as_f64().map(|v| v as f32), Some(error.rms));
    }
    assert_eq!(of("deform-16bit")["dropped"], 0);
    let rows = RowSparseTargets::new(targets, &options).expect("a head can be packed");
    assert_eq!(of("deform-row-sparse")["bytes"], rows.report().bytes);
    assert_eq!(layouts["chosen"]["vertex"]["backend"], "storage"); // small heads move much
    assert_eq!(layouts["chosen"]["compute"]["backend"], "deform-8b");

    let text = ok(["inspect", &head.path]);
    assert!(text.contains("deform pass: deform-8b, since "), "{text}");
}

#[test]
fn what_a_layout_cannot_hold_is_told_beside_the_others() {
    let large = Fixture::triangle(|_| {});
    let path = large.sibling("triangle.bin");
    let mut bytes = std::fs::read(&path).expect("it is there");
    bytes[36 + 28..][..4].copy_from_slice(&1e6_f32.to_le_bytes());
    std::fs::write(&path, bytes).expect("it can be written");
    let run = run(["inspect", &large.path, "--json"]);
    let report: Value = serde_json::from_str(&run.out).expect("one JSON object");
    let packed = &report["meshes"][0]["primitives"][0]["layouts"]["packed"];
    let half = packed.as_array().and_then(|all| all.iter().find(|p| p["backend"] == "deform-half"));
    let error = half.and_then(|half| half["error"].as_str()).expect("binary16 ends at 65504");
    assert!(error.contains("target 0, POSITION: expected components of at most"), "{error}");
}

#[test]
fn a_file_with_an_error_is_still_reported() {
    let broken = Fixture::triangle(|json| {
        json["animations"][0]["samplers"][0]["interpolation"] = "BEZIER".into();
    });
    let run = run(["inspect", &broken.path, "--json"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("animations[0].samplers[0].interpolation"), "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("one JSON object");
    assert_eq!(report["meshes"][0]["target_count"], 2);
    assert_eq!(report["findings"][0]["severity"], "fatal");
    assert_eq!(report["findings"][0]["code"], "ANIMATION_SAMPLER_INVALID_INTERPOLATION");
}

#[test]
fn meshes_without_targets_take_a_line_each() {
    let plain = Fixture::triangle(|json| {
        for name in ["a", "b"] {
            json["meshes"].as_array_mut().expect("an array").push(json!({
                "name": name, "primitives": [{ "attributes": { "POSITION": 0 } }],
            }));
        }
    });
    let text = ok(["inspect", &plain.path]);
    let line = |index, name| format!("mesh {index} {name:?}: no targets, 1 primitive, 3 vertices");
    let both = format!("\n\n{}\n{}\n", line(1, "a"), line(2, "b"));
    assert!(text.contains(&both), "{text}");
}

/// Two meshes and two animations, of which one each has an error; and something recoverable before both.
fn half_broken(more: impl FnOnce(&mut Value)) -> Fixture {
    Fixture::triangle(|json| {
        json["meshes"][0]["primitives"][0]["targets"][1]["NORMAL"] = 2.into();
        let mut broken = json["meshes"][0].clone();
        broken["name"] = "broken".into();
        broken["primitives"][0]["targets"][0]["POSITION"] = 9999.into();
        json["meshes"].as_array_mut().expect("an array").push(broken);
        let mut broken = json["animations"][0].clone();
        broken["samplers"][0]["interpolation"] = "BEZIER".into();
        json["animations"].as_array_mut().expect("an array").insert(0, broken);
        more(json);
    })
}

#[test]
fn what_cannot_be_read_is_counted_and_what_can_be_is_told() {
    let some = half_broken(|_| {});
    let run_of = run(["inspect", &some.path]);
    assert_eq!(run_of.status, Some(1));
    let text = run_of.out;
    assert!(
        text.contains(", 2 meshes (1 cannot be read), 2 animations (1 cannot be read)\n"),
        "{text}"
    );
    assert!(
        text.contains("\nmesh 1 \"broken\": 2 targets, cannot be read: see the findings\n"),
        "{text}"
    );
    assert!(text.contains("\nanimation 1 \"wave\": 1 weight channel\n"), "{text}");
    let report: Value =
        serde_json::from_str(&run(["inspect", &some.path, "--json"]).out).expect("one JSON object");
    assert_eq!(report["meshes"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        report["unread_meshes"],
        json!([{ "index": 1, "name": "broken", "target_count": 2 }])
    );
    assert_eq!(
        (&report["unread_animations"], &report["animations"][0]["index"]),
        (&json!(1), &json!(1))
    );

    let all = half_broken(|json| {
        json["meshes"].as_array_mut().expect("an array").remove(0);
        json["animations"].as_array_mut().expect("an array").truncate(1);
    });
    let text = run(["inspect", &all.path]).out;
    assert!(text.contains(", 1 mesh (cannot be read), 1 animation (cannot be read)\n"), "{text}");
}

#[test]
fn findings_stand_with_the_worst_first() {
    let broken = half_broken(|_| {});
    let report: Value = serde_json::from_str(&run(["inspect", &broken.path, "--json"]).out)
        .expect("one JSON object");
    let severities = report["findings"].as_array().expect("a list").iter().map(|f| &f["severity"]);
    let rank =
        |severity: &Value| ["fatal", "recoverable", "note"].iter().position(|s| severity == s);
    let ranks: Vec<_> = severities.map(|severity| rank(severity).expect("one of three")).collect();
    assert!(ranks.is_sorted() && ranks.contains(&0) && ranks.contains(&1), "{ranks:?}");
}

#[test]
fn layouts_stand_after_all_that_is_told_of_the_targets() {
    let two = Fixture::triangle(|json| {
        json["meshes"][0]["primitives"][0]["targets"][1]["NORMAL"] = 2.into();
        let again = json["meshes"][0].clone();
        json["meshes"].as_array_mut().expect("an array").push(again);
    });
    let text = ok(["inspect", &two.path]);
    let layouts = text.find("\nlayouts of the deltas").expect("they are told");
    for before in ["mesh 0 ", "mesh 1 ", "  target ", "animation 0", "\nfindings", "\nadvice"] {
        assert!(text.find(before).is_some_and(|at| at < layouts), "{before}: {text}");
    }
    let after = &text[layouts..];
    assert_eq!(text.matches("layout (name for --backend)").count(), 2);
    assert_eq!(after.matches("layout (name for --backend)").count(), 2);
}

#[test]
#[cfg(unix)]
fn a_file_from_a_pipe_has_its_size() {
    let bytes = morph_sample::glb::write(&morph_sample::cube());
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_morphkit"))
        .args(["inspect", "/dev/stdin", "--json"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    std::io::Write::write_all(&mut stdin, &bytes).expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(report["bytes"], bytes.len());
}
