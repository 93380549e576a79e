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

use anyhow::Result;
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
    /// Only cells whose name contains this, for instance "500000 x 52".
    #[arg(long, default_value = "")]
    only: String,
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
    let effort = if arguments.quick { QUICK } else { FULL };
    let mut machine = Machine::look();
    let languages = start_each(&arguments.scratch, &mut machine);
    let mut results = Results::default();
    for cell in Cell::all(arguments.quick) {
        if !cell.to_string().contains(&arguments.only) {
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
    let goals = goal::goals(&results, machine.cache_bytes);
    let name = if arguments.quick { "cpu-quick" } else { "cpu" };
    let report = Report { machine: &machine, results: &results, goals: &goals };
    for path in report.write(&arguments.out, name)? {
        println!("{}", path.display());
    }
    goals.iter().for_each(|goal| println!("{goal}"));
    Ok(())
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
