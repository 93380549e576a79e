//! The command `extract`: everything about targets as arrays for NumPy, with an index in JSON.

mod arrays;
mod index;

use crate::args::ExtractArgs;
use crate::blend::source::Source;
use crate::failure::Failure;
use crate::{output, progress, read};
use anyhow::{Context, Result, anyhow};
use arrays::Arrays;
use index::Index;
use morphkit::gltf;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Extracts one file.
pub(crate) fn run(args: &ExtractArgs) -> Result<(), Failure> {
    let place = || args.file.display().to_string();
    let options = read::options(args.strict, args.normals);
    let busy = progress::spinner("extracting");
    let document =
        gltf::open_with(&args.file, &options).with_context(place).map_err(Failure::File)?;
    let source = Source::read(&document).with_context(place).map_err(Failure::File)?;
    arrays::check(&source, &document).with_context(place).map_err(Failure::File)?;
    let npz = npz_path(args)?;
    let json = npz.with_extension("json");
    let inputs = output::input_files(&args.file, &document);
    for path in [&npz, &json] {
        if inputs.iter().any(|input| output::same(path, input)) {
            return Err(Failure::Environment(anyhow!("{}: it is the input", path.display())));
        }
        output::check_writable(path)?;
    }
    let file = fs::File::create(&npz).with_context(|| npz.display().to_string());
    let mut arrays = Arrays::new(file.map_err(Failure::Environment)?);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let index = Index::write(name(&args.file), name(&npz), &document, &source, &mut arrays);
    // The file itself was read and checked.
    let index = index.with_context(|| npz.display().to_string()).map_err(Failure::Environment)?;
    let count = arrays.finish().with_context(|| npz.display().to_string());
    let count = count.map_err(Failure::Environment)?;
    let text = serde_json::to_string_pretty(&index).map_err(Failure::environment)?;
    fs::write(&json, text + "\n")
        .with_context(|| json.display().to_string())
        .map_err(Failure::Environment)?;
    busy.finish_and_clear();
    let (npz, json) = (npz.display(), json.display());
    writeln!(io::stdout(), "{npz}: {count} arrays; {json} says what they are")
        .map_err(Failure::output)
}

/// The file of arrays: what is named, or a file in the folder that is named, which is made.
fn npz_path(args: &ExtractArgs) -> Result<PathBuf, Failure> {
    let output = &args.output;
    let place = || output.display().to_string();
    match output.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("npz") => Ok(output.clone()),
        Some(_) if !output.is_dir() => {
            let error = anyhow!("expected a name that ends in .npz, or that of a folder");
            Err(Failure::Environment(error.context(place())))
        }
        _ => {
            fs::create_dir_all(output).with_context(place).map_err(Failure::Environment)?;
            let stem = args.file.file_stem().unwrap_or_default();
            // A dot in the stem is part of the name, so the extension is put behind it.
            let mut name = stem.to_owned();
            name.push(".npz");
            Ok(output.join(name))
        }
    }
}
