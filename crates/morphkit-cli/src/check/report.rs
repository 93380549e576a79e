//! What is told of one file, as it stands in the JSON, and of all files together.

use crate::args::Level;
use crate::finding_report::{AdviceReport, FindingReport};
use crate::inspect::count;
use morphkit::gltf::player::{Fact, Seen};
use morphkit::gltf::{self, Finding, OpenError, Severity};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// One file. Fields are added, never renamed or removed.
#[derive(Debug, Serialize)]
pub(super) struct FileReport {
    pub(super) file: String,
    /// Bytes of the file itself; `None` where it cannot be opened.
    pub(super) bytes: Option<u64>,
    /// `glb` or `gltf`; `None` where it cannot be opened.
    pub(super) container: Option<&'static str>,
    /// `fatal`, `recoverable`, `advice`, `note`, or `clean`.
    pub(super) worst: &'static str,
    /// Whether that makes the exit status 1.
    pub(super) denied: bool,
    pub(super) findings: Vec<FindingReport>,
    pub(super) advice: Vec<AdviceReport>,
    /// What it has in it that some player treats in its own way.
    pub(super) features: Vec<&'static str>,
    pub(super) players: Vec<FactReport>,
}

/// What one player does.
#[derive(Debug, Serialize)]
pub(super) struct FactReport {
    pub(super) player: &'static str,
    pub(super) version: &'static str,
    pub(super) feature: &'static str,
    pub(super) effect: &'static str,
    /// `run` or `read`.
    seen: &'static str,
    source: &'static str,
}

impl FileReport {
    pub(super) fn new(path: &Path, denied: Level) -> Self {
        let mut report = Self {
            file: path.display().to_string(),
            bytes: None,
            container: None,
            worst: "clean",
            denied: false,
            findings: Vec::new(),
            advice: Vec::new(),
            features: Vec::new(),
            players: Vec::new(),
        };
        let findings = match gltf::open(path) {
            Err(error) => vec![unopened(&error)],
            Ok(document) => {
                report.bytes = Some(document.file_bytes() as u64);
                report.container = Some(if document.is_glb() { "glb" } else { "gltf" });
                report.advice = document.advice().iter().map(AdviceReport::new).collect();
                report.features = document.features().iter().map(|f| f.as_str()).collect();
                report.players = document.player_facts().map(FactReport::new).collect();
                document.findings()
            }
        };
        report.findings = findings.iter().map(FindingReport::new).collect();
        let worst = Level::ALL.into_iter().find(|&level| report.amount(level) > 0);
        report.worst = worst.map_or("clean", Level::name);
        report.denied = worst.is_some_and(|worst| worst >= denied);
        report
    }

    /// How much there is of a level.
    pub(super) fn amount(&self, level: Level) -> usize {
        if level == Level::Advice {
            return self.advice.len();
        }
        self.findings.iter().filter(|finding| finding.severity == level.name()).count()
    }

    pub(super) fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.advice.is_empty()
    }
}

/// The report's file is the place already.
fn unopened(error: &OpenError) -> Finding {
    match error {
        OpenError::Read { message, .. } => Finding {
            code: gltf::Code::IoError,
            place: String::new(),
            severity: Severity::Fatal,
            message: message.clone(),
        },
        other => other.finding(),
    }
}

impl FactReport {
    fn new(fact: &Fact) -> Self {
        Self {
            player: fact.player.name(),
            version: fact.player.version(),
            feature: fact.feature.as_str(),
            effect: fact.effect,
            seen: match fact.seen {
                Seen::Run => "run",
                Seen::Read => "read",
            },
            source: fact.source,
        }
    }
}

/// All files together.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) files: usize,
    pub(super) denied: usize,
    clean: usize,
    amounts: [usize; Level::ALL.len()],
}

impl Totals {
    pub(super) fn add(&mut self, report: &FileReport) {
        self.files += 1;
        self.denied += usize::from(report.denied);
        self.clean += usize::from(report.is_clean());
        for (amount, level) in self.amounts.iter_mut().zip(Level::ALL) {
            *amount += report.amount(level);
        }
    }
}

/// `12 files, 9 of them clean: 1 fatal, 3 recoverable, 2 advice, 4 notes`.
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&count(self.files, "file"))?;
        if self.clean == self.files {
            return f.write_str(if self.files == 1 { ": clean" } else { ", all clean" });
        }
        if self.files > 1 {
            write!(f, ", {} of them clean", self.clean)?;
        }
        write!(f, ": {}", amounts(|level| self.amounts[Level::ALL.len() - 1 - level as usize]))
    }
}

/// Levels that there is something of, the worst first: `1 fatal, 2 notes`.
pub(super) fn amounts(amount: impl Fn(Level) -> usize) -> String {
    let there = Level::ALL.into_iter().map(|level| (level, amount(level))).filter(|(_, n)| *n > 0);
    let words = there.map(|(level, amount)| match level {
        Level::Note => count(amount, "note"),
        other => format!("{amount} {}", other.name()),
    });
    words.collect::<Vec<_>>().join(", ")
}
