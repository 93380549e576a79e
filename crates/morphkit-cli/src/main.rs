//! The program `morphkit`: inspects, blends, renders and makes files with morph targets.
#![forbid(unsafe_code)]

mod args;
mod blend;
mod failure;
mod gpu;
mod inspect;
mod render;
mod sample;
mod scene;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Inspect(args) => inspect::run(&args),
        Command::Blend(args) => blend::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Sample(args) => sample::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
