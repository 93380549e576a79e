//! How far two blends of the same numbers may be apart, with reasons.

use morph_core::{Attribute, Deltas, MorphTargets, Normalize, VertexAttributes, blend};

/// Compares a blend with core's reference.
///
/// Sums may differ by `(active + 2) * 2^-23 * magnitude`: what adding in f32 costs in any order
/// and with any contraction. Directions divide that by their length before normalising, twice.
///
/// # Panics
/// Names the attribute, vertex, component and both values where they are farther apart.
#[track_caller]
pub fn assert_blend(
    what: &str,
    found: &VertexAttributes,
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) {
    let expected = blend(base, targets, weights, normalize).unwrap();
    let raw = blend(base, targets, weights, Normalize::No).unwrap();
    let active = weights.iter().take(targets.target_count()).filter(|w| **w != 0.0).count();
    let unit = (active as f32 + 2.0) / 8_388_608.0;
    for attribute in base.attributes() {
        let components = base.components(attribute).unwrap();
        let (want, got) = (expected.values(attribute).unwrap(), found.values(attribute).unwrap());
        assert_eq!(want.len(), got.len(), "{what}: {attribute}");
        let magnitudes = magnitudes(base, targets, weights, attribute);
        for (at, (w, g)) in want.iter().zip(got).enumerate() {
            let (vertex, component) = (at / components, at % components);
            let mut limit = unit * magnitudes[vertex];
            if attribute == Attribute::Tangent && component == 3 {
                limit = 0.0;
            } else if attribute.is_direction() && normalize == Normalize::Yes {
                let of = &raw.values(attribute).unwrap()[vertex * components..][..3];
                let length = of.iter().map(|c| c * c).sum::<f32>().sqrt();
                limit = 2.0 * limit / length.max(1e-12) + 4.0 / 8_388_608.0;
            }
            assert!(
                (w - g).abs() <= limit,
                "{what}: {attribute}[{vertex}].{component}: expected {w}, got {g}, limit {limit}"
            );
        }
    }
}

/// The largest sum of magnitudes of each vertex's components.
fn magnitudes(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    attribute: Attribute,
) -> Vec<f32> {
    let (components, count) = (base.components(attribute).unwrap(), attribute.delta_components());
    let mut sums: Vec<f32> = base.values(attribute).unwrap().iter().map(|v| v.abs()).collect();
    let mut add = |vertex: usize, weight: f32, delta: &[f32]| {
        for (sum, d) in sums[vertex * components..][..components].iter_mut().zip(delta) {
            *sum += (weight * d).abs();
        }
    };
    let active = weights.iter().enumerate().take(targets.target_count());
    for (target, &weight) in active.filter(|(_, weight)| **weight != 0.0) {
        let Some(deltas) = targets.deltas(target, attribute) else { continue };
        let values = deltas.values().chunks_exact(count);
        match deltas {
            Deltas::Dense(_) => (0..).zip(values).for_each(|(at, delta)| add(at, weight, delta)),
            Deltas::Sparse { indices, .. } => {
                indices.iter().zip(values).for_each(|(&at, delta)| add(at as usize, weight, delta));
            }
        }
    }
    sums.chunks_exact(components).map(|of| of.iter().copied().fold(0.0, f32::max)).collect()
}
