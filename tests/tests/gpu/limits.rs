//! Refusals come as typed errors with numbers, before the device complains.

use morph_core::{AttributeSet, LayoutError, Normalize, Stage};
use morph_gpu::{
    Choice, ComputeBlend, GpuError, MorphPool, MorphedVertexBuffers, PoolOptions, ShaderLayout,
    read_buffer,
};
use morph_tests::{assert_blend, gpu_with, random_mesh, random_weights};

#[test]
fn under_downlevel_limits_both_paths_blend_right() {
    let gpu = gpu_with(|_| wgpu::Limits::downlevel_defaults());
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, targets) = random_mesh(8, 3000, 20, AttributeSet::PNT);
    let weights = random_weights(8, 20);
    for choice in [Choice::Texture(Stage::Compute), Choice::Linear(Stage::Compute)] {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(&targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &weights).unwrap();
        pool.upload(&gpu.queue);
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        assert_blend(&format!("{choice:?}"), &found, &base, &targets, &weights, Normalize::Yes);
    }
}

// spec C6
#[test]
fn without_storage_buffers_the_texture_is_chosen_and_storage_refused() {
    let gpu = gpu_with(|_| wgpu::Limits::downlevel_webgl2_defaults());
    let (_, targets) = random_mesh(2, 3000, 5, AttributeSet::PN);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    assert!(matches!(pool.layout(id).unwrap().0, ShaderLayout::Texture(_)));
    pool.new_instance(&[id], &[1.0]).unwrap();
    assert_eq!(pool.upload(&gpu.queue).writes, 1);
    assert_eq!(
        pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)),
        Err(GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 2, found: 0 })
    );
    // The compute stage writes what it blends into a storage buffer.
    let refused = GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 2, found: 0 };
    assert_eq!(
        pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)),
        Err(refused.clone())
    );
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, _) = random_mesh(2, 3000, 5, AttributeSet::PN);
    let instance = pool.new_instance(&[id], &[]).unwrap();
    assert_eq!(compute.blend(&pool, instance, 0, &base), Err(refused));
}

#[test]
fn without_storage_in_the_vertex_stage_it_gets_textures_and_the_compute_stage_buffers() {
    let gpu = gpu_with(|_| wgpu::Limits::downlevel_defaults());
    let (_, targets) = random_mesh(2, 30, 5, AttributeSet::PN);
    let options = PoolOptions { vertex_storage: false, ..Default::default() };
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
    let is_texture =
        |pool: &MorphPool, id| matches!(pool.layout(id).unwrap().0, ShaderLayout::Texture(_));
    let vertex = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    let compute = pool.add_targets(&targets, None, Choice::Auto(Stage::Compute)).unwrap();
    assert!(is_texture(&pool, vertex) && !is_texture(&pool, compute));
    for choice in [Choice::Linear(Stage::Vertex), Choice::RowSparse(Stage::Vertex)] {
        assert_eq!(
            pool.add_targets(&targets, None, choice),
            Err(GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 2, found: 0 })
        );
    }
    let instance = pool.new_instance(&[vertex], &[]).unwrap();
    assert_eq!(pool.row(instance, 0), Err(GpuError::OneInstance(vertex)));
    assert_eq!(pool.rows_offset(vertex), Err(GpuError::OneInstance(vertex)));
}

#[test]
fn deltas_beyond_small_limits_are_refused_with_the_numbers() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_texture_dimension_1d: 256,
        max_texture_dimension_2d: 256,
        max_texture_array_layers: 2,
        max_storage_buffer_binding_size: 65536,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (_, targets) = random_mesh(2, 2000, 64, AttributeSet::PN);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    assert_eq!(
        pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)),
        Err(GpuError::Layout(LayoutError::Buffer {
            vertex_count: 2000,
            target_count: 64,
            bytes: 2000 * 64 * 24,
            limit: 65536
        }))
    );
    let texture = LayoutError::Texture {
        vertex_count: 2000,
        target_count: 64,
        width: 256,
        rows: 1024,
        max_height: 256,
        max_layers: 2,
    };
    for choice in [Choice::Texture(Stage::Vertex), Choice::Auto(Stage::Vertex)] {
        assert_eq!(pool.add_targets(&targets, None, choice), Err(GpuError::Layout(texture)));
    }
}

