//! Draws as engines make them: meshes merged in one buffer, offsets of every kind, indirect, and
//! several passes over the same vertices.

mod merged;
mod passes;

mod table;

use morph_tests::{Gpu, gpu, gpu_of};

/// Shader of both paths: a vertex that lies in a buffer as position and normal.
const VERTEX: &str = "
struct Vertex {
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}
";

/// What a vertex is where it is drawn: morphed here, or by the deform pass.
const MORPHED_HERE: &str = "
fn morphed(in: Vertex, row: u32) -> MorphVertex {
    let v = MorphVertex(in.position, in.normal, vec4<f32>(0.0));
    return morph_vertex(v, morph_local(in.index), row);
}
";
const MORPHED_BEFORE: &str = "
struct MorphVertex { position: vec3<f32>, normal: vec3<f32> }
fn morphed(in: Vertex, row: u32) -> MorphVertex {
    return MorphVertex(in.position, in.normal);
}
";

fn buffer(gpu: &Gpu, usage: wgpu::BufferUsages, bytes: &[u8]) -> wgpu::Buffer {
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.len() as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, bytes);
    buffer
}

/// A device with the limits of the shared one, whose indirect draws may have a first instance.
fn gpu_with_first_instances() -> Gpu {
    gpu_of(|adapter| {
        let feature = wgpu::Features::INDIRECT_FIRST_INSTANCE;
        assert!(adapter.features().contains(feature), "{}", adapter.get_info().name);
        wgpu::DeviceDescriptor {
            required_features: feature,
            required_limits: gpu().device.limits(),
            ..Default::default()
        }
    })
}

/// Position and normal of a vertex buffer with a stride in words, the normal at this word.
fn attributes(normal: u64) -> [wgpu::VertexAttribute; 2] {
    [(0, 0), (normal * 4, 1)].map(|(offset, shader_location)| wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Float32x3,
        offset,
        shader_location,
    })
}
