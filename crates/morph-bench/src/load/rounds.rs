//! Measures a file: all contenders side by side, round by round.

use crate::case::Case;
use crate::child::{Language, Worker};
use crate::contender::Checked;
use crate::worker;
use anyhow::{Context, Result, ensure};
use std::time::Duration;

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Every round runs every contender once.
    pub(crate) rounds: usize,
    /// The time of one contender in one round, where three calls do not take longer.
    pub(crate) budget: Duration,
}

/// All rounds of one contender.
pub(crate) struct Measured {
    pub(crate) contender: String,
    pub(crate) language: Language,
    /// Whether it reads all; else it leaves out deltas of TANGENT.
    pub(crate) reads_all: bool,
    /// Each round's median in nanoseconds, the least first.
    pub(crate) rounds: Vec<f64>,
}

impl Measured {
    pub(crate) fn median_ns(&self) -> f64 {
        self.rounds[self.rounds.len() / 2]
    }
}

/// Checks all contenders, then times them. The first one is ours.
pub(crate) fn measure(
    case: &Case,
    languages: &[Language],
    effort: Effort,
) -> Result<Vec<Measured>> {
    let mut workers = Vec::new();
    let mut entries: Vec<(usize, Measured)> = Vec::new();
    let mut ours: Option<[Checked; 2]> = None;
    for &language in languages {
        let (mut worker, _) = Worker::start(language)?;
        for contender in worker.load(&case.path)? {
            let (checked, what) =
                worker.check("check", &contender).with_context(|| contender.clone())?;
            let [all, without_tangents] = match ours {
                Some(ours) => ours,
                None => {
                    let (without, _) = worker.check("check-without-tangents", &contender)?;
                    *ours.insert([checked, without])
                }
            };
            let reads_all = what == worker::ALL;
            same(if reads_all { all } else { without_tangents }, checked)
                .with_context(|| format!("{}: {contender} reads other numbers", case.name))?;
            let measured = Measured { contender, language, reads_all, rounds: Vec::new() };
            entries.push((workers.len(), measured));
        }
        workers.push(worker);
    }
    for round in 0..effort.rounds {
        let mut time = |(worker, entry): &mut (usize, Measured)| -> Result<()> {
            let worker: &mut Worker = &mut workers[*worker];
            entry.rounds.push(worker.run(&entry.contender, effort.budget)?);
            Ok(())
        };
        // There and back again, so that nobody always comes after the same one.
        if round % 2 == 0 {
            entries.iter_mut().try_for_each(&mut time)?;
        } else {
            entries.iter_mut().rev().try_for_each(&mut time)?;
        }
    }
    let sorted = |(_, mut measured): (usize, Measured)| {
        measured.rounds.sort_by(f64::total_cmp);
        measured
    };
    Ok(entries.into_iter().map(sorted).collect())
}

/// The order of adding differs, the numbers must not.
fn same(expected: Checked, found: Checked) -> Result<()> {
    let close = (expected.sum - found.sum).abs() <= 1e-9 * expected.sum;
    ensure!(close && expected.numbers == found.numbers, "expected {expected:?}, got {found:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_count_or_another_sum_is_another_file() {
        let checked = Checked { numbers: 2, sum: 4.0 };
        assert!(same(checked, Checked { sum: 4.0 + 1e-10, ..checked }).is_ok());
        assert!(same(checked, Checked { sum: 4.1, ..checked }).is_err());
        assert!(same(checked, Checked { numbers: 3, ..checked }).is_err());
    }
}
