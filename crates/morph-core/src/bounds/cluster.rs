//! Boxes of parts of a mesh: tighter than one of the whole, and what the GPU's boxes come from.

use super::{Aabb, BoundsError, above, below, finite_positions};
use crate::blend::check;
use crate::order::Curve;
use crate::{Attribute, LayoutError, MorphTargets, VertexAttributes, check_finite};
use alloc::vec;
use alloc::vec::Vec;

/// Vertices for each cluster, until there are [`ClusterBounds::MAX_CLUSTERS`].
const CLUSTER_VERTICES: usize = 32;

/// f32s of a box in [`ClusterBounds::encode_into`]: lowest corner, highest corner.
pub const CLUSTER_BOX_FLOATS: usize = 6;

/// Boxes of clusters of vertices that lie beside each other, for any weights.
///
/// A [`MorphBounds`](super::MorphBounds) adds what every target moves to the box of the whole mesh,
/// so a brow that rises makes the box of a head taller although it stays below the top. Here each of
/// up to 64 clusters has a box and grows by what moves *it*; the answer is the box around them. It is
/// never too small, lies inside that of `MorphBounds` but for rounding, and takes clusters times active
/// targets steps instead of active targets.
///
/// # Example
/// ```
/// use morph_core::{Attribute, ClusterBounds, Deltas, MorphBounds, MorphTargets, TargetDeltas};
/// use morph_core::VertexAttributes;
/// // A column of 100 vertices, of which a target lifts the lowest.
/// let column: Vec<_> = (0..100_u8).map(|y| [0.0, f32::from(y), 0.0]).collect();
/// let base = VertexAttributes::new(100).with_positions(&column)?;
/// let lift = Deltas::Sparse { indices: vec![0], values: vec![0.0, 10.0, 0.0] };
/// let lift = TargetDeltas::new().with(Attribute::Position, lift);
/// let targets = MorphTargets::new(100, vec![lift])?.unwrap();
///
/// let whole = MorphBounds::new(&base, &targets)?.bounds(&[1.0])?;
/// let clusters = ClusterBounds::new(&base, &targets)?.bounds(&[1.0])?;
/// assert!(whole.max[1] > 108.9);
/// assert_eq!(clusters.max[1], 99.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterBounds {
    cluster_count: usize,
    target_count: usize,
    /// Boxes around each cluster's base, side after side.
    bases: Vec<f32>,
    /// Boxes around each target's deltas in each cluster, target after target, side after side.
    deltas: Vec<f32>,
}

/// Sides of a box: lowest x, y, z, highest x, y, z.
const SIDES: usize = CLUSTER_BOX_FLOATS;

/// Each of (active + 2) steps may lose so much of the largest partial sum: two roundings here, and
/// two in the blend; a quarter more for what the magnitude itself lost.
const SLACK: f32 = 2.5 * f32::EPSILON;

/// The least number: what rounds below it.
const LEAST: f32 = f32::from_bits(1);

/// What does not move.
const STILL: Aabb = Aabb { min: [0.0; 3], max: [0.0; 3] };

impl ClusterBounds {
    /// Most clusters of a mesh.
    pub const MAX_CLUSTERS: usize = 64;

    /// Sorts a base's vertices along a Morton curve into clusters of equal size, and measures them.
    ///
    /// # Errors
    /// As [`MorphBounds::new`](super::MorphBounds::new).
    pub fn new(base: &VertexAttributes, targets: &MorphTargets) -> Result<Self, BoundsError> {
        // spec N8, N12
        check(base, targets, &[])?;
        let positions = finite_positions(base)?;
        let vertex_count = positions.len();
        let count = vertex_count.div_ceil(CLUSTER_VERTICES).min(Self::MAX_CLUSTERS);
        let curve = Curve::new(positions);
        let mut order: Vec<u32> = (0..vertex_count as u32).collect();
        order.sort_by_cached_key(|&vertex| curve.code_at(positions[vertex as usize]));
        let mut cluster_of = vec![0_u8; vertex_count];
        for (at, &vertex) in order.iter().enumerate() {
            cluster_of[vertex as usize] = (at * count / vertex_count) as u8;
        }
        Ok(Self::measured(positions, targets, &cluster_of, count))
    }

