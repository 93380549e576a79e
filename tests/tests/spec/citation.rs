//! Who cites which rules.

use crate::page::is_number;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Rules with the files that cite them, from the root on.
pub(crate) type Citations = BTreeMap<String, BTreeSet<String>>;

/// Citations in what is built: `crates/*/src`, without the tests in it, and the shaders.
pub(crate) fn in_code() -> Citations {
    citations(|path| {
        let inside = path.starts_with("crates") && !is_test(path);
        inside && (path.components().any(|part| part.as_os_str() == "src") || is_shader(path))
    })
}

/// Citations in tests.
pub(crate) fn in_tests() -> Citations {
    citations(|path| path.starts_with("tests") || is_test(path) || has_tests_inside(path))
}

fn is_shader(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "wgsl")
}

fn is_test(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs")
        || path.components().any(|part| part.as_os_str() == "tests")
}

/// Unit tests at the end of a file may be cited as tests as well.
fn has_tests_inside(path: &Path) -> bool {
    let root = root();
    std::fs::read_to_string(root.join(path)).is_ok_and(|text| text.contains("#[cfg(test)]\nmod"))
}

fn citations(is_meant: impl Fn(&Path) -> bool) -> Citations {
    let root = root();
    let mut files = Vec::new();
    for folder in ["crates", "tests/src", "tests/tests"] {
        collect(&root.join(folder), &mut files);
    }
    let mut cited = Citations::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        if !is_meant(path) {
            continue;
        }
        for rule in numbers(&std::fs::read_to_string(&file).unwrap()) {
            cited.entry(rule).or_default().insert(path.to_str().unwrap().replace('\\', "/"));
        }
    }
    assert!(!cited.is_empty());
    cited
}

/// Numbers in the comments of a file.
fn numbers(text: &str) -> BTreeSet<String> {
    let comments: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("//").map(|(_, comment)| comment)).collect();
    let mut found = BTreeSet::new();
    for comment in comments {
        let words: Vec<&str> = comment.split([' ', '(', ')']).collect();
        for (at, word) in words.iter().enumerate() {
            if *word != "spec" {
                continue;
            }
            for word in &words[at + 1..] {
                let number = word.trim_end_matches([',', '.', ':', ';']);
                if !is_number(number) {
                    break;
                }
                found.insert(number.to_owned());
                if !word.ends_with(',') {
                    break;
                }
            }
        }
    }
    found
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["target", "node_modules", "pkg"].contains(&name) {
                collect(&path, files);
            }
        } else if name.ends_with(".rs") || name.ends_with(".wgsl") {
            files.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

#[test]
fn numbers_follow_the_word_spec_with_commas_between_them() {
    let text = "let spec = 1; // as spec B1, B2 says; B3 is not meant\n/// See spec W4.\nspec B5\n";
    assert_eq!(numbers(text), ["B1", "B2", "W4"].map(str::to_owned).into());
}
