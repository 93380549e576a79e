//! The golden vectors, read from their flat text: `tests/golden/README.md` says what is in them.

mod boxes;
mod crowd;
mod fields;
mod mesh;
mod read;

pub use crowd::CrowdCase;
pub use fields::{Fields, Values};
pub use mesh::refusal_of_targets;
pub use read::parse;

use std::path::{Path, PathBuf};

/// All groups.
pub const GROUPS: [&str; 12] = [
    "active",
    "animation",
    "blend",
    "bounds",
    "choice",
    "clusters",
    "frame",
    "linear",
    "mix",
    "packed",
    "texture",
    "tracks",
];

/// One case.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its group and its name in the group, as messages show it.
    pub name: String,
    /// The rules of `docs/spec.md` that it holds.
    pub rules: Vec<String>,
    /// What is given.
    pub input: Fields,
    /// What is expected.
    pub output: Fields,
}

/// Where the files are.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// The cases of a group.
#[must_use]
pub fn cases(group: &str) -> Vec<Case> {
    let path = folder().join(group).with_extension("txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    parse(group, &text)
}

impl Case {
    /// The refusal that is expected: its word, and the index of a weight.
    #[must_use]
    pub fn refusal(&self) -> Option<(&str, Option<usize>)> {
        let index = self.output.get("error.index").is_some();
        let why = self.output.get("error").map(|_| self.output.word("error"))?;
        Some((why, index.then(|| self.output.number("error.index"))))
    }

    /// Compares a result with a field, its tolerance and, for strict implementations, its bits.
    ///
    /// # Panics
    /// Names the case, the field, the place and the numbers where they differ.
    #[track_caller]
    pub fn assert_met(&self, who: &str, field: &str, found: &[f32], strict: bool) {
        let expected = self.output.floats(field);
        let tolerance = self.output.floats(&format!("{field}.tolerance"));
        let what = format!("{}: {who}: {field}", self.name);
        assert_eq!(expected.len(), found.len(), "{what}");
        for (at, ((want, limit), got)) in expected.iter().zip(tolerance).zip(found).enumerate() {
            let met = want == got
                || (want.is_nan() && got.is_nan())
                || (f64::from(*want) - f64::from(*got)).abs() <= f64::from(*limit);
            assert!(met, "{what}[{at}]: expected {want:e}, got {got:e}, tolerance {limit:e}");
        }
        if strict {
            self.assert_bits(who, &format!("{field}.strict"), found);
        }
    }

    /// Compares a result with the bits of a field; any NaN is any other.
    ///
    /// # Panics
    /// Names the case, the field, the place and the numbers where they differ.
    #[track_caller]
    pub fn assert_bits(&self, who: &str, field: &str, found: &[f32]) {
        let expected = self.output.floats(field);
        let what = format!("{}: {who}: {field}", self.name);
        assert_eq!(expected.len(), found.len(), "{what}");
        for (at, (want, got)) in expected.iter().zip(found).enumerate() {
            let same = want.to_bits() == got.to_bits() || (want.is_nan() && got.is_nan());
            assert!(same, "{what}[{at}]: expected the bits of {want:e}, got {got:e}");
        }
    }

    /// Compares integers with a field.
    ///
    /// # Panics
    /// Names the case and the field where they differ.
    #[track_caller]
    pub fn assert_numbers(&self, field: &str, found: impl IntoIterator<Item = u64>) {
        let found: Vec<u64> = found.into_iter().collect();
        assert_eq!(self.output.numbers(field), found, "{}: {field}", self.name);
    }

    /// Compares a refusal with the expected one.
    ///
    /// # Panics
    /// Where nothing was refused, nothing should have been, or for another reason.
    #[track_caller]
    pub fn assert_refused(&self, found: (&str, Option<usize>)) {
        assert_eq!(self.refusal(), Some(found), "{}", self.name);
    }
}
