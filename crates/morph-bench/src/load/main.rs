//! `bench-load`: times loading of glTF files beside others, and looks at the memory that it takes.
//!
//! From bytes in memory to every base attribute, every index and every delta as floats. Every
//! contender's numbers are held against ours before it is timed. Contenders live in worker
//! processes (this program, Node.js) that stay for a whole file, so that all of them take turns.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people prints")]

mod case;
mod child;
#[path = "../cpu/clock.rs"]
mod clock;
mod contender;
#[allow(dead_code, reason = "the size of the caches is for bench-cpu")]
#[path = "../cpu/machine.rs"]
mod machine;
mod memory;
mod report;
mod rounds;
mod worker;

use anyhow::Result;
use case::Case;
use child::{Language, Worker};
use clap::{Parser, Subcommand};
use machine::Machine;
use memory::Peak;
use rounds::{Effort, Measured};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const FULL: Effort = Effort { rounds: 9, budget: Duration::from_millis(400) };
const QUICK: Effort = Effort { rounds: 3, budget: Duration::from_millis(50) };

/// Times loading of glTF files beside others.
#[derive(Parser)]
struct Arguments {
    /// The smaller head only, with less patience.
    #[arg(long)]
    quick: bool,
    /// Where the report goes.
    #[arg(long, default_value = "out/bench")]
    out: PathBuf,
    /// Where generated files lie.
    #[arg(long, default_value = "target/bench")]
    scratch: PathBuf,
    /// More .glb files to load.
    files: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Answers the driver's lines; started by it.
    #[command(hide = true)]
    Worker,
    /// Loads a file once and says how much memory that took; started by the driver.
    #[command(hide = true)]
    Peak { contender: String, file: PathBuf },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Some(Role::Worker) => worker::serve(),
        Some(Role::Peak { contender, file }) => memory::load_once(contender, file),
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

/// All that was measured of one file.
struct Loaded {
    case: Case,
    times: Vec<Measured>,
    peaks: Vec<Peak>,
}

fn drive(arguments: &Arguments) -> Result<()> {
    let (effort, name) = if arguments.quick { (QUICK, "load-quick") } else { (FULL, "load") };
    let mut machine = Machine::look();
    let mut there = Vec::new();
    for language in Language::ALL {
        match Worker::start(language) {
            Ok((_, facts)) => {
                machine.add(&format!("{language:?}"), facts);
                there.push(language);
            }
            Err(error) => eprintln!("!!! SKIPPED: {}: {error:#}", language.contenders()),
        }
    }
    let mut loaded = Vec::new();
    for case in case::all(arguments.quick, &arguments.scratch, &arguments.files)? {
        let times = rounds::measure(&case, &there, effort)?;
        let peaks = memory::peaks(&case, &times)?;
        eprintln!("{}: {:.3} ms", case.name, times[0].median_ns() / 1e6);
        loaded.push(Loaded { case, times, peaks });
    }
    if let Some(load) = machine::load_average() {
        machine.add("load after", load);
    }
    let path = report::write(&arguments.out, name, &machine, &loaded)?;
    println!("{}", path.display());
    loaded.iter().flat_map(report::goals).for_each(|goal| println!("{goal}"));
    Ok(())
}
