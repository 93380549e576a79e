//! One drawn copy of a primitive whose vertices the CPU blends.

use crate::animation::WeightSink;
use crate::{BlendError, MorphTargets, Normalize, VertexAttributes, blend_into, check_finite};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Weights and blended vertices of its own, over a base and targets that are shared.
///
/// A track or a clip plays on it through [`WeightSink`]. Setting weights blends anew from the
/// base, unless they are the ones already set.
///
/// # Example
/// ```
/// use morph_core::animation::WeightSink;
/// use morph_core::{Attribute, CpuInstance, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_positions(&[[0.0; 3]])?;
/// let up = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]]));
/// let targets = MorphTargets::new(1, vec![up])?.expect("one target");
/// let mut left = CpuInstance::new(base.into(), targets, Normalize::Yes)?;
/// let mut right = left.clone();
/// left.set_weights(&[0.25])?;
/// right.set_weights(&[0.75])?;
/// assert_eq!(left.vertices().positions(), Some(&[[0.0, 0.25, 0.0]][..]));
/// assert_eq!(right.vertices().positions(), Some(&[[0.0, 0.75, 0.0]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct CpuInstance {
    base: Arc<VertexAttributes>,
    targets: MorphTargets,
    normalize: Normalize,
    weights: Vec<f32>,
    vertices: VertexAttributes,
}

impl CpuInstance {
    /// All weights zero.
    ///
    /// # Errors
    /// [`BlendError::VertexCount`] where base and targets differ.
    pub fn new(
        base: Arc<VertexAttributes>,
        targets: MorphTargets,
        normalize: Normalize,
    ) -> Result<Self, BlendError> {
        // spec B16
        let weights = vec![0.0; targets.target_count()];
        let mut vertices = VertexAttributes::clone(&base);
        blend_into(&base, &targets, &weights, normalize, &mut vertices)?;
        Ok(Self { base, targets, normalize, weights, vertices })
    }

    /// The vertices, blended with the present weights.
    #[must_use]
    pub const fn vertices(&self) -> &VertexAttributes {
        &self.vertices
    }

    /// The shared base.
    #[must_use]
    pub const fn base(&self) -> &Arc<VertexAttributes> {
        &self.base
    }

    /// The shared targets.
    #[must_use]
    pub const fn targets(&self) -> &MorphTargets {
        &self.targets
    }
}

impl WeightSink for CpuInstance {
    type Error = BlendError;

    fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Sets all weights and blends; allocates nothing.
    ///
    /// # Errors
    /// [`BlendError::Weights`] for a weight that is not finite; nothing changes then.
    fn set_weights(&mut self, weights: &[f32]) -> Result<(), BlendError> {
        check_finite(weights)?;
        let given = weights.len().min(self.weights.len());
        let (mine, rest) = self.weights.split_at_mut(given);
        if mine == &weights[..given] && rest.iter().all(|&w| w == 0.0) {
            return Ok(());
        }
        mine.copy_from_slice(&weights[..given]);
        rest.fill(0.0);
        blend_into(&self.base, &self.targets, &self.weights, self.normalize, &mut self.vertices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{ApplyError, Interpolation, TrackPlayer, WeightTrack};
    use crate::{Attribute, Deltas, TargetDeltas, WeightsError, blend};

    fn instance() -> CpuInstance {
        let base = VertexAttributes::new(1)
            .with_positions(&[[1.0, 2.0, 3.0]])
            .unwrap()
            .with_normals(&[[0.0, 0.0, 1.0]])
            .unwrap();
        let target = |x| {
            TargetDeltas::new()
                .with(Attribute::Position, Deltas::from_vec3(&[[x, 0.0, 0.0]]))
                .with(Attribute::Normal, Deltas::from_vec3(&[[x, 0.0, 0.0]]))
        };
        let targets = MorphTargets::new(1, vec![target(1.0), target(-3.0)]).unwrap().unwrap();
        CpuInstance::new(base.into(), targets, Normalize::Yes).unwrap()
    }

    #[test]
    fn one_track_at_two_times_shows_two_shapes() {
        let keys = [(0.0, [0.0, 1.0]), (1.0, [1.0, 0.0])];
        let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
        let (mut left, mut right) = (instance(), instance());
        let mut player = TrackPlayer::new(&track);
        track.apply(0.25, &mut player, &mut left).unwrap();
        track.apply(0.75, &mut player, &mut right).unwrap();
        for (shown, weights) in [(&left, [0.25, 0.75]), (&right, [0.75, 0.25])] {
            assert_eq!(shown.weights(), weights);
            let expected = blend(&shown.base, &shown.targets, &weights, Normalize::Yes).unwrap();
            assert_eq!(shown.vertices(), &expected);
        }
        assert_ne!(left.vertices(), right.vertices());
    }

    #[test]
    fn each_blend_starts_from_the_base() {
        let mut instance = instance();
        let still = instance.vertices().clone();
        for weights in [&[1.0, 0.5][..], &[2.0], &[]] {
            instance.set_weights(weights).unwrap();
        }
        assert_eq!((instance.weights(), instance.vertices()), (&[0.0; 2][..], &still));
    }

    #[test]
    fn a_refused_weight_changes_nothing() {
        let mut instance = instance();
        instance.set_weights(&[0.5, 0.5]).unwrap();
        let before = instance.vertices().clone();
        let error = instance.set_weights(&[1.0, f32::INFINITY]).unwrap_err();
        let value = f32::INFINITY;
        assert_eq!(error, BlendError::Weights(WeightsError::NonFinite { index: 1, value }));
        assert_eq!((instance.weights(), instance.vertices()), (&[0.5, 0.5][..], &before));
        // A spline may overshoot f32; the instance then refuses what the track gives.
        let huge = [-f32::MAX, f32::MAX, f32::MAX];
        let track = WeightTrack::from_keys(Interpolation::CubicSpline, [(0.0, huge), (9.0, huge)]);
        let result = track.unwrap().apply(2.0, &mut TrackPlayer::default(), &mut instance);
        assert!(matches!(result, Err(ApplyError::Sink(BlendError::Weights(_)))), "{result:?}");
    }
}
