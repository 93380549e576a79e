//! The report: times, ratios and memory of every file.

use crate::Loaded;
use crate::machine::Machine;
use crate::rounds::Measured;
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the page; gives its path.
pub(crate) fn write(
    folder: &Path,
    name: &str,
    machine: &Machine,
    loaded: &[Loaded],
) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(format!("{name}.md"));
    fs::write(&path, page(machine, loaded)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn page(machine: &Machine, loaded: &[Loaded]) -> Result<String> {
    let mut page = "# Loading\n\n".to_owned();
    for (name, fact) in &machine.facts {
        writeln!(page, "- {name}: {fact}")?;
    }
    page.push_str(
        "\nFrom bytes in memory to all base attributes, indices and deltas as numbers; no images.\n\
         Times are medians over the rounds, and each round's the median of its calls.\n\
         Memory is the growth of the peak of a process that loads once, the file's bytes included.\n\n",
    );
    writeln!(
        page,
        "| file | loader | time | least to most | / ours | peak | without the file, / decoded |"
    )?;
    writeln!(page, "| --- | --- | --- | --- | --- | --- | --- |")?;
    for file in loaded {
        for (measured, at) in file.times.iter().zip(0..) {
            let peak = file.peaks.get(at);
            let (least, most) = (measured.rounds[0], measured.rounds[measured.rounds.len() - 1]);
            writeln!(
                page,
                "| {} | {}{} | {} | {} to {} | {:.2} | {} | {} |",
                file.case.name,
                measured.contender,
                if measured.reads_all { "" } else { " (no deltas of TANGENT)" },
                ms(measured.median_ns()),
                ms(least),
                ms(most),
                ratio(file, &measured.contender).unwrap_or(f64::NAN),
                peak.map_or("-".into(), |p| mb(p.grown_bytes)),
                peak.map_or("-".into(), |p| format!("{:.2}", p.ratio(&file.case))),
            )?;
        }
    }
    page.push_str("\n| file | bytes | decoded | peak of ours with the file, / decoded |\n| --- | --- | --- | --- |\n");
    for Loaded { case, peaks, .. } in loaded {
        let whole = peaks.first().map_or("-".into(), |p| format!("{:.2}", p.whole_ratio(case)));
        let (file, decoded) = (mb(case.file_bytes), mb(case.decoded_bytes));
        writeln!(page, "| {} | {file} | {decoded} | {whole} |", case.name)?;
    }
    page.push_str("\n## Goals\n\n");
    for goal in loaded.iter().flat_map(goals) {
        writeln!(page, "- {goal}")?;
    }
    Ok(page)
}

/// How many times as long as ours a contender takes.
fn ratio(file: &Loaded, contender: &str) -> Option<f64> {
    let ns = |name: &str| file.times.iter().find(|m| m.contender == name).map(Measured::median_ns);
    Some(ns(contender)? / ns("ours")?)
}

/// What loading should reach, beside what it reached. Nothing fails by it.
pub(crate) fn goals(file: &Loaded) -> Vec<String> {
    let name = &file.case.name;
    let judged = |what: &str, measured: Option<f64>, met: fn(f64) -> bool| {
        let Some(measured) = measured else { return format!("{name}: {what}: not measured") };
        let word = if met(measured) { "met" } else { "missed" };
        format!("{name}: {what}: {measured:.2}, {word}")
    };
    let peak = file.peaks.first().map(|peak| peak.ratio(&file.case));
    vec![
        judged("gltf / ours >= 1", ratio(file, "gltf"), |r| r >= 1.0),
        judged("three.js / ours >= 5", ratio(file, "three.js"), |r| r >= 5.0),
        judged("peak without the file / decoded <= 1.5", peak, |r| r <= 1.5),
    ]
}

fn ms(ns: f64) -> String {
    let ms = ns / 1e6;
    let digits = if ms < 10.0 { 2 } else { 1 };
    format!("{ms:.digits$} ms")
}

fn mb(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::child::Language;
    use crate::memory::Peak;

    #[test]
    fn the_page_has_times_memory_and_goals() {
        let measured = |contender: &str, ns: f64| Measured {
            contender: contender.into(),
            language: Language::Rust,
            reads_all: contender == "ours",
            rounds: vec![ns],
        };
        let case = Case {
            name: "cube".into(),
            path: "cube.glb".into(),
            file_bytes: 1_000_000,
            decoded_bytes: 2_000_000,
        };
        let peaks = vec![Peak { grown_bytes: 5_000_000 }];
        let times = vec![measured("ours", 2e6), measured("gltf", 3e6)];
        let machine = Machine { facts: vec![("CPU".into(), "one".into())], cache_bytes: None };
        let page = page(&machine, &[Loaded { case, times, peaks }]).unwrap();
        for expected in [
            "- CPU: one",
            "| cube | ours | 2.00 ms | 2.00 ms to 2.00 ms | 1.00 | 5.0 MB | 2.00 |",
            "| cube | gltf (no deltas of TANGENT) | 3.00 ms | 3.00 ms to 3.00 ms | 1.50 | - | - |",
            "| cube | 1.0 MB | 2.0 MB | 2.50 |",
            "- cube: gltf / ours >= 1: 1.50, met",
            "- cube: three.js / ours >= 5: not measured",
            "- cube: peak without the file / decoded <= 1.5: 2.00, missed",
        ] {
            assert!(page.contains(expected), "{expected} is not in:\n{page}");
        }
    }
}
