//! `header`: the C header of all layouts, from Rust's constants.

use anyhow::{Context, Result, bail};
use morph_wgsl::layout_header;
use xshell::Shell;

/// Where it is committed.
const PATH: &str = "docs/morph_layout.h";

/// Writes the header, or says that the committed one is another.
pub(crate) fn run(sh: &Shell, check: bool) -> Result<()> {
    let expected = layout_header();
    if !check {
        return sh.write_file(PATH, expected).context(PATH);
    }
    if sh.read_file(PATH)? != expected {
        bail!("{PATH} is not what the constants say: run `cargo xtask header`");
    }
    println!("{PATH} is what the constants say");
    Ok(())
}
