//! `fuzz`: the targets of `tests/fuzz`, each for some time.
//!
//! libFuzzer is linked by libfuzzer-sys, and the compiler's own pass counts edges, so that plain
//! `cargo build` on the stable compiler makes a target. Where a nightly compiler is installed, the
//! address sanitizer watches as well. cargo-fuzz finds the same targets, and is not needed.

mod args;

pub(crate) use args::Args;

use crate::cargo;
use crate::packages::{self, CXX};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use xshell::{Shell, cmd};

const FOLDER: &str = "tests/fuzz";

/// What cargo-fuzz passes as well: counters at every edge, and the operands of comparisons.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
     -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Inputs are small, so that many of them are tried.
const MAX_INPUT_BYTES: usize = 16 * 1024;
/// An input that takes longer is a crash.
const TIMEOUT_SECONDS: usize = 5;
/// One allocation of more is a crash. The targets' own allocator holds the sum in proportion.
const MALLOC_MIB: usize = 512;

/// The compiler that builds the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compiler {
    /// The one that builds everything.
    Stable,
    /// An installed nightly, with the address sanitizer.
    Nightly,
}

/// Runs the targets one after the other; a crash does not keep the others from running.
pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    packages::ensure(sh, &[CXX])?;
    packages::need("libFuzzer", &[CXX])?;
    let all = targets(sh)?;
    if let Some(unknown) = args.targets.iter().find(|name| !all.contains(name)) {
        bail!("no such target: {unknown}; there are {}", all.join(", "));
    }
    let chosen = if args.targets.is_empty() { &all } else { &args.targets };
    let compiler = if has_nightly(sh) { Compiler::Nightly } else { Compiler::Stable };
    let scratch = cargo::target_dir(sh)?.join("fuzz");
    let programs = build(sh, compiler, &scratch)?;
    if let Some(input) = &args.input {
        let [target] = chosen.as_slice() else { bail!("--input needs one --target") };
        return Ok(cmd!(sh, "{programs}/{target} {input}").run()?);
    }
    let corpus = scratch.join("corpus");
    cmd!(sh, "{programs}/examples/seeds {corpus}").quiet().run()?;
    let mut crashed = Vec::new();
    for target in chosen {
        if !fuzz(compiler, &scratch, &programs, target, args.seconds)? {
            crashed.push(target.as_str());
        }
    }
    ensure!(crashed.is_empty(), "inputs were found that break: {}", crashed.join(", "));
    Ok(())
}

/// The names of all targets, as the package's manifest has them.
fn targets(sh: &Shell) -> Result<Vec<String>> {
    let manifest = format!("{FOLDER}/Cargo.toml");
    let json = cmd!(sh, "cargo metadata --no-deps --format-version 1 --manifest-path {manifest}");
    let json: Value = serde_json::from_str(&json.quiet().read()?)?;
    let of_package = json["packages"][0]["targets"].as_array().context("cargo lists targets")?;
    let is_bin = |target: &&Value| target["kind"][0] == "bin";
    let names = of_package.iter().filter(is_bin).filter_map(|target| target["name"].as_str());
    let names: Vec<String> = names.map(str::to_owned).collect();
    ensure!(names.len() >= 4, "expected 4 targets at least in {manifest}, got {}", names.len());
    Ok(names)
}

fn has_nightly(sh: &Shell) -> bool {
    let asked = cmd!(sh, "rustup run nightly rustc --version").quiet().ignore_stderr();
    cfg!(target_os = "linux") && asked.read().is_ok()
}

/// Builds all targets and the program that writes seeds; gives their folder.
fn build(sh: &Shell, compiler: Compiler, scratch: &Path) -> Result<PathBuf> {
    let sanitizer = match compiler {
        Compiler::Stable => "",
        Compiler::Nightly => " -Zsanitizer=address",
    };
    let version = cmd!(sh, "rustc -vV").quiet().read()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc names its host")?;
    eprintln!("building the targets with {compiler:?}{sanitizer}");
    let _flags = sh.push_env("RUSTFLAGS", format!("{COVERAGE}{sanitizer}"));
    let _target = sh.push_env("CARGO_TARGET_DIR", scratch);
    // With a target named, build scripts and macros are built without these flags.
    let manifest = format!("{FOLDER}/Cargo.toml");
    let build = ["build", "--quiet", "--release", "--manifest-path", &manifest];
    let what = ["--target", host, "--bins", "--examples"];
    match compiler {
        Compiler::Stable => cmd!(sh, "cargo {build...} {what...}").run()?,
        Compiler::Nightly => cmd!(sh, "rustup run nightly cargo {build...} {what...}").run()?,
    }
    Ok(scratch.join(host).join("release"))
}

/// Runs a target; false where it has found an input that breaks it, with a line to see it again.
fn fuzz(
    compiler: Compiler,
    scratch: &Path,
    programs: &Path,
    target: &str,
    seconds: usize,
) -> Result<bool> {
    let corpus = scratch.join("corpus").join(target);
    let artifacts = scratch.join("artifacts").join(target);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let log = scratch.join(format!("{target}.log"));
    // The sanitizer keeps freed memory for a while.
    let rss = MALLOC_MIB * if compiler == Compiler::Nightly { 2 } else { 1 };
    let status = Command::new(programs.join(target))
        .arg(&corpus)
        .args([
            format!("-max_total_time={seconds}"),
            format!("-max_len={MAX_INPUT_BYTES}"),
            format!("-timeout={TIMEOUT_SECONDS}"),
            format!("-rss_limit_mb={rss}"),
            format!("-malloc_limit_mb={MALLOC_MIB}"),
            format!("-dict={FOLDER}/gltf.dict"),
            format!("-artifact_prefix={}/", artifacts.display()),
            "-print_final_stats=1".to_owned(),
        ])
        .env("ASAN_OPTIONS", "detect_odr_violation=0:quarantine_size_mb=64")
        .stderr(File::create(&log)?)
        .status()
        .with_context(|| format!("cannot start {target}"))?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    if status.success() {
        let runs = figure(&text, "stat::number_of_executed_units:");
        let peak = figure(&text, "stat::peak_rss_mb:");
        println!("{target}: {runs} runs in {seconds} s, clean; at most {peak} MiB");
        return Ok(true);
    }
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(60)..].iter().for_each(|line| eprintln!("{line}"));
    let written = text.lines().find_map(|line| line.split_once("Test unit written to "));
    match written {
        Some((_, input)) => {
            println!("{target}: an input breaks it; to see it again:");
            println!("    cargo xtask fuzz --target {target} --input {input}");
        }
        None => println!("{target}: ended with {status}; all of it said is in {}", log.display()),
    }
    Ok(false)
}

fn figure<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(name)).map_or("?", str::trim)
}
