//! What the blend should reach, beside what it reached. Nothing fails by it.

use crate::cell::Cell;
use crate::results::Results;
use morph_bench::Coverage::{self, Dense, Percent};
use std::fmt;

/// A ratio that should be at least, or at most, so much in a cell.
#[derive(Debug)]
pub(crate) struct Goal {
    cell: Cell,
    what: String,
    wanted: Wanted,
    measured: Option<f64>,
}

#[derive(Debug, Clone, Copy)]
enum Wanted {
    AtLeast(f64),
    AtMost(f64),
    /// Nothing: the number stands beside a goal.
    ForInformation,
}

use Wanted::{AtLeast, AtMost, ForInformation};

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, what, wanted, measured } = self;
        match wanted {
            AtLeast(wanted) => write!(f, "{what} at {cell} >= {wanted}: ")?,
            AtMost(wanted) => write!(f, "{what} at {cell} <= {wanted}: ")?,
            ForInformation => write!(f, "{what} at {cell}: ")?,
        }
        let Some(measured) = *measured else { return f.write_str("not measured") };
        let share = match *wanted {
            AtLeast(wanted) => measured / wanted,
            AtMost(wanted) => wanted / measured,
            ForInformation => return write!(f, "{measured:.2}, for information"),
        };
        if share >= 1.0 {
            write!(f, "{measured:.2}, met")
        } else {
            write!(f, "{measured:.2}, missed by {:.0} %", (1.0 - share) * 100.0)
        }
    }
}

/// The goals of all cells that were measured. `cache_bytes` tells which of them lie in the cache and
/// which in memory.
pub(crate) fn goals(results: &Results, cache_bytes: Option<u64>) -> Vec<Goal> {
    let mut goals = Vec::new();
    for cell in results.cells() {
        let mut goal = |what: &str, wanted, measured| {
            goals.push(Goal { cell, what: what.to_owned(), wanted, measured });
        };
        if cell.is_sequence() {
            sequence(results, cell, &mut goal);
        } else {
            ratios(results, cell, &mut goal);
            limits(results, cell, cache_bytes, &mut goal);
        }
    }
    goals.extend(naive(results));
    goals
}

/// Takes what is compared, what is wanted, and what was measured.
type Add<'a> = &'a mut dyn FnMut(&str, Wanted, Option<f64>);

/// Vertices, targets and coverage; which contender's time over which one's; at least so much.
type Ratio = ((usize, usize, Coverage), &'static str, &'static str, f64);

fn ratios(results: &Results, cell: Cell, goal: Add<'_>) {
    const RATIOS: [Ratio; 12] = [
        ((5_000, 52, Dense), "luma.gl", "ours", 25.0),
        ((5_000, 4, Dense), "luma.gl", "ours", 18.0),
        ((50_000, 256, Dense), "luma.gl", "ours", 8.0),
        ((500_000, 52, Dense), "luma.gl", "ours", 8.0),
        ((50_000, 256, Dense), "luma.gl", "ours.16bit", 15.0),
        ((500_000, 52, Dense), "luma.gl", "ours.16bit", 15.0),
        ((5_000, 52, Percent(5)), "luma.gl", "ours", 40.0),
        ((500_000, 52, Percent(5)), "luma.gl", "ours", 40.0),
        ((5_000, 52, Percent(5)), "ours.dense", "ours", 3.5),
        ((500_000, 52, Percent(5)), "ours.dense", "ours", 3.5),
        ((50_000, 256, Dense), "ours.avx2", "ours.16bit.avx2", 1.4),
        ((500_000, 52, Dense), "ours.avx2", "ours.16bit.avx2", 1.4),
    ];
    for (of, over, under, wanted) in RATIOS {
        if of == (cell.vertices, cell.targets, cell.coverage) {
            let ratio = results.ratio(cell, over, under);
            goal(&format!("{over} / {under}"), AtLeast(wanted), ratio);
        }
    }
}

fn limits(results: &Results, cell: Cell, cache_bytes: Option<u64>, goal: Add<'_>) {
    if cell.coverage != Dense {
        return;
    }
    if cell.targets == 4 {
        goal("ours / copy", AtMost(1.3), results.ratio(cell, "ours", "copy"));
    }
    let bytes = cell.dense_bytes() + 2 * cell.output_bytes();
    let (place, wanted) = match cache_bytes {
        Some(cache) if bytes > cache * 2 => ("in memory", 0.7),
        Some(cache) if bytes <= cache / 2 => ("in the cache", 0.6),
        _ => return, // Partly in the cache: no limit says much.
    };
    if cell.targets >= 52 {
        let share = results.read_share(cell, "ours");
        goal(&format!("read / ours, {place},"), AtLeast(wanted), share);
    }
}

