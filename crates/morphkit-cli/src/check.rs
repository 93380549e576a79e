//! The command `check`: what is wrong with files, what is better done otherwise, and what players
//! do with them.

mod files;
mod report;
mod text;

use crate::args::{CheckFilesArgs, Level};
use crate::failure::Failure;
use crate::inspect::count;
use crate::progress;
use anyhow::anyhow;
use rayon::prelude::*;
use report::{FileReport, Totals};
use std::io::{self, BufWriter, Write};

/// Files that each thread reads before their reports are printed: the bound of what is held.
const FILES_A_THREAD: usize = 8;

/// Checks all files; fails after it where one has something of the denied severity.
pub(crate) fn run(args: &CheckFilesArgs) -> Result<(), Failure> {
    let files = files::find(&args.paths)?;
    let denied = args.denied();
    let players = args.players || files.len() == 1;
    let bar = progress::bar(files.len(), "files");
    let mut totals = Totals::default();
    // Reports come in the files' order, whichever is ready first.
    for some in files.chunks(FILES_A_THREAD * rayon::current_num_threads()) {
        let reports: Vec<FileReport> = some
            .par_iter()
            .map(|path| {
                let report = FileReport::new(path, denied);
                bar.inc(1);
                report
            })
            .collect();
        bar.suspend(|| print(args, players, &reports, &mut totals)).map_err(Failure::output)?;
    }
    bar.finish_and_clear();
    if !args.json {
        writeln!(io::stdout().lock(), "{totals}").map_err(Failure::output)?;
    }
    match totals.denied {
        0 => Ok(()),
        bad => {
            let files = count(totals.files, "file");
            let what = match denied {
                Level::Fatal => "fatal findings".to_owned(),
                least => format!("findings of severity {} or worse", least.name()),
            };
            Err(Failure::File(anyhow!("{bad} of {files} with {what}")))
        }
    }
}

fn print(
    args: &CheckFilesArgs,
    players: bool,
    reports: &[FileReport],
    totals: &mut Totals,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for report in reports {
        if args.json {
            serde_json::to_writer(&mut out, report)?;
            writeln!(out)?;
        } else {
            text::write(report, args.verbose, players, &mut out)?;
        }
        totals.add(report);
    }
    out.flush()
}
