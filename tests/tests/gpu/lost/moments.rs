//! Whenever a device is lost, the pool shows the same as one whose device was not, call for call.

use super::{Scene, mortal};
use morph_core::packed::BlockEncoding;
use morph_core::{AttributeSet, MorphPrimitive, Normalize};
use morph_gpu::{
    DeformChoice, DeformHook, DeformOptions, GpuError, InstanceId, MorphPool, PoolOptions, is_lost,
};
use morph_tests::{Gpu, assert_blend, gpu, gpu_with, random_mesh, random_weights};
use morph_wgsl::DeformLayout;

/// When in a frame the device goes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// Between two frames.
    Between,
    /// Weights are set and not uploaded.
    BeforeUpload,
    /// The frame is tried on the lost device.
    Noticed,
    /// Written, and not recorded.
    Prepared,
    /// Recorded, and not submitted.
    Encoded,
    /// Submitted, and nobody waited.
    Submitted,
    /// The device after it goes as well.
    Twice,
}

use Moment::*;

/// A frame in which the device is lost; the device to go on with.
fn frame(scene: &mut Scene, old: &Gpu, moment: Moment, number: u32) -> Gpu {
    let recover = |scene: &mut Scene| {
        let new = mortal();
        scene.pool.recover(&new.device, &new.queue).unwrap();
        new
    };
    match moment {
        Between | Twice => {
            old.lose();
            if moment == Twice {
                recover(scene).lose();
            }
            let new = recover(scene);
            scene.animate(number);
            scene.submit(&new);
            new
        }
        BeforeUpload => {
            scene.animate(number);
            old.lose();
            let new = recover(scene);
            scene.submit(&new);
            new
        }
        Noticed => {
            scene.animate(number);
            old.lose();
            assert_eq!(scene.pool.upload(&old.queue).writes, 0);
            let mut encoder = old.device.create_command_encoder(&Default::default());
            let what = "morph deform frame";
            for _ in 0..2 {
                assert_eq!(scene.pool.encode(&mut encoder), Err(GpuError::DeviceLost { what }));
            }
            old.queue.submit([encoder.finish()]);
            let new = recover(scene);
            scene.submit(&new);
            new
        }
        Prepared => {
            scene.animate(number);
            scene.pool.upload(&old.queue);
            scene.pool.prepare_deform().unwrap();
            old.lose();
            let mut encoder = old.device.create_command_encoder(&Default::default());
            scene.pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
            old.queue.submit([encoder.finish()]);
            recover(scene)
        }
        Encoded => {
            scene.animate(number);
            let encoder = scene.encode(old);
            old.lose();
            old.queue.submit([encoder.finish()]);
            recover(scene)
        }
        Submitted => {
            scene.animate(number);
            scene.submit(old);
            old.device.destroy();
            recover(scene)
        }
    }
}

#[test]
fn whenever_a_device_is_lost_the_next_frame_has_the_same_bits() {
    let stable = gpu();
    let few = [DeformLayout::Blocked(BlockEncoding::EightBytes), DeformLayout::RowSparse];
    for moment in [Between, BeforeUpload, Noticed, Prepared, Encoded, Submitted, Twice] {
        let layouts = if moment == Between { &DeformLayout::ALL[..] } else { &few };
        let scene = |gpu: &Gpu| Scene::with(gpu, true, layouts);
        let mut device = mortal();
        let (mut stays, mut loses) = (scene(stable), scene(&device));
        for number in 0..4 {
            stays.animate(number);
            stays.submit(stable);
            if number % 2 == 1 {
                let (generation, ids) = (loses.pool.generation(), loses.instances());
                device = frame(&mut loses, &device, moment, number);
                assert!(loses.pool.generation() > generation, "{moment:?}");
                assert_eq!(loses.instances(), ids);
            } else {
                loses.animate(number);
                loses.submit(&device);
            }
            let what = format!("{moment:?}, frame {number}");
            loses.assert_like(&device, &stays, stable, &what);
        }
    }
}

#[test]
fn what_is_shown_is_there_before_the_next_frame_and_nothing_is_due() {
    let stable = gpu();
    let mut device = mortal();
    let (mut stays, mut scene) = (Scene::new(stable, true), Scene::new(&device, true));
    for number in 0..3 {
        for (scene, gpu) in [(&mut stays, stable), (&mut scene, &device)] {
            scene.animate(number);
            scene.submit(gpu);
        }
    }
    let (buffers, pictures) = (scene.buffers(&device), scene.pictures(&device));
    device.lose();
    device = mortal();
    scene.pool.recover(&device.device, &device.queue).unwrap();
    assert!(scene.buffers(&device) == buffers);
    assert!(scene.pictures(&device) == pictures);
    // But what comes to rest.
    assert_eq!(scene.pool.upload(&device.queue), stays.pool.upload(&stable.queue));
    assert_eq!(scene.pool.upload(&device.queue).writes, 0);
    assert_eq!(scene.pool.prepare_deform().unwrap().writes, 0);
}

