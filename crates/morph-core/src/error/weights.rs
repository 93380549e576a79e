//! Weights that cannot be set.

use core::fmt;

/// A weight that cannot be set.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum WeightsError {
    /// A weight is NaN or infinite.
    NonFinite {
        /// Index of the weight.
        index: usize,
        /// The value.
        value: f32,
    },
    /// There is no target of this index.
    NoSuchTarget {
        /// The index.
        index: usize,
        /// Number of targets.
        target_count: usize,
    },
    /// No target has the name asked for.
    NoSuchName,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NonFinite { index, value } => {
                write!(f, "weights[{index}]: expected a finite number, got {value}")
            }
            Self::NoSuchTarget { index, target_count } => {
                write!(f, "weights[{index}]: there are {target_count} targets")
            }
            Self::NoSuchName => f.write_str("no target has this name"),
        }
    }
}

impl core::error::Error for WeightsError {}
