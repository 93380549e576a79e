//! The page.

mod notes;

use super::Report;
use crate::cell::Cell;
use crate::results::Results;
use morph_bench::Coverage;
use notes::Notes;
use std::fmt::Write as _;

pub(super) fn page(report: &Report<'_>) -> String {
    let results = report.results;
    let mut page = "# The blend on the CPU\n\n".to_owned();
    for (name, fact) in &report.machine.facts {
        line(&mut page, &format!("- {name}: {fact}"));
    }
    page.push_str(
        "\nOne thread. Blends are of POSITION, NORMAL and TANGENT, directions normalised, all \
         targets active; sequences are of POSITION.\nEach time is the median over the rounds, \
         and each round's the median of its calls.\n",
    );
    let mut notes = Notes::default();
    for coverage in [Coverage::Dense, Coverage::Percent(20), Coverage::Percent(5), Coverage::Mixed]
    {
        let cells = |cell: Cell| !cell.is_sequence() && cell.coverage == coverage;
        times(&mut page, results, &mut notes, cells);
    }
    times(&mut page, results, &mut notes, Cell::is_sequence);
    ratios(&mut page, results, &mut notes);
    sequence_ratios(&mut page, results, &mut notes);
    page.push_str("\n## Notes\n\n");
    notes.lines().for_each(|note| line(&mut page, &note));
    page.push_str("\n## Goals\n\n");
    for goal in report.goals {
        line(&mut page, &format!("- {goal}"));
    }
    if !results.left_out.is_empty() {
        page.push_str("\n## Left out\n\n");
        for (cell, reason) in &results.left_out {
            line(&mut page, &format!("- {cell}: {reason}"));
        }
    }
    page
}

/// A row for each contender, a column for each cell.
fn times(page: &mut String, results: &Results, notes: &mut Notes, among: impl Fn(Cell) -> bool) {
    let cells: Vec<Cell> = results.cells().into_iter().filter(|&cell| among(cell)).collect();
    let Some(first) = cells.first() else { return };
    let what =
        if first.is_sequence() { "sequences".to_owned() } else { first.coverage.to_string() };
    line(page, &format!("\n## Times, {what}\n"));
    let heads = cells.iter().map(|cell| {
        let Cell { vertices, targets, coverage, .. } = cell;
        let size = format!("{vertices} x {targets}");
        if cell.is_sequence() { format!("{size}, {coverage}") } else { size }
    });
    head(page, ["contender".to_owned()].into_iter().chain(heads));
    for contender in results.contenders(among) {
        let times = cells.iter().map(|&cell| results.ns(cell, contender).map_or("-".into(), time));
        row(page, [notes.contender(contender, &cells)].into_iter().chain(times));
    }
}

/// A title, and the value that it has in a cell.
type Column<'a> = (&'a str, &'a dyn Fn(Cell) -> Option<f64>);

fn ratios(page: &mut String, results: &Results, notes: &mut Notes) {
    let columns: [Column<'_>; 9] = [
        ("luma.gl / ours", &|cell| results.ratio(cell, "luma.gl", "ours")),
        ("luma.gl / 16 bit", &|cell| results.ratio(cell, "luma.gl", "ours.16bit")),
        ("plain-js / ours", &|cell| results.ratio(cell, "plain-js", "ours")),
        ("naive / ours", &|cell| results.ratio(cell, "naive", "ours")),
        ("faster glam / ours", &|cell| {
            let glam = ["glam.target-outer", "glam.vertex-outer"];
            Some(results.fastest_ns(cell, &glam)? / results.ns(cell, "ours")?)
        }),
        ("ours.dense / ours", &|cell| results.ratio(cell, "ours.dense", "ours")),
        ("ours / 16 bit", &|cell| results.ratio(cell, "ours", "ours.16bit")),
        ("share of reading", &|cell| results.read_share(cell, "ours")),
        ("ours / copy", &|cell| results.ratio(cell, "ours", "copy")),
    ];
    let cells = results.cells().into_iter().filter(|cell| !cell.is_sequence());
    table(page, "Ratios", notes, cells, &columns);
}

