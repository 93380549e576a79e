//! The memory that loading takes: the most that a process of its own ever had, before and after it
//! loads a file once.

use crate::case::Case;
use crate::child::{Language, peers};
use crate::contender;
use crate::rounds::Measured;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

/// What one contender took.
pub(crate) struct Peak {
    /// By how much the peak grew, the file's own bytes included.
    pub(crate) grown_bytes: u64,
}

impl Peak {
    /// Peak over what the file decodes to, without the file's own bytes.
    pub(crate) fn ratio(&self, case: &Case) -> f64 {
        let own = self.grown_bytes.saturating_sub(case.file_bytes);
        own as f64 / case.decoded_bytes as f64
    }

    /// Peak over what the file decodes to, with the file's own bytes.
    pub(crate) fn whole_ratio(&self, case: &Case) -> f64 {
        self.grown_bytes as f64 / case.decoded_bytes as f64
    }
}

/// Loads the file with every contender, each in a process of its own. None where the system does
/// not tell.
pub(crate) fn peaks(case: &Case, contenders: &[Measured]) -> Result<Vec<Peak>> {
    if high_water().is_err() {
        eprintln!("!!! SKIPPED: peak memory: /proc/self/status does not tell it");
        return Ok(Vec::new());
    }
    contenders.iter().map(|measured| peak(case, measured)).collect()
}

fn peak(case: &Case, measured: &Measured) -> Result<Peak> {
    let mut command = match measured.language {
        Language::Rust => Command::new(std::env::current_exe()?),
        Language::JavaScript => Command::new("node"),
    };
    match measured.language {
        Language::Rust => command.arg("peak"),
        Language::JavaScript => command.arg(peers().join("peak.mjs")),
    };
    let contender = measured.contender.clone();
    let output = command.arg(&contender).arg(&case.path).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    ensure!(output.status.success(), "{contender}: {}", String::from_utf8_lossy(&output.stderr));
    let (before, after) = text.trim().split_once(' ').context("two numbers of bytes")?;
    let grown_bytes = after.parse::<u64>()?.saturating_sub(before.parse()?);
    Ok(Peak { grown_bytes })
}

/// Reads and loads a file; prints the peak before and after in bytes.
pub(crate) fn load_once(contender: &str, file: &Path) -> Result<()> {
    let before = high_water()?;
    let loaded = if contender == "ours" {
        // As one opens a file: nobody else holds its bytes.
        let document = morphkit::gltf::open(file)?;
        black_box(contender::ours(&document)?)
    } else {
        black_box(contender::load(contender, &fs::read(file)?)?)
    };
    println!("{before} {}", high_water()?);
    drop(loaded);
    Ok(())
}

/// The most memory that this process ever had.
fn high_water() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|rest| rest.split_whitespace().next()).context("no VmHWM")?;
    Ok(kib.parse::<u64>()? * 1024)
}
