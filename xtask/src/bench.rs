//! `bench`: the benchmark programs of morph-bench.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Times the reference blend with criterion.
pub(crate) fn cpu(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo bench -p morph-bench").run()?;
    Ok(())
}

/// Runs each benchmark once, without timing it.
pub(crate) fn smoke(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo bench -p morph-bench -- --test").run()?;
    Ok(())
}
