//! How boxes are made: ours, and other engines' as their sources say.

use anyhow::{Context, Result};
use morph_core::{Aabb, ClusterBounds, MorphBounds, MorphTargets, VertexAttributes};

/// A way to a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rule {
    /// `ClusterBounds`; on the GPU the same.
    Clusters,
    /// `MorphBounds`.
    OneBox,
    /// three.js 0.187, `BufferGeometry.computeBoundingBox` with relative morph targets.
    Three,
    /// `PlayCanvas` 2.23, `Morph.aabb` and `MeshInstance.aabb`.
    PlayCanvas,
}

impl Rule {
    pub(crate) const ALL: [Self; 4] = [Self::Clusters, Self::OneBox, Self::Three, Self::PlayCanvas];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Clusters => "`ClusterBounds`",
            Self::OneBox => "`MorphBounds`",
            Self::Three => "three.js",
            Self::PlayCanvas => "PlayCanvas",
        }
    }

    pub(crate) const fn is_ours(self) -> bool {
        matches!(self, Self::Clusters | Self::OneBox)
    }
}

/// The rules, made ready for one primitive.
pub(crate) struct Rules {
    clusters: ClusterBounds,
    one_box: MorphBounds,
    three: Aabb,
    play_canvas: Aabb,
}

impl Rules {
    pub(crate) fn new(base: &VertexAttributes, targets: &MorphTargets) -> Result<Self> {
        let positions = base.positions().context("expected positions, got none")?;
        let around = Aabb::around(positions.iter().copied()).context("a vertex at least")?;
        let one_box = MorphBounds::new(base, targets)?;
        let still = Aabb { min: [0.0; 3], max: [0.0; 3] };
        let deltas: Vec<Aabb> = (0..targets.target_count())
            .map(|target| one_box.deltas(target).unwrap_or(still))
            .collect();
        Ok(Self {
            clusters: ClusterBounds::new(base, targets)?,
            three: three(around, &deltas),
            play_canvas: play_canvas(around, &deltas),
            one_box,
        })
    }

    /// The box of a rule. The peers' is one for all weights.
    pub(crate) fn bounds(&self, rule: Rule, weights: &[f32]) -> Result<Aabb> {
        Ok(match rule {
            Rule::Clusters => self.clusters.bounds(weights)?,
            Rule::OneBox => self.one_box.bounds(weights)?,
            Rule::Three => self.three,
            Rule::PlayCanvas => self.play_canvas,
        })
    }
}

/// Target after target, the box that there is so far is moved by the target's lowest corner and by
/// its highest one, and grows to hold these two corners.
fn three(base: Aabb, deltas: &[Aabb]) -> Aabb {
    deltas.iter().fold(base, |so_far, delta| {
        let low = sum(so_far.min, delta.min);
        let so_far = so_far.union(Aabb { min: low, max: low });
        let high = sum(so_far.max, delta.max);
        so_far.union(Aabb { min: high, max: high })
    })
}

/// The base's box, larger on each side by the most that a single target moves.
fn play_canvas(base: Aabb, deltas: &[Aabb]) -> Aabb {
    let still = Aabb { min: [0.0; 3], max: [0.0; 3] };
    let all = deltas.iter().fold(still, |all, delta| all.union(*delta));
    Aabb { min: sum(base.min, all.min), max: sum(base.max, all.max) }
}

fn sum(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|c| a[c] + b[c])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(low: f32, high: f32) -> Aabb {
        Aabb { min: [low; 3], max: [high; 3] }
    }

    #[test]
    fn one_peer_adds_targets_up_and_the_other_takes_the_largest() {
        let deltas = [cube(-1.0, 0.0), cube(-2.0, 3.0), cube(0.5, 1.0)];
        assert_eq!(three(cube(0.0, 1.0), &deltas), cube(-3.0, 5.0));
        assert_eq!(play_canvas(cube(0.0, 1.0), &deltas), cube(-2.0, 4.0));
        assert_eq!(three(cube(0.0, 1.0), &[cube(-9.0, -9.0)]), cube(-9.0, 1.0));
    }
}
