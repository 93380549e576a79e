//! Measures a cell: all contenders side by side, round by round.

use crate::cell::Cell;
use crate::child::{Language, Worker};
use crate::files::{self, Files};
use crate::reference::Reference;
use crate::results::{Measured, Round};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::time::Duration;

/// A component that is stored in 16 bits is off by half a step, and 32767 steps make the largest
/// component, 0.05. Nothing may be coarser.
const MAX_OFF: f64 = 0.051 / 32767.0 / 2.0;

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Every round runs every contender once.
    pub(crate) rounds: usize,
    /// The time of one contender in one round, where one call does not take longer.
    pub(crate) budget: Duration,
}

struct Entry {
    worker: usize,
    name: String,
    rounds: Vec<Round>,
}

/// Checks all contenders of the cell, then times them.
pub(crate) fn measure(
    cell: Cell,
    languages: &[Language],
    effort: Effort,
    scratch: &Path,
) -> Result<Vec<Measured>> {
    let load = cell.workload();
    let files = Files::write(scratch, &load)?;
    let reference = Reference::new(cell, &load);
    drop(load);

    let mut workers = Vec::new();
    let mut entries = Vec::new();
    for &language in languages.iter().filter(|language| language.serves(cell)) {
        let (mut worker, _) = Worker::start(language, scratch)?;
        for name in worker.load(cell, files.folder())? {
            check(&mut worker, &name, &reference, &files).with_context(|| name.clone())?;
            entries.push(Entry { worker: workers.len(), name, rounds: Vec::new() });
        }
        workers.push(worker);
    }
    for round in 0..effort.rounds {
        let mut time = |entry: &mut Entry| -> Result<()> {
            entry.rounds.push(workers[entry.worker].run(&entry.name, effort.budget)?);
            Ok(())
        };
        // There and back again, so that nobody always comes after the same one.
        if round % 2 == 0 {
            entries.iter_mut().try_for_each(&mut time)?;
        } else {
            entries.iter_mut().rev().try_for_each(&mut time)?;
        }
    }
    Ok(entries.into_iter().map(|e| Measured::new(cell, e.name, e.rounds)).collect())
}

fn check(worker: &mut Worker, name: &str, reference: &Reference, files: &Files) -> Result<()> {
    let (off, parts) = worker.check(name, &files.result())?;
    if parts.is_empty() {
        return Ok(()); // It moves memory and has compared that itself.
    }
    ensure!((0.0..=MAX_OFF).contains(&off), "deltas are off by {off}, more than {MAX_OFF}");
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    reference.compare(&parts, off, &files::read(&files.result())?)?;
    Ok(())
}
