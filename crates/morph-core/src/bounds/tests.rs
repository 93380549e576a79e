use super::*;
use crate::{Deltas, TargetDeltas};
use alloc::string::ToString;
use alloc::vec;

fn position(deltas: Deltas) -> TargetDeltas {
    TargetDeltas::new().with(Attribute::Position, deltas)
}

fn mesh() -> (VertexAttributes, MorphTargets) {
    let base = VertexAttributes::new(2)
        .with_positions(&[[0.0, 0.0, 0.0], [1.0, 2.0, -3.0]])
        .unwrap()
        .with_normals(&[[0.0, 0.0, 1.0]; 2])
        .unwrap();
    let targets = vec![
        position(Deltas::from_vec3(&[[1.0, 0.0, 2.0], [3.0, 0.0, -2.0]])),
        position(Deltas::Sparse { indices: vec![1], values: vec![0.0, 4.0, 0.0] }),
        TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&[[1.0; 3]; 2])),
        position(Deltas::from_vec3(&[[0.0; 3]; 2])),
    ];
    (base, MorphTargets::new(2, targets).unwrap().unwrap())
}

#[track_caller]
fn check(found: Aabb, min: [f32; 3], max: [f32; 3]) {
    assert!(found.contains(min) && found.contains(max), "{found:?}");
    for axis in 0..3 {
        let slack = (min[axis] - found.min[axis]).max(found.max[axis] - max[axis]);
        assert!(slack <= 1e-5, "{found:?}, expected {min:?} to {max:?}");
    }
}

#[test]
fn zero_weights_give_the_base_exactly() {
    let (base, targets) = mesh();
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    let expected = Aabb { min: [0.0, 0.0, -3.0], max: [1.0, 2.0, 0.0] };
    assert_eq!(bounds.base(), expected);
    for weights in [&[][..], &[0.0; 4], &[0.0, 0.0, 1.0, 1.0], &[-0.0, 0.0, 0.0, 0.0, 9.0]] {
        assert_eq!(bounds.bounds(weights), Ok(expected), "{weights:?}");
    }
}

#[test]
fn a_dense_target_shifts_the_box_and_a_sparse_one_only_widens_it() {
    let (base, targets) = mesh();
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    assert_eq!(bounds.deltas(0), Some(Aabb { min: [1.0, 0.0, -2.0], max: [3.0, 0.0, 2.0] }));
    assert_eq!(bounds.deltas(1), Some(Aabb { min: [0.0; 3], max: [0.0, 4.0, 0.0] }));
    assert_eq!([bounds.deltas(2), bounds.deltas(3), bounds.deltas(4)], [None; 3]);
    check(bounds.bounds(&[2.0]).unwrap(), [2.0, 0.0, -7.0], [7.0, 2.0, 4.0]);
    check(bounds.bounds(&[-1.0]).unwrap(), [-3.0, 0.0, -5.0], [0.0, 2.0, 2.0]);
    check(bounds.bounds(&[0.0, -0.5]).unwrap(), [0.0, -2.0, -3.0], [1.0, 2.0, 0.0]);
}

#[test]
fn ranges_hold_every_weight_inside_them() {
    let (base, targets) = mesh();
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    let found = bounds.bounds_for_ranges(&[(-1.0, 2.0), (0.0, 1.0)]).unwrap();
    check(found, [-3.0, 0.0, -7.0], [7.0, 6.0, 4.0]);
    let sure = bounds.bounds_for_ranges(&[(2.0, 2.0), (0.0, 0.0)]).unwrap();
    assert_eq!(Ok(sure), bounds.bounds(&[2.0]));
}

#[test]
fn exact_bounds_are_those_of_the_blended_vertices() {
    let (base, targets) = mesh();
    let exact = exact_bounds(&base, &targets, &[2.0]).unwrap();
    assert_eq!(exact, Aabb { min: [2.0, 0.0, -7.0], max: [7.0, 2.0, 4.0] });
    let many = 1000;
    let line: Vec<[f32; 3]> = (0..many).map(|x| [x as f32, 0.0, 0.0]).collect();
    let base = VertexAttributes::new(many).with_positions(&line).unwrap();
    let last = Deltas::Sparse { indices: vec![999], values: vec![1.0, 2.0, 3.0] };
    let targets = MorphTargets::new(many, vec![position(last)]).unwrap().unwrap();
    let exact = exact_bounds(&base, &targets, &[1.0]).unwrap();
    assert_eq!(exact, Aabb { min: [0.0; 3], max: [1000.0, 2.0, 3.0] });
}

#[test]
fn sums_beyond_f32_are_unbounded_not_wrong() {
    let base = VertexAttributes::new(1).with_positions(&[[0.0; 3]]).unwrap();
    let far = |x| position(Deltas::from_vec3(&[[x, 0.0, 0.0]]));
    let targets = MorphTargets::new(1, vec![far(f32::MAX), far(f32::MIN)]).unwrap().unwrap();
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    let found = bounds.bounds(&[f32::MAX, f32::MAX]).unwrap();
    assert_eq!((found.min[0], found.max[0]), (f32::NEG_INFINITY, f32::INFINITY));
    assert_eq!(
        exact_bounds(&base, &targets, &[f32::MAX]),
        Err(BoundsError::NonFinitePosition { vertex: 0 })
    );
}

#[test]
fn what_has_no_box_is_named() {
    let (base, targets) = mesh();
    let bounds = MorphBounds::new(&base, &targets).unwrap();
    let flat = VertexAttributes::new(2).with_normals(&[[0.0; 3]; 2]).unwrap();
    let other = VertexAttributes::new(1).with_positions(&[[0.0; 3]]).unwrap();
    let holed = VertexAttributes::new(2).with_positions(&[[0.0; 3], [f32::NAN; 3]]).unwrap();
    let texts = [
        MorphBounds::new(&flat, &targets).unwrap_err(),
        exact_bounds(&flat, &targets, &[]).unwrap_err(),
        MorphBounds::new(&other, &targets).unwrap_err(),
        MorphBounds::new(&holed, &targets).unwrap_err(),
        bounds.bounds(&[0.0, f32::NAN]).unwrap_err(),
        bounds.bounds_for_ranges(&[(0.0, f32::INFINITY)]).unwrap_err(),
        bounds.bounds_for_ranges(&[(0.0, 0.0), (1.0, 0.0)]).unwrap_err(),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        texts,
        [
            "POSITION: expected at least 1 vertex, got 0",
            "POSITION: expected at least 1 vertex, got 0",
            "targets: expected 1 vertices as in the base, got 2",
            "POSITION: vertex 1 is not finite",
            "weights[1]: expected a finite number, got NaN",
            "weights[0]: expected a finite number, got inf",
            "weights[1]: lowest 1 exceeds highest 0",
        ]
    );
}
