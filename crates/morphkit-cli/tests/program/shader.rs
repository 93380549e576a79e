//! `shader`: the shaders for other engines, and a user's own with them.

use crate::file::Fixture;
use crate::{fails, ok, run};
use morphkit::wgsl::Shader;
use serde_json::Value;
use std::path::Path;

const NAME: &str = "vertex-linear-rows-pn-normalized";

const TEXT: &str = "\
@group(1) @binding(0) var<uniform> camera: mat4x4<f32>;

@vertex
fn vs(@location(0) at: vec3<f32>, @builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let base = MorphVertex(at, vec3<f32>(), vec4<f32>());
    return camera * vec4<f32>(morph_vertex(base, morph_local(index), 0u).position, 1.0);
}
";

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).into_string().expect("the name is UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn list_names_every_shader_or_those_that_are_asked_for() {
    let all = ok(["shader", "list"]);
    let count = Shader::all().len();
    assert_eq!(all.lines().count(), count);
    assert!(all.lines().any(|line| line.starts_with(NAME) && line.ends_with("storage, storage")));
    let some = ok(["shader", "list", "compute-seed"]);
    assert_eq!(some.lines().count(), 2);
    let error = fails(2, ["shader", "list", "vertex-liner-rows-pnt"]);
    assert!(error.contains("did you mean \"vertex-linear-rows-pnt-"), "{error}");
    assert!(fails(2, ["shader", "list", "@"]).contains(&format!("there are {count} shaders")));
}

#[test]
fn emit_writes_all_languages_of_a_shader_and_says_which_are_missing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("new/folder");
    let out = path.to_str().expect("the path is UTF-8");
    let run = run(["shader", "emit", "-o", out, "--permutation", NAME, "--group", "2"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(
        run.err,
        format!("note: {NAME} is not in GLSL ES 3.00: it has no storage buffers\n")
    );
    assert_eq!(run.out, format!("{out}: 7 files of 1 shader\n"));
    let endings = ["450.vert", "es310.vert", "hlsl", "json", "metal", "spv", "wgsl"];
    assert_eq!(names(&path), endings.map(|ending| format!("{NAME}.{ending}")));
    let wgsl = std::fs::read_to_string(path.join(format!("{NAME}.wgsl"))).expect("the file");
    assert!(wgsl.contains("const MORPH_GROUP: u32 = 2u;"));
    let json = std::fs::read_to_string(path.join(format!("{NAME}.json"))).expect("the file");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["bindings"][1]["group"], 2);
    let spirv = std::fs::read(path.join(format!("{NAME}.spv"))).expect("the file");
    assert_eq!(spirv[..4], [0x03, 0x02, 0x23, 0x07]);
}

#[test]
fn emit_writes_all_shaders_in_one_language() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().to_str().expect("the path is UTF-8");
    let said = ok(["shader", "emit", "-o", out, "--lang", "wgsl"]);
    let count = Shader::all().len();
    assert_eq!(said, format!("{out}: {} files of {count} shaders\n", 2 * count));
    let names = names(folder.path());
    assert_eq!(names.iter().filter(|name| name.ends_with(".wgsl")).count(), count);
    assert_eq!(names.iter().filter(|name| name.ends_with(".json")).count(), count);
}

#[test]
fn check_reports_entry_points_and_bindings() {
    let file = Fixture::new("look.wgsl", TEXT);
    let at = ["--permutation", NAME, "--group", "1", "--binding", "1"];
    let said = ok(["shader", "check", &file.path].iter().chain(&at));
    assert!(said.starts_with(&format!("{}: valid with {NAME}\n", file.path)), "{said}");
    assert!(said.contains("vertex entry vs uses camera, morph_deltas, morph_rows\n"), "{said}");
    assert!(said.contains("@group(1) @binding(2) morph_rows"), "{said}");
    assert!(said.contains("uniform of 64 bytes, your own\n"), "{said}");
}

#[test]
fn check_says_what_is_wrong_and_where() {
    let check = |text: &str| {
        let file = Fixture::new("look.wgsl", text);
        let args = ["shader", "check", &file.path, "--permutation", NAME, "--group", "1"];
        (fails(1, args), file.path.clone())
    };
    // Without --binding the deltas are where the camera is.
    let (error, path) = check(TEXT);
    let clash = "group 1, binding 0, and so is `morph_deltas` of morph-wgsl's";
    assert!(error.starts_with(&format!("error: {path}:1: `camera` is at {clash}")), "{error}");
    let (error, path) = check(&TEXT.replace("binding(0)", "binding(5)").replace("(at,", "(to,"));
    assert!(error.contains(&format!("error: {path}:5:28: {NAME}: ")), "{error}");
    assert!(error.contains("\n    ") && error.contains("^ unknown identifier"), "{error}");
}

#[test]
fn a_shader_that_does_not_morph_is_a_note() {
    let file = Fixture::new("still.wgsl", "fn nothing() {}\n");
    let run = run(["shader", "check", &file.path, "--permutation", NAME]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.err.ends_with("no entry point calls morph_vertex\n"), "{}", run.err);
}

#[test]
fn wrong_calls_end_with_2_and_missing_files_with_1() {
    let file = Fixture::new("look.wgsl", TEXT);
    let path = file.path.as_str();
    for (args, part) in [
        (vec!["shader"], "Usage: morphkit shader"),
        (vec!["shader", "check", path], "--permutation"),
        (vec!["shader", "check", path, "--permutation", "vertex-linear-pn"], "did you mean"),
        (vec!["shader", "emit"], "--output"),
        (vec!["shader", "emit", "-o", path], "the folder cannot be made"),
        (vec!["shader", "emit", "-o", "x", "--lang", "glls"], "'glsl'"),
        (vec!["shader", "header", "-o", "layout.hpp"], "expected a name that ends in .h"),
    ] {
        let error = fails(2, &args);
        assert!(error.contains(part), "{args:?}: {error}");
    }
    let error = fails(1, ["shader", "check", "nothere.wgsl", "--permutation", NAME]);
    assert!(error.starts_with("error: nothere.wgsl: "), "{error}");
}

#[test]
fn the_header_is_printed_or_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("morph_layout.h");
    let printed = ok(["shader", "header"]);
    assert!(printed.contains("#define MORPH_SEED_MAX_TARGETS 4u\n"));
    assert_eq!(ok(["shader", "header", "-o", path.to_str().expect("UTF-8")]), "");
    assert_eq!(std::fs::read_to_string(path).expect("the file"), printed);
}

#[test]
fn help_of_each_part_says_what_it_takes() {
    for (part, word) in [("list", "FILTER"), ("emit", "--lang"), ("check", "--binding")] {
        let help = ok(["shader", part, "--help"]);
        assert!(help.contains(word), "{help}");
    }
    assert!(ok(["shader", "--help"]).contains("STAGE-DELTAS-WEIGHTS-ATTRIBUTES-LENGTH"));
}
