//! The page: its rules and its appendices.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

pub(crate) struct Page {
    pub(crate) text: String,
    /// Numbers of all rules.
    pub(crate) rules: BTreeSet<String>,
    /// Rules of appendix A, each with the file of its test.
    pub(crate) without_vectors: BTreeMap<String, String>,
    /// Rules of appendix B, in its order.
    pub(crate) held: Vec<String>,
}

impl Page {
    pub(crate) fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/spec.md");
        let text = std::fs::read_to_string(path).unwrap();
        let mut rules = BTreeSet::new();
        for line in text.lines() {
            let number = line.strip_prefix("**").and_then(|rest| rest.split_once(".**"));
            if let Some((number, _)) = number {
                assert!(is_number(number), "no number of a rule: {line}");
                assert!(rules.insert(number.to_owned()), "{number} is there twice");
            }
        }
        let without_vectors = rows(&text, "rules without vectors").map(|row| {
            let [rule, why, test] = row[..] else { panic!("{row:?}: expected three columns") };
            assert!(!why.is_empty(), "{rule}: no reason");
            (rule.to_owned(), test.split('`').nth(1).expect("a file").to_owned())
        });
        let without_vectors = without_vectors.collect();
        let held = rows(&text, "held by").flat_map(|row| {
            assert!(row.len() == 3 && row[1..].iter().all(|cell| cell.contains('`')), "{row:?}");
            row[0].split(", ").map(str::to_owned)
        });
        let held = held.collect();
        Self { text, rules, without_vectors, held }
    }
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
