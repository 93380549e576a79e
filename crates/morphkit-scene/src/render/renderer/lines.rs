//! Lines beside the surfaces.

use crate::render::target::{DEPTH, FORMAT, SAMPLES};
use bytemuck::{Pod, Zeroable};
use std::mem::size_of;

const TEXT: &str = include_str!("../shaders/lines.wgsl");

const ATTRIBUTES: [wgpu::VertexAttribute; 2] =
    wgpu::vertex_attr_array![0 => Float32x3, 1 => Unorm8x4];

/// An end of a line.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct LineEnd {
    /// In the camera's world.
    pub position: [f32; 3],
    /// Linear light, straight alpha.
    pub color: [u8; 4],
}

/// Draws lines that are written anew for each picture.
#[derive(Debug)]
pub(super) struct Lines {
    pipeline: wgpu::RenderPipeline,
    buffer: Option<wgpu::Buffer>,
    count: u32,
}

impl Lines {
    pub(super) fn new(device: &wgpu::Device, frame_layout: &wgpu::BindGroupLayout) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("lines"),
            source: wgpu::ShaderSource::Wgsl(TEXT.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("lines"),
            bind_group_layouts: &[Some(frame_layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("lines"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex_main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[Some(wgpu::VertexBufferLayout {
                    array_stride: size_of::<LineEnd>() as u64,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &ATTRIBUTES,
                })],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::LineList,
                ..wgpu::PrimitiveState::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(false),
                depth_compare: Some(wgpu::CompareFunction::LessEqual),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: SAMPLES,
                ..wgpu::MultisampleState::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment_main"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: FORMAT,
                    blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline, buffer: None, count: 0 }
    }

    /// Sends the lines of the next picture, two ends each.
    pub(super) fn set(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, ends: &[LineEnd]) {
        self.count = ends.len() as u32;
        if ends.is_empty() {
            return;
        }
        let bytes: &[u8] = bytemuck::cast_slice(ends);
        let fits = self.buffer.as_ref().is_some_and(|buffer| buffer.size() >= bytes.len() as u64);
        if !fits {
            self.buffer = Some(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("lines"),
                size: (bytes.len() as u64).next_power_of_two(),
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer {
            queue.write_buffer(buffer, 0, bytes);
        }
    }

    /// The frame's bind group is set.
    pub(super) fn encode(&self, pass: &mut wgpu::RenderPass<'_>) {
        if let Some(buffer) = self.buffer.as_ref().filter(|_| self.count > 0) {
            pass.set_pipeline(&self.pipeline);
            pass.set_vertex_buffer(0, buffer.slice(..));
            pass.draw(0..self.count, 0..1);
        }
    }
}
