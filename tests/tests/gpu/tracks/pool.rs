//! Crowds of a pool: rows that shaders read, through growth, other members and other devices.

use super::crowd::{times_of, tracks};
use super::row::assert_row;
use crate::rows::kept;
use crate::vertex_stage::draw::draw;
use crate::vertex_stage::{SLOTS, of};
use morph_core::animation::packed::CrowdHeader;
use morph_core::animation::{Cursor, Interpolation, PackedTracks, WeightTrack};
use morph_core::{AttributeSet, Normalize, Stage, exact_bounds};
use morph_gpu::{
    Choice, Crowd, CrowdMember, DeformOptions, GpuError, InstanceBounds, InstanceId, MorphPool,
    PoolOptions, UploadStats, read_buffer,
};
use morph_tests::{Gpu, another_gpu, assert_blend, gpu, random_mesh};

pub(crate) const CHOICES: [Choice; 2] =
    [Choice::Linear(Stage::Vertex), Choice::RowSparse(Stage::Vertex)];

const TARGETS: usize = 70;

/// A pool whose instances have a primitive of each layout, and a crowd of them.
struct Scene {
    gpu: Gpu,
    pool: MorphPool,
    tracks: Vec<WeightTrack>,
    crowd: Crowd,
    targets: [morph_gpu::TargetsId; 2],
    target_count: usize,
    first_vertices: [u32; 2],
}

impl Scene {
    fn new(gpu: &Gpu) -> Self {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let targets = [0, 1].map(|at| {
            let (_, targets) = random_mesh(7 + at as u32, 20 + at, TARGETS, AttributeSet::P);
            pool.add_targets(&targets, None, CHOICES[at]).unwrap()
        });
        let tracks = tracks();
        let crowd = Crowd::new(PackedTracks::new(&tracks).unwrap());
        let (target_count, first_vertices) = (TARGETS, [0; 2]);
        Self { gpu: gpu.clone(), pool, tracks, crowd, targets, target_count, first_vertices }
    }

    /// More members, in another order than that of their rows.
    fn grow(&mut self, count: usize) {
        let mut members = self.crowd.members().to_vec();
        for _ in 0..count {
            let track = (members.len() * 5) % self.tracks.len();
            let instance = self.pool.new_instance(&self.targets, &[0.25]).unwrap();
            members.insert(0, CrowdMember { instance, track });
        }
        self.crowd.set_members(&mut self.pool, &members).unwrap();
    }

    /// A frame, and whether all rows are those of the CPU.
    #[track_caller]
    fn frame(&mut self, number: usize) -> UploadStats {
        let times: Vec<f32> = (number..)
            .zip(self.crowd.members())
            .map(|(at, member)| {
                let times = times_of(&self.tracks[member.track]);
                times[at % times.len()]
            })
            .collect();
        let Gpu { device, queue, .. } = &self.gpu;
        self.pool.upload(queue);
        let mut encoder = device.create_command_encoder(&Default::default());
        let stats = self.crowd.encode(&self.pool, &times, &mut encoder).unwrap();
        queue.submit([encoder.finish()]);
        for (member, time) in self.crowd.members().iter().zip(times) {
            for primitive in 0..2 {
                let row = row(&self.gpu, &self.pool, member.instance, primitive);
                let header = CrowdHeader {
                    target_count: self.target_count as u32,
                    row_stride: row.len() as u32,
                    vertex_count: 20 + primitive as u32,
                    first_vertex: self.first_vertices[primitive],
                    ..CrowdHeader::default()
                };
                let format = self.pool.permutation(self.targets[primitive]).unwrap().weights;
                assert_row(format, &row, &self.tracks[member.track], time, &header);
            }
        }
        stats
    }
}

/// Words of a row.
pub(crate) fn row(gpu: &Gpu, pool: &MorphPool, instance: InstanceId, primitive: usize) -> Vec<u32> {
    let targets = pool.instance_targets(instance, primitive).unwrap();
    let [_, weights] = pool.bind_entries(targets, &SLOTS).unwrap();
    let wgpu::BindingResource::Buffer(bound) = weights.resource else { panic!("{weights:?}") };
    let offset = pool.weights_offset(instance, primitive).unwrap().into();
    let read = |bytes| read_buffer(&gpu.device, &gpu.queue, bound.buffer, offset, bytes).unwrap();
    let header: Vec<u32> = bytemuck::pod_collect_to_vec(&read(16));
    bytemuck::pod_collect_to_vec(&read(u64::from(header[3]) * 4))
}

