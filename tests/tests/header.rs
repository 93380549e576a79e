//! The C header compiles without a warning and says the same as Rust.

#[path = "header/question.rs"]
mod question;

use morph_wgsl::layout_header;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Questions of each kind.
const COUNT: usize = 4000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether there is a compiler; under `CI` a missing one fails.
fn there(program: &str, package: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if there {
        return true;
    }
    let told = format!("{program} is not found: on Debian, `apt-get install {package}`");
    let ci = std::env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "0");
    assert!(!ci, "{told}");
    // Not by `eprintln!`, which is kept back where a test passes.
    let line = format!("!!! SKIPPED: tests of the C header: {told}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    false
}

/// A folder of this test's own, in cargo's.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles a file with the header, where every warning is an error.
fn compile(compiler: &str, source: &Path, program: &Path, arguments: &[&str]) {
    let output = Command::new(compiler)
        .args(arguments)
        .args(["-Wall", "-Wextra", "-Wconversion", "-Werror", "-pedantic"])
        .arg("-I")
        .arg(root().join("docs"))
        .arg(source)
        .arg("-o")
        .arg(program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_committed_header_is_what_the_constants_say() {
    let committed = std::fs::read_to_string(root().join("docs/morph_layout.h")).unwrap();
    for (line, (is, should)) in (1..).zip(committed.lines().zip(layout_header().lines())) {
        assert_eq!(is, should, "docs/morph_layout.h:{line}: run `cargo xtask header`");
    }
    assert_eq!(committed.len(), layout_header().len());
}

#[test]
fn the_c_functions_give_what_rust_gives() {
    if !there("cc", "gcc") {
        return;
    }
    let (source, program) = (root().join("tests/tests/header/answer.c"), folder().join("answer"));
    // Undefined behaviour, such as a shift too far, ends the program.
    let checked = ["-std=c99", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"];
    compile("cc", &source, &program, &checked);
    let questions = question::all(COUNT);
    let mut child =
        Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "the program ends with {}", output.status);
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), questions.len());
    let mut none = 0;
    for (question, answer) in questions.iter().zip(answers.lines()) {
        assert_eq!(answer, question.answer(), "{question}");
        none += usize::from(answer == "none");
    }
    assert!(questions.len() > 6 * COUNT, "{} questions", questions.len());
    // Both what fits and what does not is asked often.
    assert!((COUNT..3 * COUNT).contains(&none), "{none} layouts do not fit");
    let found = questions.iter().filter(|question| question.finds_an_address()).count();
    assert!(found > COUNT / 4, "{found} addresses");
}

/// Compiles and runs a program that includes the header twice.
fn include(compiler: &str, extension: &str, standard: &str) {
    let folder = folder();
    let source = folder.join(format!("include.{extension}"));
    let twice = "#include \"morph_layout.h\"\n#include \"morph_layout.h\"\n\
                 int main(void) { return (int)morph_capacity(1u) - (int)morph_capacity(2u); }\n";
    std::fs::write(&source, twice).unwrap();
    let program = folder.join(format!("include{standard}"));
    compile(compiler, &source, &program, &[standard]);
    assert!(Command::new(&program).status().unwrap().success(), "{compiler} {standard}");
}

#[test]
fn it_may_be_included_twice_and_by_other_standards() {
    if there("cc", "gcc") {
        for standard in ["-std=c99", "-std=c11", "-std=gnu17"] {
            include("cc", "c", standard);
        }
    }
}

#[test]
fn it_may_be_included_in_cpp() {
    if there("c++", "g++") {
        for standard in ["-std=c++11", "-std=c++17", "-std=gnu++20"] {
            include("c++", "cpp", standard);
        }
    }
}
