//! `--presets FILE.toml` and `--preset NAME=AMOUNT`: weights that belong together, by names.

use super::Row;
use crate::failure::Failure;
use crate::pick;
use crate::set::{Named, find_targets};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// Most names that are told where none is near.
const MOST: usize = 6;

/// A preset that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Use {
    name: String,
    amount: f32,
}

impl FromStr for Use {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, amount) = match text.rsplit_once('=') {
            None => (text, 1.0),
            Some((name, amount)) => match amount.trim().parse::<f32>() {
                Ok(amount) if amount.is_finite() => (name, amount),
                _ => return Err(format!("expected a finite number after the =, got {amount:?}")),
            },
        };
        if name.is_empty() {
            return Err("expected the name of a preset".into());
        }
        Ok(Self { name: name.to_owned(), amount })
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.amount)
    }
}

/// A file of presets.
#[derive(Debug, PartialEq)]
pub(super) struct Presets {
    path: PathBuf,
    /// In the order of the file.
    presets: Vec<Preset>,
}

#[derive(Debug, PartialEq)]
struct Preset {
    name: String,
    /// In the order of the file.
    entries: Vec<Entry>,
}

/// A line of a preset.
#[derive(Debug, PartialEq)]
struct Entry {
    name: String,
    weight: f32,
    at: Place,
}

/// Line and column of a file, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn new(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        Self { line: 1 + before.matches('\n').count(), column: 1 + line.chars().count() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Presets {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, with line and column.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| file.to_string())
            .map_err(Failure::File)?;
        let presets = parse(&text).map_err(|(at, told)| {
            Failure::File(anyhow!("{file}:{}: {told}", Place::new(&text, at)))
        })?;
        Ok(Self { path: path.to_owned(), presets })
    }

    /// Adds presets up, each with its amount, and sets the weights of all targets that they name.
    /// Gives how many weights each of them sets.
    ///
    /// # Errors
    /// Where there is no such preset, or one of its names means nothing in these meshes.
    pub(super) fn set(
        &self,
        uses: &[Use],
        meshes: &[Named<'_>],
        rows: &mut [Row<'_>],
    ) -> Result<Vec<usize>, Failure> {
        let mut sums: BTreeMap<(usize, usize), f32> = BTreeMap::new();
        let mut counts = Vec::with_capacity(uses.len());
        for wanted in uses {
            let preset = self.find(&wanted.name).map_err(Failure::Environment)?;
            let weights = self.weights(preset, meshes).map_err(Failure::File)?;
            let of_row = |row: &Row<'_>| {
                let ours = weights.keys().filter(|(mesh, _)| *mesh == row.mesh);
                ours.filter(|(_, target)| *target < row.weights.len()).count()
            };
            counts.push(rows.iter().map(of_row).sum());
            for (target, weight) in weights {
                *sums.entry(target).or_insert(0.0) += wanted.amount * weight;
            }
        }
        if let Some(((mesh, target), sum)) = sums.iter().find(|(_, sum)| !sum.is_finite()) {
            let told = anyhow!("meshes[{mesh}]: the presets add up to {sum} for target {target}");
            return Err(Failure::Environment(told));
        }
        for row in rows {
            for (&(mesh, target), &sum) in &sums {
                if let (true, Some(weight)) = (mesh == row.mesh, row.weights.get_mut(target)) {
                    *weight = sum;
                }
            }
        }
        Ok(counts)
    }

    fn find(&self, name: &str) -> Result<&Preset> {
        if let Some(found) = self.presets.iter().find(|preset| preset.name == name) {
            return Ok(found);
        }
        let names: Vec<_> = self.presets.iter().map(|preset| preset.name.as_str()).collect();
        let file = self.path.display();
        match (names.len(), pick::nearest(name, &names).as_slice()) {
            (0, _) => bail!("{name}: {file} has no presets"),
            (_, near @ [_, ..]) => {
                bail!("{name}: no such preset in {file}; did you mean {}?", near.join(" or "))
            }
            (count, []) => {
                let some: Vec<_> =
                    names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
                let (some, such) = (some.join(", "), if count > MOST { ", such as" } else { ":" });
                bail!("{name}: no such preset in {file}, which has {count}{such} {some}")
            }
        }
    }

    /// The weights of one preset: later lines over earlier ones.
    fn weights(
        &self,
        preset: &Preset,
        meshes: &[Named<'_>],
    ) -> Result<BTreeMap<(usize, usize), f32>> {
        let mut weights = BTreeMap::new();
        for Entry { name, weight, at } in &preset.entries {
            let (file, of) = (self.path.display(), &preset.name);
            let found = find_targets(meshes, name);
            let found = found.with_context(|| format!("{file}:{at}: {of}: {name:?}"))?;
            weights.extend(found.targets.into_iter().map(|target| (target, *weight)));
        }
        Ok(weights)
    }
}

/// Tables of numbers; an error has the byte where it is.
fn parse(text: &str) -> Result<Vec<Preset>, (usize, String)> {
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (at, error.message().trim_end().replace('\n', ", "))
    })?;
    let mut presets = Vec::new();
    for Member { at, name, value } in in_order(table.into_inner()) {
        let DeValue::Table(entries) = value.into_inner() else {
            return Err((at, format!("{name}: expected a table of weights, which [NAME] begins")));
        };
        let mut preset = Preset { name, entries: Vec::new() };
        for Member { at, name, value } in in_order(entries) {
            match number(value.get_ref()) {
                Ok(weight) => {
                    preset.entries.push(Entry { name, weight, at: Place::new(text, at) });
                }
                Err(told) => {
                    // A table of a dotted key has no place of its own.
                    let is_table = matches!(value.get_ref(), DeValue::Table(_));
                    let at = if is_table { at } else { value.span().start };
                    return Err((at, format!("{}.{name}: {told}", preset.name)));
                }
            }
        }
        presets.push(preset);
    }
    Ok(presets)
}

