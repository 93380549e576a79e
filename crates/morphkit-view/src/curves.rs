//! Weights over the time of an animation, for the plot.

use crate::state::Target;
use anyhow::Result;
use morphkit_scene::scene::{Animation, Scene};

/// Times at which an animation is looked at.
const SAMPLES: usize = 160;
/// Curves that are kept, those that change most.
const CURVES: usize = 10;

/// A weight over time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Whose weight.
    pub(crate) target: Target,
    /// Seconds and weights.
    pub(crate) points: Vec<[f64; 2]>,
}

impl Curve {
    /// From the lowest to the highest weight.
    fn range(&self) -> f64 {
        let weights = self.points.iter().map(|point| point[1]);
        let (low, high) = weights
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), w| (low.min(w), high.max(w)));
        high - low
    }
}

/// The weights that an animation changes most.
///
/// # Errors
/// What is wrong with the animation.
pub(crate) fn curves(
    scene: &Scene,
    animation: &Animation,
    (start, end): (f32, f32),
) -> Result<Vec<Curve>> {
    let mut curves = Vec::new();
    for (instance, row) in scene.instances.iter().enumerate() {
        let targets = 0..row.weights.len();
        let empty = |index| Curve { target: Target { instance, index }, points: Vec::new() };
        curves.extend(targets.map(empty));
    }
    for sample in 0..SAMPLES {
        let time = start + (end - start) * sample as f32 / (SAMPLES - 1) as f32;
        let pose = scene.pose(Some((animation, time)))?;
        for (curve, &weight) in curves.iter_mut().zip(pose.weights.iter().flatten()) {
            curve.points.push([f64::from(time), f64::from(weight)]);
        }
    }
    curves.retain(|curve| curve.range() > 0.0);
    curves.sort_by(|a, b| b.range().total_cmp(&a.range()).then(a.target.cmp(&b.target)));
    curves.truncate(CURVES);
    Ok(curves)
}
