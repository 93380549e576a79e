//! What is measured: meshes of some sizes, how much of them moves, and how many instances there are.

use std::fmt;

/// Which vertices a target moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Moved {
    /// So many in a hundred, in runs of 96 neighbours.
    Runs(u32),
    /// So many in a hundred, each by itself.
    Scattered(u32),
}

impl Moved {
    /// The share, 0 to 1.
    pub(crate) const fn percent(self) -> u32 {
        match self {
            Self::Runs(percent) | Self::Scattered(percent) => percent,
        }
    }

    /// Neighbours that move together.
    pub(crate) const fn run(self) -> usize {
        match self {
            Self::Runs(_) => 96,
            Self::Scattered(_) => 1,
        }
    }
}

/// Where a mesh comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// Noise of a given coverage.
    Made,
    /// The generated head.
    Head,
    /// The primitive with the most deltas of a file.
    File,
}

/// One mesh, its weights and its instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    pub(crate) source: Source,
    pub(crate) vertices: usize,
    pub(crate) targets: usize,
    /// Targets whose weight is not zero, in every instance other ones.
    pub(crate) active: usize,
    pub(crate) moved: Moved,
    pub(crate) instances: usize,
}

impl Case {
    /// One instance.
    pub(crate) const fn one(vertices: usize, targets: usize, active: usize, moved: Moved) -> Self {
        Self { source: Source::Made, vertices, targets, active, moved, instances: 1 }
    }

    /// The cases of the full run, small meshes first: single meshes, scattered ones, crowds.
    pub(crate) fn all() -> Vec<Self> {
        let mut cases = Vec::new();
        for (vertices, targets) in
            [(20_000, 4), (20_000, 52), (20_000, 256), (100_000, 4), (100_000, 52), (100_000, 256)]
                .into_iter()
                .chain([(1_000_000, 4), (1_000_000, 52)])
        {
            for active in [13, targets] {
                for percent in [5, 20, 100] {
                    if active <= targets {
                        cases.push(Self::one(vertices, targets, active, Moved::Runs(percent)));
                    }
                }
            }
        }
        cases.push(Self::one(100_000, 52, 52, Moved::Scattered(5)));
        for (vertices, instances) in [(5_000, 64), (20_000, 64), (20_000, 512)] {
            for active in [13, 52] {
                for percent in [5, 20, 100] {
                    let case = Self::one(vertices, 52, active, Moved::Runs(percent));
                    cases.push(Self { instances, ..case });
                }
            }
        }
        cases
    }

    /// The cases of the quick run: every kernel once, on meshes that a software adapter can do.
    pub(crate) fn quick() -> Vec<Self> {
        let few = Self::one(2_000, 52, 13, Moved::Runs(20));
        vec![
            Self::one(2_000, 4, 4, Moved::Runs(100)),
            few,
            Self::one(2_000, 52, 52, Moved::Scattered(5)),
            Self { vertices: 700, instances: 20, ..few },
        ]
    }

    /// Bytes of a dense copy of the deltas, in so many bytes a vertex and target.
    pub(crate) const fn dense_bytes(self, each: u64) -> u64 {
        self.vertices as u64 * self.targets as u64 * each
    }

    /// Bytes of one output in the pool's arena: POSITION and NORMAL.
    pub(crate) const fn output_bytes(self) -> u64 {
        self.vertices as u64 * 24
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, vertices, targets, active, moved, instances } = self;
        match source {
            Source::Made => {}
            Source::Head => f.write_str("head ")?,
            Source::File => f.write_str("file ")?,
        }
        if *instances > 1 {
            write!(f, "{instances} x ")?;
        }
        write!(f, "{vertices}/{targets}/{active}/{} %", moved.percent())?;
        match moved {
            Moved::Runs(_) => Ok(()),
            Moved::Scattered(_) => f.write_str(" scattered"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_case_is_measured_twice() {
        for cases in [Case::all(), Case::quick()] {
            assert!(cases.iter().enumerate().all(|(at, case)| !cases[..at].contains(case)));
            assert!(cases.iter().all(|case| case.active <= case.targets));
        }
    }

    #[test]
    fn a_case_is_called_by_vertices_targets_active_ones_and_coverage() {
        let one = Case::one(20_000, 52, 13, Moved::Runs(5));
        assert_eq!(one.to_string(), "20000/52/13/5 %");
        let crowd = Case { instances: 512, moved: Moved::Scattered(5), ..one };
        assert_eq!(crowd.to_string(), "512 x 20000/52/13/5 % scattered");
    }
}
