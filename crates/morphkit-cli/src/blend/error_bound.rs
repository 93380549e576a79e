//! How far a blend from packed deltas is off, by the deltas that are kept.

use morphkit::core::{Attribute, MorphTargets};
use std::collections::BTreeMap;

/// For each attribute, the largest error of a component of a sum, before directions get unit length
/// and colours are clamped.
pub(super) type ErrorBounds = BTreeMap<Attribute, f64>;

/// What the sums of f64 below round off, and far more.
const ROUNDING: f64 = 1.0 + 1e-12;

/// Widens bounds by what a primitive may be off with these weights: the largest sum over the
/// targets of |weight| * |kept - exact|, of all vertices and components.
pub(super) fn widen(
    bounds: &mut ErrorBounds,
    exact: &MorphTargets,
    kept: &MorphTargets,
    weights: &[f32],
) {
    for &attribute in exact.attributes() {
        let components = attribute.delta_components();
        let count = exact.vertex_count() * components;
        let (mut sums, mut differences) = (vec![0.0_f64; count], vec![0.0_f64; count]);
        let active = weights.iter().take(exact.target_count()).enumerate();
        for (target, &weight) in active.filter(|(_, weight)| **weight != 0.0) {
            for (of, sign) in [(kept, 1.0), (exact, -1.0)] {
                let Some(deltas) = of.deltas(target, attribute) else { continue };
                for (vertex, delta) in deltas.iter(components) {
                    let places = &mut differences[vertex * components..][..components];
                    places.iter_mut().zip(delta).for_each(|(d, v)| *d += sign * f64::from(*v));
                }
            }
            let weight = f64::from(weight.abs());
            for (sum, difference) in sums.iter_mut().zip(&mut differences) {
                *sum += weight * std::mem::take(difference).abs();
            }
        }
        let largest = sums.into_iter().fold(0.0, f64::max) * ROUNDING;
        let bound = bounds.entry(attribute).or_default();
        *bound = bound.max(largest);
    }
}

/// The widest of several, for each attribute; `None` where there are none.
pub(super) fn widest<'a>(all: impl Iterator<Item = &'a ErrorBounds>) -> Option<ErrorBounds> {
    all.fold(None, |widest: Option<ErrorBounds>, bounds| {
        let mut widest = widest.unwrap_or_default();
        for (&attribute, &bound) in bounds {
            let of_attribute = widest.entry(attribute).or_default();
            *of_attribute = of_attribute.max(bound);
        }
        Some(widest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morphkit::core::{Deltas, TargetDeltas};

    #[test]
    fn errors_of_one_component_add_up_by_weight_whatever_their_sign() {
        let targets = |values: [[f32; 3]; 2]| {
            let target = |delta| {
                TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[delta, [0.0; 3]]))
            };
            MorphTargets::new(2, values.map(target).to_vec()).unwrap().unwrap()
        };
        let exact = targets([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let kept = targets([[1.25, 0.0, 0.5], [0.0, 1.0, -0.25]]);
        let mut bounds = ErrorBounds::new();
        widen(&mut bounds, &exact, &kept, &[-2.0, 4.0, 9.0]);
        let bound = bounds[&Attribute::Position];
        assert!((2.0..2.0 + 1e-9).contains(&bound), "{bound}");
        widen(&mut bounds, &exact, &exact, &[1.0, 1.0]);
        assert_eq!(bounds[&Attribute::Position], bound, "the widest of all primitives");
    }
}
