//! `browser`: the shaders in Chromium, beside other engines on the same files.

use crate::cargo::{self, Profile};
use crate::packages::CHROMIUM;
use crate::{driver, npm, tint};
use anyhow::{Context, Result, bail};
use morph_wgsl::{Permutation, Slots, compose};
use serde_json::{Map, Value, json};
use std::fs;
use xshell::{Shell, cmd};

/// Where files, pictures and the bundled pages go.
const OUT: &str = "out/browser";

/// Where the shaders' bindings begin: away from 0, as beside a program's own.
const SLOTS: Slots = Slots { group: 1, first_binding: 2 };

/// Blends and draws in Chromium, and compares.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    npm::ensure(sh, "browser", &[CHROMIUM])?;
    driver::ensure(sh)?;
    let folder = npm::FOLDER;
    let names = cmd!(sh, "node {folder}/names.mjs").quiet().read()?;
    sh.create_dir(OUT)?;
    let shaders = format!("{OUT}/shaders.json");
    fs::write(&shaders, emit(&names)?.to_string()).context(shaders)?;
    let morphkit = cargo::morphkit(sh, Profile::Debug)?;
    let status = cmd!(sh, "node {folder}/run.mjs {OUT} {morphkit}").run();
    status.context("the browser disagrees, or did not start")
}

/// The named permutations' text and bindings.
fn emit(names: &str) -> Result<Value> {
    let mut shaders = Map::new();
    for name in names.lines() {
        let permutation: Permutation = name.parse()?;
        let bindings = morph_wgsl::bindings(&permutation, &SLOTS);
        let shader = json!({
            "name": name,
            "text": compose(&permutation, &SLOTS, None),
            "group": SLOTS.group,
            "bindings": bindings.iter().map(tint::binding).collect::<Vec<_>>(),
        });
        shaders.insert(name.to_owned(), shader);
    }
    if shaders.is_empty() {
        bail!("the pages ask for no shader");
    }
    Ok(shaders.into())
}
