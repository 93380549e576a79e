//! `foreign`: the implementations of docs/spec.md in other languages, over the golden vectors.
//!
//! Each runner must pass every vector, and must miss every vector that was spoiled: a runner that
//! compares nothing would pass as well.

mod cases;
mod json;
mod spoil;
mod text;

use crate::cargo;
use crate::packages::{self, CC, NODE, PYTHON, Tool};
use anyhow::{Context, Result, bail, ensure};
use cases::File;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// Warnings fail, and a product is rounded before it is added (spec E1).
const C_FLAGS: [&str; 8] = [
    "-std=c99",
    "-O2",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
    "-pedantic",
];

/// One of the two forms of the vectors.
#[derive(Clone, Copy)]
struct Form {
    extension: &'static str,
    read: fn(&str) -> Result<File>,
    write: fn(&File) -> String,
}

const TEXT: Form = Form { extension: "txt", read: text::read, write: text::write };
const JSON: Form = Form { extension: "json", read: json::read, write: json::write };

/// An implementation in another language: how it is started, and what it reads.
struct Runner {
    language: &'static str,
    tool: Tool,
    form: Form,
    command: fn(&Shell) -> Result<Vec<OsString>>,
}

const RUNNERS: [Runner; 3] = [
    Runner { language: "C", tool: CC, form: TEXT, command: compile_c },
    Runner { language: "Python", tool: PYTHON, form: JSON, command: python },
    Runner { language: "JavaScript", tool: NODE, form: JSON, command: node },
];

/// Runs each implementation whose language is there.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    for runner in RUNNERS {
        let language = runner.language;
        if packages::there(&format!("foreign runner in {language}"), &[runner.tool])? {
            check(sh, &runner).with_context(|| format!("foreign runner in {language}"))?;
        }
    }
    Ok(())
}

fn check(sh: &Shell, runner: &Runner) -> Result<()> {
    let command = (runner.command)(sh)?;
    let golden = golden_files(runner.form)?;
    let (passed, output) = start(sh, &command, &golden)?;
    eprint!("{output}");
    ensure!(passed, "the golden vectors do not pass");

    let folder = cargo::target_dir(sh)?.join("foreign").join(runner.language);
    sh.remove_path(&folder)?;
    sh.create_dir(&folder)?;
    let misses = misses_spoiled(sh, &command, runner.form, &golden, &folder)?;
    eprintln!(
        "{}: {} files pass, {misses} spoiled cases and files do not",
        runner.language,
        golden.len()
    );
    Ok(())
}

/// Checks that spoiled copies do not pass; gives their number.
fn misses_spoiled(
    sh: &Shell,
    command: &[OsString],
    form: Form,
    golden: &[PathBuf],
    folder: &Path,
) -> Result<usize> {
    let files: Vec<File> =
        golden.iter().map(|path| (form.read)(&fs::read_to_string(path)?)).collect::<Result<_>>()?;
    let write = |name: &str, file: &File| -> Result<PathBuf> {
        let path = folder.join(format!("{name}.{}", form.extension));
        fs::write(&path, (form.write)(file))?;
        Ok(path)
    };
    let named = |kind: &str, file: &File| write(&format!("{kind}-{}", file.group), file);

    // As they are, but written anew: what is spoiled below fails for what was spoiled.
    let copies: Vec<_> = files.iter().map(|file| named("copy", file)).collect::<Result<_>>()?;
    let (passed, output) = start(sh, command, &copies)?;
    ensure!(passed, "copies of the golden vectors do not pass:\n{output}");

    let spoiled: Vec<File> = files.iter().map(spoil::cases).collect();
    let paths: Vec<_> = spoiled.iter().map(|file| named("spoiled", file)).collect::<Result<_>>()?;
    let (passed, output) = start(sh, command, &paths)?;
    ensure!(!passed, "spoiled vectors pass");
    let mut count = 0;
    for file in &spoiled {
        for case in &file.cases {
            let line = format!("{}/{}: ", file.group, case.name);
            ensure!(output.contains(&line), "the spoiled case {line}passes");
            count += 1;
        }
    }

    for (name, file) in spoil::files(&files[0]) {
        let path = write(name, &file)?;
        let (passed, _) = start(sh, command, std::slice::from_ref(&path))?;
        ensure!(!passed, "a file with {name} passes");
        count += 1;
    }
    let (passed, _) = start(sh, command, &[])?;
    ensure!(!passed, "no files at all pass");
    Ok(count + 1)
}

/// All vectors of one form: a new group is met by every runner, or fails it.
fn golden_files(form: Form) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir("tests/golden")?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == form.extension))
        .collect();
    files.sort();
    ensure!(!files.is_empty(), "tests/golden has no .{}", form.extension);
    Ok(files)
}

/// Starts a runner; gives whether it passed, and what it printed.
fn start(sh: &Shell, command: &[OsString], files: &[PathBuf]) -> Result<(bool, String)> {
    let (program, arguments) = command.split_first().context("an empty command")?;
    let run = cmd!(sh, "{program} {arguments...} {files...}").quiet().ignore_status().output()?;
    let output = String::from_utf8(run.stdout)?;
    match run.status.code() {
        Some(0) => Ok((true, output)),
        // A runner that breaks off has not compared: that is no miss.
        Some(1) if run.stderr.is_empty() => Ok((false, output)),
        _ => bail!("{}: {}{output}", run.status, String::from_utf8_lossy(&run.stderr)),
    }
}

fn compile_c(sh: &Shell) -> Result<Vec<OsString>> {
    let folder = cargo::target_dir(sh)?.join("foreign");
    sh.create_dir(&folder)?;
    let program = folder.join("run-c");
    let sources = sh.read_dir("tests/foreign/c")?;
    let sources: Vec<_> =
        sources.iter().filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    cmd!(sh, "cc {C_FLAGS...} {sources...} -lm -o {program}").run()?;
    Ok(vec![program.into()])
}

fn python(_: &Shell) -> Result<Vec<OsString>> {
    // -B: no byte code beside the sources.
    Ok(["python3", "-B", "tests/foreign/python/run.py"].map(OsString::from).into())
}

fn node(_: &Shell) -> Result<Vec<OsString>> {
    Ok(["node", "tests/foreign/javascript/run.mjs"].map(OsString::from).into())
}
