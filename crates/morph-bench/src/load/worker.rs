//! This program as a worker, and what the driver and its workers say to each other, a line at a
//! time.
//!
//! | line | answer |
//! | --- | --- |
//! | `facts` | `facts <versions>` |
//! | `load <file>` | `contenders <name>...` |
//! | `check <contender>` | `checked <numbers that are not zero> <sum of magnitudes> <what>` |
//! | `check-without-tangents ours` | the same without deltas of TANGENT |
//! | `run <contender> <milliseconds>` | `ns <median> <calls>` |
//!
//! What a contender reads is `all`, or `without-tangents` where it leaves out deltas of TANGENT.
//! Any line may be answered with `error <text>`. A worker ends where its input ends.

use crate::clock::median_of;
use crate::contender::{NAMES, load};
use anyhow::{Context, Result, bail};
use std::fs;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::time::Duration;

/// All that is compared.
pub(crate) const ALL: &str = "all";
/// All but deltas of TANGENT.
pub(crate) const WITHOUT_TANGENTS: &str = "without-tangents";

/// Answers until the input ends.
pub(crate) fn serve() -> Result<()> {
    let mut bytes = Vec::new();
    for line in stdin().lock().lines() {
        let answer = answer(&line?, &mut bytes);
        let text = answer.unwrap_or_else(|error| format!("error {error:#}").replace('\n', " "));
        let mut out = stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    Ok(())
}

fn answer(line: &str, bytes: &mut Vec<u8>) -> Result<String> {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match command {
        "facts" => format!("facts morph-gltf {}, gltf 1.4", env!("CARGO_PKG_VERSION")),
        "load" => {
            *bytes = fs::read(rest)?;
            format!("contenders {}", NAMES.join(" "))
        }
        "check" => {
            let checked = load(rest, bytes)?.check(true)?;
            format!("checked {} {} {ALL}", checked.numbers, checked.sum)
        }
        "check-without-tangents" => {
            let checked = load(rest, bytes)?.check(false)?;
            format!("checked {} {} {WITHOUT_TANGENTS}", checked.numbers, checked.sum)
        }
        "run" => {
            let (name, budget) = rest.split_once(' ').context("a contender and a budget")?;
            let budget = Duration::from_millis(budget.parse()?);
            load(name, bytes)?;
            let run = || drop(black_box(load(name, black_box(bytes))));
            let (median, calls) = median_of(run, budget);
            format!("ns {} {calls}", median.as_nanos())
        }
        _ => bail!("no such command: {line}"),
    })
}
