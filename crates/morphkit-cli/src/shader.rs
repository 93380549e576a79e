//! The command `shader`: the family's shaders for engines of all kinds.

mod check;
mod emit;
mod list;

use crate::args::{HeaderArgs, ShaderArgs, ShaderCommand};
use crate::failure::Failure;
use crate::output;
use anyhow::Context;
use morphkit::wgsl::layout_header;
use std::io::{self, Write};

/// Does what the subcommand says.
pub(crate) fn run(args: &ShaderArgs) -> Result<(), Failure> {
    match &args.command {
        ShaderCommand::List(args) => list::run(args),
        ShaderCommand::Emit(args) => emit::run(args),
        ShaderCommand::Check(args) => check::run(args),
        ShaderCommand::Header(args) => header(args),
    }
}

fn header(args: &HeaderArgs) -> Result<(), Failure> {
    let Some(path) = &args.output else {
        return io::stdout().write_all(layout_header().as_bytes()).map_err(Failure::output);
    };
    output::check(path, &["h"])?;
    std::fs::write(path, layout_header())
        .with_context(|| format!("{}: cannot be written", path.display()))
        .map_err(Failure::Environment)
}
