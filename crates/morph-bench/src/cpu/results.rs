//! What was measured.

use crate::cell::Cell;
use morph_bench::Coverage;

/// One contender in one round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Round {
    /// The median of its calls, in nanoseconds.
    pub(crate) ns: f64,
    /// How many calls were timed.
    pub(crate) calls: usize,
}

/// All rounds of one contender in one cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Measured {
    pub(crate) cell: Cell,
    pub(crate) contender: String,
    /// The fastest first.
    rounds: Vec<Round>,
}

impl Measured {
    /// There is one round at least.
    pub(crate) fn new(cell: Cell, contender: String, mut rounds: Vec<Round>) -> Self {
        rounds.sort_by(|a, b| a.ns.total_cmp(&b.ns));
        Self { cell, contender, rounds }
    }

    pub(crate) fn median_ns(&self) -> f64 {
        let half = self.rounds.len() / 2;
        if self.rounds.len() % 2 == 1 {
            self.rounds[half].ns
        } else {
            (self.rounds[half - 1].ns + self.rounds[half].ns) / 2.0
        }
    }

    pub(crate) fn fastest_ns(&self) -> f64 {
        self.rounds[0].ns
    }

    pub(crate) fn slowest_ns(&self) -> f64 {
        self.rounds[self.rounds.len() - 1].ns
    }

    pub(crate) fn rounds(&self) -> &[Round] {
        &self.rounds
    }
}

/// All measurements of a run, cell by cell.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) measured: Vec<Measured>,
    /// Cells that were left out, with the reason.
    pub(crate) left_out: Vec<(Cell, String)>,
}

impl Results {
    /// The time of a contender.
    pub(crate) fn ns(&self, cell: Cell, contender: &str) -> Option<f64> {
        let found = self.measured.iter().find(|m| m.cell == cell && m.contender == contender);
        found.map(Measured::median_ns)
    }

    /// The shortest time of some contenders.
    pub(crate) fn fastest_ns(&self, cell: Cell, contenders: &[&str]) -> Option<f64> {
        contenders.iter().filter_map(|c| self.ns(cell, c)).min_by(f64::total_cmp)
    }

    /// How many times as long as `than` a contender takes.
    pub(crate) fn ratio(&self, cell: Cell, contender: &str, than: &str) -> Option<f64> {
        Some(self.ns(cell, contender)? / self.ns(cell, than)?)
    }

    /// The share of the speed at which the machine reads the same memory.
    ///
    /// None where deltas are sparse: the readers leave out indices, so they read less than a blend.
    pub(crate) fn read_share(&self, cell: Cell, contender: &str) -> Option<f64> {
        if cell.coverage != Coverage::Dense {
            return None;
        }
        let read = self.fastest_ns(cell, &["read", "read.avx2", "read.single"])?;
        Some(read / self.ns(cell, contender)?)
    }

    /// The cells that were measured, in order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.measured.iter().map(|m| m.cell).collect();
        cells.dedup();
        cells
    }

    /// The contenders of some cells, each once, in order of appearance.
    pub(crate) fn contenders(&self, among: impl Fn(Cell) -> bool) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for measured in self.measured.iter().filter(|m| among(m.cell)) {
            if !names.contains(&measured.contender.as_str()) {
                names.push(&measured.contender);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Measured {
        /// One call in one round.
        pub(crate) fn once(cell: Cell, contender: &str, ns: f64) -> Self {
            Self::new(cell, contender.to_owned(), vec![Round { ns, calls: 1 }])
        }
    }

    #[test]
    fn medians_and_ratios_are_those_of_the_rounds() {
        let cell = Cell { vertices: 10, targets: 4, coverage: Coverage::Dense, frames: 1 };
        let rounds = |all: &[f64]| all.iter().map(|&ns| Round { ns, calls: 1 }).collect();
        let odd = Measured::new(cell, "naive".into(), rounds(&[30.0, 10.0, 20.0]));
        let even = Measured::new(cell, "ours".into(), rounds(&[1.0, 3.0, 4.0, 9.0]));
        assert_eq!((odd.fastest_ns(), odd.median_ns(), odd.slowest_ns()), (10.0, 20.0, 30.0));
        assert_eq!(even.median_ns(), 3.5);
        let results = Results { measured: vec![odd, even], left_out: Vec::new() };
        assert_eq!(results.ratio(cell, "naive", "ours"), Some(20.0 / 3.5));
        assert_eq!(results.ratio(cell, "naive", "luma.gl"), None);
        assert_eq!(results.contenders(|_| true), ["naive", "ours"]);
    }

    #[test]
    fn only_dense_cells_have_a_share_of_reading() {
        for (coverage, share) in
            [(Coverage::Dense, Some(0.5)), (Coverage::Percent(20), None), (Coverage::Mixed, None)]
        {
            let cell = Cell { vertices: 10, targets: 4, coverage, frames: 1 };
            let measured =
                [("read", 1.0), ("ours", 2.0)].map(|(name, ns)| Measured::once(cell, name, ns));
            let results = Results { measured: measured.into(), left_out: Vec::new() };
            assert_eq!(results.read_share(cell, "ours"), share);
        }
    }
}
