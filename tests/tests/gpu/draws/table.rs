//! A table of what draws saw: a texel for each vertex index, a line for each draw.

use super::{VERTEX, attributes, buffer};
use morph_gpu::read_buffer;
use morph_tests::Gpu;
use wgpu::util::DrawIndexedIndirectArgs;
use wgpu::util::DrawIndirectArgs;

/// How a draw names its vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    /// Indices from 0 on, and a base vertex.
    Indexed,
    /// Indices that count from the start of the merged buffer.
    MergedIndices,
    /// No indices, and a first vertex.
    Vertices,
    IndexedIndirect,
    Indirect,
}

impl Call {
    pub(super) const ALL: [Self; 5] =
        [Self::Indexed, Self::MergedIndices, Self::Vertices, Self::IndexedIndirect, Self::Indirect];

    pub(super) const fn is_indirect(self) -> bool {
        matches!(self, Self::IndexedIndirect | Self::Indirect)
    }
}

/// One draw of points.
pub(super) struct PointDraw<'a> {
    pub(super) call: Call,
    pub(super) vertices: wgpu::BufferSlice<'a>,
    /// First vertex of the mesh in this slice.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) first_instance: u32,
    /// Dynamic offset of the weights.
    pub(super) offset: Option<u32>,
}

/// What all draws have in common.
pub(super) struct Table<'a> {
    /// Defines `MorphVertex` and `fn morphed(in: Vertex, row: u32) -> MorphVertex`.
    pub(super) wgsl: String,
    /// What group 1 binds.
    pub(super) bound: Option<(Vec<wgpu::BindGroupLayoutEntry>, Vec<wgpu::BindGroupEntry<'a>>)>,
    /// Words of a vertex, and the word of its normal.
    pub(super) stride: u64,
    pub(super) normal: u64,
    /// Vertices of the longest line.
    pub(super) width: u32,
    /// Whether the row is 0 whatever the instance is.
    pub(super) row_zero: bool,
}

/// A point for each vertex, at the column that its index says.
const POINTS: &str = "
override width: u32;
override row_zero: u32;
struct Point {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) position: vec3<f32>,
    @location(1) @interpolate(flat) normal: vec3<f32>,
    @location(2) @interpolate(flat) instance: u32,
}
@vertex fn vs(in: Vertex) -> Point {
    let v = morphed(in, select(in.instance, 0u, row_zero == 1u));
    let x = (f32(in.index) + 0.5) / f32(width) * 2.0 - 1.0;
    return Point(vec4<f32>(x, 0.0, 0.0, 1.0), v.position, v.normal, in.instance);
}
struct Texels { @location(0) position: vec4<f32>, @location(1) normal: vec4<f32> }
@fragment fn fs(p: Point) -> Texels {
    return Texels(vec4<f32>(p.position, f32(p.instance)), vec4<f32>(p.normal, 1.0));
}
";

/// What a draw saw of each vertex: position and instance, normal; NaN where there was no vertex.
pub(super) type Line = Vec<([f32; 4], [f32; 4])>;

