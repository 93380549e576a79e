//! The command `shader check`.

use crate::args::CheckArgs;
use crate::failure::{Failure, tell};
use anyhow::Context;
use morphkit::wgsl::validate::check;
use std::io::{self, Write};

/// Prints the entry points and bindings; a fault is told with the lines around it.
pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let path = args.file.display().to_string();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| path.clone()).map_err(Failure::File)?;
    let permutation = args.permutation.0;
    let checked = match check(permutation, &args.at.slots(), &path, &text) {
        Ok(checked) => checked,
        Err(error) => {
            error.places().lines().for_each(tell);
            return Err(Failure::File(error.into()));
        }
    };
    if !checked.morphs {
        tell(&format!("note: {path}: no entry point calls morph_vertex"));
    }
    write!(io::stdout(), "{path}: valid with {permutation}\n{checked}").map_err(Failure::output)
}
