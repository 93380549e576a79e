//! When what is destroyed becomes free.

use super::{CHOICES, pool};
use morph_core::{AttributeSet, DeviceLimits, LinearLayout, Stage};
use morph_gpu::{Choice, MorphPool, PoolOptions, PoolStats, TargetsId, read_buffer};
use morph_tests::{another_gpu, gpu, random_mesh};
use morph_wgsl::Slots;
use std::slice;

/// Buffer and offset of the deltas, as bind groups have them.
fn bound(pool: &MorphPool, id: TargetsId) -> (wgpu::Buffer, u64) {
    let [deltas, _] = pool.bind_entries(id, &Slots::default()).unwrap();
    let wgpu::BindingResource::Buffer(deltas) = deltas.resource else { panic!("no buffer") };
    (deltas.buffer.clone(), deltas.offset)
}

#[test]
fn deltas_that_a_recorded_frame_reads_are_not_overwritten_before_it_is_submitted() {
    let gpu = gpu();
    let mesh = |seed| random_mesh(seed, 70, 3, AttributeSet::PN).1;
    let mut pool = pool();
    let add = |pool: &mut MorphPool, seed| {
        let id = pool.add_targets(&mesh(seed), None, Choice::Linear(Stage::Vertex)).unwrap();
        (id, pool.new_instance(&[id], &[]).unwrap())
    };
    add(&mut pool, 1);
    let (goes, gone) = add(&mut pool, 2);
    pool.upload(&gpu.queue);
    // A frame that reads the deltas, as a draw would.
    let layout = LinearLayout::new(70, 3, AttributeSet::PN, &DeviceLimits::WEBGPU_DEFAULT).unwrap();
    let read = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: layout.byte_count(),
        usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let (page, offset) = bound(&pool, goes);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&page, offset, &read, 0, layout.byte_count());
    pool.destroy_instance(gone);
    pool.destroy_targets(goes);
    let (comes, _) = add(&mut pool, 3);
    assert_ne!(bound(&pool, comes), (page.clone(), offset));
    gpu.queue.submit([encoder.finish()]);
    let bytes = read_buffer(&gpu.device, &gpu.queue, &read, 0, layout.byte_count()).unwrap();
    let found: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
    assert_eq!(found, layout.encode(&mesh(2)));
    pool.upload(&gpu.queue);
    let (later, _) = add(&mut pool, 4);
    assert_eq!(bound(&pool, later), (page, offset), "free since the next frame");
}

#[test]
fn everything_goes_back_to_the_device_with_its_last_user() {
    let (_, targets) = random_mesh(1, 50, 3, AttributeSet::PN);
    let mut pool = pool();
    for choice in CHOICES {
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id, id], &[]).unwrap();
        pool.upload(&gpu().queue);
        let stats = pool.stats();
        assert_eq!((stats.targets, stats.instances, stats.handles, stats.rows), (1, 1, 1, 2));
        assert_eq!((stats.delta_sets, stats.delta_bytes), (1, pool.delta_bytes()));
        assert!(stats.reserved_bytes >= stats.delta_bytes + stats.row_bytes);
        pool.destroy_targets(id);
        assert_eq!(pool.stats(), stats);
        pool.destroy_instance(instance);
        assert_eq!(pool.stats(), PoolStats::default());
    }
}

#[test]
fn whether_everything_is_written_is_told() {
    let (old, new) = (another_gpu(), another_gpu());
    for choice in CHOICES {
        let mut pool = MorphPool::new(&old.device, &old.queue, PoolOptions::default());
        let written = |pool: &mut MorphPool, queue| {
            let sent = pool.upload(queue).bytes > 0;
            (sent, pool.is_uploaded())
        };
        assert!(pool.is_uploaded(), "nothing is there");
        let [targets, others] = [1, 2].map(|seed| random_mesh(seed, 20, 3, AttributeSet::P).1);
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &[0.5]).unwrap();
        let weights = |pool: &mut MorphPool, weight| {
            pool.set_weights(instance, &[weight]).unwrap();
        };
        let changes: [&dyn Fn(&mut MorphPool); 3] =
            [&|pool| weights(pool, 0.25), &|pool| weights(pool, 0.75), &|pool| {
                let done = pool.replace_targets(&[id], slice::from_ref(&others), None);
                assert!(done.unwrap().written.bytes > 0);
            }];
        for change in changes {
            change(&mut pool);
            assert!(!pool.is_uploaded(), "{choice:?}");
            assert_eq!(written(&mut pool, &new.queue), (false, false), "{choice:?}: not its queue");
            let (_, is_uploaded) = written(&mut pool, &old.queue);
            assert!(is_uploaded, "{choice:?}");
            assert_eq!(written(&mut pool, &old.queue), (false, true), "{choice:?}: again");
        }
    }
}

#[test]
fn an_id_in_an_error_that_a_main_gives_back_reads_as_it_is_displayed() {
    let mut pool = pool();
    let (_, targets) = random_mesh(1, 5, 2, AttributeSet::P);
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    assert_eq!([format!("{id:?}"), format!("{instance:?}")], ["targets#1", "instance#1"]);
    assert_eq!([id.to_string(), instance.to_string()], ["targets#1", "instance#1"]);
}
