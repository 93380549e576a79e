//! Completions, manual pages, and what is said in pipes and without colours.

use crate::file::Fixture;
use crate::{fails, ok};
use std::process::{Command, Stdio};

const COMMANDS: [&str; 13] = [
    "inspect",
    "check",
    "blend",
    "render",
    "report",
    "view",
    "bake",
    "optimize",
    "extract",
    "sample",
    "shader",
    "completions",
    "man",
];

#[test]
fn completions_know_commands_options_and_values_in_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ok(["completions", shell]);
        for word in COMMANDS.iter().chain(&["expression", "backend", "morphkit"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let error = fails(2, ["completions", "dos"]);
    assert!(error.contains("possible values: bash"), "{error}");
}

/// Needs bash.
#[test]
#[cfg(unix)]
fn the_script_for_bash_completes() {
    let script = "\
        source <(\"$1\" completions bash)\n\
        COMP_WORDS=(morphkit bl) COMP_CWORD=1 COMPREPLY=()\n\
        _morphkit morphkit bl morphkit\n\
        echo \"${COMPREPLY[@]}\"\n\
        COMP_WORDS=(morphkit render --expr) COMP_CWORD=2 COMPREPLY=()\n\
        _morphkit morphkit --expr render\n\
        echo \"${COMPREPLY[@]}\"\n";
    let done = Command::new("bash")
        .args(["-c", script, "bash", env!("CARGO_BIN_EXE_morphkit")])
        .output()
        .expect("bash starts");
    let out = String::from_utf8_lossy(&done.stdout);
    assert_eq!(out, "blend\n--expression\n", "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn manual_pages_are_there_for_each_command_with_its_examples() {
    let page = ok(["man"]);
    assert!(page.starts_with(".ie"), "{page}");
    for command in COMMANDS {
        assert!(page.contains(&format!("morphkit\\-{command}(1)")), "{command}");
        let page = ok(["man", command]);
        assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{page}");
        assert!(page.contains(&format!("\n  morphkit {command}")), "{page}");
    }
    assert!(ok(["man", "shader", "emit"]).contains("morphkit\\-shader\\-emit"));
    let error = fails(2, ["man", "rendre"]);
    assert!(error.contains("rendre: no such command; did you mean \"render\""), "{error}");

    let cube = Fixture::cube();
    let folder = cube.sibling("man1");
    ok(["man", "-o", folder.to_str().expect("the path is UTF-8")]);
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is made")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert!(names.len() > COMMANDS.len(), "{names:?}");
    assert!(
        names.contains(&"morphkit.1".to_owned()) && names.contains(&"morphkit-bake.1".to_owned())
    );
}

#[test]
fn each_command_has_an_example_of_itself() {
    for command in COMMANDS {
        let help = ok([command, "--help"]);
        let (_, after) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command}"));
        assert!(after.trim_start().starts_with(&format!("morphkit {command}")), "{help}");
    }
    for part in ["list", "emit", "check", "header"] {
        let help = ok(["shader", part, "--help"]);
        assert!(help.contains(&format!("  morphkit shader {part}")), "{help}");
    }
}

#[test]
fn a_pipe_gets_neither_colours_nor_bars() {
    let cube = Fixture::cube();
    let (out, picture) = (cube.sibling("out.glb"), cube.sibling("out.png"));
    let (out, picture) = (out.to_str().expect("UTF-8"), picture.to_str().expect("UTF-8"));
    let folder = cube.sibling("");
    let folder = folder.to_str().expect("UTF-8");
    for args in [
        vec!["--help"],
        vec!["inspect", &cube.path],
        vec!["check", folder, &cube.path],
        vec!["optimize", &cube.path, "-o", out],
        vec![
            "render",
            &cube.path,
            "-o",
            picture,
            "--strip",
            "a:;b:0=1",
            "--size",
            "64x64",
            "--backend",
            "cpu",
        ],
        vec!["frobnicate"],
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_morphkit"))
            .args(&args)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        for bytes in [done.stdout, done.stderr] {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert!(!text.contains(['\u{1b}', '\r', '█']), "{args:?}: {text}");
        }
    }
}

/// Needs `script` of util-linux, which runs a program in a terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_colours_and_bars_unless_it_wants_none() {
    let cube = Fixture::cube();
    std::fs::copy(&cube.path, cube.sibling("other.glb")).expect("the folder can be written to");
    let folder = cube.sibling("");
    let folder = folder.to_str().expect("UTF-8");
    let program = env!("CARGO_BIN_EXE_morphkit");
    let terminal = |call: &str, no_color: Option<&str>| {
        let mut command = Command::new("script");
        command.args(["-qec", call, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
        no_color.map(|value| command.env("NO_COLOR", value));
        let done = command.stdin(Stdio::null()).output().expect("script starts");
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let help = format!("'{program}' --help");
    assert!(terminal(&help, None).contains('\u{1b}'));
    assert!(!terminal(&help, Some("1")).contains('\u{1b}'));
    let check = format!("'{program}' check '{folder}'");
    assert!(terminal(&check, None).contains("of 2 files"), "a bar");
    let plain = terminal(&check, Some("1"));
    assert!(!plain.contains("\u{1b}[3"), "no colour: {plain:?}");
}

#[test]
fn sizes_are_in_units_for_people_and_in_bytes_for_programs() {
    let cube = Fixture::cube();
    let out = cube.sibling("out.glb");
    let path = out.to_str().expect("UTF-8");
    for command in ["bake", "optimize"] {
        let call = [command, &cube.path, "-o", path];
        let said = ok(call);
        assert!(said.contains(" KiB") && !said.contains("bytes"), "{said}");
        let json: serde_json::Value =
            serde_json::from_str(&ok(call.iter().chain(&["--json"]))).expect("JSON");
        let length = std::fs::metadata(&out).expect("it is written").len();
        let told = if command == "bake" { &json["bytes"] } else { &json["bytes"]["after"] };
        assert_eq!(told, length, "{json}");
    }
}
