//! Clips: tracks for nodes, bound to whatever shows those nodes.

use super::{AnimationError, ApplyError, Cursor, WeightTrack};
use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

/// Which of a node's weights a track holds.
///
/// # Source
/// glTF 2.0, section 3.11 "Animations"; `KHR_animation_pointer`, `/nodes/{}/weights/{}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChannelTargets {
    /// All of them, one for each target.
    #[default]
    All,
    /// The weight of one target; the track has this one only, and the others are left alone.
    One(usize),
}

impl ChannelTargets {
    /// Weights to sample where that many are taken.
    const fn sampled(self, target_count: usize) -> usize {
        match self {
            Self::All => target_count,
            Self::One(_) => 1,
        }
    }
}

/// One track of a clip and what it animates.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipChannel {
    /// Index of the node.
    pub node: usize,
    /// Which of the node's weights the track holds.
    pub targets: ChannelTargets,
    /// The weights over time.
    pub track: WeightTrack,
}

impl ClipChannel {
    /// All weights of a node's mesh.
    #[must_use]
    pub const fn new(node: usize, track: WeightTrack) -> Self {
        Self { node, targets: ChannelTargets::All, track }
    }

    /// The weight of one target; of the track the first weight counts.
    #[must_use]
    pub const fn one(node: usize, target: usize, track: WeightTrack) -> Self {
        Self { node, targets: ChannelTargets::One(target), track }
    }
}

/// What a clip sets on one binding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SampledWeights<'a> {
    /// All weights, as many as the binding takes.
    All(&'a [f32]),
    /// One weight; the others stay as they are.
    One {
        /// Index of the target, below what the binding takes.
        target: usize,
        /// Its weight.
        weight: f32,
    },
}

impl<'a> SampledWeights<'a> {
    /// Writes them over a row of weights; what does not fit into it is left out.
    pub fn write_into(&self, row: &mut [f32]) {
        let first = match self {
            Self::All(_) => 0,
            Self::One { target, .. } => *target,
        };
        for (old, new) in row.iter_mut().skip(first).zip(self.as_slice()) {
            *old = *new;
        }
    }

    /// The weights that are set.
    #[must_use]
    pub const fn as_slice(&self) -> &[f32] {
        match self {
            Self::All(weights) => weights,
            Self::One { weight, .. } => core::slice::from_ref(weight),
        }
    }

    /// What a channel sets where `target_count` weights are taken, `None` where that is nothing.
    fn new(targets: ChannelTargets, sampled: &'a [f32], target_count: usize) -> Option<Self> {
        match targets {
            ChannelTargets::All => Some(Self::All(&sampled[..target_count])),
            ChannelTargets::One(target) => {
                (target < target_count).then(|| Self::One { target, weight: sampled[0] })
            }
        }
    }
}

/// An animation's weight tracks. Needs no skeleton and no other tracks.
///
/// # Example
/// ```
/// use morph_core::animation::{
///     Clip, ClipChannel, ClipPlayer, Interpolation, WeightBinding, WeightTrack,
/// };
/// let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [0.0]), (1.0, [1.0])])?;
/// let clip = Clip { name: None, channels: vec![ClipChannel::new(7, track)] };
/// let bindings = [WeightBinding { node: 7, target_count: 1, handle: "face" }];
/// let mut player = ClipPlayer::new(&clip, &bindings);
/// let mut face = [0.0];
/// clip.apply(0.5, &bindings, &mut player, |&handle, sampled| {
///     assert_eq!(handle, "face");
///     sampled.write_into(&mut face);
/// })?;
/// assert_eq!(face, [0.5]);
/// # Ok::<(), morph_core::animation::AnimationError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clip {
    /// The clip's name, where it has one.
    pub name: Option<String>,
    /// The tracks. Where two animate the same weight, both are played and the later one wins.
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
        // A track of one weight needs room for it even where nothing takes it.
        let weights = bindings.iter().map(|b| b.target_count).max().map_or(0, |most| most.max(1));
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

    /// Hands the weights of a time to `set`, once for each track and binding of its node.
    ///
    /// Bindings whose node has no track are left alone, and tracks whose node has no binding are
    /// skipped.
    ///
    /// # Shapes
    /// A track of all weights sets exactly `target_count` weights of the binding: cut where the
    /// track has more targets, filled with zeros where it has fewer. A track of one weight sets
    /// nothing where the binding has no such target.
    ///
    /// # Errors
    /// [`AnimationError::NanTime`]; nothing is set then.
    pub fn apply<H>(
        &self,
        time: f32,
        bindings: &[WeightBinding<H>],
        player: &mut ClipPlayer,
        mut set: impl FnMut(&H, SampledWeights<'_>),
    ) -> Result<(), AnimationError> {
        let done = self.try_apply(time, bindings, player, |handle, sampled| {
            set(handle, sampled);
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
        mut set: impl FnMut(&H, SampledWeights<'_>) -> Result<(), E>,
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
            let longest = channel.targets.sampled(longest);
            if player.weights.len() < longest {
                player.weights.resize(longest, 0.0);
            }
            let weights = &mut player.weights[..longest];
            channel.track.sample_into(time, cursor, weights)?;
            for binding in bound() {
                let count = binding.target_count;
                if let Some(sampled) = SampledWeights::new(channel.targets, weights, count) {
                    set(&binding.handle, sampled).map_err(ApplyError::Sink)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
