//! The command `shader emit`.

use crate::args::EmitArgs;
use crate::failure::{Failure, tell};
use crate::inspect::count;
use crate::progress;
use anyhow::{Context, anyhow};
use morphkit::wgsl::Shader;
use morphkit::wgsl::emit::{Language, emit_all};
use std::fs;
use std::io::{self, Write};

/// Writes the files; languages that cannot say a shader are notes.
pub(crate) fn run(args: &EmitArgs) -> Result<(), Failure> {
    let folder = &args.output;
    let place = folder.display();
    fs::create_dir_all(folder)
        .with_context(|| format!("{place}: the folder cannot be made"))
        .map_err(Failure::Environment)?;
    let shaders = match args.permutation.as_slice() {
        [] => Shader::all(),
        named => named.iter().map(|named| named.0).collect(),
    };
    let languages: Vec<_> = match args.lang.as_slice() {
        [] => Language::ALL.into(),
        some => some.iter().map(|lang| lang.0).collect(),
    };
    let busy = progress::spinner("translating");
    let emissions = emit_all(&shaders, &args.at.slots(), &languages)
        .map_err(|error| Failure::environment(anyhow!("{error}")))?;
    for file in &emissions.files {
        let path = folder.join(&file.name);
        fs::write(&path, &file.bytes)
            .with_context(|| format!("{}: cannot be written", path.display()))
            .map_err(Failure::Environment)?;
    }
    busy.finish_and_clear();
    emissions.missing.iter().for_each(|missing| tell(&format!("note: {missing}")));
    let number = count(shaders.len(), "shader");
    writeln!(io::stdout(), "{place}: {} of {number}", count(emissions.files.len(), "file"))
        .map_err(Failure::output)
}
