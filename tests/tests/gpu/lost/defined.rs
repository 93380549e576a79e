//! What a pool does on a lost device: its work on the CPU, or nothing and a typed error. No panic,
//! and no error of wgpu's that nobody catches: the devices of the tests fail on those.

use super::{CHOICES, Scene, mesh, mortal, primitive};
use morph_core::{AttributeSet, Normalize, Stage};
use morph_gpu::{
    Choice, ComputeBlend, DeformOptions, GpuError, MorphData, MorphPool, MorphedVertexBuffers,
    PoolOptions, Profile, create_compat_fallback, is_lost, read_buffer,
};
use morph_tests::{Gpu, assert_blend, gpu, random_mesh, random_weights};

fn is_device_lost<T: std::fmt::Debug>(result: Result<T, GpuError>) {
    assert!(matches!(result, Err(GpuError::DeviceLost { .. })), "{result:?}");
}

/// Lost, and noticed or not yet.
fn both(lose: impl Fn(&Gpu, bool)) {
    for noticed in [false, true] {
        lose(&mortal(), noticed);
    }
}

fn lose(gpu: &Gpu, noticed: bool) {
    assert!(!is_lost(&gpu.device));
    if noticed {
        gpu.lose();
    } else {
        gpu.device.destroy();
    }
    assert!(is_lost(&gpu.device));
}

#[test]
fn an_empty_pool_on_a_lost_device_refuses_what_needs_it() {
    both(|gpu, noticed| {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        lose(gpu, noticed);
        for choice in CHOICES {
            is_device_lost(pool.add_targets(&mesh(1).1, None, choice));
        }
        is_device_lost(pool.add_primitive(&primitive(1), None, &DeformOptions::default()));
        assert_eq!((pool.delta_bytes(), pool.upload(&gpu.queue).writes), (0, 0));
        assert_eq!(pool.prepare_deform().unwrap().writes, 0);
        let new = mortal();
        pool.recover(&new.device, &new.queue).unwrap();
        pool.add_targets(&mesh(1).1, None, CHOICES[1]).unwrap();
    });
}

#[test]
fn what_is_done_on_a_lost_device_is_there_after_the_recovery() {
    both(|old, noticed| {
        let mut scene = Scene::new(old, true);
        scene.submit(old);
        lose(old, noticed);
        let generation = scene.pool.generation();
        let (drawn, deformed) = (scene.drawn[0], scene.deformed[0]);
        // Weights, names, handles and what they stand for are the CPU's.
        scene.pool.set_weight(drawn.2, "0:3", 2.0).unwrap();
        scene.pool.set_weights(deformed.2, &random_weights(3, 7)).unwrap();
        let shared = scene.pool.share(deformed.2).unwrap();
        scene.pool.destroy_instance(deformed.2);
        scene.pool.destroy_instance(scene.deformed[1].2);
        scene.pool.set_first_vertex(drawn.1, 4).unwrap();
        assert!(scene.pool.layout(drawn.1).is_ok() && scene.pool.permutation(drawn.1).is_ok());
        // What is bound and read is of the lost device, until the recovery.
        assert!(scene.pool.output(shared, 0).is_ok());
        assert!(scene.pool.bind_entries(drawn.1, &Default::default()).is_ok());
        is_device_lost(scene.pool.read_output(shared, 0));
        is_device_lost(ComputeBlend::new(&old.device, &old.queue).blend(
            &scene.pool,
            drawn.2,
            0,
            &mesh(0).0,
        ));
        // Instances come while there is room, and else are refused.
        let mut made = Vec::new();
        let refused = loop {
            match scene.pool.new_instance(&[drawn.1, deformed.1], &random_weights(9, 7)) {
                Ok(instance) => made.push(instance),
                Err(error) => break error,
            }
        };
        assert!(matches!(refused, GpuError::DeviceLost { .. }), "{refused}");
        assert_eq!(scene.pool.generation(), generation);
        let mut encoder = old.device.create_command_encoder(&Default::default());
        is_device_lost(scene.pool.encode(&mut encoder));
        old.queue.submit([encoder.finish()]);

        let new = mortal();
        scene.pool.recover(&new.device, &new.queue).unwrap();
        made.push(scene.pool.new_instance(&[drawn.1, deformed.1], &random_weights(9, 7)).unwrap());
        scene.submit(&new);
        let (base, targets) = mesh(deformed.0);
        let found = scene.pool.read_output(shared, 0).unwrap();
        assert_blend("shared", &found, &base, &targets, &random_weights(3, 7), Normalize::Yes);
        for instance in made {
            let found = scene.pool.read_output(instance, 1).unwrap();
            assert_blend("made", &found, &base, &targets, &random_weights(9, 7), Normalize::Yes);
        }
        assert_eq!(scene.pool.weights(drawn.2).unwrap().get(3), Some(2.0));
    });
}

