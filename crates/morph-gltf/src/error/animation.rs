//! Errors of loading animations.

use super::{AccessorError, fatal};
use crate::finding::{Code, Finding};
use morph_core::animation::AnimationError as TrackError;
use thiserror::Error;

/// An animation that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum AnimationError {
    /// There is no such animation, sampler or node.
    #[error("{place}{kind}[{index}]: there are {count}")]
    NoSuch {
        /// Where, with a colon and a space; empty where the caller names it.
        place: String,
        /// What is named: `nodes`, `samplers`.
        kind: &'static str,
        /// The index that is named.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// An accessor cannot be decoded.
    #[error("{place}: {reason}")]
    Accessor {
        /// Where.
        place: String,
        /// Why.
        reason: AccessorError,
    },
    /// An accessor's type is not possible at this place.
    #[error("{place}: accessors[{accessor}]: expected {expected}, got {found}")]
    Format {
        /// Where.
        place: String,
        /// Index of the accessor.
        accessor: usize,
        /// Types that are possible.
        expected: &'static str,
        /// The type.
        found: String,
    },
    /// The interpolation is none of LINEAR, STEP and CUBICSPLINE.
    #[error("{place}.interpolation: expected LINEAR, STEP or CUBICSPLINE, got {found:?}")]
    Interpolation {
        /// The sampler.
        place: String,
        /// The interpolation.
        found: String,
    },
    /// The first key lies before time 0.
    #[error("{place}.input: expected times from 0 on, got {time}")]
    NegativeTime {
        /// The sampler.
        place: String,
        /// The time.
        time: f32,
    },
    /// Times or values do not fit each other, or are not finite.
    #[error("{place}: {reason}")]
    Track {
        /// The channel.
        place: String,
        /// Why.
        reason: TrackError,
    },
    /// Decoding would take far more memory than the file has bytes.
    #[error("{place}: expected at most {limit} bytes of keys, got {needed}")]
    Limit {
        /// The channel.
        place: String,
        /// Most bytes.
        limit: u64,
        /// Bytes needed.
        needed: u64,
    },
    /// A recoverable finding under [`Strictness::Strict`](crate::Strictness::Strict).
    #[error("{0}")]
    Strict(Finding),
}

impl From<Finding> for AnimationError {
    fn from(finding: Finding) -> Self {
        Self::Strict(finding)
    }
}

impl AnimationError {
    /// The error as a finding.
    #[must_use]
    pub fn finding(&self) -> Finding {
        let code = match self {
            Self::Strict(finding) => return finding.clone(),
            Self::NoSuch { .. } => Code::UnresolvedReference,
            Self::Accessor { reason, .. } => reason.code(),
            Self::Format { .. } => Code::SamplerInvalidFormat,
            Self::Interpolation { .. } => Code::InvalidInterpolation,
            Self::Track { reason: TrackError::ValueCount { .. }, .. } => Code::SamplerOutputCount,
            Self::Track { reason: TrackError::NonFiniteValue { .. }, .. } => {
                Code::AccessorInvalidFloat
            }
            Self::NegativeTime { .. } | Self::Track { .. } => Code::SamplerInvalidInput,
            Self::Limit { .. } => Code::LimitExceeded,
        };
        fatal(code, self)
    }
}