#[test]
fn a_new_device_that_is_lost_in_the_recovery_leaves_the_pool_to_the_next() {
    let stable = gpu();
    let device = mortal();
    let (mut stays, mut loses) = (Scene::new(stable, false), Scene::new(&device, false));
    for number in 0..2 {
        for (scene, gpu) in [(&mut stays, stable), (&mut loses, &device)] {
            scene.animate(number);
            scene.submit(gpu);
        }
    }
    device.lose();
    let sets = loses.drawn.len() + DeformLayout::ALL.len();
    let generation = loses.pool.generation();
    for lost_at in 0..=sets {
        let new = mortal();
        let mut asked = 0;
        let of = loses.supply();
        if lost_at == sets {
            new.device.destroy();
        }
        let error = loses.pool.recover_with(&new.device, &new.queue, |id| {
            if asked == lost_at {
                new.lose();
            }
            asked += 1;
            of(id)
        });
        assert!(matches!(error, Err(GpuError::DeviceLost { .. })), "{lost_at}: {error:?}");
        assert!(is_lost(&new.device));
        assert_eq!(loses.pool.generation(), generation);
    }
    let new = mortal();
    let of = loses.supply();
    loses.pool.recover_with(&new.device, &new.queue, of).unwrap();
    loses.assert_like(&new, &stays, stable, "after all");
}

#[test]
fn a_device_that_another_thread_loses_at_any_time_does_no_harm() {
    let stable = gpu();
    let mut device = mortal();
    let few = [DeformLayout::Blocked(BlockEncoding::EightBytes), DeformLayout::RowSparse];
    let scene = |gpu: &Gpu| Scene::with(gpu, true, &few);
    let (mut stays, mut loses) = (scene(stable), scene(&device));
    for number in 0..6 {
        stays.animate(number);
        stays.submit(stable);
        loses.animate(number);
        let victim = device.device.clone();
        let delay = std::time::Duration::from_micros(u64::from(number) * 300);
        let killer = std::thread::spawn(move || {
            std::thread::sleep(delay);
            victim.destroy();
        });
        let mut encoder = device.device.create_command_encoder(&Default::default());
        loses.pool.upload(&device.queue);
        let encoded = loses.pool.encode(&mut encoder);
        device.queue.submit([encoder.finish()]);
        killer.join().unwrap();
        device = mortal();
        loses.pool.recover(&device.device, &device.queue).unwrap();
        match encoded {
            Ok(_) => {}
            Err(GpuError::DeviceLost { .. }) => loses.submit(&device),
            Err(error) => panic!("{error}"),
        }
        loses.assert_like(&device, &stays, stable, &format!("frame {number}"));
    }
}

#[test]
fn a_device_of_smaller_workgroups_takes_over_with_smaller_ones() {
    let old = gpu_with(|adapter| adapter.limits());
    let mut pool = MorphPool::new(&old.device, &old.queue, PoolOptions::default());
    let (base, targets) = random_mesh(5, 200, 60, AttributeSet::PN);
    let (whole, layout) = (Some(targets.clone()), DeformChoice::Layout(DeformLayout::Linear));
    let primitive = MorphPrimitive { base: base.clone(), targets: whole, flat: false };
    let options = DeformOptions { layout, ..Default::default() };
    let id = pool.add_primitive(&primitive, None, &options).unwrap();
    let weights = random_weights(3, 60);
    let instance = pool.new_instance(&[id], &weights).unwrap();
    let encode = |pool: &mut MorphPool, gpu: &Gpu| {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        pool.encode(&mut encoder).unwrap();
        gpu.queue.submit([encoder.finish()]);
    };
    encode(&mut pool, &old);
    let before = pool.read_output(instance, 0).unwrap();
    let new = gpu_with(|adapter| wgpu::Limits {
        max_compute_invocations_per_workgroup: 64,
        max_compute_workgroup_size_x: 64,
        ..adapter.limits()
    });
    pool.recover(&new.device, &new.queue).unwrap();
    let after = pool.read_output(instance, 0).unwrap();
    assert_blend("after", &after, &base, &targets, &weights, Normalize::Yes);
    // Four shares of the targets are added in another order than one.
    assert_ne!(before, after, "the first device had larger workgroups");
}

