//! The command `shader emit`.

use crate::args::EmitArgs;
use crate::failure::{Failure, tell};
use crate::inspect::count;
use anyhow::{Context, anyhow};
use morphkit::wgsl::Permutation;
use morphkit::wgsl::emit::{Language, emit};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};

/// Writes the files; languages that cannot say a shader are notes.
pub(crate) fn run(args: &EmitArgs) -> Result<(), Failure> {
    let folder = &args.output;
    let place = folder.display();
    fs::create_dir_all(folder)
        .with_context(|| format!("{place}: the folder cannot be made"))
        .map_err(Failure::Environment)?;
    let permutations = match args.permutation.as_slice() {
        [] => Permutation::all(),
        named => named.iter().map(|named| named.0).collect(),
    };
    let languages: Vec<_> = match args.lang.as_slice() {
        [] => Language::ALL.into(),
        some => some.iter().map(|lang| lang.0).collect(),
    };
    let mut files = 0;
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for permutation in &permutations {
        let emission = emit(permutation, &args.at.slots(), &languages)
            .map_err(|error| Failure::environment(anyhow!("{error}")))?;
        for error in emission.missing {
            missing.entry(error.to_string()).or_default().push(permutation.name());
        }
        for file in emission.files {
            let path = folder.join(file.name);
            fs::write(&path, file.bytes)
                .with_context(|| format!("{}: cannot be written", path.display()))
                .map_err(Failure::Environment)?;
            files += 1;
        }
    }
    for (reason, names) in missing {
        match names.as_slice() {
            [name] => tell(&format!("note: {name} is not in {reason}")),
            [first, ..] => {
                let count = names.len();
                tell(&format!("note: {count} shaders, such as {first}, are not in {reason}"));
            }
            [] => {}
        }
    }
    let shaders = count(permutations.len(), "shader");
    writeln!(io::stdout(), "{place}: {} of {shaders}", count(files, "file"))
        .map_err(Failure::output)
}
