//! What was measured.

use crate::case::Case;
use crate::clock::Time;

/// One contender in one case.
#[derive(Debug, Clone)]
pub(crate) struct Measured {
    pub(crate) case: Case,
    pub(crate) contender: String,
    pub(crate) time: Time,
    /// Bytes of its deltas, tables included.
    pub(crate) delta_bytes: u64,
    /// The largest error in units of what is allowed.
    pub(crate) error: f64,
    /// Moved pairs of vertex and active target, in the first instance.
    pub(crate) moved_pairs: u64,
}

/// What the device does at best, in the same run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Limits {
    /// Bytes a second of a copy in a shader, read and written ones added.
    pub(crate) copy: f64,
    /// Microseconds of a pass with one workgroup.
    pub(crate) pass: f64,
}

/// A number beside the tables: bytes, microseconds of the CPU, a ratio.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) what: String,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    pub(crate) wanted: Option<Wanted>,
}

/// What a number should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    AtLeast(f64),
    AtMost(f64),
}

impl Wanted {
    /// The share of it that is reached: 1 or more where it is met.
    pub(crate) fn share(self, value: f64) -> f64 {
        match self {
            Self::AtLeast(wanted) => value / wanted,
            Self::AtMost(wanted) => wanted / value,
        }
    }
}

/// All of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Results {
    pub(crate) measured: Vec<Measured>,
    pub(crate) facts: Vec<Fact>,
    /// What was not measured, and why.
    pub(crate) left_out: Vec<String>,
    pub(crate) limits: Limits,
}

impl Results {
    /// Cases in the order of measuring.
    pub(crate) fn cases(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        for measured in &self.measured {
            if !cases.contains(&measured.case) {
                cases.push(measured.case);
            }
        }
        cases
    }

    /// Contenders in the order of measuring.
    pub(crate) fn contenders(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for measured in &self.measured {
            if !names.contains(&measured.contender.as_str()) {
                names.push(&measured.contender);
            }
        }
        names
    }

    pub(crate) fn of(&self, case: Case, contender: &str) -> Option<&Measured> {
        self.measured.iter().find(|m| m.case == case && m.contender == contender)
    }

    /// The fastest of ours in a case, among those whose names begin so.
    pub(crate) fn best(&self, case: Case, begins: &str) -> Option<&Measured> {
        self.measured
            .iter()
            .filter(|m| m.case == case && m.contender.starts_with(begins))
            .min_by(|a, b| a.time.cold.total_cmp(&b.time.cold))
    }

    /// A peer's time over the best of ours, caches cold.
    pub(crate) fn ratio(&self, case: Case, peer: &str, ours: &str) -> Option<f64> {
        Some(self.of(case, peer)?.time.cold / self.best(case, ours)?.time.cold)
    }
}
