//! The pages: the rules, and the appendices that say who holds them.

use crate::reference::{self, Reference};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub(crate) struct Page {
    pub(crate) text: String,
    /// Numbers of all rules.
    pub(crate) rules: BTreeSet<String>,
    /// Rules of appendix A, each with its tests.
    pub(crate) without_vectors: BTreeMap<String, Vec<Reference>>,
    /// Rows of appendix B.
    pub(crate) held: Vec<Held>,
}

/// A row of appendix B.
pub(crate) struct Held {
    pub(crate) rules: Vec<String>,
    pub(crate) code: Vec<Reference>,
    pub(crate) tests: Vec<Reference>,
}

impl Page {
    pub(crate) fn read() -> Self {
        let text = read("docs/spec.md");
        let mut rules = BTreeSet::new();
        for line in text.lines() {
            let number = line.strip_prefix("**").and_then(|rest| rest.split_once(".**"));
            if let Some((number, _)) = number {
                assert!(is_number(number), "no number of a rule: {line}");
                assert!(rules.insert(number.to_owned()), "{number} is there twice");
            }
        }
        let appendices = read("docs/spec-held-by.md");
        let without_vectors = rows(&appendices, "rules without vectors").map(|row| {
            let [rule, why, test] = row[..] else { panic!("{row:?}: expected three columns") };
            assert!(!why.is_empty(), "{rule}: no reason");
            (rule.to_owned(), references(test))
        });
        let without_vectors = without_vectors.collect();
        let held = rows(&appendices, "held by")
            .map(|row| {
                let [rules, code, tests] = row[..] else {
                    panic!("{row:?}: expected three columns")
                };
                Held {
                    rules: rules.split(", ").map(str::to_owned).collect(),
                    code: references(code),
                    tests: references(tests),
                }
            })
            .collect();
        Self { text, rules, without_vectors, held }
    }

    /// All tests that the appendices name.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &Reference> {
        let of_held = self.held.iter().flat_map(|row| &row.tests);
        self.without_vectors.values().flatten().chain(of_held)
    }
}

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn references(cell: &str) -> Vec<Reference> {
    let references = reference::all(cell);
    assert!(!references.is_empty(), "no file: {cell}");
    // Whatever stands in backticks is a file, or a test of the file before it.
    let names = references.iter().map(|file| 1 + file.tests.len()).sum::<usize>();
    assert_eq!(names, cell.matches('`').count() / 2, "a name that belongs to no file: {cell}");
    references
}

/// Cells of each row below the head of a table.
fn rows<'a>(text: &'a str, table: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let (_, rest) = text.split_once(&format!("<!-- {table} -->\n")).expect("the table is there");
    let (table, _) = rest.split_once("<!-- end -->").expect("the table ends");
    table.lines().skip(2).map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// Whether this is one upper-case letter and a number.
pub(crate) fn is_number(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_uppercase())
        && word.len() > 1
        && letters.all(|digit| digit.is_ascii_digit())
}
