//! The rules of `docs/spec.md` and the code, the tests and the vectors that hold them know each other.
//!
//! Code and tests cite rules in comments: the word spec, then numbers with commas between them.

#[path = "spec/citation.rs"]
mod citation;
#[path = "spec/page.rs"]
mod page;
#[path = "docs/reference.rs"]
mod reference;

use citation::{Citations, in_code, in_tests, tests_of};
use morph_tests::golden::{GROUPS, cases};
use page::Page;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Rules that vectors hold, each with the number of cases.
fn in_vectors() -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for case in GROUPS.iter().flat_map(|group| cases(group)) {
        for rule in case.rules {
            *counts.entry(rule).or_insert(0) += 1;
        }
    }
    counts
}

fn missing(rules: &BTreeSet<String>, found: impl Fn(&str) -> bool) -> Vec<&String> {
    rules.iter().filter(|rule| !found(rule)).collect()
}

#[test]
fn the_page_has_a_version_and_numbers_that_do_not_repeat() {
    let page = Page::read();
    assert!(page.text.contains("\nVersion 1.3, "));
    assert!(page.rules.len() > 90, "{} rules", page.rules.len());
}

#[test]
fn every_rule_is_cited_by_code() {
    let (page, cited) = (Page::read(), in_code());
    let missing = missing(&page.rules, |rule| cited.contains_key(rule));
    assert!(missing.is_empty(), "no file of crates/*/src cites {missing:?}");
}

#[test]
fn every_rule_has_a_vector_or_is_listed_without_one() {
    let (page, vectors) = (Page::read(), in_vectors());
    let without: BTreeSet<_> = page.without_vectors.keys().cloned().collect();
    let missing: BTreeSet<_> =
        missing(&page.rules, |rule| vectors.contains_key(rule)).into_iter().cloned().collect();
    assert_eq!(missing, without, "rules without a vector, and those that the page lists so");
}

#[test]
fn rules_without_vectors_are_cited_where_their_test_is() {
    let (page, tests) = (Page::read(), in_tests());
    for (rule, references) in &page.without_vectors {
        for path in references.iter().map(|reference| &reference.path) {
            let cited = tests.get(rule).is_some_and(|files| files.contains(path));
            assert!(cited, "the tests of {path} do not cite {rule}");
        }
    }
}

#[test]
fn the_tests_of_the_appendices_are_there() {
    let mut count = 0;
    for reference in Page::read().tests() {
        let path = &reference.path;
        let text = page::read(path);
        let tests = tests_of(Path::new(path), &text);
        assert!(!tests.is_empty(), "{path} has no tests");
        for test in &reference.tests {
            assert!(tests.contains(&format!("fn {test}(")), "{path} has no test {test}");
            count += 1;
        }
    }
    assert!(count > 60, "{count} tests");
}

#[test]
fn the_code_of_the_appendix_cites_its_rules() {
    let (page, cited) = (Page::read(), in_code());
    for row in &page.held {
        let cites = |path: &String, rule| cited.get(rule).is_some_and(|files| files.contains(path));
        let mut files = row.code.iter().map(|reference| &reference.path);
        for rule in &row.rules {
            let found = files.clone().any(|path| cites(path, rule));
            assert!(found, "none of {:?} cites {rule}", files.collect::<Vec<_>>());
        }
        let idle = files.find(|path| !row.rules.iter().any(|rule| cites(path, rule)));
        assert_eq!(idle, None, "cites none of {:?}", row.rules);
    }
}

#[test]
fn every_number_that_is_cited_exists() {
    let page = Page::read();
    let check = |who: &str, cited: &Citations| {
        for (rule, files) in cited {
            assert!(page.rules.contains(rule), "{who}: {files:?} cite {rule}, which is no rule");
        }
    };
    check("code", &in_code());
    check("tests", &in_tests());
    for rule in in_vectors().keys() {
        assert!(page.rules.contains(rule), "a vector names {rule}, which is no rule");
    }
}

#[test]
fn the_appendix_says_of_every_rule_who_holds_it() {
    let page = Page::read();
    let mut seen = BTreeSet::new();
    for rule in page.held.iter().flat_map(|row| &row.rules) {
        assert!(seen.insert(rule.clone()), "{rule} is there twice");
    }
    assert_eq!(seen, page.rules);
}
