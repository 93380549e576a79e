//! Spoiled golden vectors, each wrong in one place.

use super::cases::{Case, Field, File, Value};

/// Fields that say how another one is compared; only together with that one do they mean anything.
fn is_side_note(name: &str) -> bool {
    name.ends_with(".tolerance") || name == "slack"
}

/// For each output field of a group, the shortest case that has it, spoiled in each way in turn;
/// a case with an input field, one with an output field, and those with words that nobody knows.
pub(super) fn cases(file: &File) -> File {
    let mut cases = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in file.cases.iter().flat_map(|case| &case.output).map(|field| field.name.as_str()) {
        if is_side_note(name) || seen.contains(&name) {
            continue;
        }
        seen.push(name);
        cases.extend(shortest_with(file, name).into_iter().flat_map(|case| ways(case, name)));
    }
    let unknown =
        Field { name: "nobody-knows".to_owned(), kind: 'u', values: vec![Value::Integer(1)] };
    for (way, side) in [("unknown-input", true), ("unknown-output", false)] {
        let mut case = renamed(&file.cases[0], "", way);
        let fields = if side { &mut case.input } else { &mut case.output };
        fields.push(unknown.clone());
        cases.push(case);
    }
    cases.extend(with_unknown_words(file));
    File { cases, ..file.clone() }
}

/// Input fields that choose a kind.
const KINDS: [&str; 10] = [
    "form",
    "level",
    "profile",
    "format",
    "kind",
    "encoding",
    "mode",
    "track.0.mode",
    "row.format",
    "stage",
];

/// For each input field that chooses a kind, a case of a kind that nobody knows.
fn with_unknown_words(file: &File) -> Vec<Case> {
    let mut spoiled: Vec<Case> = Vec::new();
    for name in KINDS {
        let place = |case: &Case| case.input.iter().position(|field| field.name == name);
        if let Some((case, at)) = file.cases.iter().find_map(|case| Some((case, place(case)?))) {
            let mut case = renamed(case, name, "unknown-word");
            case.input[at].values = vec![Value::Word("nobody-knows".to_owned())];
            spoiled.push(case);
        }
    }
    spoiled
}

/// Files that are wrong as a whole.
pub(super) fn files(file: &File) -> [(&'static str, File); 3] {
    [
        ("no-cases", File { cases: Vec::new(), ..file.clone() }),
        ("an-unknown-group", File { group: "nobody-knows".to_owned(), ..file.clone() }),
        ("another-version", File { version: 2, ..file.clone() }),
    ]
}

/// The case with the fewest values among those that have some in this output field.
fn shortest_with<'a>(file: &'a File, name: &str) -> Option<&'a Case> {
    let has = |case: &&Case| case.output.iter().any(|f| f.name == name && !f.values.is_empty());
    let size =
        |case: &&Case| case.input.iter().chain(&case.output).map(|f| f.values.len()).sum::<usize>();
    file.cases.iter().filter(has).min_by_key(size)
}

/// A case spoiled in one output field: its last value changed, its last value missing, or, where
/// that is an error, all of the field missing.
fn ways(case: &Case, name: &str) -> Vec<Case> {
    let at = case.output.iter().position(|field| field.name == name).unwrap_or_default();
    let last = case.output[at].values.len() - 1;
    let mut spoiled = Vec::new();
    for (index, other) in others(&case.output[at].values[last]).into_iter().enumerate() {
        let mut changed = renamed(case, name, &format!("changed-{index}"));
        changed.output[at].values[last] = other;
        spoiled.push(changed);
    }
    let mut shorter = renamed(case, name, "shorter");
    shorter.output[at].values.pop();
    spoiled.push(shorter);
    // `bytes` stand only where they are few.
    if name != "bytes" {
        let mut without = renamed(case, name, "without");
        without.output.remove(at);
        spoiled.push(without);
    }
    spoiled
}

/// Values far from a value, on both sides where there are two.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(integer) => vec![Value::Integer(integer + 1)],
        Value::Word(word) => vec![Value::Word(format!("{word}-not"))],
        Value::Float(float) if float.is_finite() => {
            let far = 2.0 * float.abs() + 1.0;
            vec![Value::Float(far), Value::Float(-far)]
        }
        Value::Float(_) => vec![Value::Float(1.0)],
    }
}

fn renamed(case: &Case, field: &str, way: &str) -> Case {
    Case { name: format!("{}~{field}~{way}", case.name), ..case.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_output_field_is_spoiled_in_each_way() {
        let field =
            |name: &str, value| Field { name: name.to_owned(), kind: 'f', values: vec![value] };
        let case = Case {
            name: "c".to_owned(),
            rules: Vec::new(),
            input: Vec::new(),
            output: vec![field("x", Value::Float(3.0)), field("x.tolerance", Value::Float(1.0))],
        };
        let spoiled = cases(&File { version: 1, group: "g".to_owned(), cases: vec![case] });
        let names: Vec<_> = spoiled.cases.iter().map(|case| case.name.as_str()).collect();
        let x = ["c~x~changed-0", "c~x~changed-1", "c~x~shorter", "c~x~without"];
        assert_eq!(names, [&x[..], &["c~~unknown-input", "c~~unknown-output"]].concat());
        assert_eq!(spoiled.cases[1].output[0].values, [Value::Float(-7.0)]);
    }
}