#[test]
fn rows_fill_a_binding_to_its_limit_and_one_more_is_refused() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 65536 + 1024,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (_, targets) = random_mesh(2, 3, 2, AttributeSet::P);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instances: Vec<_> = (0..260).map(|_| pool.new_instance(&[id], &[1.0]).unwrap()).collect();
    let refused = GpuError::Rows { bytes: 261 * 256, limit: 65536 + 1024 };
    assert_eq!(pool.new_instance(&[id], &[1.0]), Err(refused));
    assert_eq!(pool.instance_count(), 260);
    pool.destroy_instance(instances[7]);
    assert!(pool.new_instance(&[id], &[1.0]).is_ok());
}

#[test]
fn rows_fill_the_buffer_and_what_was_there_before_a_refusal_still_works() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_buffer_size: 1 << 18,
        max_storage_buffer_binding_size: 1 << 17,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (base, targets) = random_mesh(2, 3, 2, AttributeSet::P);
    let (_, other) = random_mesh(3, 3, 2, AttributeSet::P);
    let options = PoolOptions { page_bytes: 4096, ..Default::default() };
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
    let ids = [&targets, &other]
        .map(|t| pool.add_targets(t, None, Choice::Linear(Stage::Compute)).unwrap());
    let mut instances = Vec::new();
    let error = loop {
        match pool.new_instance(&[ids[instances.len() % 2]], &[0.5, -1.0]) {
            Ok(instance) => instances.push(instance),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, GpuError::Rows { limit, .. } if limit == 1 << 18), "{error}");
    assert!(instances.len() > 300, "{} rows", instances.len());
    pool.upload(&gpu.queue);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    for &instance in [&instances[0], &instances[instances.len() / 4 * 2]] {
        let found = compute.blend(&pool, instance, 0, &base).unwrap();
        assert_blend("full", &found, &base, &targets, &[0.5, -1.0], Normalize::Yes);
    }
}

#[test]
fn buffers_without_a_usage_and_ranges_outside_are_refused() {
    let gpu = morph_tests::gpu();
    let buffer = |usage| {
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 64,
            usage,
            mapped_at_creation: false,
        })
    };
    let vertices = buffer(wgpu::BufferUsages::VERTEX);
    let error = read_buffer(&gpu.device, &gpu.queue, &vertices, 0, 64).unwrap_err();
    assert!(matches!(error, GpuError::Usage { needed: "COPY_SRC", .. }), "{error}");
    let source = buffer(wgpu::BufferUsages::COPY_SRC);
    for (offset, size) in [(0, 68), (60, 8), (0, 6), (2, 4), (u64::MAX - 3, 4)] {
        let error = read_buffer(&gpu.device, &gpu.queue, &source, offset, size).unwrap_err();
        assert!(matches!(error, GpuError::Readback(_)), "{error}");
    }
    assert_eq!(read_buffer(&gpu.device, &gpu.queue, &source, 64, 0), Ok(vec![]));
    let (base, targets) = random_mesh(2, 3, 2, AttributeSet::P);
    let buffers = [(morph_core::Attribute::Position, &vertices)];
    let error =
        MorphedVertexBuffers::separate(&gpu.queue, &buffers, base.into(), targets).unwrap_err();
    assert!(matches!(error, GpuError::Usage { needed: "COPY_DST", .. }), "{error}");
}

#[test]
fn a_texture_taller_than_the_limit_becomes_layers_that_blend_right() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_texture_dimension_1d: 256,
        max_texture_dimension_2d: 256,
        ..wgpu::Limits::downlevel_defaults()
    });
    // Six rows a band: bands lie across the edges between layers.
    let (base, targets) = random_mesh(4, 1300, 43, AttributeSet::PN);
    let weights = random_weights(4, 43);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)).unwrap();
    let ShaderLayout::Texture(layout) = pool.layout(id).unwrap().0 else { panic!() };
    assert_eq!((layout.width(), layout.height(), layout.layers()), (256, 172, 3));
    let instance = pool.new_instance(&[id], &weights).unwrap();
    pool.upload(&gpu.queue);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    assert_blend("layers", &found, &base, &targets, &weights, Normalize::Yes);
}
