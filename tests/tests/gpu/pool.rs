//! The pool: what is shared, what is written, what survives.

pub(crate) mod edit;
mod life;
mod model;
mod row_sparse;

use crate::rows::kept;
use morph_core::animation::{Interpolation, TrackPlayer, WeightSink, WeightTrack};
use morph_core::{AttributeSet, Normalize, Stage};
use morph_gpu::{Choice, ComputeBlend, GpuError, MorphPool, PoolOptions, UploadStats};
use morph_tests::{another_gpu, assert_blend, gpu, gpu_with, random_mesh, random_weights};
use morph_wgsl::Slots;

const CHOICES: [Choice; 3] = [
    Choice::Texture(Stage::Compute),
    Choice::Linear(Stage::Compute),
    Choice::RowSparse(Stage::Compute),
];

fn pool() -> MorphPool {
    pool_with(PoolOptions::default())
}

fn pool_with(options: PoolOptions) -> MorphPool {
    MorphPool::new(&gpu().device, &gpu().queue, options)
}

#[test]
fn the_same_targets_are_uploaded_once() {
    let (_, a) = random_mesh(1, 100, 3, AttributeSet::PN);
    let (_, b) = random_mesh(2, 100, 3, AttributeSet::PN);
    let mut pool = pool();
    let first = pool.add_targets(&a, None, Choice::Linear(Stage::Vertex)).unwrap();
    let bytes = pool.delta_bytes();
    let second = pool.add_targets(&a.clone(), None, Choice::Linear(Stage::Vertex)).unwrap();
    assert_eq!(pool.delta_bytes(), bytes);
    pool.add_targets(&b, None, Choice::Linear(Stage::Vertex)).unwrap();
    assert_eq!(pool.delta_bytes(), 2 * bytes);
    pool.destroy_targets(first);
    pool.destroy_targets(first);
    assert_eq!(pool.delta_bytes(), 2 * bytes);
    pool.destroy_targets(second);
    assert_eq!(pool.delta_bytes(), bytes);
}

#[test]
fn many_instances_of_one_set_show_their_own_weights() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(5, 60, 10, AttributeSet::PNT);
    for choice in CHOICES {
        let mut pool = pool();
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instances: Vec<_> =
            (0..20).map(|i| pool.new_instance(&[id], &random_weights(i, 10)).unwrap()).collect();
        pool.upload(&gpu.queue);
        for (i, &instance) in instances.iter().enumerate() {
            let found = compute.blend(&pool, instance, 0, &base).unwrap();
            let weights = random_weights(i as u32, 10);
            assert_eq!(pool.weights(instance).unwrap().as_slice(), weights);
            let kept = kept(choice, &targets);
            assert_blend("instance", &found, &base, &kept, &weights, Normalize::Yes);
        }
    }
}

#[test]
fn only_rows_that_changed_are_written_and_neighbours_in_one_write() {
    let (_, targets) = random_mesh(5, 60, 10, AttributeSet::P);
    let mut pool = pool();
    let queue = &gpu().queue;
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let i: Vec<_> = (0..8).map(|_| pool.new_instance(&[id], &[]).unwrap()).collect();
    assert!(pool.upload(queue).bytes > 0);
    assert_eq!(pool.upload(queue), UploadStats::default());
    let row = 256;
    pool.set_weights(i[3], &[1.0]).unwrap();
    assert_eq!(pool.upload(queue), UploadStats { writes: 1, bytes: row });
    pool.set_weights(i[3], &[1.0, 0.0]).unwrap();
    pool.set_weight(i[2], 5, 0.0).unwrap();
    assert_eq!(pool.upload(queue), UploadStats::default());
    for at in [5, 4, 0] {
        pool.set_weight(i[at], 0, 2.0).unwrap();
    }
    assert_eq!(pool.upload(queue), UploadStats { writes: 2, bytes: 3 * row });
}

