//! The table for programs: a line for each case and contender.

use crate::results::Results;
use anyhow::Result;
use std::path::Path;

const HEAD: [&str; 13] = [
    "vertices",
    "targets",
    "active",
    "percent",
    "run",
    "instances",
    "contender",
    "cold_us",
    "hot_us",
    "delta_bytes",
    "error_over_bound",
    "moved_pairs",
    "babylon_lite_over_it",
];

pub(super) fn write(path: &Path, results: &Results) -> Result<()> {
    let mut sheet = csv::Writer::from_path(path)?;
    sheet.write_record(HEAD)?;
    for measured in &results.measured {
        let case = measured.case;
        let peer = results.of(case, "babylon-lite");
        sheet.write_record([
            case.vertices.to_string(),
            case.targets.to_string(),
            case.active.to_string(),
            case.moved.percent().to_string(),
            case.moved.run().to_string(),
            case.instances.to_string(),
            measured.contender.clone(),
            format!("{:.2}", measured.time.cold),
            format!("{:.2}", measured.time.hot),
            measured.delta_bytes.to_string(),
            format!("{:.3}", measured.error),
            measured.moved_pairs.to_string(),
            peer.map_or(String::new(), |p| format!("{:.2}", p.time.cold / measured.time.cold)),
        ])?;
    }
    Ok(sheet.flush()?)
}
