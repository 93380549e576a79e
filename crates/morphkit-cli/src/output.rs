//! Files that commands write: checked before the work is done.

use crate::failure::Failure;
use anyhow::{Context, Result, bail};
use morphkit::gltf::Document;
use percent_encoding::percent_decode_str;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

/// Checks that a file can be written and that its name promises what can be in it. A name without
/// an extension promises nothing.
///
/// # Errors
/// What is wrong with the path, which comes first.
pub(crate) fn check(path: &Path, extensions: &[&str]) -> Result<(), Failure> {
    let checked = check_name(path, extensions).and_then(|()| check_place(path));
    checked.with_context(|| path.display().to_string()).map_err(Failure::Environment)
}

/// Checks that a file can be written, whatever its name.
///
/// # Errors
/// What is wrong with the path, which comes first.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let checked = check_place(path);
    checked.with_context(|| path.display().to_string()).map_err(Failure::Environment)
}

/// The files that a document was read from, or names: itself, its buffers and its images.
pub(crate) fn input_files(input: &Path, document: &Document) -> Vec<PathBuf> {
    let root = document.root();
    let buffers = root.buffers.iter().filter_map(|buffer| buffer.uri.as_deref());
    let images = root.images.iter().filter_map(|image| image.uri.as_deref());
    let beside = |uri: &str| {
        let name = percent_decode_str(uri).decode_utf8_lossy();
        folder_of(input).join(name.as_ref())
    };
    // What a data: URI holds is no file, and would be a very long name.
    let named = buffers.chain(images).filter(|uri| !uri.starts_with("data:")).map(beside);
    std::iter::once(input.to_owned()).chain(named).collect()
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether two paths lead to one file or folder, also by links.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    let names = matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    names || same_node(a, b)
}

#[cfg(unix)]
fn same_node(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let node = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
    matches!((node(a), node(b)), (Ok(a), Ok(b)) if a == b)
}

/// Hard links are not told apart here.
#[cfg(not(unix))]
fn same_node(_: &Path, _: &Path) -> bool {
    false
}

fn check_name(path: &Path, extensions: &[&str]) -> Result<()> {
    let Some(found) = path.extension() else { return Ok(()) };
    if extensions.iter().any(|extension| found.eq_ignore_ascii_case(extension)) {
        return Ok(());
    }
    match extensions {
        [] => Ok(()),
        [one] => bail!("expected a name that ends in .{one}, which is what is written"),
        [some @ .., last] => {
            bail!("expected a name that ends in .{} or .{last}", some.join(", ."))
        }
    }
}

fn check_place(path: &Path) -> Result<()> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        bail!("there is no folder {:?}", folder.display().to_string());
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => bail!("it is a folder"),
        Ok(found) if found.is_file() => {
            OpenOptions::new().write(true).open(path).context("cannot be written")?;
        }
        // A pipe or a device: opening it would be noticed at its other end.
        Ok(_) => {}
        Err(_) => {
            // Only trying tells; what fails later leaves no empty file behind.
            OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .and_then(|_| fs::remove_file(path))
                .context("cannot be written")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_what_is_written_or_nothing() {
        for name in ["a.png", "a.PNG", "a", ".png"] {
            assert!(check_name(Path::new(name), &["png"]).is_ok(), "{name}");
        }
        let error = check(Path::new("a.jpg"), &["png"]).unwrap_err().to_string();
        assert_eq!(error, "a.jpg: expected a name that ends in .png, which is what is written");
        let error = check(Path::new("a.jpg"), &["png", "apng", "gif"]).unwrap_err().to_string();
        assert_eq!(error, "a.jpg: expected a name that ends in .png, .apng or .gif");
    }

    #[test]
    fn checking_leaves_the_folder_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("new.png"), folder.path().join("old.png"));
        fs::write(&old, "old").unwrap();
        assert!(check(&new, &["png"]).is_ok() && check(&old, &["png"]).is_ok());
        assert!(!new.exists());
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        assert!(check(folder.path(), &["png"]).is_err());
        let error = check(&folder.path().join("gone/a.png"), &["png"]).unwrap_err().to_string();
        assert!(error.ends_with("gone\""), "{error}");
    }
}
