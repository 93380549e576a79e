//! What cargo built, and where it lies.

use anyhow::{Context, Result};
use serde_json::Value;
use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use xshell::{Shell, cmd};

/// The workspace as cargo describes it.
pub(crate) fn metadata(sh: &Shell) -> Result<Value> {
    let metadata = cmd!(sh, "cargo metadata --format-version 1 --no-deps").quiet().read()?;
    Ok(serde_json::from_str(&metadata)?)
}

/// Where cargo puts what it builds.
pub(crate) fn target_dir(sh: &Shell) -> Result<PathBuf> {
    let metadata = metadata(sh)?;
    let folder =
        metadata["target_directory"].as_str().context("cargo names no target_directory")?;
    Ok(PathBuf::from(folder))
}

/// How the program is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

/// Builds the program `morphkit`; gives its path.
pub(crate) fn morphkit(sh: &Shell, profile: Profile) -> Result<PathBuf> {
    let (flag, folder) = match profile {
        Profile::Debug => (None, "debug"),
        Profile::Release => (Some("--release"), "release"),
    };
    cmd!(sh, "cargo build --package morphkit-cli {flag...}").run()?;
    Ok(target_dir(sh)?.join(folder).join(format!("morphkit{EXE_SUFFIX}")))
}
