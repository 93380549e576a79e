//! The rules of `docs/spec.md` and the code, the tests and the vectors that hold them know each other.
//!
//! Code and tests cite rules in comments: the word spec, then numbers with commas between them.

#[path = "spec/citation.rs"]
mod citation;
#[path = "spec/page.rs"]
mod page;

use citation::{Citations, in_code, in_tests};
use morph_tests::golden::{GROUPS, cases};
use page::Page;
use std::collections::{BTreeMap, BTreeSet};

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
    assert!(page.text.contains("\nVersion 1.0, "));
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
    for (rule, path) in &page.without_vectors {
        let cited = tests.get(rule).is_some_and(|files| files.contains(path));
        assert!(cited, "{path} does not cite {rule}");
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
    assert_eq!(page.held.iter().collect::<BTreeSet<_>>(), page.rules.iter().collect());
    let mut seen = BTreeSet::new();
    for rule in &page.held {
        assert!(seen.insert(rule), "{rule} is there twice");
    }
}
