//! Weights over time: tracks, clips, what they are bound to, and layers of them.

mod batch;
mod clip;
mod error;
mod mix;
pub mod packed;
mod sink;
mod track;

pub use batch::{BatchSample, WeightRows, sample_batch_into};
pub use clip::{ChannelTargets, Clip, ClipChannel, ClipPlayer, SampledWeights, WeightBinding};
pub use error::{AnimationError, ApplyError, BatchError, MixError};
pub use mix::{ClipLayer, ClipMixer, Layer, LayerMode, mix_into, mix_layer_into};
pub use packed::{PackTracksError, PackedTracks, Player};
pub use sink::{TrackPlayer, WeightSink};
pub use track::{Cursor, Interpolation, WeightTrack};
