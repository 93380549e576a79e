//! Who cites which rules.

use crate::page::is_number;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The list of shaders, which cites for each of them.
const SHADERS: &str = "crates/morph-wgsl/src/source.rs";

/// Rules with the files that cite them, from the root on.
pub(crate) type Citations = BTreeMap<String, BTreeSet<String>>;

/// Citations in what is built: `crates/*/src`, without the tests in it, and the shaders.
pub(crate) fn in_code() -> Citations {
    citations(|path, text| {
        let built = path.components().any(|part| part.as_os_str() == "src") || is_shader(path);
        let is_code = path.starts_with("crates") && built && !is_test(path);
        if is_code { halves(text).0.to_owned() } else { String::new() }
    })
}

/// Citations in tests.
pub(crate) fn in_tests() -> Citations {
    citations(|path, text| tests_of(path, text).to_owned())
}

/// The part of a file that is tests: all of a test's file, else what follows `#[cfg(test)]`.
pub(crate) fn tests_of<'a>(path: &Path, text: &'a str) -> &'a str {
    if path.starts_with("tests") || is_test(path) { text } else { halves(text).1 }
}

/// What is built, and the unit tests at the end.
fn halves(text: &str) -> (&str, &str) {
    text.find("#[cfg(test)]\nmod ").map_or((text, ""), |at| text.split_at(at))
}

fn is_shader(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "wgsl")
}

fn is_test(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs")
        || path.components().any(|part| part.as_os_str() == "tests")
}

/// Citations in the part of each file that is meant.
fn citations(meant: impl Fn(&Path, &str) -> String) -> Citations {
    let root = root();
    let mut files = Vec::new();
    for folder in ["crates", "tests/src", "tests/tests"] {
        collect(&root.join(folder), &mut files);
    }
    let mut cited = Citations::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        let text = meant(path, &std::fs::read_to_string(&file).unwrap());
        let path = path.to_str().unwrap().replace('\\', "/");
        for rule in numbers(&text) {
            cited.entry(rule).or_default().insert(path.clone());
        }
        if path == SHADERS {
            for (rule, shader) in of_shaders(&text) {
                cited.entry(rule).or_default().insert(shader);
            }
        }
    }
    assert!(!cited.is_empty());
    cited
}

/// Rules with the shader whose path follows the comment.
fn of_shaders(list: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut before = BTreeSet::new();
    for line in list.lines().map(str::trim) {
        if line.starts_with("//") {
            before.extend(numbers(line));
        } else {
            let path = line.strip_prefix('"').and_then(|rest| rest.strip_suffix("\","));
            let rules = std::mem::take(&mut before);
            let shader = path.map(|path| format!("crates/morph-wgsl/shaders/{path}"));
            found.extend(
                shader
                    .into_iter()
                    .flat_map(|s| rules.clone().into_iter().map(move |r| (r, s.clone()))),
            );
        }
    }
    found
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
fn a_comment_of_the_list_cites_for_the_shader_after_it() {
    let list = "[\n    // spec B1, B2\n    \"a.wgsl\",\n    \"b.wgsl\",\n]";
    let found = ["B1", "B2"].map(|rule| (rule.into(), "crates/morph-wgsl/shaders/a.wgsl".into()));
    assert_eq!(of_shaders(list), found);
}

#[test]
fn tests_inside_of_a_file_begin_where_they_are_declared() {
    let text = "// spec B1\nfn built() {}\n#[cfg(test)]\nmod tests { /* // spec B2 */ }\n";
    let inside = tests_of(Path::new("crates/x/src/y.rs"), text);
    assert!(inside.contains("B2") && !inside.contains("B1"));
    assert_eq!(tests_of(Path::new("crates/x/src/y/tests.rs"), text), text);
    assert_eq!(tests_of(Path::new("crates/x/src/y.rs"), "// spec B1\nfn built() {}\n"), "");
}

#[test]
fn numbers_follow_the_word_spec_with_commas_between_them() {
    let text = "let spec = 1; // as spec B1, B2 says; B3 is not meant\n/// See spec W4.\nspec B5\n";
    assert_eq!(numbers(text), ["B1", "B2", "W4"].map(str::to_owned).into());
}