/// A line of a table.
struct Member<'a> {
    /// The byte where its key begins.
    at: usize,
    name: String,
    value: Spanned<DeValue<'a>>,
}

/// The members of a table in the order of the text.
fn in_order(table: DeTable<'_>) -> Vec<Member<'_>> {
    let member = |(key, value): (Spanned<DeString<'_>>, _)| {
        let at = key.span().start;
        Member { at, name: key.into_inner().into_owned(), value }
    };
    let mut members: Vec<_> = table.into_iter().map(member).collect();
    members.sort_by_key(|member| member.at);
    members
}

fn number(value: &DeValue<'_>) -> Result<f32, String> {
    let (text, number) = match value {
        DeValue::Float(float) => (float.as_str().to_owned(), float.as_str().parse::<f32>().ok()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            (integer.to_string(), number.ok().map(|number| number as f32))
        }
        DeValue::Table(_) => {
            return Err(
                "expected a number, got a table: put quotes around a name with a dot".into()
            );
        }
        other => return Err(format!("expected a number, got {}", kind(other))),
    };
    match number {
        Some(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a finite number, got {text}")),
    }
}

const fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# Faces.
[smile]
'mouth*' = 0.5
mouthLeft = 0.25

[wide]
\"head:2\" = -1
mouthRight = 0.25
";

    fn presets(text: &str) -> Result<Presets, String> {
        let path = PathBuf::from("faces.toml");
        match parse(text) {
            Ok(presets) => Ok(Presets { path, presets }),
            Err((at, told)) => Err(format!("{}: {told}", Place::new(text, at))),
        }
    }

    fn set(text: &str, uses: &[&str]) -> Result<Vec<f32>, String> {
        let names: Vec<String> = ["mouthLeft", "mouthRight", "jaw"].map(Into::into).into();
        let head =
            Named { index: 3, name: Some("head"), target_names: Some(&names), target_count: 3 };
        let mut weights = vec![0.75; 3];
        let mut rows = [Row { mesh: 3, node: None, weights: &mut weights }];
        let uses: Vec<Use> = uses.iter().map(|text| text.parse().unwrap()).collect();
        presets(text)?.set(&uses, &[head], &mut rows).map_err(|failure| failure.to_string())?;
        Ok(weights)
    }

    #[test]
    fn in_a_preset_later_lines_win_and_presets_add_up_with_their_amounts() {
        assert_eq!(set(FILE, &["smile"]).unwrap(), [0.25, 0.5, 0.75], "the jaw stays");
        assert_eq!(set(FILE, &["smile=0.5", "wide=2"]).unwrap(), [0.125, 0.75, -2.0]);
        assert_eq!(set(FILE, &["wide", "smile"]), set(FILE, &["smile", "wide=1"]));
        assert_eq!(set(FILE, &["smile", "smile=-0.5"]).unwrap(), [0.125, 0.25, 0.75]);
        assert_eq!(set("[rest]\n2 = 0\n", &["rest"]).unwrap(), [0.75, 0.75, 0.0]);
        assert!(
            set(FILE, &["smile=3e38", "smile=3e38", "smile=3e38"]).unwrap_err().contains("inf")
        );
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_line_and_column() {
        for (text, told) in [
            ("[smile]\na = 'x'\n", "2:5: smile.a: expected a number, got a text"),
            ("[smile]\na = nan\n", "2:5: smile.a: expected a finite number, got nan"),
            ("[smile]\na = 1e39\n", "2:5: smile.a: expected a finite number, got 1e39"),
            ("[smile]\n\n  jaw.open = 1\n", "3:3: smile.jaw: expected a number, got a table"),
            ("a = 1\n", "1:1: a: expected a table of weights, which [NAME] begins"),
            ("[smile]\na = 1\na = 2\n", "3:1: duplicate key"),
            ("[smile]\na 1\n", "2:"),
            ("['ä']\n'öö' = 'x'\n", "2:8: ä.öö: expected a number, got a text"),
        ] {
            let error = presets(text).unwrap_err();
            assert!(error.starts_with(told), "{text:?}: {error}");
        }
        assert!(presets("").unwrap().presets.is_empty());
    }

    #[test]
    fn names_that_mean_nothing_are_told_with_near_ones() {
        let error = set(FILE, &["smlie"]).unwrap_err();
        assert_eq!(error, "smlie: no such preset in faces.toml; did you mean \"smile\"?");
        let error = set(FILE, &["zzz"]).unwrap_err();
        assert!(error.ends_with("which has 2: \"smile\", \"wide\""), "{error}");
        assert!(set("", &["a"]).unwrap_err().ends_with("has no presets"));
        let error = set("[a]\nmouthLeft = 1\nmouthLeff = 1\n", &["a"]).unwrap_err();
        let told = "faces.toml:3:1: a: \"mouthLeff\": no such target; did you mean \"mouthLeft\"";
        assert!(error.starts_with(told), "{error}");
    }

    #[test]
    fn an_amount_is_one_unless_it_is_given() {
        let of = |text: &str| text.parse::<Use>().map(|wanted| (wanted.name, wanted.amount));
        assert_eq!(of("smile"), Ok(("smile".into(), 1.0)));
        assert_eq!(of("a=b=-0.5"), Ok(("a=b".into(), -0.5)));
        for wrong in ["", "=1", "smile=", "smile=x", "smile=inf"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
