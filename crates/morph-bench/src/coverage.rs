//! How much of a mesh its targets move.

use anyhow::{Context as _, Error};
use std::fmt;
use std::str::FromStr;

/// The share of vertices that each target moves.
///
/// Reads back from its text, with or without the space: `dense`, `5 %`, `mixed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// All of them; every delta is stored.
    Dense,
    /// So many in a hundred; only their deltas are stored.
    Percent(u32),
    /// All of them, but for the middle one of the targets, which moves 5 %.
    Mixed,
}

impl Coverage {
    /// The percent of vertices that one of the targets moves.
    #[must_use]
    pub const fn percent(self, target: usize, target_count: usize) -> u32 {
        match self {
            Self::Dense => 100,
            Self::Percent(percent) => percent,
            Self::Mixed if target == target_count / 2 => 5,
            Self::Mixed => 100,
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dense => f.write_str("dense"),
            Self::Percent(percent) => write!(f, "{percent} %"),
            Self::Mixed => f.write_str("mixed"),
        }
    }
}

impl FromStr for Coverage {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(match text {
            "dense" => Self::Dense,
            "mixed" => Self::Mixed,
            _ => {
                let percent = text.strip_suffix('%').map(str::trim_end);
                let percent = percent.with_context(|| format!("no coverage: {text}"))?;
                Self::Percent(percent.parse().with_context(|| format!("no coverage: {text}"))?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coverage_reads_back_from_its_text() {
        for coverage in [Coverage::Dense, Coverage::Percent(20), Coverage::Mixed] {
            assert_eq!(coverage.to_string().parse::<Coverage>().unwrap(), coverage);
        }
        assert_eq!("5%".parse::<Coverage>().unwrap(), Coverage::Percent(5));
        for broken in ["", "sparse", "5", "%", "-5 %"] {
            assert!(broken.parse::<Coverage>().is_err(), "{broken}");
        }
    }

    #[test]
    fn one_target_of_a_mixed_mesh_is_sparse() {
        let sparse = |&target: &usize| Coverage::Mixed.percent(target, 52) < 100;
        assert_eq!((0..52).filter(sparse).collect::<Vec<_>>(), [26]);
    }
}