    /// Measures clusters that are given: those of a mesh that is drawn in parts, say.
    ///
    /// # Shapes
    /// `clusters`: one number a vertex, below [`ClusterBounds::MAX_CLUSTERS`]; each number up to the
    /// largest has a vertex.
    ///
    /// # Errors
    /// As [`ClusterBounds::new`]; [`BoundsError::ClusterCount`], [`BoundsError::ClusterNumber`] and
    /// [`BoundsError::EmptyCluster`] for other numbers.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, ClusterBounds, Deltas, MorphTargets, TargetDeltas};
    /// use morph_core::VertexAttributes;
    /// let base = VertexAttributes::new(2).with_positions(&[[0.0; 3], [0.0, 8.0, 0.0]])?;
    /// let up = Deltas::Sparse { indices: vec![0], values: vec![0.0, 1.0, 0.0] };
    /// let up = TargetDeltas::new().with(Attribute::Position, up);
    /// let targets = MorphTargets::new(2, vec![up])?.unwrap();
    /// let bounds = ClusterBounds::with_clusters(&base, &targets, &[0, 1])?;
    /// assert_eq!(bounds.bounds(&[2.0])?.max[1], 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_clusters(
        base: &VertexAttributes,
        targets: &MorphTargets,
        clusters: &[u32],
    ) -> Result<Self, BoundsError> {
        // spec N8, N12
        check(base, targets, &[])?;
        let positions = finite_positions(base)?;
        if clusters.len() != positions.len() {
            let (expected, found) = (positions.len(), clusters.len());
            return Err(BoundsError::ClusterCount { expected, found });
        }
        let mut is_there = [false; Self::MAX_CLUSTERS];
        let mut cluster_of = Vec::with_capacity(clusters.len());
        for (vertex, &cluster) in clusters.iter().enumerate() {
            let Some(there) = is_there.get_mut(cluster as usize) else {
                return Err(BoundsError::ClusterNumber { vertex, cluster });
            };
            *there = true;
            cluster_of.push(cluster as u8);
        }
        let count = is_there.iter().rposition(|&there| there).map_or(0, |last| last + 1);
        if let Some(cluster) = is_there[..count].iter().position(|&there| !there) {
            return Err(BoundsError::EmptyCluster { cluster });
        }
        Ok(Self::measured(positions, targets, &cluster_of, count))
    }

    fn measured(
        positions: &[[f32; 3]],
        targets: &MorphTargets,
        cluster_of: &[u8],
        count: usize,
    ) -> Self {
        // spec N10
        let mut sizes = vec![0_usize; count];
        let mut bases: Vec<Option<Aabb>> = vec![None; count];
        for (&cluster, &position) in cluster_of.iter().zip(positions) {
            sizes[usize::from(cluster)] += 1;
            join(&mut bases[usize::from(cluster)], position);
        }
        let mut boxes: Vec<_> = bases.into_iter().map(|base| base.unwrap_or(STILL)).collect();
        let mut floats = Vec::new();
        planes(&boxes, &mut floats);
        let target_count = targets.target_count();
        let mut deltas = Vec::with_capacity(target_count * count * SIDES);
        for target in 0..target_count {
            boxes.clear();
            delta_boxes(targets, target, cluster_of, &sizes, &mut boxes);
            planes(&boxes, &mut deltas);
        }
        Self { cluster_count: count, target_count, bases: floats, deltas }
    }

    /// Holds what is drawn where deltas are rounded to 16 bits and small ones are left out, as in
    /// [`RowSparseTargets`](crate::packed::RowSparseTargets): boxes of deltas grow by half a step
    /// (the target's largest component / 32767), and hold 0.
    #[must_use]
    pub fn for_rounded_deltas(mut self) -> Self {
        // spec L34, L38
        for of_target in self.deltas.chunks_exact_mut(SIDES * self.cluster_count) {
            let largest = of_target.iter().fold(0.0_f32, |largest, side| largest.max(side.abs()));
            // Reading a component rounds once more, by less than a hundredth of a step.
            let half = (largest * (0.51 / 32767.0)).max(f32::MIN_POSITIVE);
            let still = moving(of_target, self.cluster_count).map(|moves| moves == 0.0);
            let (low, high) = of_target.split_at_mut(3 * self.cluster_count);
            for (at, (low, high)) in low.iter_mut().zip(high).enumerate() {
                if !still[at % self.cluster_count] {
                    *low = below(low.min(0.0) - half);
                    *high = above(high.max(0.0) + half);
                }
            }
        }
        self
    }

    /// Number of clusters, at least 1.
    #[must_use]
    pub const fn cluster_count(&self) -> usize {
        self.cluster_count
    }

    /// Number of targets.
    #[must_use]
    pub const fn target_count(&self) -> usize {
        self.target_count
    }

    /// A box that holds every blended position for these weights; as exact and as safe as
    /// [`MorphBounds::bounds`](super::MorphBounds::bounds) is for one cluster.
    ///
    /// # Shapes
    /// One weight a target: missing ones count as zero, finite extra ones are ignored.
    ///
    /// # Errors
    /// [`BoundsError::Blend`] for a weight that is not finite.
    pub fn bounds(&self, weights: &[f32]) -> Result<Aabb, BoundsError> {
        check_finite(weights)?;
        // spec N2, N4, N5, N6, N7, N14, N15
        let count = self.cluster_count;
        let mut sums = Sums::new(&self.bases, count);
        for (&weight, deltas) in weights.iter().zip(self.deltas.chunks_exact(SIDES * count)) {
            if weight != 0.0 {
                sums.add(weight, deltas, count);
            }
        }
        Ok(sums.around(count))
    }

    /// Number of f32s that [`ClusterBounds::encode_into`] writes.
    #[must_use]
    pub const fn float_count(&self) -> usize {
        self.bases.len() + self.deltas.len()
    }

    /// Writes all boxes as the kernels of morph-wgsl read them: the clusters' bases, then target
    /// after target the clusters' deltas.
    ///
    /// Sides that are subnormal go outwards to the next number that is not, since devices may take
    /// subnormal numbers for zero. Zeros are +0.
    ///
    /// # Shapes
    /// `floats`: [`ClusterBounds::float_count`], six a box: `min`, `max`.
    ///
    /// # Errors
    /// [`LayoutError::Destination`] where the slice has another length.
    pub fn encode_into(&self, floats: &mut [f32]) -> Result<(), LayoutError> {
        if floats.len() != self.float_count() {
            let (expected, found) = (self.float_count() as u64, floats.len() as u64);
            return Err(LayoutError::Destination { expected, found });
        }
        let count = self.cluster_count;
        let sets = [&self.bases].into_iter().chain([&self.deltas]);
        let sets = sets.flat_map(|floats| floats.chunks_exact(SIDES * count));
        for (floats, set) in floats.chunks_exact_mut(SIDES * count).zip(sets) {
            for (cluster, one) in floats.chunks_exact_mut(SIDES).enumerate() {
                for (side, float) in one.iter_mut().enumerate() {
                    let value = set[side * count + cluster];
                    // spec N11; the sum makes -0 to +0.
                    let outside =
                        if side < 3 { -above_subnormal(-value) } else { above_subnormal(value) };
                    *float = outside + 0.0;
                }
            }
        }
        Ok(())
    }
}

