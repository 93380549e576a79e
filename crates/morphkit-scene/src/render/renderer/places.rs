//! Where each draw stands in the world.

use crate::scene::Scene;
use anyhow::{Result, bail};
use bytemuck::{Pod, Zeroable};

/// Twin of `Mesh` in `rigid.wgsl` and `skinned.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(super) struct MeshUniform {
    pub(super) world: [[f32; 4]; 4],
    pub(super) turn: [[f32; 4]; 4],
}

/// The places of all draws in one buffer, which is written at once.
#[derive(Debug)]
pub(super) struct Uniforms {
    buffer: wgpu::Buffer,
    stride: usize,
    bytes: Vec<u8>,
}

impl Uniforms {
    /// Room for all draws of a scene.
    ///
    /// # Errors
    /// Where the device has no buffer as large.
    pub(super) fn new(device: &wgpu::Device, scene: &Scene) -> Result<Self> {
        let limits = device.limits();
        let alignment = limits.min_uniform_buffer_offset_alignment as usize;
        let stride = size_of::<MeshUniform>().next_multiple_of(alignment.max(1));
        let count: usize = scene.instances.iter().map(|i| i.mesh.primitives.len()).sum();
        let (size, limit) = ((count * stride) as u64, limits.max_buffer_size);
        if size > limit {
            bail!("places of {count} primitives: expected at most {limit} bytes, got {size}");
        }
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("meshes"),
            size,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Ok(Self { buffer, stride, bytes: vec![0; count * stride] })
    }

    /// The place of a draw.
    pub(super) fn binding(&self, draw: usize) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &self.buffer,
            offset: (draw * self.stride) as u64,
            size: wgpu::BufferSize::new(size_of::<MeshUniform>() as u64),
        })
    }

    /// Puts a place down, for the next upload.
    pub(super) fn set(&mut self, draw: usize, uniform: &MeshUniform) {
        let from = draw * self.stride;
        self.bytes[from..from + size_of::<MeshUniform>()]
            .copy_from_slice(bytemuck::bytes_of(uniform));
    }

    /// Sends the places of all draws.
    pub(super) fn upload(&self, queue: &wgpu::Queue) {
        queue.write_buffer(&self.buffer, 0, &self.bytes);
    }
}
