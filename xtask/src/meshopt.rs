//! `meshopt`: the compressed files of the tests, written by meshoptimizer's own encoder.

use crate::cargo::{self, Profile};
use crate::npm;
use crate::packages::{self, NODE, NPM};
use anyhow::{Context, Result, bail};
use std::path::Path;
use xshell::{Shell, cmd};

const FOLDER: &str = "tests/meshopt";
/// Where the files lie that the ordinary tests read.
const COMMITTED: &str = "tests/meshopt/files";
const MADE: &str = "out/meshopt";
const FILES: [&str; 4] = ["streams-ext.glb", "streams-khr.glb", "cube-ext.glb", "cube-khr.glb"];
/// The smallest head: enough vertices for two blocks of a stream.
const HEAD_VERTICES: &str = "494";

/// Makes the files and more noise than is committed, and decodes all of it; then replaces the
/// committed files, or with `check` fails where they differ.
pub(crate) fn run(sh: &Shell, check: bool) -> Result<()> {
    packages::ensure(sh, &[NODE, NPM])?;
    packages::need("meshopt", &[NODE, NPM])?;
    npm::install(sh, FOLDER)?;
    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    sh.create_dir(MADE)?;
    let made = std::fs::canonicalize(MADE).context(MADE)?;
    let (head, cube) = (made.join("head.glb"), made.join("cube.glb"));
    cmd!(sh, "{morphkit} sample head -o {head} --vertices {HEAD_VERTICES}").quiet().run()?;
    cmd!(sh, "{morphkit} sample cube -o {cube}").quiet().run()?;
    cmd!(sh, "node {FOLDER}/make.mjs {head} {cube} {made} --random").run()?;
    {
        let _files = sh.push_env("MESHOPT_FILES", &made);
        cmd!(sh, "cargo test --package morph-tests --test meshopt").run()?;
    }
    for name in FILES {
        let (new, old) = (made.join(name), Path::new(COMMITTED).join(name));
        if !check {
            sh.copy_file(&new, &old)?;
        } else if sh.read_binary_file(&new)? != sh.read_binary_file(&old)? {
            bail!("{} is not what the encoder writes: run `cargo xtask meshopt`", old.display());
        }
    }
    Ok(())
}