/// Growing sides of all clusters; those beyond the count stay 0.
struct Sums {
    low: [[f32; ClusterBounds::MAX_CLUSTERS]; 3],
    high: [[f32; ClusterBounds::MAX_CLUSTERS]; 3],
    magnitude: [[f32; ClusterBounds::MAX_CLUSTERS]; 3],
    active: [f32; ClusterBounds::MAX_CLUSTERS],
}

impl Sums {
    fn new(bases: &[f32], count: usize) -> Self {
        let none = [[0.0; ClusterBounds::MAX_CLUSTERS]; 3];
        let mut sums = Self { low: none, high: none, magnitude: none, active: none[0] };
        let (low, high) = bases.split_at(3 * count);
        for axis in 0..3 {
            sums.low[axis][..count].copy_from_slice(&low[axis * count..][..count]);
            sums.high[axis][..count].copy_from_slice(&high[axis * count..][..count]);
            for cluster in 0..count {
                let (low, high) = (sums.low[axis][cluster], sums.high[axis][cluster]);
                sums.magnitude[axis][cluster] = low.abs().max(high.abs());
            }
        }
        sums
    }

    fn add(&mut self, weight: f32, deltas: &[f32], count: usize) {
        let moving = moving(deltas, count);
        for (active, moving) in self.active.iter_mut().zip(moving) {
            *active += moving;
        }
        let (low, high) = deltas.split_at(3 * count);
        // A negative weight turns the box over.
        let (least, most) = if weight < 0.0 { (high, low) } else { (low, high) };
        for axis in 0..3 {
            let sides = least[axis * count..][..count].iter().zip(&most[axis * count..][..count]);
            let low = self.low[axis].iter_mut().zip(&mut self.high[axis]);
            for (((low, high), magnitude), (least, most)) in
                low.zip(&mut self.magnitude[axis]).zip(sides)
            {
                let (least, most) = (weight * least, weight * most);
                *low += least;
                *high += most;
                // Not f32::max, which looks for NaN.
                let (least, most) = (least.abs(), most.abs());
                *magnitude += if least > most { least } else { most };
            }
        }
    }

