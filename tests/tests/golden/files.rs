//! The files themselves: enough of them, and the same in both forms.

use morph_tests::golden::{Case, GROUPS, Values, cases, folder};
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn there_are_many_cases_and_no_file_is_passed_over() {
    let count: usize = GROUPS.iter().map(|group| cases(group).len()).sum();
    assert!(count >= 150, "{count} cases");
    let found: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".json") || name.ends_with(".txt"))
        .collect();
    let expected =
        GROUPS.iter().flat_map(|group| [format!("{group}.json"), format!("{group}.txt")]);
    assert_eq!(found, expected.collect());
}

#[test]
fn names_are_unique_and_fields_are_those_of_the_readme() {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    for group in GROUPS {
        let mut names = BTreeSet::new();
        for case in cases(group) {
            assert!(names.insert(case.name.clone()), "{} twice", case.name);
            for (field, _) in case.input.iter().chain(case.output.iter()) {
                let known = page.contains(&format!("`{}`", of_any(field))) || is_general(field);
                assert!(known, "{}: the page does not tell {field}", case.name);
            }
        }
    }
}

/// The name that the page has for a field of any layer or track.
fn of_any(field: &str) -> String {
    let numbered = |kind: &str| {
        let (_, name) = field.strip_prefix(kind)?.strip_prefix('.')?.split_once('.')?;
        Some(format!("{kind}.I.{name}"))
    };
    ["layer", "track"].into_iter().find_map(numbered).unwrap_or_else(|| field.to_owned())
}

/// Fields that the page names by a pattern.
fn is_general(field: &str) -> bool {
    let field = field.trim_end_matches(".tolerance").trim_end_matches(".strict");
    let attribute = field.trim_end_matches(".at").rsplit('.').next().unwrap();
    attribute.parse::<morph_core::Attribute>().is_ok()
        || ["exact.min", "exact.max", "weights"].contains(&field)
}

#[test]
fn json_and_text_are_the_same() {
    for group in GROUPS {
        let path = folder().join(group).with_extension("json");
        let json: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!((&json["version"], &json["group"]), (&1.into(), &group.into()));
        let (of_json, of_text) = (json["cases"].as_array().unwrap(), cases(group));
        assert_eq!(of_json.len(), of_text.len(), "{group}");
        for (json, text) in of_json.iter().zip(&of_text) {
            assert_case(group, json, text);
        }
    }
}

fn assert_case(group: &str, json: &Value, text: &Case) {
    assert_eq!(format!("{group}/{}", json["name"].as_str().unwrap()), text.name);
    let rules: Vec<&str> =
        json["rules"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
    assert_eq!(rules, text.rules, "{}", text.name);
    for (block, fields) in [("input", &text.input), ("output", &text.output)] {
        let object = json[block].as_object().unwrap();
        assert_eq!(object.len(), fields.iter().count(), "{}: {block}", text.name);
        for (name, values) in fields.iter() {
            let array = object[name].as_array().unwrap();
            let what = format!("{}: {name}", text.name);
            match values {
                Values::Numbers(numbers) => {
                    let read: Vec<u64> = array.iter().map(|v| v.as_u64().unwrap()).collect();
                    assert_eq!(&read, numbers, "{what}");
                }
                Values::Words(words) => {
                    let read: Vec<&str> = array.iter().map(|v| v.as_str().unwrap()).collect();
                    assert_eq!(&read, words, "{what}");
                }
                Values::Floats(floats) => assert_floats(&what, name, array, floats),
            }
        }
    }
}

fn assert_floats(what: &str, name: &str, json: &[Value], text: &[f32]) {
    assert_eq!(json.len(), text.len(), "{what}");
    let rounded_up = name.ends_with(".tolerance") || name == "slack";
    for (json, &text) in json.iter().zip(text) {
        let number = number(json);
        let rounded = number as f32;
        let same = rounded.to_bits() == text.to_bits() || (rounded.is_nan() && text.is_nan());
        let up = rounded_up && text == rounded.next_up() && f64::from(rounded) < number;
        assert!(same || up, "{what}: {number} in JSON, {text} in the text");
        assert!(!rounded_up || f64::from(text) >= number, "{what}: {text} is below {number}");
    }
}

/// A number, or a word for what JSON has no number for.
fn number(value: &Value) -> f64 {
    match value.as_str() {
        None => value.as_f64().unwrap(),
        Some("NaN") => f64::NAN,
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        Some(other) => panic!("no number: {other}"),
    }
}
