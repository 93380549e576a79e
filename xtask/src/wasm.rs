//! `wasm`: the libraries and the npm package for WebAssembly, and the package's test in Node.

mod debian;
mod package;
mod target;

use crate::cargo::{self, Profile};
use crate::packages::{self, NODE};
use anyhow::Result;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// The target: what browsers and Node run.
const TARGET: &str = "wasm32-unknown-unknown";

/// Feature sets of the libraries that have to build for the target.
const LIBRARIES: [(&str, &str); 7] = [
    ("morph-core", "std"),
    ("morph-core", "libm"),
    ("morph-wgsl", ""),
    ("morph-wgsl", "validate"),
    ("morph-wgsl", "translate"),
    ("morph-gltf", ""),
    ("morph-gltf", "meshopt"),
];

/// The generated head of the test with files.
const HEAD_VERTICES: &str = "2000";

/// Builds the libraries and the package, and runs the package's test.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    packages::ensure(sh, &[NODE])?;
    packages::need("wasm", &[NODE])?;
    let target_dir = cargo::target_dir(sh)?;
    let toolchain = target::ensure(sh, &target_dir)?;
    for (package, features) in LIBRARIES {
        let set = ["--package", package, "--no-default-features", "--features", features];
        toolchain.build(sh, &set)?;
    }
    let built = package::build(sh, &toolchain, &target_dir)?;
    let sample = sample(sh, &target_dir)?;
    test(sh, &built, &sample)
}

/// What the program says of a generated head: the test expects the package to say the same.
fn sample(sh: &Shell, target_dir: &Path) -> Result<PathBuf> {
    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    let folder = target_dir.join("wasm/sample");
    sh.create_dir(&folder)?;
    let head = folder.join("head.glb");
    cmd!(sh, "{morphkit} sample head -o {head} --vertices {HEAD_VERTICES}").quiet().run()?;
    let write = |name: &str, args: &[&str]| -> Result<()> {
        let answer = cmd!(sh, "{morphkit} blend {head} --json {args...}").quiet().read()?;
        Ok(sh.write_file(folder.join(name), answer)?)
    };
    write("weights.json", &["--weights=0.5,0,1,-0.25,2"])?;
    write("raw.json", &["--weights=0.5,0,1,-0.25,2", "--raw"])?;
    write("animation.json", &["--animation", "0", "--time", "0.7"])?;
    Ok(folder)
}

/// Runs the golden vectors and the test with files in Node.
fn test(sh: &Shell, package: &Path, sample: &Path) -> Result<()> {
    let _package = sh.push_env("MORPHKIT_WASM", package);
    let _sample = sh.push_env("MORPHKIT_SAMPLE", sample);
    let names = ["golden", "numbers", "package"];
    let files = names.map(|name| format!("tests/wasm/{name}.test.mjs"));
    Ok(cmd!(sh, "node --test {files...}").run()?)
}
