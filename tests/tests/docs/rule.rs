//! The rules of glTF: rows of the page, and the tests that hold them.

use std::collections::BTreeMap;
use std::path::Path;

/// Rules that there are.
pub(crate) const COUNT: usize = 38;

/// Number of each rule that the page has a row for, with the cells of the row.
pub(crate) fn rows(page: &str) -> BTreeMap<usize, Vec<String>> {
    let (_, section) = page.split_once("\n## Rule by rule\n").expect("the section is there");
    let (section, _) = section.split_once("\n## ").expect("another section follows");
    let mut rows = BTreeMap::new();
    for line in section.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<_> = line.trim_end_matches('|').split(" | ").map(str::trim).collect();
        if let Ok(number) = cells[0].parse() {
            let cells = cells[1..].iter().map(|&cell| cell.to_owned()).collect();
            let before = rows.insert(number, cells);
            assert!(before.is_none(), "rule {number} has two rows");
        }
    }
    rows
}

/// The tests of rules by number, from the sources.
pub(crate) fn tests(folder: &Path) -> BTreeMap<usize, String> {
    let mut tests = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let source = std::fs::read_to_string(entry.expect("it can be read").path()).expect("UTF-8");
        for rest in source.split("#[test]\nfn rule_").skip(1) {
            let (name, _) = rest.split_once('(').expect("a function has parentheses");
            let number = name[..2].parse().expect("two digits follow");
            let before = tests.insert(number, format!("rule_{name}"));
            assert!(before.is_none(), "rule {number} has two tests");
        }
    }
    tests
}