#[test]
fn targets_that_a_lost_device_refuses_change_nothing() {
    both(|old, noticed| {
        let mut scene = Scene::new(old, true);
        let bytes = scene.pool.delta_bytes();
        lose(old, noticed);
        for (seed, choice) in (40..).zip(CHOICES) {
            is_device_lost(scene.pool.add_targets(&mesh(seed).1, None, choice));
        }
        // Large enough for a staging buffer of its own.
        let (base, targets) = random_mesh(1, 20_000, 3, AttributeSet::PN);
        is_device_lost(scene.pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)));
        let large = morph_core::MorphPrimitive { base, targets: Some(targets), flat: false };
        for what in [&large, &primitive(41)] {
            is_device_lost(scene.pool.add_primitive(what, None, &DeformOptions::default()));
        }
        assert_eq!(scene.pool.delta_bytes(), bytes);
        let new = mortal();
        scene.pool.recover(&new.device, &new.queue).unwrap();
        scene.submit(&new);
        scene.pool.add_primitive(&large, None, &DeformOptions::default()).unwrap();
    });
}

#[test]
fn a_queue_of_a_lost_device_writes_nothing_and_rows_stay_due() {
    let old = mortal();
    let mut scene = Scene::new(&old, true);
    scene.submit(&old);
    old.lose();
    let new = mortal();
    scene.pool.recover(&new.device, &new.queue).unwrap();
    scene.animate(4);
    assert_eq!(scene.pool.upload(&old.queue).writes, 0);
    assert!(scene.pool.upload(&new.queue).writes > 0);
}

#[test]
fn a_pool_and_its_device_are_dropped_in_any_order_and_in_mid_frame() {
    let gpu = mortal();
    let mut scene = Scene::new(&gpu, true);
    let (_, _, instance) = scene.deformed[0];
    let encoder = scene.encode(&gpu);
    let output = scene.pool.output(instance, 0).unwrap();
    let (buffer, offset, bytes) = (output.buffer.clone(), output.offset, output.bytes);
    drop(scene);
    // What was recorded runs to its end.
    gpu.queue.submit([encoder.finish()]);
    let read = read_buffer(&gpu.device, &gpu.queue, &buffer, offset, bytes).unwrap();
    assert!(read.iter().any(|byte| *byte != 0));

    let gpu = mortal();
    let mut scene = Scene::new(&gpu, true);
    scene.submit(&gpu);
    let (device, queue) = (gpu.device.clone(), gpu.queue.clone());
    drop(gpu);
    drop((device, queue));
    assert!(scene.pool.read_output(scene.deformed[0].2, 0).is_ok());
    drop(scene);
}

#[test]
fn parts_on_a_lost_device_are_typed_errors() {
    both(|old, noticed| {
        let (base, targets) = mesh(1);
        let (device, queue) = (&old.device, &old.queue);
        let buffer = create_compat_fallback(device, queue).unwrap();
        lose(old, noticed);
        is_device_lost(create_compat_fallback(device, queue));
        is_device_lost(read_buffer(device, queue, &buffer, 0, 8));
        for profile in [Profile::Seed, Profile::Compat] {
            is_device_lost(MorphData::from_targets(device, queue, profile, &targets, None, None));
        }
        let positions = [(morph_core::Attribute::Position, &buffer)];
        let small = MorphedVertexBuffers::separate(queue, &positions, base.into(), targets);
        assert!(matches!(small, Err(GpuError::VertexBuffer { .. })));
        assert!(!is_lost(&gpu().device));
    });
}
