//! The report: a page to read, a table for programs, a plot.

mod markdown;
mod plot;
mod spreadsheet;

use crate::results::{Fact, Results};
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// All that a run gives.
pub(crate) struct Report<'a> {
    /// Name and value, line by line: the device, its driver.
    pub(crate) device: Vec<(&'static str, String)>,
    pub(crate) results: &'a Results,
    pub(crate) goals: &'a [Fact],
}

impl Report<'_> {
    /// Writes all files, named alike; gives their paths.
    pub(crate) fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 3]> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let [page, sheet, plot] =
            ["md", "csv", "svg"].map(|extension| folder.join(format!("{name}.{extension}")));
        fs::write(&page, markdown::page(self))
            .with_context(|| format!("cannot write {}", page.display()))?;
        spreadsheet::write(&sheet, self.results)
            .with_context(|| format!("cannot write {}", sheet.display()))?;
        plot::draw(&plot, self.results)
            .with_context(|| format!("cannot draw {}", plot.display()))?;
        Ok([page, sheet, plot])
    }
}
