//! Which files to check.

use crate::failure::Failure;
use anyhow::anyhow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

const EXTENSIONS: [&str; 3] = ["gltf", "glb", "vrm"];

/// Files as they are named, and those below folders by name; each once.
///
/// Hidden folders are passed over and links to folders are not followed. A folder that cannot be
/// read is in the list itself, so that reading it says why.
///
/// # Errors
/// A folder without any such file: most likely it is the wrong one.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            search(path, &mut files);
            if files.len() == before {
                let text = "there is no .gltf, .glb or .vrm file in it";
                return Err(Failure::environment(anyhow!("{}: {text}", path.display())));
            }
        } else {
            files.push(path.clone());
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|path| seen.insert(path.clone()));
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) {
    let is_hidden = |entry: &DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
        match entry {
            Ok(entry) if entry.path().is_file() && is_model(entry.path()) => {
                files.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => files.extend(error.path().map(Path::to_owned)),
        }
    }
}

fn is_model(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|found| EXTENSIONS.iter().any(|e| found.eq_ignore_ascii_case(e)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_by_name_and_a_file_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["b.GLB", "a.vrm", "deep/er/c.gltf", "d.bin", ".git/e.glb", "deep/.f.glb"] {
            std::fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            std::fs::write(path(name), "").unwrap();
        }
        let found = find(&[path("b.GLB"), folder.path().to_owned(), path("gone.glb")]).unwrap();
        assert_eq!(found, ["b.GLB", "a.vrm", "deep/er/c.gltf", "gone.glb"].map(path));
        let error = find(&[path(".git").join("..").join("deep").join("er"), path(".git")]);
        assert_eq!(error.unwrap().len(), 2, "a hidden folder that is named is searched");
        std::fs::create_dir(path("empty")).unwrap();
        let error = find(&[path("empty")]).unwrap_err().to_string();
        assert!(error.ends_with("empty: there is no .gltf, .glb or .vrm file in it"), "{error}");
    }
}
