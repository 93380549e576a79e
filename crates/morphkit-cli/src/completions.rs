//! The command `completions`: what shells complete.

use crate::args::{Cli, CompletionsArgs};
use crate::failure::Failure;
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints the script of a shell.
pub(crate) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    // Into memory first: the generator panics where its output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "morphkit", &mut script);
    io::stdout().lock().write_all(&script).map_err(Failure::output)
}
