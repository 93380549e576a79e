//! What `check` prints, and how it ends.

use crate::file::Fixture;
use crate::{Run, fails, ok, run};
use serde_json::{Value, json};
use std::path::Path;

/// Good and bad files, and what is no model, in a folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        folder.write("b/cube.glb", morph_sample::glb::write(&morph_sample::cube()));
        folder.write("a.gltf", "{ \"asset\": { \"version\": \"2.0\" } }");
        folder.write("c-broken.glb", "glTF and then nothing that makes sense");
        folder.write("d-hostile.gltf", "[".repeat(100_000));
        folder.write("notes.txt", "no model");
        folder
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        std::fs::write(path, bytes).expect("the folder can be written to");
    }

    fn path(&self) -> &str {
        self.0.path().to_str().expect("the path is UTF-8")
    }
}

/// One object a line.
fn lines(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn names(lines: &[Value]) -> Vec<String> {
    let name = |line: &Value| {
        let path = Path::new(line["file"].as_str().expect("a text"));
        path.file_name().expect("it has one").to_str().expect("UTF-8").to_owned()
    };
    lines.iter().map(name).collect()
}

/// A file with something of every severity.
fn mixed() -> Fixture {
    Fixture::triangle(|json| {
        json["meshes"][0]["weights"] = json!([0.5, 0, 100]);
        json["meshes"][0]["extras"]["targetNames"] = json!(["up"]);
        json["animations"][0]["samplers"][0]["interpolation"] = "BEZIER".into();
        json["meshes"][0]["primitives"][0]["targets"][1]["NORMAL"] = json!(2);
    })
}

#[test]
fn a_report_reads_like_this() {
    let file = mixed();
    let run = run(["check", &file.path]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert_eq!(run.err, "error: 1 of 1 file with fatal findings\n");
    let text = run.out.replace(&file.path, "triangle.gltf");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("check", text));
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn json_is_one_object_a_file() {
    let file = mixed();
    let run = run(["check", &file.path, "--json"]);
    let mut lines = lines(&run);
    lines[0]["file"] = "triangle.gltf".into();
    let text = serde_json::to_string_pretty(&lines[0]).expect("it was JSON");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("check-json", text));
    assert_eq!(lines.len(), 1);
}

#[test]
fn the_exit_status_follows_the_severity_that_is_denied() {
    let clean = Fixture::cube();
    let note = Fixture::triangle(|json| json["meshes"][0]["extras"]["targetNames"] = json!(7));
    let advice = Fixture::triangle(|json| json["nodes"][1]["weights"] = json!([0, 100]));
    let recoverable = Fixture::triangle(|json| json["nodes"][1]["weights"] = json!([0]));
    let fatal = Fixture::triangle(|json| json["accessors"][2]["count"] = 2.into());
    for (file, worst, statuses) in [
        (&clean, "clean", [0, 0, 0, 0]),
        (&note, "note", [0, 0, 0, 1]),
        (&advice, "advice", [0, 0, 1, 1]),
        (&recoverable, "recoverable", [0, 1, 1, 1]),
        (&fatal, "fatal", [1, 1, 1, 1]),
    ] {
        for (denied, status) in ["fatal", "recoverable", "advice", "note"].iter().zip(statuses) {
            let run = run(["check", "--json", &file.path, "--deny", denied]);
            assert_eq!(run.status, Some(status), "{worst} --deny {denied}: {}", run.err);
            let line = &lines(&run)[0];
            assert_eq!((&line["worst"], &line["denied"]), (&json!(worst), &json!(status == 1)));
        }
        let strict = run(["check", &file.path, "--strict"]);
        assert_eq!(strict.status, Some(statuses[1]), "{worst} --strict");
    }
}

#[test]
fn a_wrong_call_ends_with_2() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let empty = empty.path().to_str().expect("UTF-8");
    for (args, part) in [
        (vec!["check"], "<FILE_OR_FOLDER>"),
        (vec!["check", empty], "there is no .gltf, .glb or .vrm file in it"),
        (vec!["check", empty, "--deny", "everything"], "everything"),
        (vec!["check", empty, "--deny", "note", "--strict"], "--strict"),
    ] {
        let error = fails(2, &args);
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn a_hostile_file_among_good_ones_stops_nothing() {
    let folder = Folder::new();
    let run = run(["check", folder.path(), "gone.glb", "--json"]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    let lines = lines(&run);
    let expected = ["a.gltf", "cube.glb", "c-broken.glb", "d-hostile.gltf", "gone.glb"];
    assert_eq!(names(&lines), expected);
    let worst: Vec<_> = lines.iter().map(|line| line["worst"].as_str().expect("text")).collect();
    assert_eq!(worst, ["clean", "clean", "fatal", "fatal", "fatal"]);
    let codes: Vec<_> =
        lines.iter().map(|line| line["findings"][0]["code"].as_str().unwrap_or("-")).collect();
    assert_eq!(codes, ["-", "-", "GLB_INVALID", "INVALID_JSON", "IO_ERROR"]);
    assert_eq!(lines[1]["container"], "glb");
    assert_eq!(lines[4]["bytes"], Value::Null);
}

#[test]
fn clean_files_are_counted_and_named_only_when_asked() {
    let folder = Folder::new();
    let text = run(["check", folder.path()]).out;
    assert!(!text.contains("cube.glb") && text.contains("c-broken.glb"), "{text}");
    assert!(text.ends_with("4 files, 2 of them clean: 2 fatal\n"), "{text}");
    let text = run(["check", folder.path(), "--verbose"]).out;
    assert!(text.contains("cube.glb: clean\n"), "{text}");
    let cube = Fixture::cube();
    assert!(ok(["check", &cube.path]).ends_with("\n1 file: clean\n"));
    let text = ok([
        "check",
        Path::new(&cube.path).parent().expect("a folder").to_str().expect("UTF-8"),
        &cube.path,
    ]);
    assert!(text.ends_with("1 file: clean\n"), "a file is checked once: {text}");
}

#[test]
fn many_files_come_in_order_whoever_is_ready_first() {
    let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
    // Large ones first, so that small ones are ready before them.
    let large = morph_sample::glb::write(&morph_sample::head(2000));
    let small = morph_sample::glb::write(&morph_sample::cube());
    let expected: Vec<_> = (0..60).map(|at| format!("{at:02}.glb")).collect();
    for (at, name) in expected.iter().enumerate() {
        folder.write(name, if at % 8 < 2 { &large } else { &small });
    }
    let run = run(["check", folder.path(), "--json"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "quiet in a pipe");
    assert_eq!(names(&lines(&run)), expected);
    let again = crate::run(["check", folder.path(), "--json"]);
    assert_eq!(again.out, run.out);
}

#[test]
fn players_are_named_for_one_file_and_for_more_when_asked() {
    let moved = Fixture::triangle(|json| {
        json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = 0.into();
        json["meshes"][0]["primitives"][0]["targets"][0]["NORMAL"] = 1.into();
    });
    let said = "adds the weighted base where a target lacks an attribute";
    assert!(ok(["check", &moved.path]).contains(said));
    let cube = Fixture::cube();
    assert!(!ok(["check", &moved.path, &cube.path]).contains(said));
    assert!(ok(["check", &moved.path, &cube.path, "--players"]).contains(said));
    let line = &lines(&run(["check", "--json", &moved.path]))[0];
    assert_eq!(line["features"], json!(["MIXED_ATTRIBUTES", "SHARED_DELTAS", "NODE_WEIGHTS"]));
    assert_eq!(line["players"][0]["player"], "three.js");
}

#[test]
fn names_of_a_file_cannot_break_its_lines() {
    let evil = Fixture::triangle(|json| {
        json["meshes"][0]["extras"]["targetNames"] = json!(["a\n\u{1b}[2Jb", "a\n\u{1b}[2Jb"]);
    });
    let text = ok(["check", &evil.path]);
    assert!(text.contains("NAMES_DUPLICATE") && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn a_file_with_very_many_findings_is_cut_unless_asked() {
    let many = Fixture::triangle(|json| {
        let nodes = json["nodes"].as_array_mut().expect("an array");
        nodes.extend((0..100).map(|_| json!({ "mesh": 0, "weights": [0] })));
    });
    let text = ok(["check", &many.path]);
    assert!(text.contains("more, which --verbose and --json list\n"), "{text}");
    assert!(text.lines().count() < 60, "{text}");
    assert!(ok(["check", &many.path, "-v"]).lines().count() > 100);
}
