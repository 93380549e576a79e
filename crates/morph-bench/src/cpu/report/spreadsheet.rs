//! The table for programs: a line for each cell and contender.

use crate::results::Results;
use anyhow::Result;
use std::path::Path;

const HEAD: [&str; 12] = [
    "vertices",
    "targets",
    "percent",
    "frames",
    "contender",
    "median_ns",
    "fastest_ns",
    "slowest_ns",
    "ns_per_vertex_and_target",
    "ratio_to_luma",
    "ratio_to_naive",
    "share_of_reading",
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
            cell.percent.to_string(),
            cell.frames.to_string(),
            measured.contender.clone(),
            format!("{ns:.0}"),
            format!("{:.0}", measured.fastest_ns()),
            format!("{:.0}", measured.slowest_ns()),
            format!("{:.4}", ns / work),
            against("luma.gl"),
            against("naive"),
            known(results.read_share(cell, &measured.contender)),
        ])?;
    }
    Ok(sheet.flush()?)
}
