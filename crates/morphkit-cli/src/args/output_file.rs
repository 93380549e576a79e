//! `-o` of the commands that change a glTF file: where it goes, and that the input stays.

use crate::failure::{Failure, tell};
use crate::output;
use anyhow::{Context, anyhow};
use clap::Args;
use morphkit::gltf::Document;
use morphkit::gltf::write::{WriteError, Written};
use std::path::{Path, PathBuf};

/// Where the changed file goes.
#[derive(Debug, Args)]
pub(crate) struct OutputFile {
    /// The file to write: .glb or .vrm, or .gltf, whose data go into a .bin file beside it. One that
    /// is there is overwritten, but not the input.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Overwrite the input too, where it is what -o names.
    #[arg(long)]
    pub(crate) force: bool,
}

impl OutputFile {
    /// Checks the path before the work is done.
    ///
    /// # Errors
    /// Where it cannot be written, has another extension, or is the input.
    pub(crate) fn check(&self, input: &Path) -> Result<(), Failure> {
        let path = &self.output;
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("glb" | "vrm" | "gltf") => {}
            _ => {
                return Err(Failure::Environment(anyhow!(
                    "{}: expected a name that ends in .glb, .vrm or .gltf",
                    path.display()
                )));
            }
        }
        self.check_input(path, input)?;
        output::check_writable(path)
    }

    /// Writes the file, says what there is to know, and gives the number of bytes.
    ///
    /// # Errors
    /// Where that fails, or where a file to be written is one of the input.
    pub(crate) fn save(
        &self,
        input: &Path,
        document: &Document,
        written: &Written,
    ) -> Result<u64, Failure> {
        let path = &self.output;
        let files = written.files(path);
        let inputs = output::input_files(input, document);
        for file in &files {
            inputs.iter().try_for_each(|input| self.check_input(file, input))?;
            output::check_writable(file)?;
        }
        for note in written.notes() {
            tell(&format!("note: {note}"));
        }
        let there = output::folder_of(input);
        if !output::same(&output::folder_of(path), &there) {
            for uri in written.uris() {
                let there = there.display();
                tell(&format!("note: {uri:?}: the file names it, and it stays in {there}"));
            }
        }
        written.save(path).map_err(|error| match error {
            WriteError::File { .. } => Failure::environment(error),
            error => Failure::File(anyhow!(error).context(path.display().to_string())),
        })?;
        let bytes = files.iter().map(|file| {
            let read = std::fs::metadata(file).map(|metadata| metadata.len());
            read.with_context(|| file.display().to_string()).map_err(Failure::Environment)
        });
        bytes.sum()
    }

    fn check_input(&self, path: &Path, input: &Path) -> Result<(), Failure> {
        if !self.force && output::same(path, input) {
            let path = path.display();
            return Err(Failure::Environment(anyhow!(
                "{path}: it is the input; --force overwrites it"
            )));
        }
        Ok(())
    }
}