fn sequence(results: &Results, cell: Cell, goal: Add<'_>) {
    if (cell.vertices, cell.coverage) == (500_000, Dense) {
        let ratio = results.ratio(cell, "ours.frames", "ours.sequence");
        goal("ours.frames / ours.sequence", AtLeast(3.0), ratio);
    }
    let wanted = if matches!(cell.coverage, Percent(_)) { 5.0 } else { 1.0 };
    // The goal is about the line as one writes it, which makes new arrays in each call.
    let as_written = results.ratio(cell, "numpy", "ours.sequence");
    goal("numpy as written / ours.sequence", AtLeast(wanted), as_written);
    let in_place = results.ratio(cell, "numpy.in-place", "ours.sequence");
    goal("numpy in place / ours.sequence", ForInformation, in_place);
}

/// The path that does worst against the naive loop.
fn naive(results: &Results) -> Option<Goal> {
    let (ratio, worst) = results
        .measured
        .iter()
        // Sparse deltas stored densely are not what the naive loop reads there.
        .filter(|m| m.contender.starts_with("ours") && m.contender != "ours.dense")
        .filter_map(|m| Some((results.ratio(m.cell, "naive", &m.contender)?, m)))
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let what = format!("naive / the slowest path, {},", worst.contender);
    Some(Goal { cell: worst.cell, what, wanted: AtLeast(1.0), measured: Some(ratio) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Measured;

    fn results(cell: Cell, times: &[(&str, f64)]) -> Results {
        let measured = times.iter().map(|&(name, ns)| Measured::once(cell, name, ns));
        Results { measured: measured.collect(), left_out: Vec::new() }
    }

    #[test]
    fn goals_say_met_or_by_how_much_not() {
        let cell = Cell { vertices: 50_000, targets: 4, coverage: Dense, frames: 1 };
        for (wanted, measured, expected) in [
            (AtLeast(8.0), Some(9.0), ">= 8: 9.00, met"),
            (AtLeast(8.0), Some(6.0), ">= 8: 6.00, missed by 25 %"),
            (AtMost(1.3), Some(1.3), "<= 1.3: 1.30, met"),
            (AtMost(1.3), Some(2.6), "<= 1.3: 2.60, missed by 50 %"),
            (AtMost(1.3), None, "<= 1.3: not measured"),
        ] {
            let goal = Goal { cell, what: "a / b".into(), wanted, measured };
            assert_eq!(goal.to_string(), format!("a / b at 50000 x 4, dense {expected}"));
        }
    }

    #[test]
    fn numpy_as_written_has_the_goal_and_in_place_it_is_information() {
        for (coverage, wanted) in [(Dense, 1), (Percent(5), 5), (Coverage::Mixed, 1)] {
            let cell = Cell { vertices: 5_000, targets: 52, coverage, frames: 64 };
            let times = [("ours.sequence", 10.0), ("numpy", 60.0), ("numpy.in-place", 8.0)];
            let goals = goals(&results(cell, &times), None);
            let goals: Vec<String> = goals.iter().map(Goal::to_string).collect();
            assert_eq!(
                goals,
                [
                    format!("numpy as written / ours.sequence at {cell} >= {wanted}: 6.00, met"),
                    format!("numpy in place / ours.sequence at {cell}: 0.80, for information"),
                ]
            );
        }
    }

    #[test]
    fn only_measured_cells_have_goals_and_a_contender_that_is_not_there_is_named() {
        let cell = Cell { vertices: 5_000, targets: 4, coverage: Dense, frames: 1 };
        let results = results(cell, &[("ours", 10.0), ("copy", 10.0)]);
        let goals: Vec<String> =
            goals(&results, Some(1 << 25)).iter().map(Goal::to_string).collect();
        assert_eq!(
            goals,
            [
                "luma.gl / ours at 5000 x 4, dense >= 18: not measured",
                "ours / copy at 5000 x 4, dense <= 1.3: 1.00, met",
            ]
        );
    }

    #[test]
    fn reading_is_held_against_the_cache_or_the_memory_by_size() {
        let times = [("ours", 10.0), ("read", 8.0), ("read.avx2", 7.0)];
        for (vertices, expected) in [(5_000, "in the cache"), (500_000, "in memory")] {
            let cell = Cell { vertices, targets: 52, coverage: Dense, frames: 1 };
            let goals = goals(&results(cell, &times), Some(1 << 25));
            let goal = goals.iter().find(|goal| goal.what.contains(expected)).unwrap();
            assert_eq!(goal.measured, Some(0.7));
        }
    }

    #[test]
    fn the_slowest_path_is_the_one_that_loses_most_against_the_naive_loop() {
        let cell = Cell { vertices: 5_000, targets: 4, coverage: Percent(5), frames: 1 };
        let times = [("ours", 5.0), ("ours.avx2", 20.0), ("ours.dense", 90.0), ("naive", 10.0)];
        let goal = naive(&results(cell, &times)).unwrap();
        assert_eq!(goal.measured, Some(0.5));
        assert!(goal.what.contains("ours.avx2"), "{}", goal.what);
    }
}
