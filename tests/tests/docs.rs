//! The pages in `docs` say what the code does: tables are equal, and what they name exists.
//!
//! Tables are rewritten with `BLESS=1`.

#[path = "docs/reference.rs"]
mod reference;
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
        for link in reference::links(&text) {
            assert!(root().join("docs").join(link).exists(), "{page} links to {link}");
        }
    }
    assert!(files > 30 && tests > 40, "{files} files and {tests} tests");
}
