//! `book`: the pages in `docs` as a book in HTML.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Builds the book into `out/book`, and looks up its links.
///
/// mdBook is built behind a feature, so that other commands do not wait for it.
pub(crate) fn run(sh: &Shell) -> Result<()> {
    let book = ["--package", "xtask", "--features", "book", "--bin", "book"];
    Ok(cmd!(sh, "cargo run --quiet {book...} -- docs out/book").quiet().run()?)
}
