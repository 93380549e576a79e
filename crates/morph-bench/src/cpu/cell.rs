//! What is measured: meshes of some sizes, each dense and sparse.

use anyhow::{Context, Result};
use morph_bench::Workload;
use std::fmt;
use std::str::FromStr;

/// Frames of a sequence.
pub(crate) const FRAMES: usize = 64;

/// A cell whose contenders need more memory than this is not measured.
const MAX_FOOTPRINT_BYTES: u64 = 6 << 30;

/// One mesh and its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) vertices: usize,
    pub(crate) targets: usize,
    /// The share of vertices that each target moves; 100 is dense.
    pub(crate) percent: u32,
    /// One: POSITION, NORMAL and TANGENT are blended once. More: POSITION, once for each frame.
    pub(crate) frames: usize,
}

impl Cell {
    /// All cells, small meshes first.
    pub(crate) fn all(quick: bool) -> Vec<Self> {
        let sizes: &[usize] = if quick { &[5_000] } else { &[5_000, 50_000, 500_000] };
        let mut cells = Vec::new();
        for &vertices in sizes {
            for targets in [4, 52, 256] {
                for percent in [100, 20, 5] {
                    cells.push(Self { vertices, targets, percent, frames: 1 });
                }
            }
            for percent in [100, 5] {
                cells.push(Self { vertices, targets: 52, percent, frames: FRAMES });
            }
        }
        cells
    }

    pub(crate) const fn is_sequence(self) -> bool {
        self.frames > 1
    }

    pub(crate) fn workload(self) -> Workload {
        let coverage = f64::from(self.percent) / 100.0;
        if self.is_sequence() {
            Workload::sequence(self.vertices, self.targets, coverage, self.frames)
        } else {
            Workload::new(self.vertices, self.targets, coverage)
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

    pub(crate) fn coverage(self) -> String {
        if self.percent == 100 { "dense".to_owned() } else { format!("{} %", self.percent) }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vertices, targets, .. } = self;
        write!(f, "{vertices} x {targets}, {}", self.coverage())?;
        if self.is_sequence() { write!(f, ", {} frames", self.frames) } else { Ok(()) }
    }
}

/// The four numbers of a protocol line.
impl FromStr for Cell {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers: Vec<usize> = text
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| format!("not a cell: {text}"))?;
        let [vertices, targets, percent, frames] = numbers[..] else {
            anyhow::bail!("a cell has 4 numbers, got {}", numbers.len());
        };
        Ok(Self { vertices, targets, percent: u32::try_from(percent)?, frames })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_million_vertices_with_256_targets_are_too_large_and_nothing_else() {
        let (left_out, measured): (Vec<Cell>, Vec<Cell>) =
            Cell::all(false).into_iter().partition(|cell| cell.too_large().is_some());
        assert!(left_out.iter().all(|c| (c.vertices, c.targets) == (500_000, 256)));
        assert_eq!((left_out.len(), measured.len()), (3, 30));
    }
}
