//! A user's own shader together with a permutation.

use super::Args;
use anyhow::{Context, Result, bail};
use morph_wgsl::validate::{CheckError, check};
use std::path::Path;

/// Prints the entry points and bindings, or what is wrong with the lines around it.
pub(super) fn run(file: &Path, args: &Args) -> Result<()> {
    let path = file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(|| path.clone())?;
    let permutation = args.named()?;
    match check(&permutation, &args.slots(), &path, &text) {
        Ok(checked) => {
            print!("{path}: valid with {permutation}\n{checked}");
            if !checked.morphs {
                println!("note: no entry point calls morph_vertex");
            }
            Ok(())
        }
        Err(error) => {
            if let CheckError::Invalid(error) = &error {
                // The first line is told as the error itself.
                error.rendered.lines().skip(1).for_each(|line| eprintln!("{line}"));
            }
            bail!("{error}")
        }
    }
}
