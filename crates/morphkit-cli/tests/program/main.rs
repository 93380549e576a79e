//! Tests of the program from outside: what it prints, and how it ends.

mod arkit;
mod bake;
mod batch;
mod blend;
mod check;
mod exit;
mod expression;
mod extract;
mod file;
mod inspect;
mod normals;
mod optimize;
mod pages;
mod preset;
mod shader;
mod shell;

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program left.
struct Run {
    status: Option<i32>,
    out: String,
    err: String,
}

/// Runs the program to its end.
fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    run_with_input(args, "")
}

/// Runs the program with text on its standard input.
fn run_with_input<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_morphkit"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_owned();
    // A program that ends early closes its input; what it says then is what counts.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("writing does not panic");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The standard output of a run that must succeed.
#[track_caller]
fn ok<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> String {
    let run = run(args);
    assert_eq!(run.status, Some(0), "{}", run.err);
    run.out
}

/// The standard error of a run that must end with this status.
#[track_caller]
fn fails<S: AsRef<OsStr>>(status: i32, args: impl IntoIterator<Item = S>) -> String {
    let run = run(args);
    assert_eq!(run.status, Some(status), "{}{}", run.out, run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err
}
