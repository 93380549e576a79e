//! The halves of the deform pass in orders that no frame has: nothing is lost, and nothing is stale.

use super::{EXACT, asked_for, deform, pool_on, positions, primitive};
use morph_core::{Attribute, AttributeSet, MorphTargets, Normalize, VertexAttributes, blend};
use morph_gpu::{DeformHook, GpuError, InstanceId, MorphPool, PoolOptions};
use morph_tests::{Gpu, assert_blend, gpu, random_mesh, random_weights};

pub(super) fn record(gpu: &Gpu, pool: &MorphPool) {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
    gpu.queue.submit([encoder.finish()]);
}

pub(super) fn hook(body: &str) -> Option<DeformHook> {
    let wgsl = format!("fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {{ {body} }}");
    Some(DeformHook { wgsl, resources: None })
}

fn one(options: PoolOptions) -> (MorphPool, InstanceId, VertexAttributes, MorphTargets) {
    let (base, targets) = random_mesh(6, 70, 2, AttributeSet::P);
    let mut pool = pool_on(gpu(), options);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &asked_for(EXACT[0])).unwrap();
    let instance = pool.new_instance(&[id], &[0.25]).unwrap();
    (pool, instance, base, targets)
}

/// Positions as the frame before had them.
fn previous(gpu: &Gpu, pool: &MorphPool, id: InstanceId) -> Vec<f32> {
    let v = pool.previous_output(id, 0).unwrap();
    let bytes = morph_gpu::read_buffer(&gpu.device, &gpu.queue, v.buffer, v.offset, v.bytes);
    let words: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes.unwrap());
    words.chunks_exact(4).flat_map(|v| v[..3].to_vec()).collect()
}

fn assert_close(found: &[f32], base: &VertexAttributes, targets: &MorphTargets, weights: &[f32]) {
    let expected = blend(base, targets, weights, Normalize::Yes).unwrap();
    let expected = expected.values(Attribute::Position).unwrap();
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{weights:?}");
}

#[test]
fn a_frame_that_is_prepared_several_times_is_one_frame() {
    let gpu = gpu();
    let (mut pool, instance, base, targets) =
        one(PoolOptions { keep_previous: true, ..Default::default() });
    deform(gpu, &mut pool);
    pool.set_weights(instance, &[0.5]).unwrap();
    pool.prepare_deform().unwrap();
    pool.set_weights(instance, &[1.0]).unwrap();
    pool.prepare_deform().unwrap();
    pool.prepare_deform().unwrap();
    record(gpu, &pool);
    assert_close(&positions(&pool, instance), &base, &targets, &[1.0]);
    assert_close(&previous(gpu, &pool, instance), &base, &targets, &[0.25]);
}

#[test]
fn what_a_hook_refuses_is_due_again_and_the_vertices_shown_stay() {
    let gpu = gpu();
    let (mut pool, instance, base, targets) =
        one(PoolOptions { keep_previous: true, ..Default::default() });
    deform(gpu, &mut pool);
    pool.set_weights(instance, &[0.5]).unwrap();
    pool.set_deform_hook(hook("return nothing;"));
    for _ in 0..2 {
        assert!(matches!(pool.prepare_deform(), Err(GpuError::Refused { .. })));
        assert_eq!(pool.deform_dispatches(), 0);
        record(gpu, &pool);
        assert_close(&positions(&pool, instance), &base, &targets, &[0.25]);
        assert_close(&previous(gpu, &pool, instance), &base, &targets, &[0.25]);
    }
    pool.set_deform_hook(None);
    assert_eq!(deform(gpu, &mut pool), 1);
    assert_close(&positions(&pool, instance), &base, &targets, &[0.5]);
    assert_close(&previous(gpu, &pool, instance), &base, &targets, &[0.25]);
}

#[test]
fn a_hook_between_the_halves_loses_no_frame() {
    let gpu = gpu();
    let (mut pool, instance, base, targets) = one(PoolOptions::default());
    pool.prepare_deform().unwrap();
    pool.set_deform_hook(hook("var w = v; w.position = vec3<f32>(7.0); return w;"));
    record(gpu, &pool);
    assert_eq!(deform(gpu, &mut pool), 1);
    assert!(positions(&pool, instance).iter().all(|v| *v == 7.0));
    pool.set_deform_hook(None);
    pool.deform_again(instance).unwrap();
    deform(gpu, &mut pool);
    assert_close(&positions(&pool, instance), &base, &targets, &[0.25]);
}

#[test]
fn what_a_recorded_frame_reads_and_writes_is_nobody_elses_before_it_is_submitted() {
    let gpu = gpu();
    let mut pool = pool_on(gpu, PoolOptions::default());
    let mesh = |seed| random_mesh(seed, 70, 3, AttributeSet::PN);
    let add = |pool: &mut MorphPool, seed| {
        let (base, targets) = mesh(seed);
        pool.add_primitive(&primitive(&base, &targets), None, &asked_for(EXACT[1])).unwrap()
    };
    let keeps = add(&mut pool, 1);
    let kept = pool.new_instance(&[keeps], &[]).unwrap();
    let goes = add(&mut pool, 2);
    let gone = pool.new_instance(&[goes], &[1.0, 1.0, 1.0]).unwrap();
    let offset = pool.output(gone, 0).unwrap().offset;
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder).unwrap();
    // Its words would be written before what is recorded runs.
    pool.destroy_targets(goes);
    pool.destroy_instance(gone);
    let comes = add(&mut pool, 3);
    let come = pool.new_instance(&[comes], &[0.5]).unwrap();
    assert_ne!(pool.output(come, 0).unwrap().offset, offset);
    gpu.queue.submit([encoder.finish()]);
    deform(gpu, &mut pool);
    for (instance, seed, weights) in [(kept, 1, vec![]), (come, 3, vec![0.5])] {
        let (base, targets) = mesh(seed);
        let found = pool.read_output(instance, 0).unwrap();
        assert_blend("alive", &found, &base, &targets, &weights, Normalize::Yes);
    }
    let later = pool.new_instance(&[comes], &random_weights(4, 3)).unwrap();
    assert_eq!(pool.output(later, 0).unwrap().offset, offset, "free since the next frame");
}

#[test]
fn what_is_destroyed_between_the_halves_takes_no_part() {
    let gpu = gpu();
    let (mut pool, instance, base, targets) = one(PoolOptions::default());
    let other = pool.instance_targets(instance, 0).unwrap();
    let other = pool.new_instance(&[other], &[1.0]).unwrap();
    pool.prepare_deform().unwrap();
    pool.destroy_instance(other);
    record(gpu, &pool);
    assert_close(&positions(&pool, instance), &base, &targets, &[0.25]);
    pool.deform_again(instance).unwrap();
    pool.prepare_deform().unwrap();
    pool.destroy_instance(instance);
    // Its page went with it.
    record(gpu, &pool);
    pool.prepare_deform().unwrap();
    assert_eq!(pool.deform_dispatches(), 0);
}
