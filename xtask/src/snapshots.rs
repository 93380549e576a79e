//! `snapshots`: shader text, reflection and error texts against what was accepted.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Compares the snapshots, or accepts what there is now.
pub(crate) fn run(sh: &Shell, bless: bool) -> Result<()> {
    let _update = sh.push_env("INSTA_UPDATE", if bless { "always" } else { "no" });
    // With the whole workspace's features, so that nothing is built anew after `cargo test`.
    cmd!(sh, "cargo test --quiet --workspace --exclude morphkit-view --test shaders --test errors")
        .run()?;
    Ok(())
}
