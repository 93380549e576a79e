//! The contenders that are written in Rust.

mod limits;
mod loops;
mod ours;
mod sequence;

use crate::cell::Cell;
use anyhow::Result;
use morph_bench::{Coverage, Workload};
use morph_core::VertexAttributes;

/// One way to do a cell's work, with memory of its own for the result.
pub(crate) trait Contender {
    /// Does all of the work once.
    fn run(&mut self);

    /// What the last run has computed.
    fn check(&mut self) -> Result<Checked>;
}

/// A result, to be held against the reference.
pub(crate) struct Checked {
    /// The most that a stored delta is off.
    pub(crate) off: f32,
    /// The parts, as the protocol names them.
    pub(crate) parts: &'static [&'static str],
    /// All floats, part by part.
    pub(crate) floats: Vec<f32>,
}

impl Checked {
    /// All attributes of a blend, from exact deltas.
    fn attributes(out: &VertexAttributes) -> Self {
        let floats = out.attributes().flat_map(|a| out.values(a).unwrap_or_default()).copied();
        Self { off: 0.0, parts: &["POSITION", "NORMAL", "TANGENT"], floats: floats.collect() }
    }

    /// Nothing: the contender only moves memory, and has looked at it itself.
    const fn nothing() -> Self {
        Self { off: 0.0, parts: &[], floats: Vec::new() }
    }
}

type Named<'a> = (String, Box<dyn Contender + 'a>);

/// The mesh of a cell in the forms that contenders read.
pub(crate) struct Data {
    cell: Cell,
    load: Workload,
    /// The same with every delta stored; none where the mesh is dense already.
    dense: Option<Workload>,
}

impl Data {
    pub(crate) fn new(cell: Cell) -> Self {
        let load = cell.workload();
        let sparse = cell.coverage != Coverage::Dense && !cell.is_sequence();
        let dense = sparse.then(|| load.to_dense());
        Self { cell, load, dense }
    }

    pub(crate) fn contenders(&self) -> Vec<Named<'_>> {
        if self.cell.is_sequence() {
            return sequence::contenders(&self.load, self.cell.frames);
        }
        let mut all = ours::contenders(&self.load, self.dense.as_ref());
        all.push(loops::naive(&self.load));
        if self.cell.coverage == Coverage::Dense {
            all.extend(loops::glam(&self.load));
        }
        all.extend(limits::contenders(&self.load));
        all
    }
}

#[cfg(test)]
mod tests;
