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

/// Whether there is a C compiler; under `CI` a missing one fails.
fn compiler() -> bool {
    let there = Command::new("cc").arg("--version").output().is_ok();
    let ci = std::env::var_os("CI").is_some_and(|ci| !ci.is_empty());
    assert!(there || !ci, "cc is not found: on Debian, `apt-get install gcc`");
    if !there {
        eprintln!("!!! SKIPPED: cc is not found: on Debian, `apt-get install gcc`");
    }
    there
}

/// A folder of this test's own, in cargo's.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles a file with the header, where every warning is an error.
fn compile(source: &Path, program: &Path, arguments: &[&str]) {
    let output = Command::new("cc")
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
    if !compiler() {
        return;
    }
    let (source, program) = (root().join("tests/tests/header/answer.c"), folder().join("answer"));
    // Undefined behaviour, such as a shift too far, ends the program.
    let checked = ["-std=c99", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"];
    compile(&source, &program, &checked);
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
    assert!(questions.len() > 5 * COUNT, "{} questions", questions.len());
    // Both what fits and what does not is asked often.
    assert!((COUNT / 4..2 * COUNT).contains(&none), "{none} layouts do not fit");
    let found = questions.iter().filter(|question| question.finds_an_address()).count();
    assert!(found > COUNT / 4, "{found} addresses");
}

#[test]
fn it_may_be_included_twice_and_by_other_standards() {
    if !compiler() {
        return;
    }
    let folder = folder();
    let source = folder.join("include.c");
    let twice = "#include \"morph_layout.h\"\n#include \"morph_layout.h\"\n\
                 int main(void) { return (int)morph_capacity(1u) - (int)morph_capacity(2u); }\n";
    std::fs::write(&source, twice).unwrap();
    let mut standards = vec![vec!["-std=c99"], vec!["-std=c11"], vec!["-std=gnu17"]];
    // C++ is another Debian package, which a bare machine may lack.
    if Command::new("c++").arg("--version").output().is_ok() {
        standards.push(vec!["-x", "c++", "-std=c++11"]);
    }
    for arguments in standards {
        let program = folder.join(format!("include{}", arguments[arguments.len() - 1]));
        compile(&source, &program, &arguments);
        assert!(Command::new(&program).status().unwrap().success(), "{arguments:?}");
    }
}
