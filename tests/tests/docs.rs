//! The pages in `docs` say what the code does: tables are equal, and what they name exists.
//!
//! Tables are rewritten with `BLESS=1`.

#[path = "docs/book.rs"]
mod book;
#[path = "docs/link.rs"]
mod link;
#[path = "docs/peer.rs"]
mod peer;
#[path = "docs/reference.rs"]
mod reference;
#[path = "docs/rule.rs"]
mod rule;
#[path = "docs/table.rs"]
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Name and text of every page.
fn pages() -> BTreeMap<String, String> {
    let folder = root().join("docs");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages: BTreeMap<_, _> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(pages.len() >= 5, "{} pages", pages.len());
    pages
}

#[test]
fn tables_are_those_of_the_code() {
    let mut found = Vec::new();
    for (name, text) in pages() {
        let mut pieces = text.split("<!-- table: ");
        let mut expected = pieces.next().unwrap().to_owned();
        for piece in pieces {
            let (table, rest) = piece.split_once(" -->\n").unwrap();
            let (_, rest) = rest.split_once("<!-- end -->").unwrap();
            let rows = table::rows(table).unwrap_or_else(|| panic!("{name}: no table {table}"));
            expected += &format!("<!-- table: {table} -->\n{rows}<!-- end -->{rest}");
            found.push(table.to_owned());
        }
        if expected != text && std::env::var_os("BLESS").is_some() {
            std::fs::write(root().join("docs").join(&name), &expected).unwrap();
        } else {
            for (line, (is, should)) in (1..).zip(text.lines().zip(expected.lines())) {
                assert_eq!(is, should, "docs/{name}:{line}");
            }
            assert_eq!(text, expected, "docs/{name}");
        }
    }
    found.sort_unstable();
    assert_eq!(found, table::NAMES);
}

#[test]
fn files_and_tests_that_pages_name_exist() {
    let (mut files, mut tests) = (0, 0);
    for (page, text) in pages() {
        for named in reference::all(&text) {
            let path = root().join(&named.path);
            assert!(path.exists(), "{page} names {}, which is not there", named.path);
            files += 1;
            for test in &named.tests {
                let source = std::fs::read_to_string(&path).unwrap();
                let declared = source.contains(&format!("fn {test}("));
                assert!(declared, "{page} names {test}, which {} has not", named.path);
                tests += 1;
            }
        }
    }
    assert!(files > 30 && tests > 40, "{files} files and {tests} tests");
}

#[test]
fn every_rule_of_gltf_has_a_row_and_a_test_of_its_name() {
    let rows = rule::rows(&std::fs::read_to_string(root().join("docs/gltf.md")).unwrap());
    let tests = rule::tests(&root().join("crates/morph-gltf/tests/rules"));
    for number in 1..=rule::COUNT {
        let row = rows.get(&number).unwrap_or_else(|| panic!("rule {number} has no row"));
        let test = tests.get(&number).unwrap_or_else(|| panic!("rule {number} has no test"));
        assert_eq!(row.len(), 4, "rule {number}: {row:?}");
        assert!(row.iter().all(|cell| !cell.is_empty()), "rule {number}: {row:?}");
        assert_eq!(row[3], format!("`{test}`"), "rule {number}");
        let known = ["-", "note", "recoverable", "fatal"];
        assert!(row[2].split("; ").all(|severity| known.contains(&severity)), "rule {number}");
    }
    assert_eq!((rows.len(), tests.len()), (rule::COUNT, rule::COUNT));
}

#[test]
fn engines_are_told_with_the_versions_that_are_installed() {
    let text = std::fs::read_to_string(root().join("docs/peers.md")).unwrap();
    let told = peer::told(&text);
    let installed = peer::installed("tests/browser");
    for (package, version) in &told {
        let found: Vec<_> = installed.iter().filter(|(name, _)| peer::is(name, package)).collect();
        assert!(!found.is_empty(), "docs/peers.md names {package}, which is not installed");
        for (name, there) in found {
            assert_eq!(there, version, "docs/peers.md: {name}");
        }
    }
    for name in installed.keys().filter(|name| !peer::TOOLS.contains(&name.as_str())) {
        let is_told = told.iter().any(|(package, _)| peer::is(name, package));
        assert!(is_told, "docs/peers.md does not name {name}");
    }
}

#[test]
fn a_package_of_npm_has_one_version_in_the_whole_repository() {
    let browser = peer::installed("tests/browser");
    let mut shared = 0;
    for (name, version) in peer::installed("crates/morph-bench/peers") {
        if let Some(other) = browser.get(&name) {
            assert_eq!(&version, other, "{name} of the benchmark and of the browser's test");
            shared += 1;
        }
    }
    assert!(shared >= 3, "{shared} packages are in both");
}
