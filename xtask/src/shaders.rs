//! `validate-shaders`: every permutation through naga, a line each; the same as files; and a user's
//! own shader together with one of them.

mod args;
mod check;

pub(crate) use args::Args;

use anyhow::{Context, Result, bail};
use morph_wgsl::emit::{Language, emit};
use morph_wgsl::validate::validate_all;
use morph_wgsl::{Permutation, Slots};
use std::collections::BTreeMap;
use std::path::Path;

/// Does what the arguments say.
pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(with) = &args.with {
        return check::run(with, args);
    }
    if let Some(folder) = &args.emit {
        return write(folder, &args.chosen()?, &args.slots(), &args.languages()?);
    }
    validate(&args.filter)
}

/// Validates every permutation whose name contains the filter.
pub(crate) fn validate(filter: &str) -> Result<()> {
    let all = validate_all();
    let mut failed = 0;
    let mut seen = 0;
    for (permutation, result) in &all {
        let name = permutation.name();
        if !name.contains(filter) {
            continue;
        }
        seen += 1;
        match result {
            Ok(shader) => {
                let bindings = shader.reflection().bindings.len();
                println!("ok    {name:<52} {bindings} bindings");
            }
            Err(error) => {
                failed += 1;
                println!("FAIL  {name}\n{error}");
            }
        }
    }
    if seen == 0 {
        bail!("no permutation's name contains `{filter}`; there are {}", all.len());
    }
    println!("{} of {seen} permutations are valid", seen - failed);
    if failed > 0 {
        bail!("{failed} of {seen} permutations are not valid");
    }
    Ok(())
}

/// Writes the permutations' files into a folder, which is made where it is missing.
pub(crate) fn write(
    folder: &Path,
    permutations: &[Permutation],
    slots: &Slots,
    languages: &[Language],
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut files = 0;
    let mut missing: BTreeMap<String, usize> = BTreeMap::new();
    for permutation in permutations {
        let emission = emit(permutation, slots, languages)?;
        for error in emission.missing {
            *missing.entry(error.to_string()).or_default() += 1;
        }
        for file in emission.files {
            let path = folder.join(file.name);
            std::fs::write(&path, file.bytes).with_context(|| path.display().to_string())?;
            files += 1;
        }
    }
    for (reason, count) in missing {
        println!("note: {count} permutations are not in {reason}");
    }
    println!("{files} files of {} permutations in {}", permutations.len(), folder.display());
    Ok(())
}
