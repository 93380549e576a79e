//! `--expression NAME=VALUE`: expressions of VRM avatars as weights.

use super::Row;
use crate::pick;
use anyhow::{Context, Result, anyhow, bail};
use morphkit::gltf::vrm::{Expression, Override, Vrm};
use std::collections::BTreeSet;
use std::fmt;

/// Most names that are told where none is near.
const MOST: usize = 6;

/// One expression that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Value {
    /// Who asks: an option, or a member of a request.
    pub(crate) place: String,
    pub(crate) name: String,
    pub(crate) value: f32,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}={}", self.place, self.name, self.value)
    }
}

/// Sets expressions; gives a line for each.
pub(super) fn set(
    asked: &[Value],
    vrm: Option<&Vrm>,
    rows: &mut [Row<'_>],
    notes: &mut Vec<String>,
) -> Result<Vec<String>> {
    let Some(first) = asked.first() else { return Ok(Vec::new()) };
    let Some(vrm) = vrm else { bail!("{first}: the file has no VRM expressions") };
    let mut values = vec![0.0; vrm.expressions.len()];
    let mut found = Vec::with_capacity(asked.len());
    for value in asked {
        let at = find(vrm, &value.name).with_context(|| value.to_string())?;
        values[at] = value.value;
        found.push(at);
    }
    let outputs = vrm.outputs(&values)?;
    for row in rows.iter_mut() {
        vrm.apply(&outputs, row.mesh, row.node, row.weights)?;
    }
    let mut told = Vec::with_capacity(asked.len());
    for (value, &at) in asked.iter().zip(&found) {
        let expression = &vrm.expressions[at];
        let count = moved(expression, rows);
        let noun = if count == 1 { "target" } else { "targets" };
        told.push(format!("{value}: {count} {noun}"));
        if values[at] != value.value {
            notes.push(format!("{value}: a later one of the same expression counts"));
        } else if outputs[at] != value.value {
            let why = why(vrm, at, &values);
            notes.push(format!("{value}: counts as {}, since {why}", outputs[at]));
        }
        match expression.material_binds {
            0 => {}
            1 => notes.push(format!("{value}: its bind to a material is left out")),
            many => notes.push(format!("{value}: its {many} binds to materials are left out")),
        }
    }
    Ok(told)
}

/// How many targets it moves in these instances.
fn moved(expression: &Expression, rows: &[Row<'_>]) -> usize {
    let of_row = |row: &Row<'_>| {
        let binds = expression.binds.iter();
        let ours = binds.filter(|b| b.owner.is(row.mesh, row.node));
        let targets: BTreeSet<_> = ours.map(|bind| bind.target).collect();
        targets.into_iter().filter(|target| *target < row.weights.len()).count()
    };
    rows.iter().map(of_row).sum()
}

fn find(vrm: &Vrm, name: &str) -> Result<usize> {
    vrm.find(name).ok_or_else(|| {
        let names: Vec<_> = vrm.expressions.iter().map(|e| e.name.as_str()).collect();
        let some = || {
            let some: Vec<_> = names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
            some.join(", ")
        };
        let mut known = names.clone();
        let presets = vrm.expressions.iter().filter_map(|expression| expression.preset);
        let theirs = presets.flat_map(|preset| [preset.name(), preset.name_v0()]);
        // Names of a letter or two are near to everything.
        let is_new = |preset: &&str| {
            preset.len() > 2 && !names.iter().any(|name| name.eq_ignore_ascii_case(preset))
        };
        known.extend(theirs.filter(is_new));
        match (names.len(), pick::nearest(name, &known).as_slice()) {
            (0, _) => anyhow!("no such expression; the avatar has none"),
            (_, near @ [_, ..]) => {
                anyhow!("no such expression; did you mean {}?", near.join(" or "))
            }
            (1, []) => anyhow!("no such expression; there is {}", some()),
            (many, []) if many <= MOST => anyhow!("no such expression; there are {}", some()),
            (many, []) => anyhow!("no such expression; there are {many}, such as {}", some()),
        }
    })
}

/// Why an expression is not what was asked for.
fn why(vrm: &Vrm, at: usize, values: &[f32]) -> String {
    let expression = &vrm.expressions[at];
    let mut reasons = Vec::new();
    if !(0.0..=1.0).contains(&values[at]) {
        reasons.push("values are from 0 to 1".to_owned());
    }
    let kind = expression.kind();
    let overrides = |(other, value): &(&Expression, &f32)| {
        other.kind() != kind && other.overrides(kind) != Override::None && **value > 0.0
    };
    let all = vrm.expressions.iter().zip(values);
    let by: Vec<_> = all.filter(overrides).map(|(other, _)| format!("{:?}", other.name)).collect();
    if expression.is_binary && values[at] > 0.0 && values[at] < 1.0 {
        reasons.push("it is on above 0.5 and off else".to_owned());
    }
    if !by.is_empty() {
        reasons.push(format!("{} overrides it", by.join(" and ")));
    }
    reasons.join(", and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use morphkit::gltf::{Document, NoFiles};

    /// Two targets of one mesh, drawn by node 1.
    fn vrm(expressions: &str) -> Vrm {
        let accessor = r#"{ "componentType": 5126, "count": 3, "type": "VEC3" }"#;
        let text = format!(
            r#"{{ "asset": {{ "version": "2.0" }}, "accessors": [{accessor}],
                "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 0 }},
                    "targets": [{{ "POSITION": 0 }}, {{ "POSITION": 0 }}] }}] }}],
                "nodes": [{{}}, {{ "mesh": 0 }}],
                "extensions": {{ "VRMC_vrm": {{ "expressions": {expressions} }} }} }}"#
        );
        let document = Document::from_slice(text.as_bytes(), NoFiles).unwrap();
        document.vrm().unwrap().unwrap()
    }

    fn asked(all: &[(&str, f32)]) -> Vec<Value> {
        let value = |&(name, value): &(&str, f32)| Value {
            place: "--expression".into(),
            name: name.into(),
            value,
        };
        all.iter().map(value).collect()
    }

    const FACES: &str = r#"{ "preset": {
        "happy": { "overrideBlink": "blend", "morphTargetBinds": [{ "node": 1, "index": 0, "weight": 0.5 }] },
        "blink": { "morphTargetBinds": [{ "node": 1, "index": 1, "weight": 1 }] },
        "aa": { "isBinary": true, "morphTargetBinds": [{ "node": 1, "index": 0, "weight": 0.25 },
            { "node": 1, "index": 1, "weight": 0.25 }] } },
        "custom": { "glow": { "materialColorBinds": [{}, {}] } } }"#;

    fn run(all: &[(&str, f32)]) -> Result<(Vec<f32>, Vec<String>, Vec<String>)> {
        let vrm = vrm(FACES);
        let mut weights = vec![0.75, 0.75];
        let mut rows = [Row { mesh: 0, node: Some(1), weights: &mut weights }];
        let mut notes = Vec::new();
        let told = set(&asked(all), Some(&vrm), &mut rows, &mut notes)?;
        Ok((weights, told, notes))
    }

    #[test]
    fn expressions_add_up_over_zero_and_overrides_are_told() {
        let (weights, told, notes) = run(&[("joy", 0.5), ("blink", 1.0)]).unwrap();
        assert_eq!(weights, [0.25, 0.5]);
        assert_eq!(told, ["--expression joy=0.5: 1 target", "--expression blink=1: 1 target"]);
        let note = "--expression blink=1: counts as 0.5, since \"happy\" overrides it";
        assert_eq!(notes, [note]);
        let (weights, ..) = run(&[("happy", 1.0), ("aa", 1.0)]).unwrap();
        assert_eq!(weights, [0.75, 0.25]);
    }

    #[test]
    fn what_is_binary_clamped_repeated_or_of_a_material_is_told() {
        let (weights, _, notes) = run(&[("aa", 0.7)]).unwrap();
        assert_eq!(weights, [0.25, 0.25]);
        assert_eq!(
            notes,
            ["--expression aa=0.7: counts as 1, since it is on above 0.5 and off else"]
        );
        let (weights, _, notes) = run(&[("blink", 2.0)]).unwrap();
        assert_eq!((weights[1], notes.len()), (1.0, 1));
        assert!(notes[0].ends_with("counts as 1, since values are from 0 to 1"), "{notes:?}");
        let (weights, _, notes) = run(&[("blink", 1.0), ("blink", 0.25)]).unwrap();
        assert_eq!((weights[1], notes.len()), (0.25, 1));
        assert!(notes[0].ends_with("a later one of the same expression counts"), "{notes:?}");
        let (_, told, notes) = run(&[("glow", 1.0)]).unwrap();
        assert_eq!(told, ["--expression glow=1: 0 targets"]);
        assert_eq!(notes, ["--expression glow=1: its 2 binds to materials are left out"]);
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is() {
        let error = |all: &[(&str, f32)]| format!("{:#}", run(all).unwrap_err());
        let near = error(&[("hapy", 1.0)]);
        let told = "--expression hapy=1: no such expression; did you mean \"happy\"?";
        assert_eq!(near, told, "each once");
        let far = error(&[("zzz", 1.0)]);
        assert!(far.contains("there are \"happy\", \"blink\", \"aa\", \"glow\""), "{far}");
        let none = set(&asked(&[("happy", 1.0)]), None, &mut [], &mut Vec::new()).unwrap_err();
        assert_eq!(none.to_string(), "--expression happy=1: the file has no VRM expressions");
    }
}
