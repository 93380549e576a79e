//! Boxes of pools that do not keep deltas: the targets are given again.

use super::{CHOICES, boxes, line, targets};
use morph_core::packed::{ErrorBound, PackOptions};
use morph_core::{Aabb, Deltas, MorphPrimitive, MorphTargets, VertexAttributes};
use morph_gpu::{
    Choice, DeformOptions, GpuError, InstanceBounds, InstanceId, MorphPool, PoolOptions, TargetsId,
};
use morph_tests::{another_gpu, gpu};
use morph_wgsl::Stage;
use std::slice;

const VERTICES: usize = 90;

/// The same numbers each time, as a file gives them.
fn load(by: f32) -> MorphTargets {
    let up: Vec<_> = (0..VERTICES).map(|at| [0.1, by * at as f32, -by]).collect();
    let some = Deltas::Sparse { indices: vec![3, 70], values: vec![by; 6] };
    targets(VERTICES, &[Deltas::from_vec3(&up), some])
}

fn pool(keep_deltas: bool) -> MorphPool {
    let options = PoolOptions { keep_deltas, ..PoolOptions::default() };
    MorphPool::new(&gpu().device, &gpu().queue, options)
}

/// Ways to add targets that have rows.
type Add = fn(&mut MorphPool, &VertexAttributes, &MorphTargets) -> TargetsId;

const WAYS: [Add; 3] = [
    |pool, _, targets| pool.add_targets(targets, None, CHOICES[0]).unwrap(),
    |pool, _, targets| pool.add_targets(targets, None, CHOICES[1]).unwrap(),
    |pool, base, targets| {
        let bound = ErrorBound::for_base(base);
        let options = PackOptions { base: Some(base), bound, strict: false };
        pool.add_row_sparse(targets, None, Stage::Compute, &options).unwrap()
    },
];

fn instances(pool: &mut MorphPool, id: TargetsId) -> Vec<InstanceId> {
    [[0.0, 0.0], [1.0, -2.0], [-0.5, 3.0]].map(|w| pool.new_instance(&[id], &w).unwrap()).into()
}

#[test]
fn targets_that_are_given_again_are_measured_as_if_they_were_kept() {
    let base = line(VERTICES);
    for add in WAYS {
        let mut keeping = pool(true);
        let id = add(&mut keeping, &base, &load(1.0));
        let mut bounds = InstanceBounds::new(&keeping, id, &base).unwrap();
        let of = instances(&mut keeping, id);
        let expected = boxes(&mut bounds, &mut keeping, &of);

        let mut pool = pool(false);
        let id = add(&mut pool, &base, &load(1.0));
        let of = instances(&mut pool, id);
        let error = InstanceBounds::new(&pool, id, &base).unwrap_err();
        assert_eq!(error, GpuError::NotKept(id));
        let given = load(1.0);
        let mut bounds = InstanceBounds::with_targets(&pool, id, &base, &given).unwrap();
        let weak = given.downgrade();
        drop(given);
        assert!(weak.upgrade().is_none(), "they are measured, not kept");
        assert_eq!(boxes(&mut bounds, &mut pool, &of), expected);
        // What was measured serves on another device.
        let other = another_gpu();
        let primitive =
            || MorphPrimitive { base: base.clone(), targets: Some(load(1.0)), flat: false };
        pool.recover_with(&other.device, &other.queue, |_| Some(primitive().into())).unwrap();
        let mut encoder = other.device.create_command_encoder(&Default::default());
        bounds.encode(&pool, &mut encoder).unwrap();
        other.queue.submit([encoder.finish()]);
        let all = bounds.read(&other.queue).unwrap();
        let found: Vec<Aabb> =
            of.iter().map(|&of| all[pool.row(of, 0).unwrap() as usize]).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn other_targets_than_those_of_the_id_are_refused() {
    let base = line(VERTICES);
    let up = || Deltas::from_vec3(&[[0.0, 1.0, 0.0]; VERTICES]);
    let others =
        [load(1.0 + f32::EPSILON), targets(VERTICES, &[up()]), targets(VERTICES, &[up(), up()])];
    for add in WAYS {
        for keep in [false, true] {
            let mut pool = pool(keep);
            let added = load(1.0);
            let id = add(&mut pool, &base, &added);
            InstanceBounds::with_targets(&pool, id, &base, &added).unwrap();
            for other in &others {
                let error = InstanceBounds::with_targets(&pool, id, &base, other).unwrap_err();
                let is_other =
                    matches!(error, GpuError::OtherTargets { targets, .. } if targets == id);
                assert!(is_other, "{error}");
            }
        }
    }
    let mut pool = pool(false);
    let given = load(1.0);
    let texture = pool.add_targets(&given, None, Choice::Texture(Stage::Compute)).unwrap();
    let primitive =
        MorphPrimitive { base: base.clone(), targets: Some(given.clone()), flat: false };
    let deformed = pool.add_primitive(&primitive, None, &DeformOptions::default()).unwrap();
    let gone = pool.add_targets(&given, None, CHOICES[0]).unwrap();
    pool.destroy_targets(gone);
    for (id, expected) in [
        (texture, GpuError::OneInstance(texture)),
        (deformed, GpuError::Deformed(deformed)),
        (gone, GpuError::NoSuchTargets(gone)),
    ] {
        let error = InstanceBounds::with_targets(&pool, id, &base, &given).unwrap_err();
        assert_eq!(error, expected);
    }
}

#[test]
fn targets_that_an_edit_replaced_have_to_be_given_anew() {
    let base = line(VERTICES);
    for choice in CHOICES {
        let mut pool = pool(false);
        let id = pool.add_targets(&load(1.0), None, choice).unwrap();
        let of = instances(&mut pool, id);
        let mut bounds = InstanceBounds::with_targets(&pool, id, &base, &load(1.0)).unwrap();
        let before = boxes(&mut bounds, &mut pool, &of);
        pool.replace_targets(&[id], slice::from_ref(&load(2.0)), None).unwrap();
        pool.upload(&gpu().queue);
        let mut encoder = gpu().device.create_command_encoder(&Default::default());
        assert_eq!(bounds.encode(&pool, &mut encoder), Err(GpuError::NotKept(id)));
        let old = InstanceBounds::with_targets(&pool, id, &base, &load(1.0)).unwrap_err();
        assert!(matches!(old, GpuError::OtherTargets { .. }), "{old}");
        let mut bounds = InstanceBounds::with_targets(&pool, id, &base, &load(2.0)).unwrap();
        let after = boxes(&mut bounds, &mut pool, &of);
        assert!(after[1].max[1] > before[1].max[1] + 50.0, "{before:?} {after:?}");
    }
}