impl Table<'_> {
    /// A line for each draw.
    pub(super) fn draw(&self, gpu: &Gpu, draws: &[PointDraw<'_>]) -> Vec<Line> {
        let device = &gpu.device;
        let (pipeline, group) = self.pipeline(gpu);
        let (width, height) = (self.width, draws.len() as u32);
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let textures = [(); 2].map(|()| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::Rgba32Float,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        });
        let views = textures.each_ref().map(|t| t.create_view(&Default::default()));
        let attachments = views.each_ref().map(|view| {
            let nothing = wgpu::Color { r: f64::NAN, ..wgpu::Color::WHITE };
            let ops = wgpu::Operations {
                load: wgpu::LoadOp::Clear(nothing),
                store: wgpu::StoreOp::Store,
            };
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops,
            })
        });
        let arguments: Vec<_> = draws.iter().map(|draw| draw.arguments(gpu)).collect();
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &attachments,
                ..Default::default()
            });
            pass.set_pipeline(&pipeline);
            for (line, (draw, (indices, indirect))) in draws.iter().zip(&arguments).enumerate() {
                pass.set_viewport(0.0, line as f32, width as f32, 1.0, 0.0, 1.0);
                if let Some(group) = &group {
                    pass.set_bind_group(1, group, draw.offset.as_slice());
                }
                pass.set_vertex_buffer(0, draw.vertices);
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                let instances = draw.first_instance..draw.first_instance + 1;
                let (first, count) = (draw.first, draw.count);
                match draw.call {
                    Call::Indexed => pass.draw_indexed(0..count, first as i32, instances),
                    Call::MergedIndices => pass.draw_indexed(0..count, 0, instances),
                    Call::Vertices => pass.draw(first..first + count, instances),
                    Call::IndexedIndirect => pass.draw_indexed_indirect(indirect, 0),
                    Call::Indirect => pass.draw_indirect(indirect, 0),
                }
            }
        }
        let row = (width * 16).next_multiple_of(256);
        let copies = textures.map(|texture| {
            let copy = buffer(gpu, wgpu::BufferUsages::empty(), &vec![0; (row * height) as usize]);
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: None,
            };
            let to = wgpu::TexelCopyBufferInfo { buffer: &copy, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), to, size);
            copy
        });
        gpu.queue.submit([encoder.finish()]);
        let [positions, normals] =
            copies.map(|copy| read_buffer(device, &gpu.queue, &copy, 0, copy.size()).unwrap());
        let texels = |bytes: &[u8], line: usize| -> Vec<[f32; 4]> {
            let line = &bytes[line * row as usize..][..width as usize * 16];
            bytemuck::pod_collect_to_vec(line)
        };
        (0..draws.len())
            .map(|line| texels(&positions, line).into_iter().zip(texels(&normals, line)).collect())
            .collect()
    }

    fn pipeline(&self, gpu: &Gpu) -> (wgpu::RenderPipeline, Option<wgpu::BindGroup>) {
        let device = &gpu.device;
        let text = format!("{}{VERTEX}{POINTS}", self.wgsl);
        let source = wgpu::ShaderSource::Wgsl(text.into());
        let module =
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let made = self.bound.as_ref().map(|(laid_out, entries)| {
            let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: laid_out,
            });
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries };
            let group = device.create_bind_group(&descriptor);
            (layout, group)
        });
        let groups: Vec<_> = made.iter().flat_map(|(layout, _)| [None, Some(layout)]).collect();
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let constants =
            [("width", self.width.into()), ("row_zero", u32::from(self.row_zero).into())];
        let target = Some(wgpu::TextureFormat::Rgba32Float.into());
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vs"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    ..Default::default()
                },
                buffers: &[Some(wgpu::VertexBufferLayout {
                    array_stride: self.stride * 4,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &attributes(self.normal),
                })],
            },
            primitive: wgpu::PrimitiveState {
                topology: wgpu::PrimitiveTopology::PointList,
                ..Default::default()
            },
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fs"),
                compilation_options: Default::default(),
                targets: &[target.clone(), target],
            }),
            multiview_mask: None,
            cache: None,
        });
        (pipeline, made.map(|(_, group)| group))
    }
}

impl PointDraw<'_> {
    /// Indices, and arguments for indirect draws.
    fn arguments(&self, gpu: &Gpu) -> (wgpu::Buffer, wgpu::Buffer) {
        let from = if self.call == Call::MergedIndices { self.first } else { 0 };
        let indices: Vec<u32> = (from..from + self.count).collect();
        let indices = buffer(gpu, wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&indices));
        let indirect = if self.call == Call::IndexedIndirect {
            let arguments = DrawIndexedIndirectArgs {
                index_count: self.count,
                instance_count: 1,
                first_index: 0,
                base_vertex: self.first as i32,
                first_instance: self.first_instance,
            };
            buffer(gpu, wgpu::BufferUsages::INDIRECT, arguments.as_bytes())
        } else {
            let arguments = DrawIndirectArgs {
                vertex_count: self.count,
                instance_count: 1,
                first_vertex: self.first,
                first_instance: self.first_instance,
            };
            buffer(gpu, wgpu::BufferUsages::INDIRECT, arguments.as_bytes())
        };
        (indices, indirect)
    }
}
