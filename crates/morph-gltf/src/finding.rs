//! What reading a file found: codes, severities, and where they are collected.

mod code;

pub use code::Code;

use crate::Strictness;
use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never an error.
    Note,
    /// Against the specification, but with one sensible meaning: an error under
    /// [`Strictness::Strict`], else loaded with that meaning.
    Recoverable,
    /// An error always.
    Fatal,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Recoverable => "recoverable",
            Self::Fatal => "fatal",
        })
    }
}

/// One thing that is wrong with a file, or worth knowing about it.
///
/// Displays as `place: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Stable code, the Khronos validator's where it has one.
    pub code: Code,
    /// Where: `meshes[0].primitives[1].targets[3].NORMAL`.
    pub place: String,
    /// How bad it is.
    pub severity: Severity,
    /// What, with both numbers where two disagree.
    pub message: String,
}

impl Finding {
    /// A finding from a text that starts with its place.
    pub(crate) fn from_text(code: Code, text: &str) -> Self {
        let (place, message) = match text.split_once(": ") {
            Some((place, message)) if !place.contains(' ') => (place, message),
            _ => ("", text),
        };
        let (place, message) = (place.to_owned(), message.to_owned());
        Self { code, place, severity: code.severity(), message }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.place, self.message)
        }
    }
}

impl std::error::Error for Finding {}

/// Collects findings; under [`Strictness::Strict`] a recoverable one stops the reading.
#[derive(Debug)]
pub(crate) struct Findings {
    strictness: Strictness,
    /// In order of discovery.
    pub(crate) list: Vec<Finding>,
}

impl Findings {
    pub(crate) const fn new(strictness: Strictness) -> Self {
        Self { strictness, list: Vec::new() }
    }

    /// Adds a note or a recoverable finding; the code says which it is.
    ///
    /// # Errors
    /// The finding itself, where it is recoverable and the reading is strict.
    pub(crate) fn add(
        &mut self,
        code: Code,
        place: impl fmt::Display,
        message: impl fmt::Display,
    ) -> Result<(), Finding> {
        self.add_finding(Finding {
            code,
            place: place.to_string(),
            severity: code.severity(),
            message: message.to_string(),
        })
    }

    /// Adds a finding whose text starts with its place.
    ///
    /// # Errors
    /// As [`Findings::add`].
    pub(crate) fn add_text(&mut self, code: Code, text: impl fmt::Display) -> Result<(), Finding> {
        self.add_finding(Finding::from_text(code, &text.to_string()))
    }

    fn add_finding(&mut self, finding: Finding) -> Result<(), Finding> {
        if finding.severity != Severity::Note && self.strictness == Strictness::Strict {
            return Err(finding);
        }
        self.push(finding);
        Ok(())
    }

    /// Adds a finding whatever its severity.
    pub(crate) fn push(&mut self, finding: Finding) {
        self.list.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recoverable_findings_are_errors_only_under_strict() {
        for (strictness, stops) in [(Strictness::Lenient, false), (Strictness::Strict, true)] {
            let mut findings = Findings::new(strictness);
            let added = findings.add(Code::NodeWeightsInvalid, "nodes[1].weights", "why");
            assert_eq!(added.is_err(), stops);
            assert_eq!(findings.list.is_empty(), stops);
            assert!(findings.add(Code::TargetNamesIgnored, "meshes[0]", "why").is_ok());
        }
    }

    #[test]
    fn a_finding_reads_place_first() {
        let finding = Finding {
            code: Code::JsonBom,
            place: String::new(),
            severity: Severity::Recoverable,
            message: "json: byte order mark".into(),
        };
        assert_eq!(finding.to_string(), "json: byte order mark");
        let text = "nodes[1].weights: expected 1, got 2: cut";
        let split = Finding::from_text(Code::NodeWeightsInvalid, text);
        assert_eq!((split.place.as_str(), split.to_string().as_str()), ("nodes[1].weights", text));
        assert_eq!(Finding::from_text(Code::LimitExceeded, "all meshes: too large").place, "");
        let placed = Finding { place: "nodes[1]".into(), ..finding };
        assert_eq!(placed.to_string(), "nodes[1]: json: byte order mark");
    }
}
