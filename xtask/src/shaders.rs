//! `validate-shaders`: every permutation through naga, a line each; the same as files; and a user's
//! own shader together with one of them.

mod args;

pub(crate) use args::{Args, Mode};

use anyhow::{Context, Result, bail};
use morph_wgsl::emit::{Language, emit_all};
use morph_wgsl::validate::{check, validate_shader};
use morph_wgsl::{Shader, Slots};
use std::path::Path;

/// Does what the arguments say.
pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.mode {
        Mode::Validate => validate(&args.permutations),
        Mode::Emit { folder, languages } => {
            write(folder, &args.permutations, &args.slots, languages)
        }
        Mode::With { file } => {
            args.permutations.iter().try_for_each(|p| with(file, p, &args.slots))
        }
    }
}

/// Validates permutations, and prints a table.
pub(crate) fn validate(permutations: &[Shader]) -> Result<()> {
    let mut failed = 0;
    for permutation in permutations {
        match validate_shader(permutation, &Slots::default(), None) {
            Ok(shader) => {
                let bindings = shader.reflection().bindings.len();
                println!("ok    {:<52} {bindings} bindings", permutation.name());
            }
            Err(error) => {
                failed += 1;
                println!("FAIL  {permutation}\n{}", error.rendered);
            }
        }
    }
    let seen = permutations.len();
    println!("{} of {seen} permutations are valid", seen - failed);
    if failed > 0 {
        bail!("{failed} of {seen} permutations are not valid");
    }
    Ok(())
}

/// Writes the permutations' files into a folder, which is made where it is missing.
pub(crate) fn write(
    folder: &Path,
    permutations: &[Shader],
    slots: &Slots,
    languages: &[Language],
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let emissions = emit_all(permutations, slots, languages)?;
    for file in &emissions.files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.bytes).with_context(|| path.display().to_string())?;
    }
    emissions.missing.iter().for_each(|missing| println!("note: {missing}"));
    let files = emissions.files.len();
    println!("{files} files of {} permutations in {}", permutations.len(), folder.display());
    Ok(())
}

/// Checks a user's own shader together with a permutation.
fn with(file: &Path, permutation: &Shader, slots: &Slots) -> Result<()> {
    let path = file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(|| path.clone())?;
    let checked = check(permutation, slots, &path, &text)
        .inspect_err(|error| eprint!("{}", error.places()))?;
    print!("{path}: valid with {permutation}\n{checked}");
    if !checked.morphs {
        println!("note: no entry point calls morph_vertex");
    }
    Ok(())
}
