//! When what is destroyed becomes free.

use super::pool;
use morph_core::{AttributeSet, DeviceLimits, LinearLayout, Stage};
use morph_gpu::{Choice, MorphPool, PoolStats, TargetsId, read_buffer};
use morph_tests::{gpu, random_mesh};
use morph_wgsl::Slots;

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
    for choice in super::CHOICES {
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
