//! Boxes are never too small.

use crate::mesh::{float, mesh_and_weights, weight};
use morph_core::{
    Aabb, Attribute, ClusterBounds, Deltas, MorphBounds, MorphTargets, Normalize, TargetDeltas,
    VertexAttributes, blend, exact_bounds,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn bounds_hold_every_blended_position((mesh, weights) in mesh_and_weights()) {
        let targets = mesh.targets();
        let bounds = MorphBounds::new(&mesh.base, &targets).unwrap();
        let whole = bounds.bounds(&weights).unwrap();
        let ranges: Vec<_> = weights.iter().map(|&w| (w.min(0.5), w.max(-0.25))).collect();
        let ranged = bounds.bounds_for_ranges(&ranges).unwrap();
        let morphed = blend(&mesh.base, &targets, &weights, Normalize::Yes).unwrap();
        for &point in morphed.positions().unwrap() {
            prop_assert!(whole.contains(point), "{point:?} is outside {whole:?}");
            prop_assert!(ranged.contains(point), "{point:?} is outside {ranged:?}");
        }
        let exact = exact_bounds(&mesh.base, &targets, &weights).unwrap();
        prop_assert!(whole.contains(exact.min) && whole.contains(exact.max));
        // Clusters that lie beside each other, and some that do not.
        let in_turns: Vec<u32> = (0..mesh.base.vertex_count() as u32).map(|v| v % 5).collect();
        for clusters in [
            ClusterBounds::new(&mesh.base, &targets),
            ClusterBounds::with_clusters(&mesh.base, &targets, &in_turns),
        ] {
            let clustered = clusters.unwrap().bounds(&weights).unwrap();
            prop_assert!(clustered.contains(exact.min) && clustered.contains(exact.max));
            // Fewer and smaller boxes are added, so it lies inside but for what that rounds.
            for c in 0..3 {
                let slack = 1e-5 * magnitude(&bounds, &weights, c) + 1e-30;
                prop_assert!(clustered.min[c] >= whole.min[c] - slack, "{clustered:?} {whole:?}");
                prop_assert!(clustered.max[c] <= whole.max[c] + slack, "{clustered:?} {whole:?}");
            }
        }
    }

    #[test]
    fn bounds_of_one_target_on_one_vertex_are_tight(position in [float(), float(), float()], delta in [float(), float(), float()], weight in weight()) {
        let base = VertexAttributes::new(1).with_positions(&[position]).unwrap();
        let target = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[delta]));
        let targets = MorphTargets::new(1, vec![target]).unwrap().unwrap();
        let found = MorphBounds::new(&base, &targets).unwrap().bounds(&[weight]).unwrap();
        for c in 0..3 {
            let tolerance = 1e-6 * (position[c].abs() + (weight * delta[c]).abs()) + 1e-37;
            prop_assert!(found.max[c] - found.min[c] <= 2.0 * tolerance, "{found:?}");
        }
    }
}

/// The largest that a partial sum can be.
fn magnitude(bounds: &MorphBounds, weights: &[f32], axis: usize) -> f32 {
    let largest = |b: Aabb| b.min[axis].abs().max(b.max[axis].abs());
    let product =
        |(target, weight): (usize, &f32)| weight.abs() * bounds.deltas(target).map_or(0.0, largest);
    largest(bounds.base()) + weights.iter().enumerate().map(product).sum::<f32>()
}
