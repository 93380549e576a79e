//! Anything that has weights, and a track bound to it.

use super::{AnimationError, ApplyError, Cursor, WeightTrack};
use crate::{Weights, WeightsError};
use alloc::vec::Vec;

/// Something that is drawn with weights of its own.
///
/// An instance on a GPU, a vertex buffer that the CPU updates, a list of numbers in a test.
///
/// # Example
/// ```
/// use morph_core::WeightsError;
/// use morph_core::animation::WeightSink;
/// struct Face([f32; 2]);
/// impl WeightSink for Face {
///     type Error = WeightsError;
///     fn weights(&self) -> &[f32] {
///         &self.0
///     }
///     fn set_weights(&mut self, weights: &[f32]) -> Result<(), WeightsError> {
///         for (mine, &weight) in self.0.iter_mut().zip(weights) {
///             *mine = weight;
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait WeightSink {
    /// Why weights can be refused.
    type Error;

    /// The present weights, one a target.
    fn weights(&self) -> &[f32];

    /// Replaces all weights. Missing ones become zero, extra ones are ignored.
    ///
    /// # Errors
    /// The implementation's, for instance for a weight that is not finite.
    fn set_weights(&mut self, weights: &[f32]) -> Result<(), Self::Error>;
}

/// Only holds what was set.
impl WeightSink for Weights {
    type Error = WeightsError;

    fn weights(&self) -> &[f32] {
        self.as_slice()
    }

    fn set_weights(&mut self, weights: &[f32]) -> Result<(), WeightsError> {
        self.set_all(weights)
    }
}

/// State of one track that plays: a cursor, and room for the weights.
///
/// Give each playing thing its own. Allocates only when a longer track comes.
#[derive(Debug, Clone, Default)]
pub struct TrackPlayer {
    cursor: Cursor,
    weights: Vec<f32>,
}

impl TrackPlayer {
    /// With room for the weights of a track.
    #[must_use]
    pub fn new(track: &WeightTrack) -> Self {
        Self { cursor: Cursor::default(), weights: alloc::vec![0.0; track.target_count()] }
    }

    /// The weights of a time, one for each of the track's targets.
    ///
    /// # Errors
    /// [`AnimationError::NanTime`].
    pub fn sample(&mut self, track: &WeightTrack, time: f32) -> Result<&[f32], AnimationError> {
        self.weights.resize(track.target_count(), 0.0);
        track.sample_into(time, &mut self.cursor, &mut self.weights)?;
        Ok(&self.weights)
    }
}

impl WeightTrack {
    /// Sets the weights of a time on anything that has weights.
    ///
    /// # Errors
    /// [`ApplyError::Animation`] for a NaN time, and then nothing is set;
    /// [`ApplyError::Sink`] where the sink refuses.
    ///
    /// # Example
    /// ```
    /// use morph_core::Weights;
    /// use morph_core::animation::{Interpolation, TrackPlayer, WeightTrack};
    /// let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0]), (1.0, [1.0])])?;
    /// let (mut left, mut right) = (Weights::new(1), Weights::new(1));
    /// let mut player = TrackPlayer::new(&track);
    /// track.apply(0.25, &mut player, &mut left)?;
    /// track.apply(0.75, &mut player, &mut right)?;
    /// assert_eq!((left.as_slice(), right.as_slice()), (&[0.25][..], &[0.75][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply<S: WeightSink + ?Sized>(
        &self,
        time: f32,
        player: &mut TrackPlayer,
        sink: &mut S,
    ) -> Result<(), ApplyError<S::Error>> {
        let weights = player.sample(self, time)?;
        sink.set_weights(weights).map_err(ApplyError::Sink)
    }
}
