//! The command `inspect`: what morph targets a file has, and what is wrong with it.

mod arkit;
mod expressions;
mod layout;
mod packed;
mod report;
pub(crate) mod table;
mod text;
mod unit;

use crate::args::InspectArgs;
use crate::failure::Failure;
use crate::progress;
use anyhow::{Context, anyhow};
pub(crate) use expressions::cells as expression_cells;
pub(crate) use layout::{Layouts, Size};
use morphkit::gltf::{self, Finding, ReadOptions, Severity, Strictness};
pub(crate) use packed::{Chosen, ErrorReport, Outcome};
pub(crate) use report::{MeshReport, Report, VrmReport};
use std::io::{self, BufWriter, Write};
pub(crate) use unit::{bytes, count, number, percent};

/// Prints the report; fails after it where the file has errors.
pub(crate) fn run(args: &InspectArgs) -> Result<(), Failure> {
    let path = args.file.display();
    let strictness = if args.strict { Strictness::Strict } else { Strictness::Lenient };
    let busy = progress::spinner("reading");
    let options = ReadOptions { strictness, ..ReadOptions::default() };
    let document = gltf::open_with(&args.file, &options)
        .with_context(|| path.to_string())
        .map_err(Failure::File)?;
    let findings = document.findings();
    let report = Report::new(&args.file, &document, &findings);
    busy.finish_and_clear();
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if args.json {
        serde_json::to_writer_pretty(&mut out, &report)
            .map_err(io::Error::from)
            .and_then(|()| out.write_all(b"\n"))
    } else {
        text::write(&report, &mut out)
    };
    written.and_then(|()| out.flush()).map_err(Failure::output)?;
    match errors(&findings, strictness).as_slice() {
        [] => Ok(()),
        [one] => Err(Failure::File(anyhow!("{path}: {one}"))),
        [first, rest @ ..] => {
            Err(Failure::File(anyhow!("{path}: {first} (and {} more errors)", rest.len())))
        }
    }
}

fn errors(findings: &[Finding], strictness: Strictness) -> Vec<&Finding> {
    let least = match strictness {
        Strictness::Strict => Severity::Recoverable,
        Strictness::Lenient => Severity::Fatal,
    };
    findings.iter().filter(|finding| finding.severity >= least).collect()
}
