//! What the deform pass of a pool refuses, and with which numbers.

use super::{EXACT, asked_for, deform, pool_on, primitive};
use morph_core::deform::GroupSize;
use morph_core::packed::{BlockEncoding, DenseEncoding, ErrorBound};
use morph_core::{AttributeSet, MorphPrimitive, Normalize};
use morph_gpu::{DeformOptions, GpuError, PoolOptions};
use morph_tests::{assert_blend, gpu, gpu_with, random_mesh, random_weights};
use morph_wgsl::{DeformLayout, Interleaved, Output};

#[test]
fn what_does_not_go_together_is_refused_with_its_name() {
    let (base, targets) = random_mesh(6, 70, 3, AttributeSet::PNT);
    let mut pool = pool_on(gpu(), PoolOptions::default());
    let whole = primitive(&base, &targets);
    let compact = DeformOptions { output: Output::Compact, ..Default::default() };
    let error = pool.add_primitive(&whole, None, &compact).unwrap_err();
    assert!(matches!(&error, GpuError::Kernel { kernel } if kernel.contains("compact")), "{error}");
    let layout = DeformLayout::Dense(DenseEncoding::Bits16);
    let crowd = DeformOptions { group: Some(GroupSize::Eight), ..asked_for(layout) };
    assert!(matches!(pool.add_primitive(&whole, None, &crowd), Err(GpuError::Kernel { .. })));
    let six = DeformOptions {
        bound: Some(ErrorBound::of_radius(1e-6)),
        strict: true,
        ..asked_for(DeformLayout::Blocked(BlockEncoding::SixBytes))
    };
    assert!(matches!(pool.add_primitive(&whole, None, &six), Err(GpuError::Pack(_))));
    let still = MorphPrimitive { targets: None, ..whole.clone() };
    assert!(matches!(
        pool.add_primitive(&still, None, &DeformOptions::default()),
        Err(GpuError::Layout(_))
    ));
    let id = pool.add_primitive(&whole, None, &DeformOptions::default()).unwrap();
    assert_eq!(pool.permutation(id), Err(GpuError::Deformed(id)));
    let shaders =
        pool.add_targets(&targets, None, morph_gpu::Choice::Auto(morph_core::Stage::Compute));
    let shaders = shaders.unwrap();
    assert_eq!(pool.deform_info(shaders).unwrap_err(), GpuError::NotDeformed(shaders));
    let instance = pool.new_instance(&[shaders, id], &[]).unwrap();
    assert!(matches!(pool.output(instance, 0), Err(GpuError::NotDeformed(_))));
    assert!(pool.output(instance, 1).is_ok());
    assert!(matches!(pool.weights_offset(instance, 1), Err(GpuError::Deformed(_))));
}

#[test]
fn small_limits_split_pages_or_refuse_with_numbers() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        max_buffer_size: 1 << 16,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (base, targets) = random_mesh(6, 700, 3, AttributeSet::P);
    let mut pool = pool_on(&gpu, PoolOptions::default());
    let options = asked_for(EXACT[1]);
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    // 16 bytes a vertex: five instances fill a page.
    let instances: Vec<_> =
        (0..12).map(|i| pool.new_instance(&[id], &random_weights(i, 3)).unwrap()).collect();
    assert_eq!(deform(&gpu, &mut pool), 3);
    for (i, &instance) in instances.iter().enumerate() {
        let found = pool.read_output(instance, 0).unwrap();
        let weights = random_weights(i as u32, 3);
        assert_blend("paged", &found, &base, &targets, &weights, Normalize::Yes);
    }
    let (base, targets) = random_mesh(6, 5000, 3, AttributeSet::P);
    let error = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap_err();
    assert!(
        matches!(
            error,
            GpuError::Device { what: "maxStorageBufferBindingSize", needed, found: 65536 }
                if needed > 65536
        ),
        "{error}"
    );
}

#[test]
fn compact_normals_need_a_pool_that_normalises() {
    let (base, targets) = random_mesh(6, 70, 3, AttributeSet::PN);
    let compact = DeformOptions { output: Output::Compact, ..Default::default() };
    let mut raw = pool_on(gpu(), PoolOptions { normalize: false, ..Default::default() });
    let error = raw.add_primitive(&primitive(&base, &targets), None, &compact).unwrap_err();
    assert!(matches!(&error, GpuError::Kernel { kernel } if kernel.contains("compact")), "{error}");
    let mut pool = pool_on(gpu(), PoolOptions::default());
    assert!(pool.add_primitive(&primitive(&base, &targets), None, &compact).is_ok());
}

#[test]
fn vertex_buffers_are_refused_with_numbers_or_written_as_far_as_words_go() {
    let gpu = gpu_with(|_| wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 16,
        ..wgpu::Limits::downlevel_defaults()
    });
    let (base, targets) = random_mesh(6, 70, 2, AttributeSet::P);
    let mut pool = pool_on(&gpu, PoolOptions::default());
    let options = DeformOptions {
        output: Output::Interleaved(Interleaved::new(3, &[0])),
        ..asked_for(EXACT[0])
    };
    let id = pool.add_primitive(&primitive(&base, &targets), None, &options).unwrap();
    let instance = pool.new_instance(&[id], &[0.5]).unwrap();
    let buffer = |size| {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let mapped_at_creation = false;
        gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation,
        })
    };
    let large = buffer(1 << 17);
    assert_eq!(
        pool.set_vertex_buffer(instance, 0, &large, 1 << 16),
        Err(GpuError::Device {
            what: "maxStorageBufferBindingSize",
            needed: (1 << 16) + 840,
            found: 1 << 16
        })
    );
    assert!(matches!(
        pool.set_vertex_buffer(instance, 0, &large, u64::MAX - 3),
        Err(GpuError::VertexBuffer { expected: u64::MAX, .. })
    ));
    // More than can be bound, and not of whole words.
    for size in [1 << 17, 70 * 12 + 3] {
        pool.set_vertex_buffer(instance, 0, &buffer(size), 0).unwrap();
        assert_eq!(deform(&gpu, &mut pool), 1);
        let found = pool.read_output(instance, 0).unwrap();
        assert_blend("own", &found, &base, &targets, &[0.5], Normalize::Yes);
    }
}
