//! Draws a mesh as points, each vertex into its texel, and reads the texels back.

use super::SLOTS;
use morph_core::{Attribute, VertexAttributes};
use morph_gpu::{GpuError, check_shader, layout_entries, read_buffer};
use morph_tests::{Gpu, gpu};
use morph_wgsl::{Permutation, compose};

/// Puts two attributes of each morphed vertex into its texel of two textures.
const SHADER: &str = "
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) first: vec4<f32>,
    @location(1) @interpolate(flat) second: vec4<f32>,
}

override vertex_count: u32;
override rows: u32;
override columns: u32;
override pair: u32;

struct Vertex {
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) texcoord_0: vec2<f32>,
    @location(4) texcoord_1: vec2<f32>,
    @location(5) color_0: vec4<f32>,
    @location(6) color_1: vec4<f32>,
}

@vertex
fn vs(in: Vertex) -> Varyings {
    let vertex = morph_local(in.index);
    let v = morph_vertex(base_vertex(in), vertex, in.instance);
    let column = in.instance / rows * vertex_count + vertex;
    let x = (f32(column) + 0.5) / f32(columns * vertex_count) * 2.0 - 1.0;
    let y = 1.0 - (f32(in.instance % rows) + 0.5) / f32(rows) * 2.0;
    let clip = vec4<f32>(x, y, 0.0, 1.0);
    if pair == 0u {
        return Varyings(clip, vec4<f32>(v.position, 1.0), vec4<f32>(v.normal, 1.0));
    }
    return more(clip, v);
}

struct Texels {
    @location(0) first: vec4<f32>,
    @location(1) second: vec4<f32>,
}

@fragment
fn fs(v: Varyings) -> Texels {
    return Texels(v.first, v.second);
}
";

/// For permutations with positions, normals and tangents at most.
const PNT: &str = "
fn base_vertex(in: Vertex) -> MorphVertex {
    return MorphVertex(in.position, in.normal, in.tangent);
}
fn more(clip: vec4<f32>, v: MorphVertex) -> Varyings {
    return Varyings(clip, v.tangent, vec4<f32>(0.0));
}
";

/// For permutations with two sets of texture coordinates and two of colours.
const ALL: &str = "
fn base_vertex(in: Vertex) -> MorphVertex {
    let texcoords = array<vec2<f32>, 2>(in.texcoord_0, in.texcoord_1);
    let colors = array<vec4<f32>, 2>(in.color_0, in.color_1);
    return MorphVertex(in.position, in.normal, in.tangent, texcoords, colors);
}
fn more(clip: vec4<f32>, v: MorphVertex) -> Varyings {
    if pair == 1u {
        return Varyings(clip, v.tangent, vec4<f32>(v.texcoords[0], v.texcoords[1]));
    }
    return Varyings(clip, v.colors[0], v.colors[1]);
}
";

/// Vertex attributes of the shader: floats and place in a vertex of 22 floats.
const STREAM: [(Attribute, usize, usize); 7] = [
    (Attribute::Position, 3, 0),
    (Attribute::Normal, 3, 3),
    (Attribute::Tangent, 4, 6),
    (Attribute::TexCoord(0), 2, 10),
    (Attribute::TexCoord(1), 2, 12),
    (Attribute::Color(0), 4, 14),
    (Attribute::Color(1), 4, 18),
];

/// One draw of a mesh.
pub(crate) struct Draw<'a> {
    pub(crate) permutation: Permutation,
    pub(crate) entries: Vec<wgpu::BindGroupEntry<'a>>,
    pub(crate) offsets: Vec<u32>,
    /// Instances of the one draw; draws of one instance, where there are as many offsets.
    pub(crate) instances: u32,
    /// Vertices before the mesh in its vertex buffer.
    pub(crate) base_vertex: u32,
}

/// The morphed vertices, instance after instance.
pub(crate) fn draw(base: &VertexAttributes, what: &Draw<'_>) -> Vec<VertexAttributes> {
    draw_on(gpu(), base, what)
}

/// As [`draw`], on another device.
pub(crate) fn draw_on(
    gpu: &Gpu,
    base: &VertexAttributes,
    what: &Draw<'_>,
) -> Vec<VertexAttributes> {
    let mut drawn = vec![base.clone(); what.instances as usize];
    for pair in 0..if what.permutation.attributes.is_pnt() { 2 } else { 3 } {
        let [first, second] = draw_pair(gpu, base, what, pair);
        for (instance, drawn) in drawn.iter_mut().enumerate() {
            let mut put = |attribute, texels: &[[f32; 4]], from: usize| {
                if let Some(count) = drawn.components(attribute) {
                    let values = texels.iter().flat_map(|t| &t[from..from + count]).copied();
                    drawn.insert(attribute, count, values.collect()).unwrap();
                }
            };
            let (first, second) = (&first[instance], &second[instance]);
            match pair {
                0 => {
                    put(Attribute::Position, first, 0);
                    put(Attribute::Normal, second, 0);
                }
                1 => {
                    put(Attribute::Tangent, first, 0);
                    if !what.permutation.attributes.is_pnt() {
                        put(Attribute::TexCoord(0), second, 0);
                        put(Attribute::TexCoord(1), second, 2);
                    }
                }
                _ => {
                    put(Attribute::Color(0), first, 0);
                    put(Attribute::Color(1), second, 0);
                }
            }
        }
    }
    drawn
}

