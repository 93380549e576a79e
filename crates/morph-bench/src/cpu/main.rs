//! `bench-cpu`: times the blend on the CPU beside others' and beside the machine's limits.
//!
//! Every contender is checked before it is timed. Contenders live in worker processes (this program,
//! Node.js, Python) that stay for a whole cell, so that all of them take turns within seconds.
#![forbid(unsafe_code)]

mod cell;
mod child;
mod clock;
mod contender;
mod files;
mod goal;
mod machine;
mod protocol;
mod reference;
mod report;
mod results;
mod rounds;
mod worker;

use anyhow::{Result, ensure};
use cell::Cell;
use child::{Language, Worker};
use clap::{Parser, Subcommand};
use machine::Machine;
use report::Report;
use results::Results;
use rounds::Effort;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const FULL: Effort = Effort { rounds: 5, budget: Duration::from_millis(100) };
const QUICK: Effort = Effort { rounds: 3, budget: Duration::from_millis(10) };

/// Times the blend on the CPU beside others' and beside the machine's limits.
#[derive(Parser)]
struct Arguments {
    /// Small meshes only, with less patience.
    #[arg(long)]
    quick: bool,
    /// Only the cell of this name, or all whose names contain it: "500000 x 52, dense". Repeatable.
    #[arg(long, value_name = "CELL")]
    only: Vec<String>,
    /// Keep the numbers that the report has of other cells.
    #[arg(long)]
    merge: bool,
    /// Where the report goes.
    #[arg(long, default_value = "out/bench")]
    out: PathBuf,
    /// Where meshes lie while they are measured; a Python of our own is looked for in its `venv`.
    #[arg(long, default_value = "target/bench")]
    scratch: PathBuf,
    #[command(subcommand)]
    command: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Answers the driver's lines; started by it.
    #[command(hide = true)]
    Worker,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Some(Role::Worker) => worker::serve(),
        None => drive(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn drive(arguments: &Arguments) -> Result<()> {
    let (effort, name) = if arguments.quick { (QUICK, "cpu-quick") } else { (FULL, "cpu") };
    let all = Cell::all(arguments.quick);
    let chosen = choose(&all, &arguments.only)?;
    let earlier = if arguments.merge { report::earlier(&arguments.out, name)? } else { Vec::new() };
    let mut machine = Machine::look();
    let languages = start_each(&arguments.scratch, &mut machine);
    let mut results = Results::default();
    let mut kept = 0;
    for cell in all {
        if !chosen.contains(&cell) {
            let before = results.measured.len();
            results.measured.extend(earlier.iter().filter(|m| m.cell == cell).cloned());
            kept += usize::from(results.measured.len() > before);
            continue;
        }
        if let Some(reason) = cell.too_large() {
            eprintln!("!!! SKIPPED: {cell}: {reason}");
            results.left_out.push((cell, reason));
            continue;
        }
        let start = Instant::now();
        results.measured.extend(rounds::measure(cell, &languages, effort, &arguments.scratch)?);
        let ours = results.ns(cell, "ours").or(results.ns(cell, "ours.frames"));
        let ours = ours.unwrap_or_default() / 1e6;
        eprintln!("{cell}: {ours:.3} ms ({:.0} s)", start.elapsed().as_secs_f64());
    }
    if let Some(load) = machine::load_average() {
        machine.add("load after", load);
    }
    if kept > 0 {
        machine.add("kept from an earlier run", format!("{kept} cells"));
    }
    let goals = goal::goals(&results, machine.cache_bytes);
    let report = Report { machine: &machine, results: &results, goals: &goals };
    for path in report.write(&arguments.out, name)? {
        println!("{}", path.display());
    }
    goals.iter().for_each(|goal| println!("{goal}"));
    Ok(())
}

/// The cells that are asked for; all of them where nothing is asked.
fn choose(all: &[Cell], only: &[String]) -> Result<Vec<Cell>> {
    if only.is_empty() {
        return Ok(all.to_vec());
    }
    let mut chosen = Vec::new();
    for text in only {
        let named = |cell: &&Cell| cell.to_string() == *text;
        let containing = |cell: &&Cell| cell.to_string().contains(text);
        let before = chosen.len();
        match all.iter().find(named) {
            Some(&cell) => chosen.push(cell),
            None => chosen.extend(all.iter().copied().filter(|cell| containing(&cell))),
        }
        ensure!(chosen.len() > before, "no cell has {text:?} in its name");
    }
    Ok(chosen)
}

/// The workers that start here, with their versions among the facts.
fn start_each(scratch: &Path, machine: &mut Machine) -> Vec<Language> {
    let mut there = Vec::new();
    for language in Language::ALL {
        match Worker::start(language, scratch) {
            Ok((_, facts)) => {
                machine.add(&format!("{language:?}"), facts);
                there.push(language);
            }
            Err(error) => eprintln!("!!! SKIPPED: {}: {error:#}", language.contenders()),
        }
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_name_is_one_cell_and_a_part_is_all_that_have_it() {
        let all = Cell::all(false);
        let names = |only: &[&str]| -> Vec<String> {
            let only: Vec<String> = only.iter().map(|&text| text.to_owned()).collect();
            choose(&all, &only).unwrap().iter().map(Cell::to_string).collect()
        };
        assert_eq!(names(&[]).len(), all.len());
        assert_eq!(names(&["5000 x 52, dense"]), ["5000 x 52, dense"]);
        assert_eq!(
            names(&["5000 x 52, mixed, ", "5000 x 3"]),
            ["5000 x 52, mixed, 64 frames", "5000 x 3, dense"]
        );
        assert!(choose(&all, &["6000 x".to_owned()]).is_err());
    }
}
