//! Draws triangles into a target of velocities.

use super::picture::{NOTHING, Picture, SIZE};
use super::scene::triangles;
use morph_core::VertexAttributes;
use morph_gpu::{DeformedVertices, layout_entries, read_buffer};
use morph_wgsl::{Output, Permutation, Slots, compose};

/// Morphs in the vertex stage.
const VERTEX: &str = "
@vertex
fn vs(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    cameras: Cameras,
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
) -> Varyings {
    var base: MorphVertex;
    base.position = position;
    base.normal = normal;
    let moved = morph_motion(base, morph_local(index), instance);
    return seen(moved.vertex.position, moved.previous_position, cameras);
}
";

/// Draws what the deform pass has written.
const DEFORMED: &str = "
@vertex
fn vs(
    @location(0) position: vec3<f32>,
    @location(1) previous: vec3<f32>,
    cameras: Cameras,
) -> Varyings {
    return seen(position, previous, cameras);
}
";

const FRAGMENT: &str = "
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) now: vec4<f32>,
    @location(1) before: vec4<f32>,
}

/// Of this frame, and of the frame before.
struct Cameras {
    @location(2) now_x: vec4<f32>,
    @location(3) now_y: vec4<f32>,
    @location(4) now_z: vec4<f32>,
    @location(5) now_w: vec4<f32>,
    @location(6) before_x: vec4<f32>,
    @location(7) before_y: vec4<f32>,
    @location(8) before_z: vec4<f32>,
    @location(9) before_w: vec4<f32>,
}

fn seen(position: vec3<f32>, previous: vec3<f32>, c: Cameras) -> Varyings {
    let now = mat4x4<f32>(c.now_x, c.now_y, c.now_z, c.now_w) * vec4<f32>(position, 1.0);
    let matrix = mat4x4<f32>(c.before_x, c.before_y, c.before_z, c.before_w);
    return Varyings(now, now, matrix * vec4<f32>(previous, 1.0));
}

@fragment
fn fs(v: Varyings) -> @location(0) vec4<f32> {
    let now = v.now.xy / v.now.w;
    return vec4<f32>(now - v.before.xy / v.before.w, now);
}
";

/// Columns of the matrix that leads to clip space.
pub(super) type Camera = [[f32; 4]; 4];

/// A pipeline that paints velocities on one device.
pub(super) struct Painter {
    pipeline: wgpu::RenderPipeline,
    cameras: wgpu::Buffer,
    camera_slot: u32,
    indices: wgpu::Buffer,
    index_count: u32,
}

/// What is drawn.
pub(super) enum Input<'a> {
    Weights {
        base: &'a VertexAttributes,
        entries: [wgpu::BindGroupEntry<'a>; 2],
        offset: u32,
        row: u32,
    },
    Vertices {
        now: DeformedVertices<'a>,
        before: DeformedVertices<'a>,
    },
}

fn filled(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> wgpu::Buffer {
    let usage = usage | wgpu::BufferUsages::COPY_DST;
    let size = bytes.len() as u64;
    let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
    let buffer = device.create_buffer(&descriptor);
    queue.write_buffer(&buffer, 0, bytes);
    buffer
}

impl Painter {
    pub(super) const SLOTS: Slots = Slots { group: 0, first_binding: 3 };

    pub(super) fn vertex(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        permutation: &Permutation,
    ) -> Self {
        let text = compose(permutation, &Self::SLOTS, None) + FRAGMENT + VERTEX;
        let entries = layout_entries(permutation, &Self::SLOTS);
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries: &entries,
        });
        let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
        let buffers = [Some(wgpu::VertexBufferLayout {
            array_stride: 24,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &attributes,
        })];
        Self::new(device, queue, text, Some(&layout), &buffers)
    }

    /// Two vertex buffers: this frame's vertices, and those of the frame before.
    pub(super) fn deform(device: &wgpu::Device, queue: &wgpu::Queue, output: Output) -> Self {
        let attributes = [0, 1].map(|shader_location| {
            [wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x3,
                offset: 0,
                shader_location,
            }]
        });
        let set = morph_wgsl::AttributeSet::PN;
        let buffers = attributes.each_ref().map(|attributes| {
            Some(wgpu::VertexBufferLayout {
                array_stride: u64::from(output.stride_words(&set)) * 4,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes,
            })
        });
        Self::new(device, queue, FRAGMENT.to_owned() + DEFORMED, None, &buffers)
    }

    fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        text: String,
        morph: Option<&wgpu::BindGroupLayout>,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("velocity"),
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[morph],
            immediate_size: 0,
        });
        let matrices: [wgpu::VertexAttribute; 8] =
            std::array::from_fn(|at| wgpu::VertexAttribute {
                format: wgpu::VertexFormat::Float32x4,
                offset: at as u64 * 16,
                shader_location: at as u32 + 2,
            });
        // The same for all vertices; a uniform would be one more than the fewest limits have.
        let of_cameras = wgpu::VertexBufferLayout {
            array_stride: 0,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &matrices,
        };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("velocity"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vs"),
                compilation_options: Default::default(),
                buffers: &[buffers, &[Some(of_cameras)]].concat(),
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fs"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::TextureFormat::Rgba32Float.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        let indices: Vec<u32> = triangles().into_flattened();
        let usage = wgpu::BufferUsages::INDEX;
        let index_count = indices.len() as u32;
        let indices = filled(device, queue, usage, bytemuck::cast_slice(&indices));
        let cameras = filled(device, queue, wgpu::BufferUsages::VERTEX, &[0; 128]);
        let camera_slot = buffers.len() as u32;
        Self { pipeline, cameras, camera_slot, indices, index_count }
    }

    pub(super) fn paint(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        input: &Input<'_>,
        cameras: &[Camera; 2],
    ) -> Picture {
        queue.write_buffer(&self.cameras, 0, bytemuck::cast_slice(cameras));
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color {
                            r: NOTHING[0].into(),
                            ..wgpu::Color::TRANSPARENT
                        }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_vertex_buffer(self.camera_slot, self.cameras.slice(..));
            pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
            match input {
                Input::Weights { base, entries, offset, row } => {
                    let [positions, normals] = [base.positions().unwrap(), base.normals().unwrap()];
                    let both = positions.iter().zip(normals);
                    let vertices: Vec<[[f32; 3]; 2]> = both.map(|(p, n)| [*p, *n]).collect();
                    let bytes = bytemuck::cast_slice(&vertices);
                    let vertices = filled(device, queue, wgpu::BufferUsages::VERTEX, bytes);
                    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                        label: None,
                        layout: &self.pipeline.get_bind_group_layout(0),
                        entries,
                    });
                    pass.set_bind_group(0, &bind_group, &[*offset]);
                    pass.set_vertex_buffer(0, vertices.slice(..));
                    pass.draw_indexed(0..self.index_count, 0, *row..row + 1);
                }
                Input::Vertices { now, before } => {
                    for (slot, of) in [(0, now), (1, before)] {
                        let bytes = of.offset..of.offset + of.bytes;
                        pass.set_vertex_buffer(slot, of.buffer.slice(bytes));
                    }
                    pass.draw_indexed(0..self.index_count, 0, 0..1);
                }
            }
        }
        let row = SIZE * 16;
        assert_eq!(row % wgpu::COPY_BYTES_PER_ROW_ALIGNMENT, 0);
        let copy = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * SIZE),
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &copy,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            texture.size(),
        );
        queue.submit([encoder.finish()]);
        let bytes = read_buffer(device, queue, &copy, 0, copy.size()).unwrap();
        Picture::new(bytemuck::pod_collect_to_vec(&bytes))
    }
}
