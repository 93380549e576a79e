//! Exit statuses and messages.

use crate::file::Fixture;
use crate::{fails, ok};
use std::process::{Command, Stdio};

#[test]
fn a_file_at_fault_ends_with_1_and_says_where() {
    let error = fails(1, ["inspect", "nothere.glb"]);
    assert!(error.starts_with("error: nothere.glb: "), "{error}");
    assert_eq!(error.matches("nothere.glb").count(), 1, "{error}");

    let short = Fixture::triangle(|json| json["accessors"][2]["count"] = 2.into());
    let place = "meshes[0].primitives[0].targets[1].POSITION: expected 3 deltas, got 2";
    for args in [&["inspect"][..], &["blend"], &["blend", "--backend", "texture"]] {
        let error = fails(1, args.iter().copied().chain([short.path.as_str()]));
        assert!(error.starts_with("error: ") && error.contains(place), "{error}");
    }
}

#[test]
fn a_wrong_call_ends_with_2_and_says_what() {
    let cube = Fixture::cube();
    let path = cube.path.as_str();
    for (args, part) in [
        (vec!["blend"], "<FILE>"),
        (vec!["blend", path, "--backend", "abacus"], "abacus"),
        (vec!["blend", path, "--weights", "0,nan"], "weights[1]: expected a finite number"),
        (
            vec!["blend", path, "--mesh", "1", "--weights", "0"],
            "meshes[1]: there is 1 mesh: \"cube\"",
        ),
        (vec!["blend", path, "--mesh", "0"], "--weights"),
        (vec!["blend", path, "--set", "99=1"], "indices are 0 to 2"),
        (vec!["blend", path, "--set", "tail:x=1"], "no mesh is called \"tail\""),
        (vec!["blend", path, "--time", "1"], "--animation"),
        (
            vec!["blend", path, "--animation", "7", "--time", "0"],
            "animations[7]: there is 1 animation",
        ),
        (vec!["blend", path, "--animation", "0", "--time", "nan"], "time: expected a number"),
        (vec!["blend", path, "--batch"], "--batch"),
        (vec!["sample", "head", "-o", "head.glb", "--vertices", "3"], "--vertices: expected"),
        (vec!["sample", "cube", "-o", "missing/cube.glb"], "there is no folder \"missing\""),
        (vec!["sample", "cube", "-o", "cube.gltf"], "expected a name that ends in .glb"),
        (vec!["render", path, "-o", "a.jpg"], "expected a name that ends in .png"),
        (vec!["render", path, "-o", "missing/a.png"], "there is no folder \"missing\""),
        (vec!["render", path, "-o", "a.png", "--strip", "smile=1"], "LABEL:NAME=VALUE"),
        (vec!["frobnicate"], "frobnicate"),
        (vec![], "Usage: morphkit"),
    ] {
        let error = fails(2, &args);
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn a_device_that_is_not_there_ends_with_2_and_says_what_to_do() {
    let cube = Fixture::cube();
    let error = fails(2, ["blend", &cube.path, "--backend", "storage", "--adapter", "abacus 9"]);
    assert!(error.contains("\"abacus 9\"") || error.contains("mesa-vulkan-drivers"), "{error}");
    // An instance without a backend has no device anywhere.
    let output = Command::new(env!("CARGO_BIN_EXE_morphkit"))
        .args(["blend", &cube.path, "--backend", "storage"])
        .env("WGPU_BACKEND", "none")
        .output()
        .expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("mesa-vulkan-drivers"), "{error}");
    assert!(error.contains("WGPU_BACKEND=none"), "{error}");
}

/// Needs a graphics device; lavapipe (Debian: mesa-vulkan-drivers) is one.
#[test]
#[cfg(unix)]
fn without_a_desktop_a_driver_is_quiet_and_input_and_status_stay() {
    use std::io::Write;

    let cube = Fixture::cube();
    let run = |args: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_morphkit"))
            .args(args)
            .env_remove("XDG_RUNTIME_DIR")
            .env_remove("NODEVICE_SELECT")
            .env_remove("MESA_VK_DEVICE_SELECT")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is piped");
        stdin.write_all(input.as_bytes()).expect("the program reads");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = run(&["blend", &cube.path, "--backend", "storage"], "");
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("blended by "), "{out}");
    let request = serde_json::json!({ "file": cube.path }).to_string();
    let (status, out, err) = run(&["blend", "--batch", "--backend", "texture"], &request);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("{\"backend\""), "{out}");
    let (status, _, err) = run(&["blend", "nothere.glb", "--backend", "texture"], "");
    assert_eq!(status, Some(1));
    assert!(err.starts_with("error: nothere.glb: "), "{err}");
}

