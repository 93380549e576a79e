//! This program as a worker: everything that is written in Rust.

use crate::clock::median_of;
use crate::contender::{Contender, Data};
use crate::protocol::Request;
use anyhow::{Context, Result, bail};
use morph_core::SimdLevel;
use std::fs;
use std::io::{BufRead as _, Lines};
use std::io::{StdinLock, Write as _, stdin};

/// Answers until the input ends. Serves one cell.
pub(crate) fn serve() -> Result<()> {
    let mut lines = stdin().lock().lines();
    while let Some(line) = lines.next() {
        match line?.parse()? {
            Request::Facts => answer(&facts())?,
            Request::Load(cell, _) => {
                let data = Data::new(cell);
                return serve_cell(&mut lines, &mut data.contenders());
            }
            Request::Check(..) | Request::Run(..) => bail!("no cell is loaded"),
        }
    }
    Ok(())
}

fn serve_cell(
    lines: &mut Lines<StdinLock<'_>>,
    contenders: &mut [(String, Box<dyn Contender + '_>)],
) -> Result<()> {
    let names: Vec<&str> = contenders.iter().map(|(name, _)| name.as_str()).collect();
    answer(&format!("contenders {}", names.join(" ")))?;
    for line in lines {
        match line?.parse()? {
            Request::Facts => answer(&facts())?,
            Request::Load(..) => bail!("a cell is loaded"),
            Request::Check(name, file) => {
                let contender = find(contenders, &name)?;
                contender.run();
                let checked = contender.check()?;
                fs::write(file, bytemuck::cast_slice::<f32, u8>(&checked.floats))?;
                answer(&format!("checked {} {}", checked.off, checked.parts.join(" ")))?;
            }
            Request::Run(name, budget) => {
                let contender = find(contenders, &name)?;
                let (median, calls) = median_of(|| contender.run(), budget);
                answer(&format!("ns {} {calls}", median.as_nanos()))?;
            }
        }
    }
    Ok(())
}

fn find<'c, 'a>(
    contenders: &'c mut [(String, Box<dyn Contender + 'a>)],
    name: &str,
) -> Result<&'c mut Box<dyn Contender + 'a>> {
    let found = contenders.iter_mut().find(|(n, _)| n == name);
    found.map(|(_, contender)| contender).with_context(|| format!("no such contender: {name}"))
}

fn answer(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn facts() -> String {
    let levels: Vec<String> = SimdLevel::supported().map(|level| level.to_string()).collect();
    format!("facts morph-core {}, SIMD levels {}", env!("CARGO_PKG_VERSION"), levels.join(", "))
}
