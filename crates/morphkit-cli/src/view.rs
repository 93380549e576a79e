//! The command `view`: starts the program that has the window.

use crate::args::ViewArgs;
use crate::failure::Failure;
use anyhow::{Context, anyhow};
use std::env::consts::EXE_SUFFIX;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

/// Starts the window and waits for it.
pub(crate) fn run(args: &ViewArgs) -> Result<(), Failure> {
    let name = format!("morphkit-view{EXE_SUFFIX}");
    // Beside this program, else wherever the path leads.
    let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.join(&name)));
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(&name));
    let mut command = Command::new(program);
    for (option, backend) in [("--backend", args.backend), ("--against", args.against)] {
        if let Some(backend) = backend {
            command.args([option, &backend.to_string()]);
        }
    }
    if let Some(file) = &args.file {
        command.arg("--").arg(file);
    }
    let status = command.status();
    let status = match status {
        Err(error) if error.kind() == ErrorKind::NotFound => Err(anyhow!(
            "{name} is neither beside this program nor on the path: in the repository, `cargo build \
             --release -p morphkit-view` builds it"
        )),
        status => status.with_context(|| format!("{name} cannot be started")),
    };
    let status = status.map_err(Failure::Environment)?;
    if status.success() {
        return Ok(());
    }
    // It said why.
    Err(Failure::Environment(anyhow!("{name} ended with {status}")))
}