#[test]
fn strict_refuses_what_is_read_leniently_otherwise() {
    let long = Fixture::triangle(|json| json["nodes"][1]["weights"] = vec![1, 2, 3].into());
    for command in ["inspect", "blend"] {
        ok([command, &long.path]);
        let error = fails(1, [command, &long.path, "--strict"]);
        let place = "nodes[1].weights: expected 2 weights, got 3";
        assert!(error.contains(place), "{error}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let cube = Fixture::cube();
    let commands = [
        vec!["inspect", &cube.path],
        vec!["inspect", &cube.path, "--json"],
        vec!["blend", &cube.path, "--json"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["--help"],
    ];
    for args in commands {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_morphkit"))
            .args(&args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*error), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn help_explains_each_command_with_examples() {
    let commands = ["inspect", "check", "blend", "render", "bake", "extract", "sample", "shader"];
    let help = ok(["--help"]);
    for command in commands {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = ok([command, "--help"]);
        assert!(help.contains(&format!("morphkit {command} ")), "{help}");
    }
    assert!(help.contains("Exit status:"));
    let range = format!("{} to 2000000", morph_sample::MIN_HEAD_VERTICES);
    assert!(ok(["sample", "--help"]).contains(&range), "{range}");
}

#[test]
fn samples_are_files_that_the_program_reads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (kind, more, vertices) in
        [("head", &["--vertices", "600"][..], "600 vertices"), ("cube", &[], "24 vertices")]
    {
        let path = folder.path().join(kind).with_extension("glb");
        let path = path.to_str().expect("the path is UTF-8");
        let said = ok(["sample", kind, "-o", path].iter().chain(more));
        assert!(said.starts_with(path) && said.contains(vertices), "{said}");
        assert!(ok(["inspect", path, "--strict"]).contains(vertices));
    }
}

#[test]
fn nodes_that_draw_a_mesh_again_and_again_are_bounded() {
    // Zeros that no byte stands for: a node is a few bytes, 65,536 vertices are not.
    let zeros = Fixture::triangle(|json| {
        for accessor in json["accessors"].as_array_mut().expect("an array").iter_mut().take(3) {
            *accessor =
                serde_json::json!({ "componentType": 5126, "count": 65_536, "type": "VEC3" });
        }
        json["nodes"] = vec![serde_json::json!({ "mesh": 0 }); 130].into();
    });
    let error = fails(1, ["blend", &zeros.path]);
    assert!(error.contains("expected at most 8388608 vertices, got 8454144"), "{error}");
}

/// The viewer is not built where these tests run alone, and what the path has is none of theirs.
#[test]
fn view_starts_the_program_beside_it_and_says_where_there_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("morphkit");
    std::fs::copy(env!("CARGO_BIN_EXE_morphkit"), &program).expect("a copy");
    let run = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).env("PATH", folder.path().join("nothing"));
        command.output().expect("the program starts")
    };
    let missing = run(&["view", "a.glb"]);
    assert_eq!(missing.status.code(), Some(2));
    let said = String::from_utf8_lossy(&missing.stderr);
    assert!(said.contains("cargo build --release -p morphkit-view"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        let viewer = folder.path().join("morphkit-view");
        std::fs::write(&viewer, "#!/bin/sh\necho \"$@\"\n").expect("a script");
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&viewer, all).expect("permissions");
        let started = run(&["view", "-x.glb", "--backend", "deform-6b"]);
        assert_eq!(started.status.code(), Some(2), "a name that looks like an option");
        let started = run(&["view", "a.glb", "--backend", "deform-6b"]);
        assert!(started.status.success(), "{started:?}");
        let said = String::from_utf8_lossy(&started.stdout);
        assert_eq!(said.trim(), "--backend deform-6b -- a.glb");
    }
}
