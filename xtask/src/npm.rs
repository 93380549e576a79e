//! Node and npm's packages, for the steps that ask a browser and for the benchmark's peers.

use crate::packages::{self, NO_INSTALL, NODE, NPM, Tool};
use anyhow::{Result, bail};
use std::fs;
use std::path::Path;
use xshell::{Shell, cmd};

/// Where package.json lies, from the workspace's root.
pub(crate) const FOLDER: &str = "tests/browser";

/// Makes sure that the programs and npm's packages are there: the exact versions of the committed
/// package-lock.json.
pub(crate) fn ensure(sh: &Shell, step: &str, more: &[Tool]) -> Result<()> {
    let tools = [&[NODE, NPM], more].concat();
    packages::ensure(sh, &tools)?;
    packages::need(step, &tools)?;
    install(sh, FOLDER)
}

/// Installs the exact versions of a folder's committed package-lock.json, where they are not there
/// yet.
pub(crate) fn install(sh: &Shell, folder: &str) -> Result<()> {
    let lock = fs::read(Path::new(folder).join("package-lock.json"))?;
    let installed = Path::new(folder).join("node_modules/.morphkit-installed.json");
    if fs::read(&installed).is_ok_and(|there| there == lock) {
        return Ok(());
    }
    if !packages::may_fetch() {
        bail!("{folder}: npm's packages are not there, and {NO_INSTALL} forbids to fetch them");
    }
    let _folder = sh.push_dir(folder);
    cmd!(sh, "npm ci --ignore-scripts --no-audit --no-fund --loglevel=error").run()?;
    // Written last, so that an installation which broke off is not taken for a whole one.
    Ok(fs::write(installed, lock)?)
}
