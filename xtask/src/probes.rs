//! Projects outside the workspace that use the family as a stranger would.
//!
//! Inside a workspace the features of all members are joined, which hides what a crate needs; and
//! a library without std can only be told from one with it by a program without it.

use crate::cargo;
use anyhow::{Context, Result};
use xshell::{Shell, cmd};

/// Checks that morph-core needs no std.
pub(crate) fn no_std(sh: &Shell) -> Result<()> {
    in_project(sh, "tests/no_std", "check")
}

/// Runs a project for each row of the README's table.
pub(crate) fn rows(sh: &Shell) -> Result<()> {
    let mut rows = sh.read_dir("tests/probes")?;
    rows.sort();
    anyhow::ensure!(rows.len() >= 5, "expected a probe for each of 5 rows, got {}", rows.len());
    for row in rows {
        in_project(sh, row.to_str().context("a path in UTF-8")?, "run")?;
    }
    Ok(())
}

fn in_project(sh: &Shell, project: &str, command: &str) -> Result<()> {
    let target = cargo::target_dir(sh)?.join("probes");
    // The same versions as in the workspace; cargo drops what the project does not need.
    sh.copy_file("Cargo.lock", format!("{project}/Cargo.lock"))?;
    let _dir = sh.push_dir(project);
    let _target = sh.push_env("CARGO_TARGET_DIR", target);
    cmd!(sh, "cargo {command} --quiet").run().with_context(|| project.to_owned())
}
