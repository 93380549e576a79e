//! How far two blends of the same numbers may be apart, with reasons.

use morph_core::{Attribute, MorphTargets, Normalize, VertexAttributes, blend};

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
        for (at, (w, g)) in want.iter().zip(got).enumerate() {
            let (vertex, component) = (at / components, at % components);
            let sum = magnitude(base, targets, weights, attribute, vertex);
            let mut limit = unit * sum;
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

fn magnitude(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    attribute: Attribute,
    vertex: usize,
) -> f32 {
    let components = base.components(attribute).unwrap();
    let mut sums: Vec<f32> = base.values(attribute).unwrap()[vertex * components..][..components]
        .iter()
        .map(|v| v.abs())
        .collect();
    for (target, weight) in weights.iter().enumerate().take(targets.target_count()) {
        let count = attribute.delta_components();
        if let Some(delta) = targets.deltas(target, attribute).and_then(|d| d.get(vertex, count)) {
            for (sum, d) in sums.iter_mut().zip(delta) {
                *sum += (weight * d).abs();
            }
        }
    }
    sums.into_iter().fold(0.0, f32::max)
}
