//! Development commands of the family. `cargo xtask` prints the list.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people prints")]

mod bench;
mod demo;
mod driver;
mod probes;
mod shaders;
mod snapshots;
mod suite;

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::ExitCode;
use xshell::Shell;

const HELP: &str = "\
cargo xtask demo                        generate the head, render a strip of expressions into out/,
                                        compare the GPU with the CPU
cargo xtask test [--long]               everything that a change must pass; --long adds properties
                                        with many more cases, and each benchmark once
cargo xtask validate-shaders [FILTER]   validate every shader permutation and print a table
cargo xtask snapshots [--bless]         compare the snapshots of shader text, reflection and errors;
                                        --bless accepts what there is now
cargo xtask bench cpu                   time the reference blend on this machine
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let sh = Shell::new()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the xtask has a parent")?;
    sh.change_dir(root);
    // Mesa's device selection asks for a window system, and complains on machines without one.
    sh.set_var("NODEVICE_SELECT", "1");
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["demo"] => demo::run(&sh),
        ["test"] => suite::run(&sh, false),
        ["test", "--long"] => suite::run(&sh, true),
        ["validate-shaders"] => shaders::validate(""),
        ["validate-shaders", filter] if !filter.starts_with('-') => shaders::validate(filter),
        ["snapshots"] => snapshots::run(&sh, false),
        ["snapshots", "--bless"] => snapshots::run(&sh, true),
        ["bench", "cpu"] => bench::cpu(&sh),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("no such command or arguments: {}\n\n{HELP}", args.join(" ")),
    }
}
