//! What reads the boxes, what they follow, and what is refused.

use super::{CHOICES, add, boxes, line, pool, targets};
use morph_core::{
    Aabb, BoundsError, Deltas, MorphPrimitive, MorphTargets, VertexAttributes, exact_bounds,
};
use morph_gpu::{Choice, DeformOptions, GpuError, InstanceBounds, MorphPool, PoolOptions};
use morph_tests::{another_gpu, gpu, gpu_with};
use morph_wgsl::{Stage, source};

fn up(count: usize) -> Deltas {
    Deltas::from_vec3(&vec![[0.0, 1.0, 0.0]; count])
}

#[test]
fn one_dispatch_serves_all_instances_and_follows_weights_and_growth() {
    let base = line(100);
    let targets = targets(100, &[up(100)]);
    for choice in CHOICES {
        let mut pool = pool(true);
        let weights: Vec<_> = (0..300_u16).map(|i| vec![f32::from(i)]).collect();
        let (id, mut instances) = add(&mut pool, &targets, choice, &weights);
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        let found = boxes(&mut bounds, &mut pool, &instances);
        for (found, weights) in found.iter().zip(&weights) {
            assert!((found.max[1] - 1.0 - weights[0]).abs() < 0.01, "{found:?}");
        }
        let generation = bounds.generation();
        pool.set_weights(instances[7], &[-5.0]).unwrap();
        pool.destroy_instance(instances.swap_remove(8));
        let found = boxes(&mut bounds, &mut pool, &instances);
        assert!(found[7].min[1] <= -4.0 && found[7].min[1] > -4.01, "{found:?}");
        assert_eq!(bounds.generation(), generation);
        let more: Vec<_> = (0..400).map(|_| pool.new_instance(&[id], &[3.0]).unwrap()).collect();
        let found = boxes(&mut bounds, &mut pool, &more);
        assert!(found.iter().all(|found| (found.max[1] - 4.0).abs() < 0.01));
        assert!(bounds.generation() > generation);
    }
}

#[test]
fn boxes_follow_the_pool_to_another_device() {
    let base = line(100);
    let targets = targets(100, &[up(100)]);
    let mut pool = pool(true);
    let (id, instances) = add(&mut pool, &targets, CHOICES[0], &[vec![2.0], vec![0.0]]);
    let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
    let before = boxes(&mut bounds, &mut pool, &instances);
    let other = another_gpu();
    pool.recover(&other.device, &other.queue).unwrap();
    let mut encoder = other.device.create_command_encoder(&Default::default());
    bounds.encode(&pool, &mut encoder).unwrap();
    other.queue.submit([encoder.finish()]);
    assert_eq!(bounds.read(&other.queue).unwrap()[..2], before);
}

/// Counts the boxes that reach into a half space.
const CULL: &str = "
@group(0) @binding(0) var<storage, read> boxes: array<MorphBox>;
@group(0) @binding(1) var<storage, read_write> visible: array<u32>;

@compute @workgroup_size(64)
fn cull(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&boxes) {
        visible[id.x] = u32(boxes[id.x].max.y >= 10.0);
    }
}";

#[test]
fn a_culling_shader_reads_the_boxes_in_the_same_submission() {
    let gpu = gpu();
    let (base, targets) = (line(100), targets(100, &[up(100)]));
    let mut pool = pool(true);
    let weights = [vec![1.0], vec![20.0], vec![8.5], vec![9.0]];
    let (id, instances) = add(&mut pool, &targets, CHOICES[0], &weights);
    let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
    assert!(bounds.buffer().is_none());
    pool.upload(&gpu.queue);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    bounds.encode(&pool, &mut encoder).unwrap();
    let boxes = bounds.buffer().unwrap();
    let text = source::text(source::MORPH_BOX).unwrap().to_owned() + CULL;
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("cull"),
        compilation_options: Default::default(),
        cache: None,
    });
    let rows = boxes.size() / 32;
    let visible = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: rows * 4,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let entries = [boxes.as_entire_binding(), visible.as_entire_binding()];
    let entries: Vec<_> = (0..)
        .zip(entries)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bind_group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }
    gpu.queue.submit([encoder.finish()]);
    let bytes =
        morph_gpu::read_buffer(&gpu.device, &gpu.queue, &visible, 0, visible.size()).unwrap();
    let visible: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
    let found = instances.iter().map(|&of| visible[pool.row(of, 0).unwrap() as usize]);
    assert_eq!(found.collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn what_has_no_rows_or_no_box_is_refused() {
    let (base, targets) = (line(100), targets(100, &[up(100)]));
    let mut pool = pool(true);
    let texture = pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)).unwrap();
    assert_eq!(
        InstanceBounds::new(&pool, texture, &base).unwrap_err(),
        GpuError::OneInstance(texture)
    );
    let primitive =
        MorphPrimitive { base: base.clone(), targets: Some(targets.clone()), flat: false };
    let deformed = pool.add_primitive(&primitive, None, &DeformOptions::default()).unwrap();
    assert_eq!(
        InstanceBounds::new(&pool, deformed, &base).unwrap_err(),
        GpuError::Deformed(deformed)
    );
    let id = pool.add_targets(&targets, None, CHOICES[0]).unwrap();
    let of = |base: &VertexAttributes| InstanceBounds::new(&pool, id, base).unwrap_err();
    assert_eq!(of(&VertexAttributes::new(100)), BoundsError::NoPositions.into());
    assert_eq!(of(&line(99)).to_string(), "targets: expected 99 vertices as in the base, got 100");
    let mut positions = base.positions().unwrap().to_vec();
    positions[7][2] = f32::NAN;
    let holed = VertexAttributes::new(100).with_positions(&positions).unwrap();
    assert_eq!(of(&holed), BoundsError::NonFinitePosition { vertex: 7 }.into());
    let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
    let mut encoder = gpu().device.create_command_encoder(&Default::default());
    assert_eq!(bounds.encode(&pool, &mut encoder), Err(GpuError::NoInstances(id)));
    assert_eq!(bounds.read(&gpu().queue), Err(GpuError::NoInstances(id)));
    pool.destroy_targets(id);
    assert_eq!(bounds.encode(&pool, &mut encoder), Err(GpuError::NoSuchTargets(id)));
}

