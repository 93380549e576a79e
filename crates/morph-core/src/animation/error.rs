//! What can be wrong with a track, with a time, with layers, and with the place where weights go.

use core::fmt;

/// A track that cannot be made, or a time that cannot be sampled.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AnimationError {
    /// The track has no key.
    NoKeys,
    /// A key's time is NaN or infinite.
    NonFiniteTime {
        /// Index of the key.
        key: usize,
        /// The time.
        time: f32,
    },
    /// Times do not increase strictly.
    TimeNotIncreasing {
        /// Index of the key.
        key: usize,
        /// Time of the key before it.
        before: f32,
        /// Time of the key.
        time: f32,
    },
    /// The number of values is not keys times targets, times three for cubic splines.
    ValueCount {
        /// Number of keys.
        key_count: usize,
        /// Number of targets.
        target_count: usize,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// One key has another number of values than the first.
    KeyLength {
        /// Index of the key.
        key: usize,
        /// Floats expected.
        expected: usize,
        /// Floats found.
        found: usize,
    },
    /// A value or a tangent is NaN or infinite.
    NonFiniteValue {
        /// Index in the list of values.
        index: usize,
        /// The value.
        value: f32,
    },
    /// The time asked for is NaN.
    NanTime,
}

impl fmt::Display for AnimationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeys => f.write_str("times: expected at least 1 key, got 0"),
            Self::NonFiniteTime { key, time } => {
                write!(f, "times[{key}]: expected a finite number, got {time}")
            }
            Self::TimeNotIncreasing { key, before, time } => {
                write!(f, "times[{key}]: {time} does not exceed {before} before it")
            }
            Self::ValueCount { key_count, target_count, expected, found } => write!(
                f,
                "values: expected {expected} floats for {key_count} keys of {target_count} targets, got {found}"
            ),
            Self::KeyLength { key, expected, found } => {
                write!(f, "keys[{key}]: expected {expected} floats, got {found}")
            }
            Self::NonFiniteValue { index, value } => {
                write!(f, "values[{index}]: expected a finite number, got {value}")
            }
            Self::NanTime => f.write_str("time: expected a number, got NaN"),
        }
    }
}

impl core::error::Error for AnimationError {}

/// Weights that could not be sampled, or that their place refused.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ApplyError<E> {
    /// Sampling failed.
    Animation(AnimationError),
    /// The place refused the weights.
    Sink(E),
}

impl<E: fmt::Display> fmt::Display for ApplyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Animation(error) => error.fmt(f),
            Self::Sink(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for ApplyError<E> {}

impl<E> From<AnimationError> for ApplyError<E> {
    fn from(error: AnimationError) -> Self {
        Self::Animation(error)
    }
}

/// A batch of samples that cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// The time of a sample is NaN.
    NanTime {
        /// Number of the sample.
        sample: usize,
    },
    /// There is no such track.
    NoSuchTrack {
        /// Number of the sample.
        sample: usize,
        /// The track it asks for.
        track: usize,
        /// Number of tracks.
        track_count: usize,
    },
    /// There is no such row.
    NoSuchRow {
        /// Number of the sample.
        sample: usize,
        /// The row it asks for.
        row: usize,
        /// Number of rows.
        row_count: usize,
    },
    /// Rows are longer than the way from one to the next, or there is no way at all.
    Stride {
        /// Weights of a row.
        columns: usize,
        /// Weights from one row to the next.
        stride: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NanTime { sample } => {
                write!(f, "samples[{sample}].time: expected a number, got NaN")
            }
            Self::NoSuchTrack { sample, track, track_count } => {
                write!(f, "samples[{sample}].track: {track}: there are {track_count} tracks")
            }
            Self::NoSuchRow { sample, row, row_count } => {
                write!(f, "samples[{sample}].row: {row}: there are {row_count} rows")
            }
            Self::Stride { columns, stride } => {
                let least = (*columns).max(1);
                write!(f, "stride: expected at least {least} for rows of {columns}, got {stride}")
            }
        }
    }
}

impl core::error::Error for BatchError {}

/// Layers that cannot be mixed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum MixError {
    /// The time of a clip is NaN.
    NanTime {
        /// Number of the layer.
        layer: usize,
    },
    /// A factor is NaN or infinite.
    Factor {
        /// Number of the layer.
        layer: usize,
        /// The factor.
        factor: f32,
    },
    /// A mask is NaN or infinite somewhere.
    Mask {
        /// Number of the layer.
        layer: usize,
        /// Index in the mask.
        index: usize,
        /// The value.
        value: f32,
    },
    /// An override is NaN or infinite.
    Override {
        /// Index in the list of overrides.
        index: usize,
        /// The value.
        value: f32,
    },
}

impl fmt::Display for MixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NanTime { layer } => {
                write!(f, "layers[{layer}].time: expected a number, got NaN")
            }
            Self::Factor { layer, factor } => {
                write!(f, "layers[{layer}].factor: expected a finite number, got {factor}")
            }
            Self::Mask { layer, index, value } => {
                write!(f, "layers[{layer}].mask[{index}]: expected a finite number, got {value}")
            }
            Self::Override { index, value } => {
                write!(f, "overrides[{index}]: expected a finite number, got {value}")
            }
        }
    }
}

impl core::error::Error for MixError {}