fn sequence_ratios(page: &mut String, results: &Results, notes: &mut Notes) {
    let columns: [Column<'_>; 3] = [
        ("frames / sequence", &|cell| results.ratio(cell, "ours.frames", "ours.sequence")),
        ("NumPy / sequence", &|cell| results.ratio(cell, "numpy", "ours.sequence")),
        ("NumPy in place / sequence", &|cell| {
            results.ratio(cell, "numpy.in-place", "ours.sequence")
        }),
    ];
    let cells = results.cells().into_iter().filter(|cell| cell.is_sequence());
    table(page, "Ratios, sequences", notes, cells, &columns);
}

/// A row for each cell; columns that nothing was measured for are left out.
fn table(
    page: &mut String,
    title: &str,
    notes: &mut Notes,
    cells: impl Iterator<Item = Cell>,
    columns: &[Column<'_>],
) {
    let cells: Vec<Cell> = cells.collect();
    let there = |(_, of): &&Column<'_>| cells.iter().any(|&cell| of(cell).is_some());
    let columns: Vec<_> = columns.iter().filter(there).collect();
    if columns.is_empty() {
        return;
    }
    line(page, &format!("\n## {title}\n"));
    let names = columns.iter().map(|(name, _)| (*name).to_owned());
    head(page, ["cell".to_owned()].into_iter().chain(names));
    for cell in cells {
        let values = columns.iter().map(|(_, of)| of(cell).map_or("-".into(), ratio));
        row(page, [notes.cell(cell)].into_iter().chain(values));
    }
}

fn head(page: &mut String, columns: impl Iterator<Item = String>) {
    let columns: Vec<String> = columns.collect();
    let rule = columns.iter().map(|_| "---".to_owned()).collect::<Vec<_>>();
    row(page, columns.into_iter());
    row(page, rule.into_iter());
}

fn row(page: &mut String, columns: impl Iterator<Item = String>) {
    line(page, &format!("| {} |", columns.collect::<Vec<_>>().join(" | ")));
}

fn line(page: &mut String, text: &str) {
    writeln!(page, "{text}").expect("a String takes text");
}

fn ratio(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") }
}

/// A time with three digits and its unit.
fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let digits = match value {
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::results::Measured;

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(1_234.0), "1.23 us");
        assert_eq!(time(123_456.0), "123 us");
        assert_eq!(time(12_345_678.0), "12.3 ms");
        assert_eq!(time(2.5e9), "2.50 s");
    }

    #[test]
    fn the_page_has_times_ratios_goals_and_what_was_left_out() {
        let dense =
            |vertices, targets| Cell { vertices, targets, coverage: Coverage::Dense, frames: 1 };
        let cell = dense(5_000, 52);
        let measured = [("ours", 2e5), ("naive", 9e5), ("babylon.js", 9e6)]
            .map(|(name, ns)| Measured::once(cell, name, ns));
        let left_out = vec![(dense(500_000, 256), "too large".to_owned())];
        let results = Results { measured: measured.into(), left_out };
        let machine = Machine { facts: vec![("CPU".into(), "one".into())], cache_bytes: None };
        let goals = crate::goal::goals(&results, None);
        let page = page(&Report { machine: &machine, results: &results, goals: &goals });
        for expected in [
            "- CPU: one",
            "## Times, dense",
            "| naive | 900 us |",
            "| babylon.js (1) | 9.00 ms |",
            "- (1) Does less: POSITION and NORMAL only",
            "| 5000 x 52, dense | 4.50 |",
            ">= 25: not measured",
            "- 500000 x 256, dense: too large",
        ] {
            assert!(page.contains(expected), "{expected} is not in:\n{page}");
        }
        assert!(!page.contains("sequences\n"));
    }
}
