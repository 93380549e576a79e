//! Deltas that are not kept: their memory is gone, and a recovery asks for them.

use super::{Scene, TARGETS, mesh, mortal, primitive};
use morph_core::packed::{ErrorBound, PackOptions};
use morph_core::{Attribute, MorphPrimitive, MorphTargets, Stage};
use morph_gpu::{Choice, DeformOptions, GpuError, MorphPool, PoolOptions, Supplied, TargetsId};
use morph_tests::{Gpu, gpu};
use std::collections::HashMap;

impl Scene {
    /// What its ids were made of, made again.
    pub(super) fn supply(&self) -> impl Fn(TargetsId) -> Option<Supplied> + use<> {
        let drawn: HashMap<_, _> = self.drawn.iter().map(|&(seed, id, _)| (id, seed)).collect();
        let deformed: HashMap<_, _> =
            self.deformed.iter().map(|&(seed, id, _)| (id, seed)).collect();
        move |id| match (drawn.get(&id), deformed.get(&id)) {
            (Some(&seed), _) => Some(mesh(seed).1.into()),
            (_, Some(&seed)) => Some(primitive(seed).into()),
            _ => None,
        }
    }
}

fn forgetful(gpu: &Gpu) -> MorphPool {
    let options = PoolOptions { keep_deltas: false, ..Default::default() };
    MorphPool::new(&gpu.device, &gpu.queue, options)
}

#[test]
fn what_is_supplied_again_gives_the_same_bits() {
    let stable = gpu();
    let mut device = mortal();
    let (mut stays, mut loses) = (Scene::new(stable, true), Scene::new(&device, false));
    for number in 0..4 {
        for (scene, gpu) in [(&mut stays, stable), (&mut loses, &device)] {
            scene.animate(number);
            scene.submit(gpu);
        }
        device.lose();
        device = mortal();
        let refused = loses.pool.recover(&device.device, &device.queue);
        assert!(matches!(refused, Err(GpuError::NotKept(_))), "{refused:?}");
        let (of, mut asked) = (loses.supply(), Vec::new());
        loses
            .pool
            .recover_with(&device.device, &device.queue, |id| {
                asked.push(id);
                of(id)
            })
            .unwrap();
        let once: std::collections::HashSet<_> = asked.iter().collect();
        assert_eq!(once.len(), asked.len(), "each is asked for once");
        loses.assert_like(&device, &stays, stable, &format!("frame {number}"));
    }
}

#[test]
fn deltas_that_are_not_kept_leave_the_memory_and_are_known_again() {
    let gpu = gpu();
    for keep_deltas in [true, false] {
        let options = PoolOptions { keep_deltas, ..Default::default() };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let (base, targets) = mesh(1);
        let known = targets.downgrade();
        for choice in super::CHOICES {
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let bytes = pool.delta_bytes();
            let again = pool.add_targets(&targets.clone(), None, choice).unwrap();
            assert_eq!(pool.delta_bytes(), bytes, "{choice:?}");
            assert_eq!(pool.targets(id).is_ok(), keep_deltas);
            assert_eq!(pool.encoding_report(again).unwrap().is_some(), choice == super::CHOICES[2]);
        }
        let whole = MorphPrimitive { base, targets: Some(targets), flat: false };
        let id = pool.add_primitive(&whole, None, &DeformOptions::default()).unwrap();
        let bytes = pool.delta_bytes();
        pool.add_primitive(&whole.clone(), None, &DeformOptions::default()).unwrap();
        assert_eq!(pool.delta_bytes(), bytes);
        let kept = pool.stats().kept_bytes;
        // Seven targets and a base, of two attributes, 91 vertices each, and rows as they lie.
        assert_eq!(kept > 8 * 2 * 91 * 12, keep_deltas, "{kept}");
        assert_eq!(kept == 0, !keep_deltas, "{kept}");
        // Another base is another primitive.
        let mut other = whole.clone();
        other.base.values_mut(Attribute::Position).unwrap()[0] += 1.0;
        pool.add_primitive(&other, None, &DeformOptions::default()).unwrap();
        assert!(pool.delta_bytes() > bytes);
        let instance = pool.new_instance(&[id], &[1.0]).unwrap();
        drop((whole, other));
        assert_eq!(known.upgrade().is_some(), keep_deltas);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        pool.encode(&mut encoder).unwrap();
        gpu.queue.submit([encoder.finish()]);
        match pool.read_output(instance, 0) {
            Ok(_) => assert!(keep_deltas),
            Err(error) => assert_eq!((error, keep_deltas), (GpuError::NotKept(id), false)),
        }
    }
}