/// The base in the shader's vertex, after vertices of other meshes.
fn stream(base: &VertexAttributes, before: u32) -> Vec<f32> {
    let mut vertices = vec![9.0; before as usize * 22];
    for vertex in 0..base.vertex_count() {
        let start = vertices.len();
        vertices.resize(start + 22, 1.0);
        for (attribute, _, at) in STREAM {
            if let (Some(values), Some(count)) =
                (base.values(attribute), base.components(attribute))
            {
                vertices[start + at..start + at + count]
                    .copy_from_slice(&values[vertex * count..][..count]);
            }
        }
    }
    vertices
}

/// Texels of two attributes, instance after instance.
fn draw_pair(
    gpu: &Gpu,
    base: &VertexAttributes,
    what: &Draw<'_>,
    pair: u32,
) -> [Vec<Vec<[f32; 4]>>; 2] {
    let (device, queue) = (&gpu.device, &gpu.queue);
    let limits = device.limits();
    check_shader(what.permutation, &SLOTS, &limits).unwrap();
    let width = base.vertex_count() as u32;
    let draws = what.offsets.len();
    // Instances below each other, in further columns where a picture has not so many rows.
    let found = limits.max_texture_dimension_2d;
    let rows = what.instances.min(found);
    let columns = what.instances.div_ceil(rows);
    let needed = columns * width;
    if needed > found {
        let (needed, found) = (needed.into(), found.into());
        panic!("{}", GpuError::Device { what: "maxTextureDimension2D", needed, found });
    }
    let [rows_of_draw, columns_of_draw] = if draws > 1 { [1, 1] } else { [rows, columns] };
    assert!(draws <= 1 || draws == what.instances as usize, "{draws} draws");
    let vertices = stream(base, what.base_vertex);
    let buffer = |usage, bytes: &[u8]| {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: (bytes.len() as u64).next_multiple_of(4),
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        queue.write_buffer(&buffer, 0, bytes);
        buffer
    };
    let vertices = buffer(wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&vertices));
    let indices: Vec<u32> = (0..width).collect();
    let indices = buffer(wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&indices));

    let sets = if what.permutation.attributes.is_pnt() { PNT } else { ALL };
    let text = compose(&what.permutation, &SLOTS, None) + SHADER + sets;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&what.permutation.name()),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let empty = device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &[] });
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &layout_entries(&what.permutation, &SLOTS),
    });
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &what.entries,
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&empty), Some(&layout)],
        immediate_size: 0,
    });
    let target = Some(wgpu::ColorTargetState {
        format: wgpu::TextureFormat::Rgba32Float,
        blend: None,
        write_mask: wgpu::ColorWrites::ALL,
    });
    let constants = [
        ("vertex_count", f64::from(width)),
        ("rows", f64::from(rows_of_draw)),
        ("columns", f64::from(columns_of_draw)),
        ("pair", f64::from(pair)),
    ];
    let compilation_options =
        wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    let attributes = STREAM.map(|(attribute, count, at)| wgpu::VertexAttribute {
        format: match count {
            2 => wgpu::VertexFormat::Float32x2,
            3 => wgpu::VertexFormat::Float32x3,
            _ => wgpu::VertexFormat::Float32x4,
        },
        offset: at as u64 * 4,
        shader_location: STREAM.iter().position(|(a, ..)| *a == attribute).unwrap() as u32,
    });
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vs"),
            compilation_options,
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 88,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &attributes,
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

    let size = wgpu::Extent3d { width: columns * width, height: rows, depth_or_array_layers: 1 };
    let texture = || {
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
    };
    let textures = [texture(), texture()];
    let views = textures.each_ref().map(|t| t.create_view(&Default::default()));
    let attachments = views.each_ref().map(|view| {
        Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                // NaN where no vertex was drawn, which no comparison lets pass.
                load: wgpu::LoadOp::Clear(wgpu::Color { r: f64::NAN, ..wgpu::Color::WHITE }),
                store: wgpu::StoreOp::Store,
            },
        })
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &attachments,
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        if draws > 1 {
            for (instance, offset) in (0..).zip(&what.offsets) {
                let [x, y] = [instance / rows * width, instance % rows].map(|at| at as f32);
                pass.set_viewport(x, y, width as f32, 1.0, 0.0, 1.0);
                pass.set_bind_group(1, &bind_group, &[*offset]);
                pass.draw_indexed(0..width, what.base_vertex as i32, 0..1);
            }
        } else {
            pass.set_bind_group(1, &bind_group, &what.offsets);
            pass.draw_indexed(0..width, what.base_vertex as i32, 0..what.instances);
        }
    }
    let row = (columns * width * 16).next_multiple_of(256);
    let buffers = textures.map(|texture| {
        let bytes = u64::from(row) * u64::from(rows);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row),
                    rows_per_image: None,
                },
            },
            size,
        );
        buffer
    });
    queue.submit([encoder.finish()]);
    buffers.map(|buffer| {
        let bytes = read_buffer(device, queue, &buffer, 0, buffer.size()).unwrap();
        let texels = |instance| {
            let first = instance % rows * row + instance / rows * width * 16;
            bytemuck::pod_collect_to_vec(&bytes[first as usize..][..width as usize * 16])
        };
        (0..what.instances).map(texels).collect()
    })
}
