use super::*;
use alloc::vec;

fn one(values: &[f32]) -> QuantizedTargets {
    let deltas = Deltas::Dense(values.to_vec());
    let target = TargetDeltas::new().with(Attribute::Position, deltas);
    QuantizedTargets::new(&MorphTargets::new(values.len() / 3, vec![target]).unwrap().unwrap())
}

fn decoded(values: &[f32]) -> Vec<f32> {
    let targets = one(values).to_targets();
    targets.deltas(0, Attribute::Position).unwrap().values().to_vec()
}

#[test]
fn zeros_and_the_largest_component_are_exact() {
    let values = [0.0, -0.75, 0.25, 0.0, 0.75, 0.0];
    let step = one(&values).step(0, Attribute::Position).unwrap();
    let found = decoded(&values);
    assert_eq!((found[0], found[3], found[5]), (0.0, 0.0, 0.0));
    assert_eq!((found[1], found[4]), (-STEPS * step, STEPS * step));
    assert!((STEPS * step - 0.75).abs() <= f32::EPSILON);
}

#[test]
fn components_are_off_by_half_a_step_at_most() {
    let values: Vec<f32> = (0..3000).map(|i| ((i * 7919) % 4001) as f32 / 1000.0 - 2.0).collect();
    let half = one(&values).step(0, Attribute::Position).unwrap() / 2.0;
    for (found, value) in decoded(&values).iter().zip(&values) {
        assert!((found - value).abs() <= half * (1.0 + 1e-3), "{found} for {value}");
    }
}

#[test]
fn the_smallest_and_the_largest_numbers_stay_finite() {
    let tiny = f32::from_bits(1);
    assert_eq!(decoded(&[0.0, 0.0, 0.0]), [0.0; 3]);
    for value in [tiny, f32::MIN_POSITIVE, 1e-35] {
        let found = decoded(&[value, -value, 0.0]);
        assert!(found.iter().all(|f| f.abs() <= value + f32::MIN_POSITIVE), "{found:?}");
    }
    let found = decoded(&[f32::MAX, f32::MIN, 1.0]);
    assert!(found.iter().all(|f| f.is_finite()), "{found:?}");
    assert_eq!(found[0], -found[1]);
}

#[test]
fn sparse_targets_keep_their_vertices() {
    let deltas =
        Deltas::Sparse { indices: vec![1, 4], values: vec![1.0, 0.5, 0.0, 0.0, 0.0, -1.0] };
    let target = TargetDeltas::new().with(Attribute::Normal, deltas);
    let targets = MorphTargets::new(5, vec![TargetDeltas::new(), target]).unwrap().unwrap();
    let quantized = QuantizedTargets::new(&targets);
    assert_eq!(quantized.byte_count(), 6 * 2 + 2 * 4);
    assert_eq!(quantized.step(0, Attribute::Normal), None);
    let Some(Deltas::Sparse { indices, .. }) =
        quantized.to_targets().deltas(1, Attribute::Normal).cloned()
    else {
        panic!("{quantized:?}");
    };
    assert_eq!(indices, [1, 4]);
}
