//! Crowds whose members were taken, and whose pool became another since.

use morph_core::animation::{Interpolation, PackedTracks, WeightTrack};
use morph_core::{AttributeSet, MorphTargets, Stage};
use morph_gpu::{
    Choice, Crowd, CrowdMember, GpuError, MorphPool, PoolOptions, ShaderLayout, UploadStats,
};
use morph_tests::{Gpu, gpu, gpu_with, random_mesh};

fn crowd() -> Crowd {
    let track = WeightTrack::from_keys(Interpolation::Linear, [(0.0, [1.0])]).unwrap();
    Crowd::new(PackedTracks::new(&[track]).unwrap())
}

fn encode(gpu: &Gpu, pool: &MorphPool, crowd: &mut Crowd) -> Result<UploadStats, GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let times = vec![0.0; crowd.members().len()];
    let done = crowd.encode(pool, &times, &mut encoder);
    gpu.queue.submit([encoder.finish()]);
    done
}

#[test]
fn a_set_that_an_edit_took_to_a_texture_has_no_rows_wherever_it_stands() {
    // Eight targets of 1000 vertices are more than can be bound, two are not.
    let gpu = gpu_with(|adapter| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..adapter.limits()
    });
    let mesh = |targets| random_mesh(1, 1000, targets, AttributeSet::P).1;
    for count in 1..=3 {
        for at in 0..count {
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
            let mut add = |targets: &MorphTargets| {
                pool.add_targets(targets, None, Choice::Auto(Stage::Vertex)).unwrap()
            };
            let ids: Vec<_> = (0..count).map(|_| add(&mesh(2))).collect();
            let instance = pool.new_instance(&ids, &[]).unwrap();
            let mut crowd = crowd();
            crowd.set_members(&mut pool, &[CrowdMember { instance, track: 0 }]).unwrap();
            for was_encoded in [false, true] {
                if was_encoded {
                    pool.upload(&gpu.queue);
                    encode(&gpu, &pool, &mut crowd).unwrap();
                }
                let few = pool.targets(ids[at]).unwrap().clone();
                pool.replace_targets(&ids[at..=at], &[mesh(8)], None).unwrap();
                assert!(matches!(pool.layout(ids[at]).unwrap().0, ShaderLayout::Texture(_)));
                pool.upload(&gpu.queue);
                let found = encode(&gpu, &pool, &mut crowd);
                assert_eq!(found, Err(GpuError::NoRows(ids[at])), "set {at} of {count}");
                // It plays again once it has rows.
                pool.replace_targets(&ids[at..=at], &[few], None).unwrap();
                pool.upload(&gpu.queue);
                encode(&gpu, &pool, &mut crowd).unwrap();
            }
        }
    }
}

#[test]
fn every_set_of_a_crowd_is_checked_on_a_device_that_its_pool_went_to() {
    let small = gpu_with(|adapter| wgpu::Limits {
        max_compute_workgroups_per_dimension: 4,
        ..adapter.limits()
    });
    let what = "maxComputeWorkgroupsPerDimension";
    for large in 0..3 {
        let gpu = gpu();
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let mut members = Vec::new();
        for set in 0..3 {
            let (_, targets) = random_mesh(set, 9, 2, AttributeSet::P);
            let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
            for _ in 0..if set == large { 6 } else { 2 } {
                let instance = pool.new_instance(&[id], &[]).unwrap();
                members.push(CrowdMember { instance, track: 0 });
            }
        }
        let mut crowd = crowd();
        crowd.set_members(&mut pool, &members).unwrap();
        pool.upload(&gpu.queue);
        encode(gpu, &pool, &mut crowd).unwrap();
        pool.recover(&small.device, &small.queue).unwrap();
        for _ in 0..2 {
            let found = encode(&small, &pool, &mut crowd);
            assert_eq!(found, Err(GpuError::Device { what, needed: 6, found: 4 }), "set {large}");
        }
        // With fewer of them it goes on.
        members.retain(|member| pool.row(member.instance, 0).unwrap() < 4);
        crowd.set_members(&mut pool, &members).unwrap();
        pool.upload(&small.queue);
        encode(&small, &pool, &mut crowd).unwrap();
    }
}

#[test]
fn a_frame_writes_four_bytes_a_member_and_sets_begin_at_multiples_of_256() {
    let gpu = gpu();
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let mut crowd = crowd();
    let mut members = Vec::new();
    let mut bytes = 0_u64;
    for (set, count) in (0..).zip([1_u64, 3, 64, 65, 1]) {
        let (_, targets) = random_mesh(set, 9, 2, AttributeSet::P);
        let id = pool.add_targets(&targets, None, Choice::RowSparse(Stage::Vertex)).unwrap();
        for _ in 0..count {
            let instance = pool.new_instance(&[id], &[]).unwrap();
            members.push(CrowdMember { instance, track: 0 });
        }
        crowd.set_members(&mut pool, &members).unwrap();
        pool.upload(&gpu.queue);
        encode(gpu, &pool, &mut crowd).unwrap();
        bytes = bytes.next_multiple_of(256) + 4 * count;
        assert_eq!(encode(gpu, &pool, &mut crowd), Ok(UploadStats { writes: 1, bytes }));
    }
}
