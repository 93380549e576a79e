//! luma.gl's `updateMorphTargetBuffers`: a vertex buffer is rewritten in its own layout.

use morph_core::animation::{Interpolation, TrackPlayer, WeightTrack};
use morph_core::{
    Attribute, AttributeSet, BlendError, MorphTargets, Normalize, VertexAttributes, VertexLayout,
    blend,
};
use morph_gpu::{GpuError, MorphedVertexBuffers, read_buffer};
use morph_tests::{Gpu, gpu, gpu_with, random_mesh};
use std::sync::Arc;

/// NORMAL, four foreign bytes, POSITION, eight foreign bytes.
const LAYOUT: VertexLayout<'static> = VertexLayout {
    stride_bytes: 36,
    attributes: &[(Attribute::Position, 16), (Attribute::Normal, 0)],
};

fn mesh() -> (Arc<VertexAttributes>, MorphTargets) {
    let (base, targets) = random_mesh(21, 10, 3, AttributeSet::PN);
    (Arc::new(base), targets)
}

fn vertex_buffer(gpu: &Gpu, size: u64) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("vertices"),
        size,
        usage: wgpu::BufferUsages::VERTEX
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    })
}

fn interleaved(gpu: &Gpu, buffer: &wgpu::Buffer) -> Result<MorphedVertexBuffers, GpuError> {
    let (base, targets) = mesh();
    let bytes = (0..360).map(|i| (i % 36) as u8).collect();
    MorphedVertexBuffers::interleaved(&gpu.queue, buffer, bytes, LAYOUT, base, targets)
}

fn floats(bytes: &[u8]) -> [f32; 3] {
    bytemuck::pod_read_unaligned(bytes)
}

fn check(gpu: &Gpu, buffer: &wgpu::Buffer, weights: &[f32]) {
    let (base, targets) = mesh();
    let expected = blend(&base, &targets, weights, Normalize::Yes).unwrap();
    let bytes = read_buffer(&gpu.device, &gpu.queue, buffer, 0, 360).unwrap();
    for (vertex, bytes) in bytes.chunks_exact(36).enumerate() {
        assert_eq!(floats(&bytes[0..12]), expected.normals().unwrap()[vertex]);
        assert_eq!(floats(&bytes[16..28]), expected.positions().unwrap()[vertex]);
        assert_eq!(bytes[12..16], [12, 13, 14, 15], "foreign bytes");
        assert_eq!(bytes[28..36], [28, 29, 30, 31, 32, 33, 34, 35], "foreign bytes");
    }
}

#[test]
fn an_interleaved_buffer_keeps_everything_that_is_not_morphed() {
    let gpu = gpu();
    let buffer = vertex_buffer(gpu, 360);
    let mut mesh = interleaved(gpu, &buffer).unwrap();
    check(gpu, &buffer, &[]);
    mesh.set_weights(&[0.5, -1.0, 2.0]).unwrap();
    check(gpu, &buffer, &[0.5, -1.0, 2.0]);
}

#[test]
fn every_update_starts_from_the_base() {
    let gpu = gpu();
    let buffer = vertex_buffer(gpu, 360);
    let mut mesh = interleaved(gpu, &buffer).unwrap();
    for i in 0..50 {
        mesh.set_weights(&[i as f32 * 0.1, 1.0]).unwrap();
    }
    mesh.set_weights(&[0.25]).unwrap();
    check(gpu, &buffer, &[0.25]);
}

#[test]
fn two_instances_with_buffers_of_their_own_show_different_weights() {
    let gpu = gpu();
    let (a, b) = (vertex_buffer(gpu, 360), vertex_buffer(gpu, 360));
    let mut first = interleaved(gpu, &a).unwrap();
    let mut second = interleaved(gpu, &b).unwrap();
    let keys = [(0.0, [0.0, 0.0, 0.0]), (1.0, [1.0, 0.5, -1.0])];
    let track = WeightTrack::from_keys(Interpolation::Linear, keys).unwrap();
    let mut player = TrackPlayer::new(&track);
    track.apply(0.5, &mut player, &mut first).unwrap();
    track.apply(1.0, &mut player, &mut second).unwrap();
    check(gpu, &a, &[0.5, 0.25, -0.5]);
    check(gpu, &b, &[1.0, 0.5, -1.0]);
}

#[test]
fn separate_buffers_are_rewritten_each_under_webgl2_limits_too() {
    for gpu in [gpu().clone(), gpu_with(|_| wgpu::Limits::downlevel_webgl2_defaults())] {
        let (base, targets) = mesh();
        let (positions, normals) = (vertex_buffer(&gpu, 120), vertex_buffer(&gpu, 120));
        let mut mesh = MorphedVertexBuffers::separate(
            &gpu.queue,
            &[(Attribute::Position, &positions), (Attribute::Normal, &normals)],
            Arc::clone(&base),
            targets.clone(),
        )
        .unwrap();
        mesh.set_weights(&[1.0, 1.0, 1.0]).unwrap();
        let expected = blend(&base, &targets, &[1.0; 3], Normalize::Yes).unwrap();
        for (buffer, attribute) in
            [(&positions, Attribute::Position), (&normals, Attribute::Normal)]
        {
            let bytes = read_buffer(&gpu.device, &gpu.queue, buffer, 0, 120).unwrap();
            let found: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
            assert_eq!(found, expected.values(attribute).unwrap());
        }
    }
}

#[test]
fn a_buffer_that_is_too_small_and_weights_that_are_not_finite_are_refused() {
    let gpu = gpu();
    let small = vertex_buffer(gpu, 356);
    assert_eq!(
        interleaved(gpu, &small).unwrap_err(),
        GpuError::VertexBuffer { expected: 360, found: 356 }
    );
    let buffer = vertex_buffer(gpu, 360);
    let mut mesh = interleaved(gpu, &buffer).unwrap();
    mesh.set_weights(&[1.0]).unwrap();
    assert!(matches!(mesh.set_weights(&[0.0, f32::INFINITY]), Err(GpuError::Weights(_))));
    assert_eq!(mesh.weights(), [1.0, 0.0, 0.0]);
    check(gpu, &buffer, &[1.0]);
    let (base, targets) = random_mesh(1, 3, 1, AttributeSet::P);
    let error = MorphedVertexBuffers::separate(
        &gpu.queue,
        &[(Attribute::Normal, &buffer)],
        Arc::new(base),
        targets,
    )
    .unwrap_err();
    assert_eq!(error, GpuError::Blend(BlendError::NotInBase { attribute: Attribute::Normal }));
}
