//! What is measured: meshes of some sizes, each dense and sparse.

use anyhow::{Context as _, Result};
use morph_bench::{Coverage, Workload};
use std::fmt;
use std::str::FromStr;

use Coverage::{Dense, Mixed, Percent};

/// Frames of a sequence.
pub(crate) const FRAMES: usize = 64;

/// A cell whose contenders need more memory than this is not measured.
const MAX_FOOTPRINT_BYTES: u64 = 6 << 30;

/// One mesh and its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) vertices: usize,
    pub(crate) targets: usize,
    pub(crate) coverage: Coverage,
    /// One: POSITION, NORMAL and TANGENT are blended once. More: POSITION, once for each frame.
    pub(crate) frames: usize,
}

impl Cell {
    /// All cells, small meshes first.
    pub(crate) fn all(quick: bool) -> Vec<Self> {
        let sizes: &[usize] = if quick { &[5_000] } else { &[5_000, 50_000, 500_000] };
        let mut cells = Vec::new();
        for &vertices in sizes {
            let mut add = |targets, coverage, frames| {
                cells.push(Self { vertices, targets, coverage, frames });
            };
            for targets in [4, 52, 256] {
                for coverage in [Dense, Percent(20), Percent(5)] {
                    add(targets, coverage, 1);
                }
            }
            for coverage in [Dense, Percent(5)] {
                add(52, coverage, FRAMES);
            }
            if vertices == 5_000 {
                // Less than one pass over the targets, and some passes with a tail.
                add(3, Dense, 1);
                add(55, Dense, 1);
                add(52, Mixed, 1);
                add(52, Mixed, FRAMES);
            }
        }
        cells.sort_by_key(|cell| (cell.vertices, cell.is_sequence(), cell.targets));
        cells
    }

    pub(crate) const fn is_sequence(self) -> bool {
        self.frames > 1
    }

    pub(crate) fn workload(self) -> Workload {
        let Self { vertices, targets, coverage, frames } = self;
        if self.is_sequence() {
            Workload::sequence(vertices, targets, coverage, frames)
        } else {
            Workload::new(vertices, targets, coverage)
        }
    }

    /// Bytes of all deltas as floats, stored for every vertex.
    pub(crate) const fn dense_bytes(self) -> u64 {
        let attributes = if self.is_sequence() { 1 } else { 3 };
        (self.vertices * self.targets * attributes * 3 * 4) as u64
    }

    /// Bytes of one output.
    pub(crate) const fn output_bytes(self) -> u64 {
        let floats = if self.is_sequence() { 3 * self.frames } else { 10 };
        (self.vertices * floats * 4) as u64
    }

    /// The memory that all contenders of the cell hold at once, roughly.
    pub(crate) const fn footprint_bytes(self) -> u64 {
        // Deltas: ours in f32 and in 16 bit, glam's, the copy, JavaScript's, Babylon.js's positions
        // and normals. A sequence: ours and NumPy's. Outputs: one for each contender.
        if self.is_sequence() {
            3 * self.dense_bytes() + 6 * self.output_bytes()
        } else {
            self.dense_bytes() * 31 / 6 + 20 * self.output_bytes()
        }
    }

    /// Why the cell is left out, where it is.
    pub(crate) fn too_large(self) -> Option<String> {
        let needed = self.footprint_bytes();
        (needed > MAX_FOOTPRINT_BYTES).then(|| {
            let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
            let (needed, most) = (gib(needed), gib(MAX_FOOTPRINT_BYTES));
            format!("its contenders need {needed:.1} GiB, more than {most:.0}")
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertices, targets, coverage, .. } = self;
        write!(f, "{vertices} x {targets}, {coverage}")?;
        if self.is_sequence() { write!(f, ", {} frames", self.frames) } else { Ok(()) }
    }
}

/// As a protocol line has it.
impl FromStr for Cell {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let &[vertices, targets, coverage, frames] = words.as_slice() else {
            anyhow::bail!("a cell has 4 words, got {}", words.len());
        };
        let number = |word: &str| word.parse().with_context(|| format!("not a number: {word}"));
        Ok(Self {
            vertices: number(vertices)?,
            targets: number(targets)?,
            coverage: coverage.parse()?,
            frames: number(frames)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_measured_twice_and_quick_ones_are_those_of_the_small_mesh() {
        let (all, quick) = (Cell::all(false), Cell::all(true));
        assert!(all.iter().enumerate().all(|(at, cell)| !all[..at].contains(cell)));
        assert!(quick.iter().eq(all.iter().filter(|cell| cell.vertices == 5_000)));
    }

    #[test]
    fn half_a_million_vertices_with_256_targets_are_too_large_and_nothing_else() {
        let (left_out, measured): (Vec<Cell>, Vec<Cell>) =
            Cell::all(false).into_iter().partition(|cell| cell.too_large().is_some());
        assert!(left_out.iter().all(|c| (c.vertices, c.targets) == (500_000, 256)));
        assert_eq!((left_out.len(), measured.len()), (3, 34));
    }
}
