//! `pictures`: the pictures of the pages, each made by what its page shows.
//!
//! The plots of docs/performance.md are apart: `bench cpu` and `bench gpu` write them.

use crate::cargo;
use crate::{demo, start, view};
use anyhow::Result;
use std::env::consts::EXE_EXTENSION;
use xshell::{Shell, cmd};

/// Writes docs/expressions.png, docs/start.png, docs/moved.png and docs/viewer.png anew.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    demo::run(sh)?;
    sh.copy_file("out/expressions.png", "docs/expressions.png")?;
    sh.copy_file(start::run(sh)?.join("smile.png"), "docs/start.png")?;
    cmd!(sh, "cargo build --quiet --workspace --exclude morphkit-view --examples").run()?;
    let example = cargo::target_dir(sh)?.join("debug/examples/custom_vertex_shader");
    let example = example.with_extension(EXE_EXTENSION);
    cmd!(sh, "{example} docs/moved.png").run()?;
    view::run(sh, Some("docs/viewer.png"))
}
