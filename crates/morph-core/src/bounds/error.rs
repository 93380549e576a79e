//! Why a mesh has no box.

use super::ClusterBounds;
use crate::{BlendError, WeightsError};
use core::fmt;

/// A box that cannot be made.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum BoundsError {
    /// The base has no POSITION, or no vertex.
    NoPositions,
    /// A position is NaN or infinite.
    NonFinitePosition {
        /// The vertex.
        vertex: usize,
    },
    /// A range's lowest weight exceeds its highest.
    Range {
        /// Index of the weight.
        index: usize,
        /// Lowest weight.
        low: f32,
        /// Highest weight.
        high: f32,
    },
    /// Clusters for another number of vertices.
    ClusterCount {
        /// Vertices.
        expected: usize,
        /// Clusters' numbers found.
        found: usize,
    },
    /// More clusters than there may be.
    ClusterNumber {
        /// The vertex.
        vertex: usize,
        /// Its cluster.
        cluster: u32,
    },
    /// A cluster below the last one has no vertex.
    EmptyCluster {
        /// The cluster.
        cluster: usize,
    },
    /// Base and targets do not fit each other, or a weight is not finite.
    Blend(BlendError),
}

impl fmt::Display for BoundsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPositions => f.write_str("POSITION: expected at least 1 vertex, got 0"),
            Self::NonFinitePosition { vertex } => {
                write!(f, "POSITION: vertex {vertex} is not finite")
            }
            Self::Range { index, low, high } => {
                write!(f, "weights[{index}]: lowest {low} exceeds highest {high}")
            }
            Self::ClusterCount { expected, found } => {
                write!(f, "clusters: expected one for each of {expected} vertices, got {found}")
            }
            Self::ClusterNumber { vertex, cluster } => {
                let last = ClusterBounds::MAX_CLUSTERS - 1;
                write!(f, "clusters[{vertex}]: expected at most {last}, got {cluster}")
            }
            Self::EmptyCluster { cluster } => {
                write!(f, "clusters: expected a vertex in each, got none in {cluster}")
            }
            Self::Blend(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BoundsError {}

impl From<BlendError> for BoundsError {
    fn from(error: BlendError) -> Self {
        Self::Blend(error)
    }
}

impl From<WeightsError> for BoundsError {
    fn from(error: WeightsError) -> Self {
        Self::Blend(error.into())
    }
}
