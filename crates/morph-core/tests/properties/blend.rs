//! What the blend promises for every mesh.

use crate::mesh::{ATTRIBUTES, Mesh, bits, mesh, mesh_and_weights, normalize};
use morph_core::{Attribute, Normalize, blend};
use proptest::prelude::*;

proptest! {
    #![proptest_config(crate::config())]

    #[test]
    fn zero_weights_give_the_base_bit_for_bit(mesh in mesh()) {
        let zeros = vec![0.0; mesh.targets.len()];
        let morphed = blend(&mesh.base, &mesh.targets(), &zeros, Normalize::No).unwrap();
        for (attribute, _) in ATTRIBUTES {
            // The clamp of moved colours also holds at zero weights.
            if attribute != Attribute::Color(0) {
                let (found, base) = (morphed.values(attribute), mesh.base.values(attribute));
                prop_assert_eq!(bits(found.unwrap()), bits(base.unwrap()));
            }
        }
    }

    #[test]
    fn weight_one_on_one_target_is_base_plus_delta(mesh in mesh(), at in any::<prop::sample::Index>()) {
        let target = at.index(mesh.targets.len());
        let mut weights = vec![0.0; mesh.targets.len()];
        weights[target] = 1.0;
        let targets = mesh.targets();
        let morphed = blend(&mesh.base, &targets, &weights, Normalize::No).unwrap();
        for (attribute, components) in ATTRIBUTES {
            if attribute == Attribute::Color(0) {
                continue;
            }
            let deltas = targets.deltas(target, attribute);
            let of_base = mesh.base.values(attribute).unwrap().chunks_exact(components);
            let found = morphed.values(attribute).unwrap().chunks_exact(components);
            for (vertex, (base, found)) in of_base.zip(found).enumerate() {
                let delta = deltas.and_then(|d| d.get(vertex, attribute.delta_components()));
                for c in 0..components {
                    let d = delta.and_then(|d| d.get(c)).copied().unwrap_or(0.0);
                    prop_assert_eq!(found[c], base[c] + d);
                }
            }
        }
    }

    #[test]
    fn sparse_and_dense_deltas_give_the_same((mesh, weights) in mesh_and_weights(), normalize in normalize()) {
        let sparse = blend(&mesh.base, &mesh.targets(), &weights, normalize).unwrap();
        let dense = blend(&mesh.base, &mesh.dense_targets(), &weights, normalize).unwrap();
        // By value: adding a stored zero may turn -0 into +0.
        prop_assert_eq!(sparse, dense);
    }

    #[test]
    fn the_order_of_targets_matters_only_within_rounding((mesh, weights) in mesh_and_weights()) {
        let count = mesh.targets.len();
        let mut weights: Vec<f32> = weights.into_iter().take(count).collect();
        weights.resize(count, 0.0);
        let forward = blend(&mesh.base, &mesh.targets(), &weights, Normalize::No).unwrap();
        let targets = mesh.targets();
        let magnitude = |vertex: usize, c: usize| {
            let base = mesh.base.positions().unwrap()[vertex][c].abs();
            weights.iter().enumerate().fold(base, |sum, (t, w)| {
                let delta = targets.deltas(t, Attribute::Position).and_then(|d| d.get(vertex, 3));
                sum + (w * delta.map_or(0.0, |d| d[c])).abs()
            })
        };
        let reversed = Mesh { base: mesh.base.clone(), targets: mesh.targets.iter().rev().cloned().collect() };
        let reversed_weights: Vec<f32> = weights.iter().rev().copied().collect();
        let backward = blend(&mesh.base, &reversed.targets(), &reversed_weights, Normalize::No).unwrap();
        let both = forward.positions().unwrap().iter().zip(backward.positions().unwrap());
        for (vertex, (f, b)) in both.enumerate() {
            for c in 0..3 {
                let tolerance = 2.0 * (count as f32 + 2.0) * f32::EPSILON * magnitude(vertex, c);
                prop_assert!((f[c] - b[c]).abs() <= tolerance, "{} and {}", f[c], b[c]);
            }
        }
    }

    // spec B15
    #[test]
    fn sums_are_those_of_f64_within_rounding((mesh, weights) in mesh_and_weights()) {
        let targets = mesh.targets();
        let morphed = blend(&mesh.base, &targets, &weights, Normalize::No).unwrap();
        for (attribute, components) in ATTRIBUTES {
            let clamped = attribute == Attribute::Color(0) && targets.has(attribute);
            let values = morphed.values(attribute).unwrap();
            for (at, (&found, &base)) in values.iter().zip(mesh.base.values(attribute).unwrap()).enumerate() {
                let (vertex, c) = (at / components, at % components);
                let (mut sum, mut magnitude, mut active) = (f64::from(base), f64::from(base.abs()), 0.0);
                for (target, &weight) in weights.iter().enumerate().filter(|(_, w)| **w != 0.0) {
                    let deltas = targets.deltas(target, attribute);
                    let delta = deltas.and_then(|d| d.get(vertex, attribute.delta_components()));
                    if let Some(&delta) = delta.and_then(|d| d.get(c)) {
                        sum += f64::from(weight) * f64::from(delta);
                        magnitude += (f64::from(weight) * f64::from(delta)).abs();
                        active += 1.0;
                    }
                }
                let sum = if clamped { sum.clamp(0.0, 1.0) } else { sum };
                let tolerance = (active + 2.0) * f64::from(f32::EPSILON) * magnitude;
                prop_assert!((f64::from(found) - sum).abs() <= tolerance, "{attribute} {at}: {found}, {sum}");
            }
        }
    }

    #[test]
    fn directions_are_unit_or_zero_and_handedness_is_the_base((mesh, weights) in mesh_and_weights()) {
        let targets = mesh.targets();
        let morphed = blend(&mesh.base, &targets, &weights, Normalize::Yes).unwrap();
        for (attribute, components) in ATTRIBUTES {
            if !attribute.is_direction() || !targets.has(attribute) {
                continue;
            }
            for v in morphed.values(attribute).unwrap().chunks_exact(components) {
                let squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
                prop_assert!(squared == 0.0 || (squared - 1.0).abs() <= 1e-6, "{v:?}");
            }
        }
        let pairs = morphed.tangents().unwrap().iter().zip(mesh.base.tangents().unwrap());
        for (found, base) in pairs {
            prop_assert_eq!(found[3].to_bits(), base[3].to_bits());
        }
    }
}
