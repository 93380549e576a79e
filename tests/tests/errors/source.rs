//! Error types and their variants, as the sources of the libraries declare them.

use std::collections::BTreeSet;
use std::path::PathBuf;

/// The crates whose errors are public.
pub(crate) const LIBRARIES: [&str; 4] = ["morph-core", "morph-gltf", "morph-wgsl", "morph-gpu"];

/// All lines of a crate's sources, file after file.
fn lines(library: &str) -> Vec<String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates").join(library);
    let mut lines = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                lines.extend(std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned));
            }
        }
    }
    assert!(lines.len() > 500, "{library}: {} lines", lines.len());
    lines
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The type's name where the line declares a public type.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub struct "))?;
    Some(identifier(rest))
}

/// Public types that implement `Error`, by hand or with thiserror.
pub(crate) fn error_types(library: &str) -> BTreeSet<String> {
    let lines = lines(library);
    let mut types = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some((_, name)) = line.split_once("Error for ") {
            if line.starts_with("impl") && !line.contains("From<") {
                types.insert(identifier(name).to_owned());
            }
        } else if line.starts_with("#[derive(") {
            let traits = line.trim_start_matches("#[derive(").trim_end_matches(")]");
            if traits.split(", ").any(|name| name == "Error" || name == "thiserror::Error") {
                let name = lines[at..].iter().find_map(|line| declared(line));
                types.insert(name.expect("a type follows its derive").to_owned());
            }
        }
    }
    types
}

/// The variants of an enum; a struct is its own only variant.
pub(crate) fn variants(library: &str, name: &str) -> BTreeSet<String> {
    let lines = lines(library);
    let at = lines.iter().position(|line| declared(line) == Some(name));
    let at = at.unwrap_or_else(|| panic!("{library} declares no {name}"));
    if lines[at].starts_with("pub struct ") {
        return BTreeSet::from([name.to_owned()]);
    }
    let body = lines[at + 1..].iter().take_while(|line| *line != "}");
    body.filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(|line| identifier(line).to_owned())
        .collect()
}
