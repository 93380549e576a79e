//! A file's report for people.

use super::report::{FactReport, FileReport, amounts};
use crate::args::Level;
use crate::failure::one_line;
use crate::inspect::table::{self, Align::Left};
use morphkit::gltf::player::Player;
use std::io::{self, Write};

/// Lines of one file, unless all are asked for.
const SHOWN: usize = 40;

/// Writes what there is to say of a file; nothing where it is clean and nobody asked.
pub(super) fn write(
    report: &FileReport,
    verbose: bool,
    players: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let facts: &[FactReport] = if players { &report.players } else { &[] };
    if report.is_clean() && facts.is_empty() && !verbose {
        return Ok(());
    }
    let verdict = match report.is_clean() {
        true => "clean".to_owned(),
        false => amounts(|level| report.amount(level)),
    };
    writeln!(out, "{}: {verdict}", one_line(&report.file))?;
    write_lines(report, verbose, out)?;
    if !facts.is_empty() {
        write_players(facts, out)?;
    }
    writeln!(out)
}

/// Findings and advice, the worst first.
fn write_lines(report: &FileReport, verbose: bool, out: &mut impl Write) -> io::Result<()> {
    let mut rows = Vec::new();
    for level in Level::ALL {
        let mut add = |place: &str, message: &str, code: &str| {
            let place = if place.is_empty() { "-" } else { place };
            rows.push(vec![level.name().into(), place.into(), format!("{message} [{code}]")]);
        };
        if level == Level::Advice {
            report.advice.iter().for_each(|a| add(&a.place, &a.message, a.code));
        }
        for finding in report.findings.iter().filter(|f| f.severity == level.name()) {
            add(&finding.place, &finding.message, finding.code);
        }
    }
    let left = rows.len().saturating_sub(SHOWN);
    if !verbose {
        rows.truncate(SHOWN);
    }
    table::write(2, &[Left; 3], &rows, out)?;
    if left > 0 && !verbose {
        writeln!(out, "  and {left} more, which --verbose and --json list")?;
    }
    Ok(())
}

/// One row for each fact; a player is named once.
fn write_players(facts: &[FactReport], out: &mut impl Write) -> io::Result<()> {
    let mut facts: Vec<_> = facts.iter().collect();
    facts.sort_by_key(|fact| Player::ALL.iter().position(|player| player.name() == fact.player));
    let mut last = "";
    let rows: Vec<_> = facts
        .iter()
        .map(|fact| {
            let player = match fact.player == last {
                true => String::new(),
                false => format!("{} {}", fact.player, fact.version),
            };
            last = fact.player;
            let feature = fact.feature.to_lowercase().replace('_', " ");
            vec![player, feature, fact.effect.to_owned()]
        })
        .collect();
    writeln!(out, "  what players do with it")?;
    table::write(4, &[Left; 3], &rows, out)
}
