//! The table for programs: a line for each cell and contender.

use crate::cell::Cell;
use crate::results::{Measured, Results, Round};
use anyhow::{Context as _, Result, ensure};
use std::path::Path;

const HEAD: [&str; 14] = [
    "vertices",
    "targets",
    "coverage",
    "frames",
    "contender",
    "median_ns",
    "fastest_ns",
    "slowest_ns",
    "ns_per_vertex_and_target",
    "ratio_to_luma",
    "ratio_to_naive",
    "share_of_reading",
    // A number for each round, the fastest round first.
    "rounds_ns",
    "calls",
];

pub(super) fn write(path: &Path, results: &Results) -> Result<()> {
    let mut sheet = csv::Writer::from_path(path)?;
    sheet.write_record(HEAD)?;
    for measured in &results.measured {
        let cell = measured.cell;
        let ns = measured.median_ns();
        let work = (cell.vertices * cell.targets * cell.frames) as f64;
        let known = |ratio: Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.3}"));
        let against = |other| known(results.ratio(cell, other, &measured.contender));
        sheet.write_record([
            cell.vertices.to_string(),
            cell.targets.to_string(),
            cell.coverage.to_string(),
            cell.frames.to_string(),
            measured.contender.clone(),
            format!("{ns:.0}"),
            format!("{:.0}", measured.fastest_ns()),
            format!("{:.0}", measured.slowest_ns()),
            format!("{:.4}", ns / work),
            against("luma.gl"),
            against("naive"),
            known(results.read_share(cell, &measured.contender)),
            each(measured, |round| round.ns.to_string()),
            each(measured, |round| round.calls.to_string()),
        ])?;
    }
    Ok(sheet.flush()?)
}

fn each(measured: &Measured, text: impl Fn(&Round) -> String) -> String {
    measured.rounds().iter().map(text).collect::<Vec<_>>().join(" ")
}

/// The measurements of a table that was written before.
pub(super) fn read(path: &Path) -> Result<Vec<Measured>> {
    let mut sheet = csv::Reader::from_path(path)?;
    ensure!(*sheet.headers()? == HEAD[..], "its columns are those of another version");
    sheet.records().map(|record| measured(&record?)).collect()
}

fn measured(record: &csv::StringRecord) -> Result<Measured> {
    let field = |name| {
        let at = HEAD.iter().position(|head| *head == name);
        at.and_then(|at| record.get(at)).with_context(|| format!("no column {name}"))
    };
    let cell = Cell {
        vertices: field("vertices")?.parse()?,
        targets: field("targets")?.parse()?,
        coverage: field("coverage")?.parse()?,
        frames: field("frames")?.parse()?,
    };
    let rounds = field("rounds_ns")?.split(' ').zip(field("calls")?.split(' '));
    let rounds = rounds.map(|(ns, calls)| Ok(Round { ns: ns.parse()?, calls: calls.parse()? }));
    Ok(Measured::new(cell, field("contender")?.to_owned(), rounds.collect::<Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_bench::Coverage::{Dense, Mixed, Percent};

    #[test]
    fn a_table_reads_back_as_what_was_measured() {
        let rounds = [(2_000.0, 300), (1_000.0, 400)].map(|(ns, calls)| Round { ns, calls });
        let measured = [(Dense, 1, "ours"), (Percent(5), 64, "numpy"), (Mixed, 1, "luma.gl")].map(
            |(coverage, frames, contender)| {
                let cell = Cell { vertices: 5_000, targets: 52, coverage, frames };
                Measured::new(cell, contender.to_owned(), rounds.to_vec())
            },
        );
        let results = Results { measured: measured.into(), left_out: Vec::new() };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        write(&path, &results).unwrap();
        assert_eq!(read(&path).unwrap(), results.measured);
    }

    #[test]
    fn a_table_with_other_columns_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        std::fs::write(&path, "vertices,targets,percent\n5000,4,100\n").unwrap();
        assert!(read(&path).is_err());
    }
}