#[test]
fn a_hook_goes_with_its_device_and_what_it_wrote_is_due() {
    let device = mortal();
    let mut scene = Scene::new(&device, true);
    let body = "var w = v; w.position = vec3<f32>(7.0); return w;";
    let wgsl = format!("fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {{ {body} }}");
    let hook = DeformHook { wgsl, resources: None };
    scene.pool.set_deform_hook(Some(hook.clone()));
    scene.submit(&device);
    device.lose();
    // Where the recovery fails, the hook is still there: the next one knows of it.
    let dead = mortal();
    dead.lose();
    assert!(scene.pool.recover(&dead.device, &dead.queue).is_err());
    let new = mortal();
    scene.pool.recover(&new.device, &new.queue).unwrap();
    scene.pool.set_deform_hook(Some(hook));
    scene.submit(&new);
    assert!(scene.pool.deform_dispatches() > 0);
    let instance = scene.deformed[0].2;
    let found = scene.pool.read_output(instance, 0).unwrap();
    assert!(found.positions().unwrap().iter().all(|p| *p == [7.0; 3]));
    scene.pool.set_deform_hook(None);
    scene.pool.set_weights(instance, &random_weights(1, 7)).unwrap();
    scene.submit(&new);
    let found = scene.pool.read_output(instance, 0).unwrap();
    assert!(found.positions().unwrap().iter().any(|p| *p != [7.0; 3]));
}

#[test]
fn what_a_hook_wrote_begins_anew_though_the_hook_is_gone_and_the_rest_stays() {
    for keep_previous in [false, true] {
        let old = mortal();
        let options = PoolOptions { keep_previous, ..Default::default() };
        let mut pool = MorphPool::new(&old.device, &old.queue, options);
        let (base, targets) = random_mesh(5, 60, 4, AttributeSet::PN);
        let whole = Some(targets.clone());
        let primitive = MorphPrimitive { base: base.clone(), targets: whole, flat: false };
        let layout = DeformChoice::Layout(DeformLayout::Linear);
        let options = DeformOptions { layout, ..Default::default() };
        let id = pool.add_primitive(&primitive, None, &options).unwrap();
        // Deformed before there was a hook, under it, and both: with it last, and without it last.
        let all = [1, 2, 3, 4].map(|seed| pool.new_instance(&[id], &random_weights(seed, 4)));
        let [plain, hooked, last, first] = all.map(Result::unwrap);
        let encode = |pool: &mut MorphPool, gpu: &Gpu, some: &[(InstanceId, u32)]| {
            for (instance, seed) in some {
                pool.set_weights(*instance, &random_weights(*seed, 4)).unwrap();
            }
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            pool.encode(&mut encoder).unwrap();
            gpu.queue.submit([encoder.finish()]);
        };
        let body = "var w = v; w.position = vec3<f32>(7.0); return w;";
        let wgsl =
            format!("fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {{ {body} }}");
        encode(&mut pool, &old, &[]);
        pool.set_deform_hook(Some(DeformHook { wgsl, resources: None }));
        encode(&mut pool, &old, &[(hooked, 5), (last, 6), (first, 7)]);
        encode(&mut pool, &old, &[(hooked, 8)]);
        pool.set_deform_hook(None);
        encode(&mut pool, &old, &[(first, 9)]);
        let known = [plain, first].map(|instance| pool.read_output(instance, 0).unwrap());
        old.lose();
        let new = mortal();
        pool.recover(&new.device, &new.queue).unwrap();
        let found = [plain, first].map(|instance| pool.read_output(instance, 0).unwrap());
        assert_eq!(found, known, "no hook wrote them last");
        encode(&mut pool, &new, &[]);
        assert_eq!(pool.deform_dispatches(), 1);
        assert_eq!([plain, first].map(|i| pool.read_output(i, 0).unwrap()), known);
        for (instance, seed) in [(plain, 1), (hooked, 8), (last, 6), (first, 9)] {
            let found = pool.read_output(instance, 0).unwrap();
            assert_blend("anew", &found, &base, &targets, &random_weights(seed, 4), Normalize::Yes);
            let [now, before] = [pool.output(instance, 0), pool.previous_output(instance, 0)];
            assert_eq!(now.unwrap().offset, before.unwrap().offset, "nothing moves");
        }
        encode(&mut pool, &new, &[(hooked, 1), (first, 2)]);
        for (instance, seed) in [(hooked, 1), (first, 2)] {
            let found = pool.read_output(instance, 0).unwrap();
            assert_blend(
                "moves",
                &found,
                &base,
                &targets,
                &random_weights(seed, 4),
                Normalize::Yes,
            );
            let [now, before] = [pool.output(instance, 0), pool.previous_output(instance, 0)];
            assert_eq!(now.unwrap().offset != before.unwrap().offset, keep_previous);
        }
    }
}
