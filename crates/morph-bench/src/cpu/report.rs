//! The report: a page to read, a table for programs, a plot.

mod markdown;
mod plot;
mod spreadsheet;

use crate::goal::Goal;
use crate::machine::Machine;
use crate::results::{Measured, Results};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// All that a run gives.
pub(crate) struct Report<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) results: &'a Results,
    pub(crate) goals: &'a [Goal],
}

impl Report<'_> {
    /// Writes all files, named alike; gives their paths.
    pub(crate) fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 3]> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let [page, plot] =
            ["md", "svg"].map(|extension| folder.join(format!("{name}.{extension}")));
        let sheet = sheet(folder, name);
        fs::write(&page, markdown::page(self))
            .with_context(|| format!("cannot write {}", page.display()))?;
        spreadsheet::write(&sheet, self.results)
            .with_context(|| format!("cannot write {}", sheet.display()))?;
        plot::draw(&plot, self.results)
            .with_context(|| format!("cannot draw {}", plot.display()))?;
        Ok([page, sheet, plot])
    }
}

/// The measurements of a report that was written before; none where there is none.
pub(crate) fn earlier(folder: &Path, name: &str) -> Result<Vec<Measured>> {
    let path = sheet(folder, name);
    if !path.exists() {
        return Ok(Vec::new());
    }
    spreadsheet::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn sheet(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.csv"))
}