#[test]
fn one_instance_serves_several_primitives() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base_a, a) = random_mesh(5, 60, 4, AttributeSet::P);
    let (base_b, b) = random_mesh(6, 30, 4, AttributeSet::PNT);
    let mut pool = pool();
    let ids = [
        pool.add_targets(&a, None, Choice::Linear(Stage::Compute)).unwrap(),
        pool.add_targets(&b, None, Choice::Texture(Stage::Compute)).unwrap(),
    ];
    let weights = [0.5, -1.0, 0.0, 2.0];
    let instance = pool.new_instance(&ids, &weights).unwrap();
    pool.upload(&gpu.queue);
    for (primitive, base, targets) in [(0, &base_a, &a), (1, &base_b, &b)] {
        let found = compute.blend(&pool, instance, primitive, base).unwrap();
        assert_blend("primitive", &found, base, targets, &weights, Normalize::Yes);
    }
    assert!(matches!(
        pool.weights_offset(instance, 2),
        Err(GpuError::NoSuchPrimitive { primitive: 2, count: 2, .. })
    ));
}

#[test]
fn growth_changes_the_generation_and_keeps_every_row() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(5, 20, 3, AttributeSet::P);
    let (other_base, other) = random_mesh(6, 20, 70, AttributeSet::P);
    for choice in CHOICES {
        let mut pool = pool();
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let other_id = pool.add_targets(&other, None, choice).unwrap();
        let mut made = vec![(0, pool.new_instance(&[id], &random_weights(0, 3)).unwrap())];
        pool.upload(&gpu.queue);
        let generation = pool.generation();
        for seed in 1..20 {
            let (id, count) = if seed % 2 == 0 { (id, 3) } else { (other_id, 70) };
            let instance = pool.new_instance(&[id], &random_weights(seed, count)).unwrap();
            made.push((seed, instance));
        }
        assert!(pool.generation() > generation);
        pool.upload(&gpu.queue);
        for (seed, instance) in made {
            let (base, targets, count) =
                if seed % 2 == 0 { (&base, &targets, 3) } else { (&other_base, &other, 70) };
            let found = compute.blend(&pool, instance, 0, base).unwrap();
            let weights = random_weights(seed, count);
            let kept = kept(choice, targets);
            assert_blend("grown", &found, base, &kept, &weights, Normalize::Yes);
        }
    }
}

#[test]
fn setting_weights_keeps_the_generation_and_takes_names() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let mut pool = pool();
    let names = ["smile".to_string(), "blink".to_string()];
    let id = pool.add_targets(&targets, Some(names.into()), Choice::Auto(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    let generation = pool.generation();
    pool.set_weight(instance, "blink", 0.5).unwrap();
    pool.set_weight(instance, 0, 0.25).unwrap();
    assert_eq!(pool.weights(instance).unwrap().as_slice(), [0.25, 0.5]);
    assert!(matches!(pool.set_weight(instance, "frown", 1.0), Err(GpuError::NoSuchName { .. })));
    assert!(matches!(pool.set_weight(instance, 2, 1.0), Err(GpuError::Weights(_))));
    assert!(matches!(pool.set_weights(instance, &[f32::NAN]), Err(GpuError::Weights(_))));
    assert_eq!(pool.generation(), generation);
}

#[test]
fn more_active_weights_than_the_uniform_holds_keep_the_largest_and_say_so() {
    let gpu = gpu();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(5, 2, 2050, AttributeSet::P);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    let mut weights = vec![0.01; 2050];
    for small in [0, 7, 9, 2049] {
        weights[small] = 0.001;
    }
    assert_eq!(pool.set_weights(instance, &weights), Ok(4));
    pool.upload(&gpu.queue);
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    for small in [0, 7, 9, 2049] {
        weights[small] = 0.0;
    }
    assert_blend("largest", &found, &base, &targets, &weights, Normalize::Yes);
}

#[test]
fn a_shared_instance_lives_until_its_last_handle() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    let a = pool.new_instance(&[id], &[]).unwrap();
    let b = pool.share(a).unwrap();
    pool.set_weights(a, &[0.5]).unwrap();
    assert_eq!(pool.weights(b).unwrap().as_slice(), [0.5, 0.0]);
    pool.destroy_instance(a);
    pool.destroy_instance(a);
    assert_eq!(pool.set_weights(a, &[1.0]), Err(GpuError::NoSuchInstance(a)));
    pool.set_weights(b, &[1.0]).unwrap();
    pool.destroy_targets(id);
    assert!(pool.delta_bytes() > 0, "the instance still uses them");
    assert_eq!(pool.new_instance(&[id], &[]), Err(GpuError::NoSuchTargets(id)));
    pool.destroy_instance(b);
    assert_eq!((pool.delta_bytes(), pool.instance_count()), (0, 0));
    assert!(matches!(pool.permutation(id), Err(GpuError::NoSuchTargets(_))));
}

