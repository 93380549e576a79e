//! The blend as one writes it first: target by target over the whole mesh.

use morph_core::{Attribute, MorphTargets, VertexAttributes};

/// Blends POSITION, NORMAL and TANGENT into `out`, normalising the latter two.
///
/// # Panics
/// Where `out` has not the base's attributes.
pub fn naive_blend(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    out: &mut VertexAttributes,
) {
    for attribute in [Attribute::Position, Attribute::Normal, Attribute::Tangent] {
        let (Some(from), Some(n)) = (base.values(attribute), base.components(attribute)) else {
            continue;
        };
        let to = out.values_mut(attribute).expect("the base's attributes");
        to.copy_from_slice(from);
        for (target, &weight) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
            let Some(deltas) = targets.deltas(target, attribute) else { continue };
            for (vertex, delta) in deltas.iter(3) {
                for c in 0..3 {
                    to[vertex * n + c] += weight * delta[c];
                }
            }
        }
        if attribute.is_direction() {
            for v in to.chunks_exact_mut(n) {
                let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
                if length > 0.0 {
                    v[..3].iter_mut().for_each(|c| *c /= length);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coverage, Workload};
    use morph_core::{Normalize, blend};

    #[test]
    fn the_naive_loop_does_the_same_work() {
        for coverage in [Coverage::Percent(5), Coverage::Dense, Coverage::Mixed] {
            let load = Workload::new(1000, 12, coverage);
            let mut out = load.base.clone();
            naive_blend(&load.base, &load.targets, &load.weights, &mut out);
            let expected = blend(&load.base, &load.targets, &load.weights, Normalize::Yes).unwrap();
            assert_eq!(out, expected);
        }
    }
}
