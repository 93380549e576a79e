//! Clips as layers.

use super::{Layer, LayerMode, begin, check_factors, check_overrides, finish};
use crate::WeightPair;
use crate::animation::{ChannelTargets, Clip, Cursor, MixError};
use alloc::vec::Vec;

/// A clip that plays as a layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClipLayer<'a> {
    /// The clip.
    pub clip: &'a Clip,
    /// When, in seconds.
    pub time: f32,
    /// What the layer does with the weights below it.
    pub mode: LayerMode,
    /// How much of it counts; what a crossfade moves.
    pub factor: f32,
    /// How much of it counts for each target: omitted ones are 0, `None` is 1 for all.
    pub mask: Option<&'a [f32]>,
}

impl<'a> ClipLayer<'a> {
    /// A clip that replaces what is below it, as far as the factor says.
    #[must_use]
    pub const fn replace(clip: &'a Clip, time: f32, factor: f32) -> Self {
        Self { clip, time, mode: LayerMode::Replace, factor, mask: None }
    }

    /// A clip that adds what it is away from its first keys.
    #[must_use]
    pub const fn add(clip: &'a Clip, time: f32, factor: f32) -> Self {
        Self { clip, time, mode: LayerMode::Add, factor, mask: None }
    }

    /// With a factor for each target besides.
    #[must_use]
    pub const fn with_mask(self, mask: &'a [f32]) -> Self {
        Self { mask: Some(mask), ..self }
    }
}

/// Mixes clips for one node. Give each node that is animated its own.
///
/// Allocates only when more targets or more tracks come than before.
///
/// # Example
/// ```
/// use morph_core::WeightPair;
/// use morph_core::animation::{
///     Clip, ClipChannel, ClipLayer, ClipMixer, Interpolation, WeightTrack,
/// };
/// let keys = [(0.0, [0.0, 0.0]), (1.0, [1.0, 0.5])];
/// let talk = WeightTrack::from_keys(Interpolation::Linear, keys)?;
/// let talk = Clip { name: None, channels: vec![ClipChannel::new(7, talk)] };
/// let blink = WeightTrack::from_keys(Interpolation::Step, [(0.0, [0.0]), (0.5, [1.0])])?;
/// let blink = Clip { name: None, channels: vec![ClipChannel::one(7, 1, blink)] };
///
/// let mut mixer = ClipMixer::default();
/// let mut weights = [0.0; 2];
/// let layers = [ClipLayer::replace(&talk, 0.5, 1.0), ClipLayer::replace(&blink, 0.5, 0.5)];
/// mixer.mix_into(7, &[], &layers, &[], &mut weights)?;
/// assert_eq!(weights, [0.5, 0.625]); // the blink leaves target 0 alone
/// mixer.mix_into(7, &[], &layers, &[WeightPair { index: 0, weight: 2.0 }], &mut weights)?;
/// assert_eq!(weights, [2.0, 0.625]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ClipMixer {
    cursors: Vec<Cursor>,
    weights: Vec<f32>,
    first: Vec<f32>,
    mask: Vec<f32>,
}

impl ClipMixer {
    /// With room for rows of so many targets, and for layers that have so many tracks together.
    #[must_use]
    pub fn new(target_count: usize, track_count: usize) -> Self {
        let zeros = || alloc::vec![0.0; target_count];
        let cursors = alloc::vec![Cursor::default(); track_count];
        Self { cursors, weights: zeros(), first: zeros(), mask: zeros() }
    }

    /// Mixes defaults, clips and overrides into the weights of a node, as [`mix_into`](super::mix_into)
    /// does with layers.
    ///
    /// A clip animates those targets that its tracks of this node hold; it leaves the others alone,
    /// so a node without a track keeps its defaults. Where two tracks of one clip hold a target, the
    /// later one counts.
    ///
    /// # Shapes
    /// As [`mix_into`](super::mix_into). A track of all weights holds all of `row`, with zeros where
    /// the track has fewer targets.
    ///
    /// # Errors
    /// [`MixError`] for a NaN time, and for a factor, a mask or an override that is not finite; the
    /// row is untouched then.
    pub fn mix_into(
        &mut self,
        node: usize,
        defaults: &[f32],
        layers: &[ClipLayer<'_>],
        overrides: &[WeightPair],
        row: &mut [f32],
    ) -> Result<(), MixError> {
        for (number, layer) in layers.iter().enumerate() {
            // spec A11
            if layer.time.is_nan() {
                return Err(MixError::NanTime { layer: number });
            }
            check_factors(number, layer.factor, layer.mask)?;
        }
        check_overrides(overrides)?;
        let track_count = layers.iter().map(|layer| layer.clip.channels.len()).sum();
        if self.cursors.len() < track_count {
            self.cursors.resize(track_count, Cursor::default());
        }
        for scratch in [&mut self.weights, &mut self.first, &mut self.mask] {
            scratch.resize(row.len(), 0.0);
        }
        begin(defaults, row);
        let mut first_cursor = 0;
        for layer in layers {
            let count = layer.clip.channels.len();
            self.sample(node, layer, first_cursor);
            first_cursor += count;
            let ClipLayer { mode, factor, .. } = *layer;
            let (weights, first, mask) = (&self.weights[..], &self.first[..], &self.mask[..]);
            Layer { mode, weights, first, factor, mask: Some(mask) }.mix(row);
        }
        finish(overrides, row);
        Ok(())
    }

    /// Weights of a layer, those of its first keys, and a mask that is 0 where it animates nothing.
    fn sample(&mut self, node: usize, layer: &ClipLayer<'_>, first_cursor: usize) {
        // spec M6, A14
        let Self { cursors, weights, first, mask } = self;
        mask.fill(0.0);
        let masked = |target| {
            layer.mask.map_or(1.0, |mask: &[f32]| mask.get(target).copied().unwrap_or(0.0))
        };
        let channels = layer.clip.channels.iter().zip(&mut cursors[first_cursor..]);
        for (channel, cursor) in channels.filter(|(channel, _)| channel.node == node) {
            let range = match channel.targets {
                ChannelTargets::All => 0..weights.len(),
                ChannelTargets::One(target) if target < weights.len() => target..target + 1,
                ChannelTargets::One(_) => continue,
            };
            channel.track.sample_at(layer.time, cursor, &mut weights[range.clone()]);
            let key = channel.track.key(0).unwrap_or_default();
            let given = first[range.clone()].iter_mut();
            for (first, key) in given.zip(key.iter().copied().chain(core::iter::repeat(0.0))) {
                *first = key;
            }
            for target in range {
                mask[target] = masked(target);
            }
        }
    }
}
