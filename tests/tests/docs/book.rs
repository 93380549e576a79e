//! The book that the pages make, and what is in them that can be run.

use super::{pages, root};
use std::collections::BTreeSet;

/// Pages whose Rust is no doctest, and what compiles it.
const RUST_ELSEWHERE: [(&str, &str); 1] = [("start.md", "xtask/src/start.rs")];

/// The pages, and the texts beside them that are pages too.
fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<_> =
        pages().into_iter().map(|(name, text)| (format!("docs/{name}"), text)).collect();
    for name in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
        texts.push((name.to_owned(), std::fs::read_to_string(root().join(name)).unwrap()));
    }
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path().join("README.md");
        if let Ok(text) = std::fs::read_to_string(&path) {
            let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
            texts.push((format!("crates/{folder}/README.md"), text));
        }
    }
    assert!(texts.len() > 15, "{} texts", texts.len());
    texts
}

#[test]
fn the_summary_has_every_page_once() {
    let pages = pages();
    let summary = &pages["SUMMARY.md"];
    let mut listed: Vec<_> = super::link::links(summary).map(str::to_owned).collect();
    listed.sort_unstable();
    let expected: Vec<_> = pages.keys().filter(|name| *name != "SUMMARY.md").cloned().collect();
    assert_eq!(listed, expected);
}

#[test]
fn rust_in_the_pages_is_compiled() {
    let compiled = std::fs::read_to_string(root().join("tests/src/lib.rs")).unwrap();
    let mut blocks = 0;
    for (name, text) in texts() {
        let fences = text.lines().filter_map(|line| line.strip_prefix("```rust"));
        let fences: Vec<_> = fences.collect();
        blocks += fences.len();
        assert!(fences.iter().all(|fence| ["", ",no_run"].contains(fence)), "{name}: {fences:?}");
        if fences.is_empty() {
            continue;
        }
        if let Some(folder) = name.strip_suffix("README.md").filter(|folder| !folder.is_empty()) {
            let of_crate = std::fs::read_to_string(root().join(folder).join("src/lib.rs")).unwrap();
            let is_held = of_crate.contains("include_str!(\"../README.md\")");
            assert!(is_held, "{name} has Rust that is no doctest of its crate");
            continue;
        }
        let elsewhere = RUST_ELSEWHERE.iter().find(|(page, _)| name.ends_with(page));
        let (held, by) = match elsewhere {
            Some((_, path)) => (std::fs::read_to_string(root().join(path)).unwrap(), *path),
            None => (compiled.clone(), "tests/src/lib.rs"),
        };
        assert!(held.contains(&name), "{name} has Rust that {by} does not name");
    }
    assert!(blocks > 15, "{blocks} blocks");
}

#[test]
fn every_command_of_the_xtask_that_is_named_is_one() {
    let main = std::fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
    let words = |text: &str| -> BTreeSet<String> {
        let after = text.split("cargo xtask ").skip(1);
        let word = |rest: &str| -> String {
            rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect()
        };
        after.map(word).filter(|word| !word.is_empty()).collect()
    };
    let known = words(main.split("const HELP").nth(1).unwrap());
    let mut named = 0;
    for (name, text) in texts() {
        for command in words(&text.replace("`cargo xtask`", "")) {
            assert!(known.contains(&command), "{name} names cargo xtask {command}");
            named += 1;
        }
    }
    assert!(named > 20, "{named} names");
}

#[test]
fn links_of_readmes_lead_somewhere() {
    for (name, text) in texts() {
        let folder = root().join(&name);
        let folder = folder.parent().unwrap();
        for link in super::link::links(&text) {
            assert!(folder.join(link).exists(), "{name} links to {link}");
        }
    }
}

#[test]
fn pictures_are_made_by_a_command() {
    let sources = ["xtask/src/pictures.rs", "xtask/src/bench.rs", "docs/performance.md"];
    let made = sources.map(|path| std::fs::read_to_string(root().join(path)).unwrap()).concat();
    let shown: String = texts().into_iter().map(|(_, text)| text).collect();
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".png") || name.ends_with(".svg") {
            assert!(made.contains(&name), "no command makes docs/{name}");
            assert!(shown.contains(&format!("{name})")), "no page shows docs/{name}");
            count += 1;
        }
    }
    assert!(count > 2, "{count} pictures");
}

#[test]
fn front_pages_of_libraries_have_features_an_example_and_pages_of_the_book() {
    let pages = pages();
    for name in ["morph-core", "morph-gltf", "morph-gpu", "morph-wgsl", "morphkit"] {
        let path = root().join("crates").join(name).join("src/lib.rs");
        let text = std::fs::read_to_string(path).unwrap();
        let front = text.lines().map_while(|line| line.strip_prefix("//!"));
        let front: String = front.map(|line| format!("{}\n", line.trim_start())).collect();
        for part in ["# Features\n|", "# Example\n", "```\n", "# In the book\n"] {
            assert!(front.contains(part), "{name} lacks {part:?}");
        }
        let named: Vec<_> = front.split("`docs/").skip(1).collect();
        assert!(named.len() >= 2, "{name} names {} pages", named.len());
        for page in named.iter().filter_map(|rest| rest.split('`').next()) {
            assert!(pages.contains_key(page), "{name} names docs/{page}");
        }
    }
}

#[test]
fn every_example_is_told_of() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let lists = ["docs/use-everything.md", "crates/morphkit/README.md"].map(|p| (p, read(p)));
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("crates/morphkit/examples")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".rs") else { continue };
        for (page, text) in &lists {
            assert!(text.contains(&format!("| `{name}` |")), "{page} lacks {name}");
        }
        let lines = read(&format!("crates/morphkit/examples/{file}")).lines().count();
        assert!(lines <= 150, "{file}: {lines} lines");
        count += 1;
    }
    assert!(count >= 8, "{count} examples");
}
