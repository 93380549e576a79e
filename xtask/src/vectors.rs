//! `vectors`: the golden vectors, written by a script that shares no code with the library.

use crate::packages;
use anyhow::Result;
use xshell::{Shell, cmd};

/// Writes the files, or with `check` fails where they differ from what the script makes.
pub(crate) fn run(sh: &Shell, check: bool) -> Result<()> {
    if !packages::there("vectors", &[packages::PYTHON])? {
        return Ok(());
    }
    let check = check.then_some("--check");
    cmd!(sh, "python3 tests/golden/make.py {check...}").run()?;
    Ok(())
}