#[test]
fn rows_are_the_cpus_through_growth_and_changes() {
    let mut scene = Scene::new(gpu());
    scene.grow(3);
    // Three members in two sets of targets: players of each, then times alone, of which the second
    // set's begin at 256.
    let players = 2 * (32 + 3 * 8);
    assert_eq!(scene.frame(0), UploadStats { writes: 3, bytes: players + 268 });
    assert_eq!(scene.frame(1), UploadStats { writes: 1, bytes: 268 });
    scene.grow(20);
    for number in 2..6 {
        scene.frame(number);
    }
    // Rows move, although the members do not.
    for _ in 0..40 {
        scene.pool.new_instance(&scene.targets, &[1.0]).unwrap();
    }
    assert_eq!(scene.frame(6).writes, 1);
    scene.first_vertices = [0, 100];
    scene.pool.set_first_vertex(scene.targets[1], 100).unwrap();
    assert_eq!(scene.frame(7).writes, 2);
    // Edits make rows shorter, by little and by much.
    for left in [TARGETS - 1, 3] {
        while scene.target_count > left {
            scene.pool.remove_target(&scene.targets, 0).unwrap();
            scene.target_count -= 1;
        }
        scene.frame(left);
    }
    // Setters lose until the next members.
    let instance = scene.crowd.members()[0].instance;
    scene.pool.set_weights(instance, &[9.0; TARGETS]).unwrap();
    scene.frame(8);
    let rest = scene.crowd.members()[1..].to_vec();
    scene.crowd.set_members(&mut scene.pool, &rest).unwrap();
    scene.frame(9);
    for primitive in 0..2 {
        let row = row(&scene.gpu, &scene.pool, instance, primitive);
        assert_eq!((row[0], f32::from_bits(row[5])), (3, 9.0));
    }
}

#[test]
fn vertex_shaders_show_what_the_crowd_sampled() {
    let gpu = gpu();
    for choice in CHOICES {
        let (base, targets) = random_mesh(5, 60, 52, AttributeSet::PNT);
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let tracks = tracks();
        let mut crowd = Crowd::new(PackedTracks::new(&tracks).unwrap());
        let members: Vec<_> = (0..tracks.len())
            .map(|track| CrowdMember { instance: pool.new_instance(&[id], &[]).unwrap(), track })
            .collect();
        crowd.set_members(&mut pool, &members).unwrap();
        pool.upload(&gpu.queue);
        let times: Vec<f32> = (0..members.len()).map(|at| at as f32 / 4.0 - 0.5).collect();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        crowd.encode(&pool, &times, &mut encoder).unwrap();
        gpu.queue.submit([encoder.finish()]);
        let kept = kept(choice, &targets);
        for (member, time) in members.iter().zip(times) {
            let mut weights = vec![0.0; 52];
            let track = &tracks[member.track];
            track.sample_into(time, &mut Cursor::default(), &mut weights).unwrap();
            let drawn = draw(&base, &of(&pool, id, member.instance));
            assert_blend("drawn", &drawn[0], &base, &kept, &weights, Normalize::Yes);
        }
    }
}

#[test]
fn boxes_are_those_of_what_the_crowd_sampled() {
    let gpu = gpu();
    for choice in CHOICES {
        let (base, targets) = random_mesh(6, 300, 5, AttributeSet::P);
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        // The weights of keys are the CPU's bit for bit.
        let keys: Vec<_> =
            (0..40).map(|key| (key as f32, morph_tests::random_weights(key + 1, 5))).collect();
        let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
        let mut crowd = Crowd::new(PackedTracks::new(&[&track]).unwrap());
        let members: Vec<_> = (0..40)
            .map(|_| CrowdMember { instance: pool.new_instance(&[id], &[]).unwrap(), track: 0 })
            .collect();
        crowd.set_members(&mut pool, &members).unwrap();
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        let times: Vec<f32> = (0..40).rev().map(|key| key as f32).collect();
        pool.upload(&gpu.queue);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        crowd.encode(&pool, &times, &mut encoder).unwrap();
        bounds.encode(&pool, &mut encoder).unwrap();
        gpu.queue.submit([encoder.finish()]);
        let boxes = bounds.read(&gpu.queue).unwrap();
        let kept = kept(choice, &targets);
        let still = exact_bounds(&base, &kept, &[]).unwrap();
        let mut grown = 0;
        for (member, key) in members.iter().zip((0..40).rev()) {
            let found = boxes[pool.row(member.instance, 0).unwrap() as usize];
            let exact = exact_bounds(&base, &kept, track.key(key).unwrap()).unwrap();
            for axis in 0..3 {
                let inside =
                    found.min[axis] <= exact.min[axis] && found.max[axis] >= exact.max[axis];
                assert!(inside, "{choice:?}, key {key}: {found:?} is smaller than {exact:?}");
                grown += usize::from(exact.max[axis] > still.max[axis] + 0.1);
            }
        }
        assert!(grown > 20, "{choice:?}: boxes at rest would do");
    }
}