/// The targets with one number changed.
fn nearly(targets: &MorphTargets) -> MorphTargets {
    let count = targets.vertex_count();
    let all = (0..TARGETS)
        .map(|target| {
            let mut of = morph_core::TargetDeltas::new();
            for &attribute in targets.attributes() {
                let Some(deltas) = targets.deltas(target, attribute) else { continue };
                let mut values = vec![0.0; 3 * count];
                for (vertex, delta) in deltas.iter(3) {
                    values[3 * vertex..3 * vertex + 3].copy_from_slice(delta);
                }
                if target == 3 && attribute == Attribute::Position {
                    values[10] += 0.5;
                }
                of = of.with(attribute, morph_core::Deltas::Dense(values));
            }
            of
        })
        .collect();
    MorphTargets::new(count, all).unwrap().unwrap()
}

#[test]
fn other_targets_than_before_are_refused_and_the_pool_may_be_recovered_again() {
    let gpu = gpu();
    for choice in super::CHOICES {
        let mut pool = forgetful(gpu);
        let (base, targets) = mesh(1);
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let new = mortal();
        let mut try_with =
            |with: Supplied| pool.recover_with(&new.device, &new.queue, |_| Some(with.clone()));
        let error = try_with(mesh(2).1.into()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{id}: expected 7 targets of 91 vertices, got 7 targets of 92 vertices")
        );
        let positions = targets.for_base(
            &morph_core::VertexAttributes::new(91).with_positions(&[[0.0; 3]; 91]).unwrap(),
        );
        let error = try_with(positions.into()).unwrap_err();
        assert!(matches!(&error, GpuError::OtherTargets { .. }), "{error}");
        let error = try_with(nearly(&targets).into()).unwrap_err();
        assert!(error.to_string().contains("of fingerprint "), "{error}");
        let still = MorphPrimitive { base: base.clone(), targets: None, flat: false };
        assert_eq!(try_with(still.into()), Err(GpuError::NotKept(id)));
        // The same deltas, however they lie, and with a base that nobody needs.
        let whole = MorphPrimitive { base, targets: Some(mesh(1).1), flat: false };
        assert_eq!(try_with(whole.into()), Ok(()));
    }
}

#[test]
fn another_base_is_refused_as_other_targets_are() {
    let gpu = gpu();
    let mut pool = forgetful(gpu);
    let id = pool.add_primitive(&primitive(1), None, &DeformOptions::default()).unwrap();
    let instance = pool.new_instance(&[id], &[0.5]).unwrap();
    let new = mortal();
    let mut try_with =
        |with: Supplied| pool.recover_with(&new.device, &new.queue, |_| Some(with.clone()));
    let mut moved = primitive(1);
    moved.base.values_mut(Attribute::Position).unwrap()[7] += 1.0;
    let mut changed = primitive(1);
    changed.targets = changed.targets.map(|targets| nearly(&targets));
    for other in [moved.into(), changed.into(), primitive(2).into(), mesh(1).1.into()] {
        let error = try_with(other).unwrap_err();
        assert!(matches!(error, GpuError::OtherTargets { .. }), "{error}");
    }
    assert_eq!(try_with(primitive(1).into()), Ok(()));
    let mut encoder = new.device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder).unwrap();
    assert_eq!(pool.output(instance, 0).unwrap().bytes, 91 * 24);
}

#[test]
fn rows_that_were_packed_with_a_base_are_packed_with_it_again() {
    let gpu = gpu();
    let mut pool = forgetful(gpu);
    let (base, targets) = mesh(4);
    let bound =
        Some(ErrorBound { position: 0.5, direction_degrees: 90.0, ..ErrorBound::of_radius(1.0) });
    let options = PackOptions { base: Some(&base), bound, strict: false };
    let id = pool.add_row_sparse(&targets, None, Stage::Vertex, &options).unwrap();
    let again = pool.add_row_sparse(&targets, None, Stage::Vertex, &options).unwrap();
    let plain = pool.add_targets(&targets, None, Choice::RowSparse(Stage::Vertex)).unwrap();
    assert!(pool.layout(id).unwrap() == pool.layout(again).unwrap());
    assert!(pool.layout(id).unwrap() != pool.layout(plain).unwrap());
    let new = mortal();
    let error = pool.recover_with(&new.device, &new.queue, |_| Some(mesh(4).1.into()));
    assert!(matches!(error, Err(GpuError::OtherTargets { targets, .. }) if targets == id));
    let mut asked = 0;
    pool.recover_with(&new.device, &new.queue, |_| {
        asked += 1;
        Some(primitive(4).into())
    })
    .unwrap();
    assert_eq!(asked, 2);
}

#[test]
fn deltas_of_several_ids_are_asked_for_by_one_that_was_not_destroyed() {
    let gpu = gpu();
    let mut pool = forgetful(gpu);
    let targets = mesh(3).1;
    let choice = Choice::Linear(Stage::Vertex);
    let first = pool.add_targets(&targets, None, choice).unwrap();
    let second = pool.add_targets(&targets, None, choice).unwrap();
    pool.new_instance(&[first], &[0.5; TARGETS]).unwrap();
    pool.destroy_targets(first);
    let new = mortal();
    let supply = |id| (id == second).then(|| mesh(3).1.into());
    assert_eq!(pool.recover_with(&new.device, &new.queue, supply), Ok(()));
}
