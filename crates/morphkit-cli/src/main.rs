//! The program `morphkit`: inspects, blends, renders and makes files with morph targets.
#![forbid(unsafe_code)]

mod animation_report;
mod args;
mod bake;
mod blend;
mod check;
mod completions;
mod extract;
mod face;
mod failure;
mod finding_report;
mod inspect;
mod man;
mod optimize;
mod output;
mod packing;
mod pick;
mod progress;
mod quiet;
mod read;
mod render;
mod report;
mod sample;
mod set;
mod shader;
mod view;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = Cli::parse().command;
    if command.opens_a_device() {
        quiet::restart();
    }
    let result = match command {
        Command::Inspect(args) => inspect::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Blend(args) => blend::run(&args),
        Command::Bake(args) => bake::run(&args),
        Command::Optimize(args) => optimize::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Report(args) => report::run(&args),
        Command::View(args) => view::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Shader(args) => shader::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