#[test]
fn a_crowd_follows_its_pool_to_another_device() {
    let (first, second) = (another_gpu(), another_gpu());
    let mut scene = Scene::new(&first);
    scene.grow(9);
    scene.frame(0);
    first.device.destroy();
    let mut encoder = first.device.create_command_encoder(&Default::default());
    let lost = scene.crowd.encode(&scene.pool, &[0.0; 9], &mut encoder).unwrap_err();
    assert!(matches!(lost, GpuError::DeviceLost { .. }), "{lost}");
    scene.pool.recover(&second.device, &second.queue).unwrap();
    scene.gpu = second;
    scene.frame(1);
    scene.grow(30);
    scene.frame(2);
}

#[test]
fn what_cannot_play_is_refused_and_leaves_the_crowd_alone() {
    let mut scene = Scene::new(gpu());
    scene.grow(2);
    let [a, b] = [0, 1].map(|at| scene.crowd.members()[at]);
    let device = &scene.gpu.device;
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut encode = |scene: &mut Scene, times: &[f32]| {
        scene.crowd.encode(&scene.pool, times, &mut encoder).unwrap_err()
    };
    assert_eq!(encode(&mut scene, &[0.0]), GpuError::Times { expected: 2, found: 1 });
    assert_eq!(encode(&mut scene, &[0.0, f32::NAN]), GpuError::NanTime { member: 1 });

    let count = scene.tracks.len();
    let mut refuse =
        |members: &[CrowdMember]| scene.crowd.set_members(&mut scene.pool, members).unwrap_err();
    let beyond = CrowdMember { track: count, ..b };
    let error = refuse(&[a, beyond]);
    assert_eq!(error, GpuError::NoSuchTrack { member: 1, track: count, count });
    let twice = refuse(&[a, b, CrowdMember { track: 1, ..a }]);
    assert_eq!(twice, GpuError::TwoTracks { instance: a.instance, members: [0, 2] });

    let (base, targets) = random_mesh(3, 9, 2, AttributeSet::P);
    let texture = scene.pool.add_targets(&targets, None, Choice::Texture(Stage::Vertex)).unwrap();
    let primitive = morph_core::MorphPrimitive { base, targets: Some(targets), flat: false };
    let deformed = scene.pool.add_primitive(&primitive, None, &DeformOptions::default()).unwrap();
    for (id, expected) in
        [(texture, GpuError::NoRows(texture)), (deformed, GpuError::Deformed(deformed))]
    {
        let instance = scene.pool.new_instance(&[scene.targets[0], id], &[]).unwrap();
        let member = CrowdMember { instance, track: 0 };
        let error = scene.crowd.set_members(&mut scene.pool, &[a, member]).unwrap_err();
        assert_eq!(error, expected);
    }
    assert_eq!(scene.crowd.members(), [a, b]);
    scene.frame(0);

    // A row of a destroyed instance may be another's.
    scene.pool.destroy_instance(b.instance);
    let error = encode(&mut scene, &[0.0, 0.0]);
    assert_eq!(error, GpuError::NoSuchInstance(b.instance));
    scene.crowd.set_members(&mut scene.pool, &[a]).unwrap();
    scene.frame(1);
}

#[test]
fn more_than_a_device_can_do_is_refused_with_numbers() {
    let few = morph_tests::gpu_with(|adapter| wgpu::Limits {
        max_compute_workgroups_per_dimension: 4,
        ..adapter.limits()
    });
    let mut scene = Scene::new(&few);
    scene.grow(4);
    scene.frame(0);
    let members = scene.crowd.members().to_vec();
    let instance = scene.pool.new_instance(&scene.targets, &[]).unwrap();
    let more = [&members[..], &[CrowdMember { instance, track: 0 }]].concat();
    let error = scene.crowd.set_members(&mut scene.pool, &more).unwrap_err();
    let what = "maxComputeWorkgroupsPerDimension";
    assert_eq!(error, GpuError::Device { what, needed: 5, found: 4 });
    scene.frame(1);

    let none = morph_tests::gpu_with(|adapter| wgpu::Limits {
        max_storage_buffers_per_shader_stage: 3,
        ..adapter.limits()
    });
    let mut scene = Scene::new(&none);
    let instance = scene.pool.new_instance(&scene.targets, &[]).unwrap();
    let member = CrowdMember { instance, track: 0 };
    let error = scene.crowd.set_members(&mut scene.pool, &[member]).unwrap_err();
    let what = "maxStorageBuffersPerShaderStage";
    assert_eq!(error, GpuError::Device { what, needed: 4, found: 3 });
}
