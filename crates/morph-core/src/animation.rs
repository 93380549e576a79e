//! Weights over time: tracks, clips and what they are bound to.

mod clip;
mod error;
mod sink;
mod track;

pub use clip::{ChannelTargets, Clip, ClipChannel, ClipPlayer, SampledWeights, WeightBinding};
pub use error::{AnimationError, ApplyError};
pub use sink::{TrackPlayer, WeightSink};
pub use track::{Cursor, Interpolation, WeightTrack};
