//! Clips: tracks for nodes, bound to whatever shows those nodes.

use super::{AnimationError, ApplyError, Cursor, WeightTrack};
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

/// One track of a clip and the node that it animates.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipChannel {
    /// Index of the node.
    pub node: usize,
    /// The weights of the node's mesh over time.
    pub track: WeightTrack,
}

/// An animation's weight tracks. Needs no skeleton and no other tracks.
///
/// # Example
/// ```
/// use morph_core::animation::{
///     Clip, ClipChannel, ClipPlayer, Interpolation, WeightBinding, WeightTrack,
/// };
/// let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0]), (1.0, [1.0])])?;
/// let clip = Clip { name: None, channels: vec![ClipChannel { node: 7, track }] };
/// let bindings = [WeightBinding { node: 7, target_count: 1, handle: "face" }];
/// let mut player = ClipPlayer::new(&clip, &bindings);
/// clip.apply(0.5, &bindings, &mut player, |&handle, weights| {
///     assert_eq!((handle, weights), ("face", &[0.5][..]));
/// })?;
/// # Ok::<(), morph_core::animation::AnimationError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clip {
    /// The clip's name, where it has one.
    pub name: Option<String>,
    /// The tracks. Where two animate the same node, both are played and the later one wins.
    pub channels: Vec<ClipChannel>,
}

/// What shows a node's mesh: an instance with weights of its own.
///
/// What a handle is, is the caller's: an id of a GPU pool, an index, a name. One node may have
/// several bindings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightBinding<H> {
    /// Index of the node.
    pub node: usize,
    /// Number of weights that the handle takes.
    pub target_count: usize,
    /// The caller's handle.
    pub handle: H,
}

/// State of one clip that plays: a cursor a track, and room for the weights.
///
/// Give each playing clip its own. Allocates only when a larger clip or binding comes.
#[derive(Debug, Clone, Default)]
pub struct ClipPlayer {
    cursors: Vec<Cursor>,
    weights: Vec<f32>,
}

impl ClipPlayer {
    /// With room for a clip and its bindings.
    #[must_use]
    pub fn new<H>(clip: &Clip, bindings: &[WeightBinding<H>]) -> Self {
        let weights = bindings.iter().map(|b| b.target_count).max().unwrap_or(0);
        Self {
            cursors: alloc::vec![Cursor::default(); clip.channels.len()],
            weights: alloc::vec![0.0; weights],
        }
    }
}

impl Clip {
    /// Time of the first key in seconds, `None` without tracks.
    #[must_use]
    pub fn start(&self) -> Option<f32> {
        self.channels.iter().map(|c| c.track.start()).reduce(f32::min)
    }

    /// Time of the last key in seconds, `None` without tracks.
    #[must_use]
    pub fn end(&self) -> Option<f32> {
        self.channels.iter().map(|c| c.track.end()).reduce(f32::max)
    }

    /// Hands the weights of a time to `set`, once for each binding of an animated node.
    ///
    /// Bindings whose node has no track are left alone, and tracks whose node has no binding are
    /// skipped.
    ///
    /// # Shapes
    /// `set` gets exactly `target_count` weights of the binding: cut where the track has more
    /// targets, filled with zeros where it has fewer.
    ///
    /// # Errors
    /// [`AnimationError::NanTime`]; nothing is set then.
    pub fn apply<H>(
        &self,
        time: f32,
        bindings: &[WeightBinding<H>],
        player: &mut ClipPlayer,
        mut set: impl FnMut(&H, &[f32]),
    ) -> Result<(), AnimationError> {
        let done = self.try_apply(time, bindings, player, |handle, weights| {
            set(handle, weights);
            Ok::<(), Infallible>(())
        });
        done.map_err(|error| match error {
            ApplyError::Animation(error) => error,
            ApplyError::Sink(never) => match never {},
        })
    }

    /// As [`Clip::apply`], where setting can fail; stops at the first failure.
    ///
    /// # Errors
    /// [`ApplyError::Animation`] for a NaN time, and then nothing is set;
    /// [`ApplyError::Sink`] with what `set` returned.
    pub fn try_apply<H, E>(
        &self,
        time: f32,
        bindings: &[WeightBinding<H>],
        player: &mut ClipPlayer,
        mut set: impl FnMut(&H, &[f32]) -> Result<(), E>,
    ) -> Result<(), ApplyError<E>> {
        // spec A14
        if time.is_nan() {
            return Err(ApplyError::Animation(AnimationError::NanTime));
        }
        player.cursors.resize(self.channels.len(), Cursor::default());
        for (channel, cursor) in self.channels.iter().zip(&mut player.cursors) {
            let bound = || bindings.iter().filter(|b| b.node == channel.node);
            let Some(longest) = bound().map(|b| b.target_count).max() else {
                continue;
            };
            if player.weights.len() < longest {
                player.weights.resize(longest, 0.0);
            }
            channel.track.sample_into(time, cursor, &mut player.weights[..longest])?;
            for binding in bound() {
                set(&binding.handle, &player.weights[..binding.target_count])
                    .map_err(ApplyError::Sink)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
