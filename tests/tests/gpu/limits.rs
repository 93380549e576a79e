//! Refusals come as typed errors with numbers, before the device complains.

use morph_core::{AttributeSet, LayoutError, Normalize, Stage};
use morph_gpu::{Choice, ComputeBlend, GpuError, MorphPool, PoolOptions};
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

#[test]
fn without_storage_buffers_the_texture_is_chosen_and_storage_refused() {
    let gpu = gpu_with(|_| wgpu::Limits::downlevel_webgl2_defaults());
    let (_, targets) = random_mesh(2, 3000, 5, AttributeSet::PN);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex)).unwrap();
    assert!(matches!(pool.layout(id).unwrap().0, morph_core::Layout::Texture(_)));
    pool.new_instance(&[id], &[1.0]).unwrap();
    assert_eq!(pool.upload(&gpu.queue).writes, 1);
    assert_eq!(
        pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)),
        Err(GpuError::Device { what: "maxStorageBuffersPerShaderStage", needed: 2, found: 0 })
    );
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let (base, _) = random_mesh(2, 3000, 5, AttributeSet::PN);
    let id = pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)).unwrap();
    let instance = pool.new_instance(&[id], &[]).unwrap();
    assert!(matches!(
        compute.blend(&pool, instance, 0, &base),
        Err(GpuError::Device { what: "maxStorageBuffersPerShaderStage", .. })
    ));
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
fn rows_beyond_one_binding_are_refused_and_the_rest_still_works() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 65536,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (_, targets) = random_mesh(2, 3, 2, AttributeSet::P);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let instances: Vec<_> = (0..256).map(|_| pool.new_instance(&[id], &[1.0]).unwrap()).collect();
    assert_eq!(
        pool.new_instance(&[id], &[1.0]),
        Err(GpuError::Rows { bytes: 131_072, limit: 65536 })
    );
    assert_eq!(pool.instance_count(), 256);
    pool.destroy_instance(instances[7]);
    assert!(pool.new_instance(&[id], &[1.0]).is_ok());
}

#[test]
fn a_texture_taller_than_the_limit_becomes_layers_that_blend_right() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_texture_dimension_1d: 256,
        max_texture_dimension_2d: 256,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (base, targets) = random_mesh(4, 1000, 40, AttributeSet::PN);
    let weights = random_weights(4, 40);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)).unwrap();
    let morph_core::Layout::Texture(layout) = pool.layout(id).unwrap().0 else { panic!() };
    assert_eq!((layout.width(), layout.height(), layout.layers()), (256, 160, 2));
    let instance = pool.new_instance(&[id], &weights).unwrap();
    pool.upload(&gpu.queue);
    let mut compute = ComputeBlend::new(&gpu.device, &gpu.queue);
    let found = compute.blend(&pool, instance, 0, &base).unwrap();
    assert_blend("layers", &found, &base, &targets, &weights, Normalize::Yes);
}
