//! Layers of weights: what several clips and a hand on a slider make together.
//!
//! Bottom to top: the defaults, then layers in order, each of which replaces or adds, then overrides
//! over everything. docs/spec.md, section 9, says who wins.

mod clips;

pub use clips::{ClipLayer, ClipMixer};

use super::MixError;
use crate::WeightPair;

/// What a layer does with the weights below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LayerMode {
    /// Goes over to the layer's weights: `w + (layer - w) * factor * mask`.
    #[default]
    Replace,
    /// Adds what the layer's weights are away from its first key:
    /// `w + (layer - first) * factor * mask`.
    Add,
}

/// Weights on top of others.
///
/// # Shapes
/// `weights`: one a target; those past its end are left alone by the layer, extra ones are ignored.
/// `first`: the same at the layer's first key, for [`LayerMode::Add`]; omitted ones are 0.
/// `mask`: a factor a target; omitted ones are 0, extra ones are ignored, and `None` is 1 for all.
///
/// # Units and conventions
/// `factor` and `mask` are factors without a range. Where their product is 0 the weight below stays
/// as it is, bit for bit; where it is 1, a layer that replaces gives its own, bit for bit. A
/// crossfade is a layer that replaces, whose factor moves from 0 to 1.
///
/// # Source
/// docs/spec.md, section 9.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Layer<'a> {
    /// What the layer does.
    pub mode: LayerMode,
    /// The layer's weights.
    pub weights: &'a [f32],
    /// Its weights at its first key.
    pub first: &'a [f32],
    /// How much of it counts.
    pub factor: f32,
    /// How much of it counts for each target.
    pub mask: Option<&'a [f32]>,
}

impl<'a> Layer<'a> {
    /// A layer that replaces.
    #[must_use]
    pub const fn replace(weights: &'a [f32], factor: f32) -> Self {
        Self { mode: LayerMode::Replace, weights, first: &[], factor, mask: None }
    }

    /// A layer that adds, over its weights at its first key.
    #[must_use]
    pub const fn add(weights: &'a [f32], first: &'a [f32], factor: f32) -> Self {
        Self { mode: LayerMode::Add, weights, first, factor, mask: None }
    }

    /// With a factor for each target besides.
    #[must_use]
    pub const fn with_mask(self, mask: &'a [f32]) -> Self {
        Self { mask: Some(mask), ..self }
    }

    /// Checks the factors.
    fn check(&self, layer: usize) -> Result<(), MixError> {
        // spec M2
        check_factors(layer, self.factor, self.mask)
    }

    /// The layer over the weights below it.
    fn mix(&self, row: &mut [f32]) {
        for (target, (below, &own)) in row.iter_mut().zip(self.weights).enumerate() {
            // spec M2
            let mask = self.mask.map_or(1.0, |mask| mask.get(target).copied().unwrap_or(0.0));
            let t = f64::from(self.factor) * f64::from(mask);
            // spec M3
            if t == 0.0 {
                continue;
            }
            // spec M7, M9, E7
            let (w, layer) = (f64::from(*below), f64::from(own));
            *below = match self.mode {
                // spec M4
                LayerMode::Replace if t == 1.0 => own,
                LayerMode::Replace => (w + (layer - w) * t) as f32,
                // spec M5
                LayerMode::Add => {
                    let first = self.first.get(target).copied().unwrap_or(0.0);
                    (w + (layer - f64::from(first)) * t) as f32
                }
            };
        }
    }
}

fn check_factors(layer: usize, factor: f32, mask: Option<&[f32]>) -> Result<(), MixError> {
    if !factor.is_finite() {
        return Err(MixError::Factor { layer, factor });
    }
    match mask.unwrap_or_default().iter().enumerate().find(|(_, value)| !value.is_finite()) {
        Some((index, &value)) => Err(MixError::Mask { layer, index, value }),
        None => Ok(()),
    }
}

/// Puts one layer over a row of weights, allocating nothing.
///
/// # Shapes
/// `row`: one weight a target.
///
/// # Errors
/// [`MixError`] for a factor or a mask that is not finite, as of layer 0; the row is untouched then.
///
/// # Example
/// ```
/// use morph_core::animation::{Layer, mix_layer_into};
/// let mut row = [1.0, 1.0, 1.0];
/// mix_layer_into(&Layer::replace(&[0.0, 3.0], 0.25), &mut row)?;
/// assert_eq!(row, [0.75, 1.5, 1.0]);
/// mix_layer_into(&Layer::add(&[0.5; 3], &[0.25; 3], 1.0).with_mask(&[0.0, 2.0]), &mut row)?;
/// assert_eq!(row, [0.75, 2.0, 1.0]);
/// # Ok::<(), morph_core::animation::MixError>(())
/// ```
pub fn mix_layer_into(layer: &Layer<'_>, row: &mut [f32]) -> Result<(), MixError> {
    layer.check(0)?;
    layer.mix(row);
    Ok(())
}

/// Mixes defaults, layers and overrides into a row of weights, allocating nothing.
///
/// The row begins with the defaults, layers follow in order, bottom to top, and overrides are set
/// last: they win over everything, the later of two for one target.
///
/// # Shapes
/// `row`: one weight a target. `defaults`: omitted ones are 0, extra ones are ignored; so are
/// overrides of targets that the row has not.
///
/// # Errors
/// [`MixError`] for a factor, a mask or an override that is not finite; the row is untouched then.
/// Weights beyond f32 become infinite or NaN, which the place that takes weights refuses.
///
/// # Example
/// Two clips in a crossfade, and a slider over them:
/// ```
/// use morph_core::WeightPair;
/// use morph_core::animation::{Layer, mix_into};
/// let (walk, talk) = ([0.0, 1.0, 0.5], [1.0, 0.0, 0.5]);
/// let layers = [Layer::replace(&walk, 1.0), Layer::replace(&talk, 0.25)];
/// let slider = [WeightPair { index: 2, weight: 0.9 }];
/// let mut row = [0.0; 4];
/// mix_into(&[0.0, 0.0, 0.0, 0.125], &layers, &slider, &mut row)?;
/// assert_eq!(row, [0.25, 0.75, 0.9, 0.125]);
/// # Ok::<(), morph_core::animation::MixError>(())
/// ```
pub fn mix_into(
    defaults: &[f32],
    layers: &[Layer<'_>],
    overrides: &[WeightPair],
    row: &mut [f32],
) -> Result<(), MixError> {
    for (number, layer) in layers.iter().enumerate() {
        layer.check(number)?;
    }
    check_overrides(overrides)?;
    begin(defaults, row);
    for layer in layers {
        layer.mix(row);
    }
    finish(overrides, row);
    Ok(())
}

/// The row below all layers.
fn begin(defaults: &[f32], row: &mut [f32]) {
    // spec M1
    let given = defaults.len().min(row.len());
    row[..given].copy_from_slice(&defaults[..given]);
    row[given..].fill(0.0);
}

fn check_overrides(overrides: &[WeightPair]) -> Result<(), MixError> {
    // spec M8
    match overrides.iter().enumerate().find(|(_, pair)| !pair.weight.is_finite()) {
        Some((index, pair)) => Err(MixError::Override { index, value: pair.weight }),
        None => Ok(()),
    }
}

/// What stands over all layers.
fn finish(overrides: &[WeightPair], row: &mut [f32]) {
    // spec M8
    for pair in overrides {
        if let Some(weight) = row.get_mut(pair.index as usize) {
            *weight = pair.weight;
        }
    }
}

#[cfg(test)]
mod tests;
