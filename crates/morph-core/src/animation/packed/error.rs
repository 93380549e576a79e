//! What can be wrong with tracks for shaders, and with crowds.

use core::fmt;

/// Tracks that a shader cannot sample, or a crowd that does not fit its rows.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum PackTracksError {
    /// Two keys are too near or too far for f32.
    Distance {
        /// Number of the track.
        track: usize,
        /// The later one of the two keys.
        key: usize,
        /// How far they are apart.
        seconds: f64,
    },
    /// Weights, and tangents times the keys' distance, add up beyond f32.
    Range {
        /// Number of the track.
        track: usize,
        /// The earlier one of two keys.
        key: usize,
        /// The target.
        target: usize,
    },
    /// There are more words than a shader counts.
    Words {
        /// Number of the track that no longer fits.
        track: usize,
        /// Most words.
        limit: u64,
    },
    /// Words for a crowd of another size.
    Destination {
        /// Words expected.
        expected: u64,
        /// Words found.
        found: u64,
    },
}

impl fmt::Display for PackTracksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Distance { track, key, seconds } => write!(
                f,
                "tracks[{track}].times[{key}]: expected 2^-100 to 2^100 seconds after the key \
                 before it, got {seconds:e}"
            ),
            Self::Range { track, key, target } => write!(
                f,
                "tracks[{track}]: keys {key} and {}, target {target}: expected weights and tangents \
                 that add up to a finite number, got more",
                key + 1
            ),
            Self::Words { track, limit } => {
                write!(f, "tracks[{track}]: expected at most {limit} words for all, got more")
            }
            Self::Destination { expected, found } => {
                write!(f, "crowd: expected {expected} words, got {found}")
            }
        }
    }
}

impl core::error::Error for PackTracksError {}