    /// The box around all, with what rounding needs.
    fn around(&self, count: usize) -> Aabb {
        let mut all = Aabb { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };
        for axis in 0..3 {
            for cluster in 0..count {
                let (mut low, mut high) = (self.low[axis][cluster], self.high[axis][cluster]);
                let (active, magnitude) = (self.active[cluster], self.magnitude[axis][cluster]);
                if active > 0.0 {
                    let slack = (active + 2.0) * (SLACK * magnitude + LEAST);
                    let sure = magnitude.is_finite();
                    low = if sure { below(low - slack) } else { f32::NEG_INFINITY };
                    high = if sure { above(high + slack) } else { f32::INFINITY };
                }
                all.min[axis] = all.min[axis].min(low);
                all.max[axis] = all.max[axis].max(high);
            }
        }
        all
    }
}

/// 1 for each cluster that a target moves.
fn moving(deltas: &[f32], count: usize) -> [f32; ClusterBounds::MAX_CLUSTERS] {
    let mut moving = [0.0; ClusterBounds::MAX_CLUSTERS];
    for side in deltas.chunks_exact(count) {
        for (moving, side) in moving.iter_mut().zip(side) {
            *moving = if *side != 0.0 { 1.0 } else { *moving };
        }
    }
    moving
}

/// Boxes, side after side.
fn planes(boxes: &[Aabb], floats: &mut Vec<f32>) {
    for axis in 0..3 {
        floats.extend(boxes.iter().map(|one| one.min[axis]));
    }
    for axis in 0..3 {
        floats.extend(boxes.iter().map(|one| one.max[axis]));
    }
}

/// The least number that is not subnormal and not below.
fn above_subnormal(value: f32) -> f32 {
    match value {
        _ if !value.is_subnormal() => value,
        _ if value > 0.0 => f32::MIN_POSITIVE,
        _ => 0.0,
    }
}

fn join(bounds: &mut Option<Aabb>, point: [f32; 3]) {
    let point = Aabb { min: point, max: point };
    *bounds = Some(bounds.map_or(point, |bounds| bounds.union(point)));
}

/// A target's boxes, one for each cluster; 0 is inside as soon as one vertex of it is not moved.
fn delta_boxes(
    targets: &MorphTargets,
    target: usize,
    cluster_of: &[u8],
    sizes: &[usize],
    boxes: &mut Vec<Aabb>,
) {
    // spec N1
    let mut found: Vec<Option<Aabb>> = vec![None; sizes.len()];
    let mut still = sizes.to_vec();
    if let Some(deltas) = targets.deltas(target, Attribute::Position) {
        for (vertex, delta) in deltas.iter(3) {
            let cluster = usize::from(cluster_of[vertex]);
            still[cluster] -= 1;
            join(&mut found[cluster], [delta[0], delta[1], delta[2]]);
        }
    }
    for (bounds, still) in found.iter_mut().zip(still) {
        if still > 0 {
            join(bounds, [0.0; 3]);
        }
    }
    boxes.extend(found.into_iter().map(|bounds| bounds.unwrap_or(STILL)));
}

#[cfg(test)]
mod tests;
