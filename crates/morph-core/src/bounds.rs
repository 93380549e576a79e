//! Boxes around a morphed mesh, without blending it.

mod aabb;
mod cluster;
mod error;
mod record;

pub use aabb::Aabb;
pub use cluster::{CLUSTER_BOX_FLOATS, ClusterBounds};
pub use error::BoundsError;
pub use record::{BoxRecord, ClusterUniform};

use crate::blend::{check, fill};
use crate::{Attribute, MorphTargets, Normalize, VertexAttributes, WeightsError, check_finite};
use alloc::vec::Vec;

/// The box of a mesh for any weights, in time proportional to the number of targets.
///
/// Made once for a base and its targets; holds two corners a target.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphBounds, MorphTargets, TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [1.0; 3]])?;
/// let up = Deltas::from_vec3(&[[0.0, 2.0, 0.0], [0.0, 1.0, 0.0]]);
/// let targets =
///     MorphTargets::new(2, vec![TargetDeltas::new().with(Attribute::Position, up)])?.unwrap();
/// let bounds = MorphBounds::new(&base, &targets)?;
/// let at_half = bounds.bounds(&[0.5])?;
/// assert!(at_half.contains([0.0, 1.0, 0.0]) && at_half.contains([1.0, 1.5, 1.0]));
/// assert!(at_half.max[1] < 2.001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MorphBounds {
    base: Aabb,
    /// Box around each target's deltas; `None` where it moves no position.
    deltas: Vec<Option<Aabb>>,
}

impl MorphBounds {
    /// Measures a base and its targets.
    ///
    /// # Errors
    /// [`BoundsError::Blend`] where they count different vertices,
    /// [`BoundsError::NoPositions`] and [`BoundsError::NonFinitePosition`] for the base.
    pub fn new(base: &VertexAttributes, targets: &MorphTargets) -> Result<Self, BoundsError> {
        // spec N8
        check(base, targets, &[])?;
        let positions = finite_positions(base)?;
        let base = Aabb::around(positions.iter().copied()).ok_or(BoundsError::NoPositions)?;
        let deltas = (0..targets.target_count()).map(|t| delta_box(targets, t)).collect();
        Ok(Self { base, deltas })
    }

    /// The base's box.
    #[must_use]
    pub const fn base(&self) -> Aabb {
        self.base
    }

    /// The box around a target's position deltas, `None` where it moves no vertex.
    ///
    /// Zero is inside as soon as one vertex is not moved.
    #[must_use]
    pub fn deltas(&self, target: usize) -> Option<Aabb> {
        *self.deltas.get(target)?
    }

    /// A box that holds every blended position for these weights.
    ///
    /// Never too small: each step is rounded outwards by at least what blending rounds, in
    /// whichever order or fused form a device computes it. Exact at zero weights, and else as
    /// wide as the sum of what each target can move.
    ///
    /// # Shapes
    /// One weight a target: missing ones count as zero, finite extra ones are ignored.
    ///
    /// # Errors
    /// [`BoundsError::Blend`] for a weight that is not finite.
    pub fn bounds(&self, weights: &[f32]) -> Result<Aabb, BoundsError> {
        check_finite(weights)?;
        Ok(self.sum(weights.iter().map(|&w| (w, w))))
    }

    /// A box that holds every blended position for all weights in these ranges.
    ///
    /// For weights that an animation is known to keep within bounds.
    ///
    /// # Shapes
    /// One range (lowest, highest) a target: missing ones count as zero, finite extra ones are ignored.
    ///
    /// # Errors
    /// [`BoundsError::Blend`] for an end that is not finite, [`BoundsError::Range`] where the
    /// lowest exceeds the highest.
    pub fn bounds_for_ranges(&self, ranges: &[(f32, f32)]) -> Result<Aabb, BoundsError> {
        for (index, &(low, high)) in ranges.iter().enumerate() {
            if let Some(value) = [low, high].into_iter().find(|v| !v.is_finite()) {
                return Err(WeightsError::NonFinite { index, value }.into());
            }
            if low > high {
                return Err(BoundsError::Range { index, low, high });
            }
        }
        Ok(self.sum(ranges.iter().copied()))
    }

    fn sum(&self, ranges: impl Iterator<Item = (f32, f32)> + Clone) -> Aabb {
        let targets = ranges.zip(&self.deltas);
        add_up(self.base, targets.filter_map(|(range, deltas)| Some((range, (*deltas)?))))
    }
}