#[test]
fn limits_are_refused_with_both_numbers() {
    let (base, targets) = (line(3000), targets(3000, &[up(3000), up(3000)]));
    let on = |limits: wgpu::Limits| {
        let small = gpu_with(|_| limits);
        let mut pool = MorphPool::new(&small.device, &small.queue, PoolOptions::default());
        let choice = Choice::Linear(Stage::Vertex);
        let id = pool.add_targets(&targets, None, choice).unwrap();
        InstanceBounds::new(&pool, id, &base).map(drop)
    };
    let own = wgpu::Limits::downlevel_defaults();
    let two = wgpu::Limits { max_storage_buffers_per_shader_stage: 2, ..own.clone() };
    let what = "maxStorageBuffersPerShaderStage";
    assert_eq!(on(two), Err(GpuError::Device { what, needed: 3, found: 2 }));
    let shared = wgpu::Limits { max_compute_workgroup_storage_size: 1024, ..own.clone() };
    let what = "maxComputeWorkgroupStorageSize";
    assert_eq!(on(shared), Err(GpuError::Device { what, needed: 2048, found: 1024 }));
    assert_eq!(on(own), Ok(()));
}

#[test]
fn rows_of_two_frames_give_the_boxes_of_this_one() {
    let (base, targets) = (line(100), targets(100, &[up(100), up(100)]));
    for choice in [Choice::Linear(Stage::Vertex), Choice::RowSparse(Stage::Vertex)] {
        let options = PoolOptions { keep_previous: true, ..PoolOptions::default() };
        let mut pool = MorphPool::new(&gpu().device, &gpu().queue, options);
        let (id, instances) = add(&mut pool, &targets, choice, &[vec![5.0, 0.0], vec![0.0, 2.0]]);
        let mut bounds = InstanceBounds::new(&pool, id, &base).unwrap();
        boxes(&mut bounds, &mut pool, &instances);
        // What was active in the frame before still stands in the row.
        pool.set_weights(instances[0], &[0.0, 3.0]).unwrap();
        let found = boxes(&mut bounds, &mut pool, &instances);
        for (found, top) in found.iter().zip([4.0, 3.0]) {
            assert!(found.max[1] >= top && found.max[1] < top + 0.01, "{choice:?}: {found:?}");
        }
    }
}

/// The box around what the deform pass wrote.
fn of_deformed(base: &VertexAttributes, targets: &MorphTargets, weights: &[f32]) -> Aabb {
    let gpu = gpu();
    let mut pool = pool(true);
    let primitive =
        MorphPrimitive { base: base.clone(), targets: Some(targets.clone()), flat: false };
    let id = pool.add_primitive(&primitive, None, &DeformOptions::default()).unwrap();
    let instance = pool.new_instance(&[id], weights).unwrap();
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder).unwrap();
    gpu.queue.submit([encoder.finish()]);
    let vertices = pool.read_output(instance, 0).unwrap();
    Aabb::around(vertices.positions().unwrap().iter().copied()).unwrap()
}

#[test]
fn the_exact_box_of_deformed_vertices_is_that_of_the_cpu() {
    let (base, targets) = (line(300), targets(300, &[up(300), up(300)]));
    for weights in [[0.0, 0.0], [0.5, -2.0], [3.0, 1.5]] {
        let found = of_deformed(&base, &targets, &weights);
        let exact = exact_bounds(&base, &targets, &weights).unwrap();
        for c in 0..3 {
            // Eight bytes a vertex round by less than a thousandth.
            assert!((found.min[c] - exact.min[c]).abs() < 0.01, "{found:?} {exact:?}");
            assert!((found.max[c] - exact.max[c]).abs() < 0.01, "{found:?} {exact:?}");
        }
    }
}