#[test]
fn a_row_that_is_freed_is_used_again() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instances: Vec<_> = (0..4).map(|_| pool.new_instance(&[id], &[]).unwrap()).collect();
    let (generation, row) = (pool.generation(), pool.row(instances[2], 0).unwrap());
    pool.destroy_instance(instances[2]);
    let again = pool.new_instance(&[id], &[]).unwrap();
    assert_eq!((pool.generation(), pool.row(again, 0)), (generation, Ok(row)));
}

#[test]
fn a_track_plays_on_a_pool_instance() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    let times = vec![0.0, 2.0];
    let track = WeightTrack::new(2, Interpolation::Linear, times, vec![0.0, 0.0, 1.0, -1.0]);
    let track = track.unwrap();
    let mut player = TrackPlayer::new(&track);
    let mut sink = pool.sink(instance).unwrap();
    track.apply(0.5, &mut player, &mut sink).unwrap();
    assert_eq!(sink.weights(), [0.25, -0.25]);
    assert_eq!(pool.weights(instance).unwrap().as_slice(), [0.25, -0.25]);
}

#[test]
fn recovery_on_another_device_gives_the_same_bits() {
    let gpu = gpu();
    let mut pool = pool();
    let mut made = Vec::new();
    for (seed, choice) in (0..).zip(CHOICES) {
        let (base, targets) = random_mesh(seed, 200, 9, AttributeSet::PNT);
        let names = Some(["first".to_string()].into());
        let id = pool.add_targets(&targets, names, choice).unwrap();
        for i in 0..3 {
            let instance = pool.new_instance(&[id], &random_weights(i, 9)).unwrap();
            made.push((base.clone(), instance));
        }
    }
    pool.upload(&gpu.queue);
    let blend_all = |pool: &MorphPool, compute: &mut ComputeBlend| -> Vec<_> {
        made.iter().map(|(base, i)| compute.blend(pool, *i, 0, base).unwrap()).collect()
    };
    let before = blend_all(&pool, &mut ComputeBlend::new(&gpu.device, &gpu.queue));
    let (generation, bytes) = (pool.generation(), pool.delta_bytes());
    let other = another_gpu();
    pool.recover(&other.device, &other.queue).unwrap();
    assert!(pool.generation() > generation);
    assert_eq!(pool.delta_bytes(), bytes);
    let after = blend_all(&pool, &mut ComputeBlend::new(&other.device, &other.queue));
    assert_eq!(before, after);
    pool.set_weight(made[0].1, "first", 2.0).unwrap();
    assert_eq!(pool.upload(&other.queue).writes, 1);
}

#[test]
fn bind_entries_need_an_instance_and_stand_at_their_slots() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let mut pool = pool();
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    let slots = Slots { group: 1, first_binding: 6 };
    assert!(matches!(pool.bind_entries(id, &slots), Err(GpuError::NoInstances(_))));
    pool.new_instance(&[id], &[]).unwrap();
    let bound = pool.bind_entries(id, &slots).unwrap().map(|entry| entry.binding);
    let laid_out: Vec<u32> =
        pool.layout_entries(id, &slots).unwrap().iter().map(|entry| entry.binding).collect();
    assert_eq!((bound.to_vec(), laid_out), (vec![6, 7], vec![6, 7]));
    assert!(matches!(pool.new_instance(&[], &[]), Err(GpuError::NoPrimitives)));
}

#[test]
fn several_threads_read_back_from_one_device_at_once() {
    let gpu = gpu();
    std::thread::scope(|scope| {
        for seed in 0..8 {
            scope.spawn(move || {
                let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
                let (base, targets) = random_mesh(seed, 50, 3, AttributeSet::P);
                let mut pool = pool();
                let id = pool.add_targets(&targets, None, CHOICES[1]).unwrap();
                for turn in 0..10 {
                    let weights = random_weights(seed * 10 + turn, 3);
                    let instance = pool.new_instance(&[id], &weights).unwrap();
                    pool.upload(&gpu.queue);
                    let found = compute.blend(&pool, instance, 0, &base).unwrap();
                    assert_blend("thread", &found, &base, &targets, &weights, Normalize::Yes);
                }
            });
        }
    });
}