/// The positions of a base, of which there is one at least.
fn finite_positions(base: &VertexAttributes) -> Result<&[[f32; 3]], BoundsError> {
    let positions = base.positions().filter(|positions| !positions.is_empty());
    let positions = positions.ok_or(BoundsError::NoPositions)?;
    match positions.iter().position(|p| p.iter().any(|v| !v.is_finite())) {
        Some(vertex) => Err(BoundsError::NonFinitePosition { vertex }),
        None => Ok(positions),
    }
}

/// A box and the products of ranges of weights with boxes of deltas.
fn add_up(base: Aabb, targets: impl Iterator<Item = ((f32, f32), Aabb)> + Clone) -> Aabb {
    let mut sum = base;
    for axis in 0..3 {
        let deltas =
            targets.clone().map(|(range, deltas)| (range, (deltas.min[axis], deltas.max[axis])));
        (sum.min[axis], sum.max[axis]) = add_up_axis((base.min[axis], base.max[axis]), deltas);
    }
    sum
}

/// Lowest and highest coordinate on one axis.
///
/// No vertex's products and sums exceed these, since rounding keeps order; the steps outwards
/// and the slack at the end cover fused and reordered forms.
fn add_up_axis(
    (mut min, mut max): (f32, f32),
    targets: impl Iterator<Item = ((f32, f32), (f32, f32))>,
) -> (f32, f32) {
    // spec N2, N4, N5, N6, N7
    let mut magnitude = min.abs().max(max.abs());
    let mut active = 0.0;
    for ((low, high), deltas) in targets {
        if low == 0.0 && high == 0.0 {
            continue;
        }
        let (least, most) = products((low, high), deltas);
        min = below(min + least);
        max = above(max + most);
        magnitude += least.abs().max(most.abs());
        active += 1.0;
    }
    if active == 0.0 {
        return (min, max);
    }
    // Partial sums may be larger than the result: (active + 2) roundings of the largest.
    let slack = (active + 2.0) * f32::EPSILON * magnitude;
    (below(min - slack), above(max + slack))
}

/// The box around all blended positions, by blending each vertex. Allocates nothing.
///
/// # Shapes
/// As [`blend`](crate::blend).
///
/// # Errors
/// [`BoundsError`] as [`MorphBounds::new`], and for a weight that is not finite. A sum beyond f32
/// is [`BoundsError::NonFinitePosition`].
pub fn exact_bounds(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
) -> Result<Aabb, BoundsError> {
    // spec N9; a sum beyond f32 is no error elsewhere: spec B8.
    check(base, targets, weights)?;
    if !base.has(Attribute::Position) {
        return Err(BoundsError::NoPositions);
    }
    let mut bounds: Option<Aabb> = None;
    let mut room = [0.0; 2048 * 3];
    let block = room.len() / 3;
    for first in (0..base.vertex_count()).step_by(block) {
        let values = &mut room[..block.min(base.vertex_count() - first) * 3];
        fill(base, targets, Attribute::Position, weights, Normalize::No, first, values);
        let points: &[[f32; 3]] = bytemuck::cast_slice(values);
        if let Some(at) = points.iter().position(|p| p.iter().any(|v| !v.is_finite())) {
            return Err(BoundsError::NonFinitePosition { vertex: first + at });
        }
        if let Some(more) = Aabb::around(points.iter().copied()) {
            bounds = Some(bounds.map_or(more, |b| b.union(more)));
        }
    }
    bounds.ok_or(BoundsError::NoPositions)
}

fn delta_box(targets: &MorphTargets, target: usize) -> Option<Aabb> {
    // spec N1
    let deltas = targets.deltas(target, Attribute::Position)?;
    let still = deltas.stored_count(3) < targets.vertex_count();
    let stored = deltas.values().chunks_exact(3).map(|d| [d[0], d[1], d[2]]);
    let bounds = Aabb::around(stored.chain(still.then_some([0.0; 3])))?;
    (bounds != Aabb { min: [0.0; 3], max: [0.0; 3] }).then_some(bounds)
}

/// Least and largest product of two ranges, rounded outwards.
fn products((low, high): (f32, f32), (min, max): (f32, f32)) -> (f32, f32) {
    // spec N3
    let all = [low * min, low * max, high * min, high * max];
    let least = all.into_iter().fold(f32::INFINITY, f32::min);
    let most = all.into_iter().fold(f32::NEG_INFINITY, f32::max);
    (below(least), above(most))
}

/// The next f32 below; no number (sums of both infinities) is as low as possible.
fn below(value: f32) -> f32 {
    if value.is_nan() { f32::NEG_INFINITY } else { value.next_down() }
}

/// The next f32 above; no number is as high as possible.
fn above(value: f32) -> f32 {
    if value.is_nan() { f32::INFINITY } else { value.next_up() }
}

#[cfg(test)]
mod tests;
