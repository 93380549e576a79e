//! `validator`: the Khronos glTF validator on what the program writes.

use crate::cargo::{self, Profile};
use crate::npm;
use crate::packages::{self, NODE, NPM, PYTHON};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xshell::{Shell, cmd};

const STEP: &str = "validator";

/// Where package.json lies, from the workspace's root.
const FOLDER: &str = "tests/validator";

/// Where files go.
const OUT: &str = "out/validator";

/// What is made of each file: a name, and the arguments behind the input and the output.
const MADE: &[(&str, &str, &[&str])] = &[
    ("baked", "bake", &[]),
    ("set", "bake", &["--set", "*=0.3"]),
    ("kept", "bake", &["--set", "*=0", "--set", "0=0.5", "--keep-targets"]),
    ("optimised", "optimize", &[]),
    ("quantised", "optimize", &["--quantize", "--drop-empty", "--reorder"]),
];

/// Writes files from our samples, and from those that are named or lie in folders that are named,
/// and validates them.
pub(crate) fn run(sh: &Shell, paths: &[&str]) -> Result<()> {
    let tools = [NODE, NPM, PYTHON];
    packages::ensure(sh, &tools)?;
    packages::need(STEP, &tools)?;
    npm::install(sh, FOLDER)?;
    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    sh.remove_path(OUT)?;
    sh.create_dir(OUT)?;
    let mut written = Vec::new();
    for sample in samples(sh, &morphkit)? {
        let made = make(&morphkit, &sample)?;
        if let Some((_, refused)) = made.refused.first() {
            bail!("{}: {refused}", sample.display());
        }
        // Samples of our own have no error to begin with.
        written.push(json!({ "file": sample, "input": null }));
        written.extend(made.written.into_iter().map(|file| json!({ "file": file, "input": null })));
        extract(sh, &morphkit, &sample)?;
    }
    let mut refused = 0;
    for input in files(paths)? {
        let made = make(&morphkit, &input)?;
        for (name, message) in &made.refused {
            println!("refused  {} {name}: {message}", input.display());
        }
        refused += made.refused.len();
        written
            .extend(made.written.into_iter().map(|file| json!({ "file": file, "input": input })));
    }
    if refused > 0 {
        println!("{refused} were refused by the program, as above");
    }
    let list = format!("{OUT}/list.json");
    fs::write(&list, Value::from(written).to_string()).context(list.clone())?;
    cmd!(sh, "node {FOLDER}/run.mjs {list}").run().context("the validator found errors")
}

/// Files of our own.
fn samples(sh: &Shell, morphkit: &Path) -> Result<Vec<PathBuf>> {
    let (cube, head) = (format!("{OUT}/cube.glb"), format!("{OUT}/head.glb"));
    cmd!(sh, "{morphkit} sample cube -o {cube}").quiet().ignore_stdout().run()?;
    let small = ["--vertices", "2000"];
    cmd!(sh, "{morphkit} sample head -o {head} {small...}").quiet().ignore_stdout().run()?;
    cmd!(sh, "node {FOLDER}/samples.mjs {OUT}").quiet().run()?;
    let (rich, quantised) = (format!("{OUT}/rich.gltf"), format!("{OUT}/quantised.gltf"));
    Ok([cube, head, rich, quantised].map(PathBuf::from).to_vec())
}

/// What the program made of a file, and what it refused to make.
#[derive(Debug, Default)]
struct Made {
    written: Vec<PathBuf>,
    refused: Vec<(&'static str, String)>,
}

fn make(morphkit: &Path, input: &Path) -> Result<Made> {
    let mut made = Made::default();
    // Files of one name in several folders do not meet.
    let place = input.with_extension("").display().to_string().replace(['/', '\\', ':'], "_");
    for (at, &(name, command, args)) in MADE.iter().enumerate() {
        // Both containers, whatever the input is.
        let extension = if at % 2 == 0 { "glb" } else { "gltf" };
        let file = Path::new(OUT).join(format!("{place}-{name}.{extension}"));
        let output = Command::new(morphkit)
            .arg(command)
            .arg(input)
            .arg("-o")
            .arg(&file)
            .args(args)
            .output()
            .with_context(|| morphkit.display().to_string())?;
        match output.status.code() {
            Some(0) => made.written.push(file),
            Some(1 | 2) => {
                let said = String::from_utf8_lossy(&output.stderr);
                let error = said.lines().last().unwrap_or_default();
                made.refused.push((name, error.to_owned()));
            }
            _ => bail!("{command} of {}: {}", input.display(), output.status),
        }
    }
    Ok(made)
}

/// Python reads the arrays of a sample with its own libraries only.
fn extract(sh: &Shell, morphkit: &Path, sample: &Path) -> Result<()> {
    let npz = sample.with_extension("npz");
    cmd!(sh, "{morphkit} extract {sample} -o {npz}").quiet().ignore_stdout().run()?;
    cmd!(sh, "python3 {FOLDER}/arrays.py {npz}").quiet().run().context("the arrays differ")
}

/// The files that are named, and those in folders that are named.
fn files(paths: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
                open.push(entry?.path());
            }
        } else if ["glb", "gltf", "vrm"].iter().any(|e| path.extension().is_some_and(|f| f == *e)) {
            files.push(path);
        } else if paths.iter().any(|named| Path::new(named) == path) {
            bail!("{}: no such file or folder", path.display());
        }
    }
    files.sort();
    Ok(files)
}
