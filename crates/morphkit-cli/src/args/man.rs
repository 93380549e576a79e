//! Arguments of `man`.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  morphkit man | man -l -                   read the page of the program
  morphkit man render | man -l -            read the page of a command
  morphkit man -o ~/.local/share/man/man1   write all pages: morphkit.1, morphkit-render.1, ..";

/// Which manual page.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// A command, also of a command: shader emit. Default: the program.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write the pages of the program and of all commands into this folder; it is made where it is
    /// missing.
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) output: Option<PathBuf>,
}