#[test]
fn recovery_on_a_device_that_is_too_small_is_refused_and_may_be_tried_again() {
    let gpu = gpu();
    let mut pool = pool();
    let (base, targets) = random_mesh(5, 3000, 20, AttributeSet::PN);
    let id = pool.add_targets(&targets, None, CHOICES[1]).unwrap();
    let instance = pool.new_instance(&[id], &[0.5]).unwrap();
    let none = gpu_with(|_| wgpu::Limits::downlevel_webgl2_defaults());
    assert!(matches!(
        pool.recover(&none.device, &none.queue),
        Err(GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 4, found: 0 })
    ));
    let small = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 65536,
        ..wgpu::Limits::downlevel_defaults()
    });
    let error = pool.recover(&small.device, &small.queue).unwrap_err();
    assert_eq!(
        error.to_string(),
        "20 targets of 3000 vertices: expected at most 65536 bytes, got 1440000"
    );
    pool.recover(&gpu.device, &gpu.queue).unwrap();
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    assert_blend("again", &found, &base, &targets, &[0.5], Normalize::Yes);
}

#[test]
fn a_refused_recovery_leaves_the_pool_on_its_device() {
    let gpu = gpu();
    let mut pool = pool();
    let (base, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let id = pool.add_targets(&targets, None, CHOICES[1]).unwrap();
    let instances: Vec<_> =
        (0..64).map(|i| pool.new_instance(&[id], &random_weights(i, 2)).unwrap()).collect();
    pool.upload(&gpu.queue);
    let narrow = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 4096,
        ..wgpu::Limits::downlevel_defaults()
    });
    let small = gpu_with(|_| wgpu::Limits {
        max_buffer_size: 32768,
        max_storage_buffer_binding_size: 32768,
        max_uniform_buffer_binding_size: 16384,
        ..wgpu::Limits::downlevel_defaults()
    });
    let error = pool.recover(&narrow.device, &narrow.queue).unwrap_err();
    assert_eq!(error, GpuError::Rows { bytes: 64 * 256, limit: 4096 });
    let error = pool.recover(&small.device, &small.queue).unwrap_err();
    assert!(matches!(error, GpuError::Device { what: "maxBufferSize", .. }), "{error}");
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    for (i, &instance) in instances.iter().enumerate().step_by(21) {
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        let weights = random_weights(i as u32, 2);
        assert_blend("kept", &found, &base, &targets, &weights, Normalize::Yes);
    }
}

#[test]
fn ids_of_another_pool_are_refused() {
    let (_, targets) = random_mesh(5, 20, 2, AttributeSet::P);
    let (mut a, mut b) = (pool(), pool());
    let ids = [&mut a, &mut b].map(|pool| {
        let id = pool.add_targets(&targets, None, CHOICES[1]).unwrap();
        (id, pool.new_instance(&[id], &[1.0]).unwrap())
    });
    let (id, instance) = ids[0];
    assert_ne!(ids[0], ids[1]);
    assert!(matches!(b.layout(id), Err(GpuError::NoSuchTargets(_))));
    assert!(matches!(b.set_first_vertex(id, 1), Err(GpuError::NoSuchTargets(_))));
    assert!(matches!(b.new_instance(&[id], &[]), Err(GpuError::NoSuchTargets(_))));
    assert!(matches!(b.set_weights(instance, &[0.0]), Err(GpuError::NoSuchInstance(_))));
    b.destroy_targets(id);
    b.destroy_instance(instance);
    assert_eq!((a.instance_count(), b.instance_count()), (1, 1));
    assert!(b.new_instance(&[ids[1].0], &[]).is_ok());
}

#[test]
fn what_a_renderer_keeps_can_go_to_other_threads() {
    const fn send_and_sync<T: Send + Sync>() {}
    send_and_sync::<MorphPool>();
    send_and_sync::<ComputeBlend>();
    send_and_sync::<morph_gpu::MorphData>();
    send_and_sync::<morph_gpu::MorphedVertexBuffers>();
    send_and_sync::<GpuError>();
}
