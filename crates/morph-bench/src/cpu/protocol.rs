//! What the driver and its workers say to each other, a line at a time.
//!
//! | line | answer |
//! | --- | --- |
//! | `facts` | `facts <versions>` |
//! | `load <vertices> <targets> <coverage> <frames> <folder>` | `contenders <name>...` |
//! | `check <contender> <file>` | `checked <off> <part>...` |
//! | `run <contender> <milliseconds>` | `ns <median> <calls>` |
//!
//! Any line may be answered with `error <text>`. A worker ends where its input ends.
//!
//! The folder holds `base.f32`, `deltas.f32` and `weights.f32`, little-endian: the base's attributes
//! one after the other; each target's deltas, dense, in the same order; a row of weights a frame.
//! Only the Rust worker, which needs sparse deltas as well, makes them anew, from the same seed. The
//! reference that all results are held against is the driver's.
//!
//! `check` runs the contender once and writes its floats to the file, part by part. A part is
//! `POSITION`, `NORMAL`, `NORMAL_RAW` (not normalised) or `TANGENT`; a contender with none of them
//! moves memory and has checked itself. `off` is the most that a component of its deltas is off.

use crate::cell::Cell;
use anyhow::{Context, Result, bail};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// What the driver asks.
#[derive(Debug, PartialEq)]
pub(crate) enum Request {
    /// Which versions take part.
    Facts,
    /// Set up a cell.
    Load(Cell, PathBuf),
    /// Write what a contender computes.
    Check(String, PathBuf),
    /// Time a contender.
    Run(String, Duration),
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Facts => write!(f, "facts"),
            Self::Load(Cell { vertices, targets, coverage, frames }, folder) => {
                let coverage = coverage.to_string().replace(' ', "");
                let folder = folder.display();
                write!(f, "load {vertices} {targets} {coverage} {frames} {folder}")
            }
            Self::Check(contender, file) => write!(f, "check {contender} {}", file.display()),
            Self::Run(contender, budget) => write!(f, "run {contender} {}", budget.as_millis()),
        }
    }
}

impl FromStr for Request {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let two = || rest.split_once(' ').with_context(|| format!("too short: {line}"));
        Ok(match command {
            "facts" => Self::Facts,
            "load" => {
                let (space, _) =
                    rest.match_indices(' ').nth(3).with_context(|| format!("too short: {line}"))?;
                Self::Load(rest[..space].parse()?, rest[space + 1..].into())
            }
            "check" => {
                let (contender, file) = two()?;
                Self::Check(contender.to_owned(), file.into())
            }
            "run" => {
                let (contender, budget) = two()?;
                Self::Run(contender.to_owned(), Duration::from_millis(budget.parse()?))
            }
            _ => bail!("no such command: {line}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_bench::Coverage;

    #[test]
    fn every_line_reads_back_as_what_was_said() {
        let sparse =
            Cell { vertices: 500, targets: 52, coverage: Coverage::Percent(5), frames: 64 };
        let dense = Cell { coverage: Coverage::Dense, frames: 1, ..sparse };
        for request in [
            Request::Facts,
            Request::Load(sparse, "a folder/with spaces".into()),
            Request::Load(dense, "folder".into()),
            Request::Check("luma.gl".into(), "a file".into()),
            Request::Run("ours.avx2".into(), Duration::from_millis(100)),
        ] {
            assert_eq!(request.to_string().parse::<Request>().unwrap(), request);
        }
    }

    #[test]
    fn broken_lines_are_refused() {
        for line in
            ["", "lode 1 2 dense 4 x", "load 1 2 dense", "load 1 2 3 4 x", "run ours", "run a b"]
        {
            assert!(line.parse::<Request>().is_err(), "{line}");
        }
    }
}
