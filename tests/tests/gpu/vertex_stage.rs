//! The vertex stage itself: points drawn into float textures, one texel a vertex and instance.

use morph_core::{Attribute, AttributeSet, MorphTargets, Normalize, Stage, VertexAttributes};
use morph_gpu::{Choice, MorphData, MorphPool, PoolOptions, Profile, layout_entries, read_buffer};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::{Permutation, Slots, compose};

const SLOTS: Slots = Slots { group: 1, first_binding: 3 };

/// Puts two attributes of each morphed vertex into its texel of two textures.
const SHADER: &str = "
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) first: vec4<f32>,
    @location(1) @interpolate(flat) second: vec4<f32>,
}

override vertex_count: f32;
override instance_count: f32;
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
    let x = (f32(vertex) + 0.5) / vertex_count * 2.0 - 1.0;
    let y = 1.0 - (f32(in.instance) + 0.5) / instance_count * 2.0;
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

struct Draw<'a> {
    permutation: Permutation,
    entries: Vec<wgpu::BindGroupEntry<'a>>,
    offsets: Vec<u32>,
    instances: u32,
    /// Vertices before the mesh in its vertex buffer.
    base_vertex: u32,
}

/// The morphed vertices, instance after instance.
fn draw(base: &VertexAttributes, what: &Draw<'_>) -> Vec<VertexAttributes> {
    let mut drawn = vec![base.clone(); what.instances as usize];
    for pair in 0..if what.permutation.attributes.is_pnt() { 2 } else { 3 } {
        let [first, second] = draw_pair(base, what, pair);
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
fn draw_pair(base: &VertexAttributes, what: &Draw<'_>, pair: u32) -> [Vec<Vec<[f32; 4]>>; 2] {
    let gpu = gpu();
    let (device, queue) = (&gpu.device, &gpu.queue);
    let width = base.vertex_count() as u32;
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
        ("instance_count", f64::from(what.instances)),
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

    let size = wgpu::Extent3d { width, height: what.instances, depth_or_array_layers: 1 };
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
        pass.set_bind_group(1, &bind_group, &what.offsets);
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..width, what.base_vertex as i32, 0..what.instances);
    }
    let row = (width * 16).next_multiple_of(256);
    let buffers = textures.map(|texture| {
        let bytes = u64::from(row) * u64::from(what.instances);
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
        bytes
            .chunks_exact(row as usize)
            .map(|row| bytemuck::pod_collect_to_vec(&row[..width as usize * 16]))
            .collect()
    })
}

fn mesh(targets: usize) -> (VertexAttributes, MorphTargets) {
    random_mesh(77, 100, targets, AttributeSet::PN)
}

const CHOICES: [Choice; 2] = [Choice::Texture(Stage::Vertex), Choice::Linear(Stage::Vertex)];

#[test]
fn vertex_shaders_equal_the_cpu_on_both_paths_wherever_the_mesh_lies() {
    let gpu = gpu();
    let (base, targets) = mesh(9);
    let weights = random_weights(4, 9);
    for choice in CHOICES {
        for base_vertex in [0, 37] {
            let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let instance = pool.new_instance(&[id], &weights).unwrap();
            pool.set_first_vertex(id, base_vertex).unwrap();
            pool.upload(&gpu.queue);
            let drawn = draw(
                &base,
                &Draw {
                    permutation: pool.permutation(id).unwrap(),
                    entries: pool.bind_entries(id, &SLOTS).unwrap().to_vec(),
                    offsets: vec![pool.weights_offset(instance, 0).unwrap()],
                    instances: 1,
                    base_vertex,
                },
            );
            let what = format!("{choice:?} at {base_vertex}");
            assert_blend(&what, &drawn[0], &base, &targets, &weights, Normalize::Yes);
        }
    }
}

#[test]
fn vertex_shaders_morph_every_band() {
    let gpu = gpu();
    let all = AttributeSet { texcoords: 0b11, colors: 0b11, ..AttributeSet::PNT };
    for (set, vertex_count, target_count) in [(all, 60, 9), (AttributeSet::PNT, 1, 1), (all, 1, 3)]
    {
        let (base, targets) = random_mesh(5, vertex_count, target_count, set);
        let weights = random_weights(6, target_count);
        for choice in CHOICES {
            for (flag, normalize) in [(false, Normalize::No), (true, Normalize::Yes)] {
                let options = PoolOptions { normalize: flag, ..Default::default() };
                let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
                let id = pool.add_targets(&targets, None, choice).unwrap();
                let instance = pool.new_instance(&[id], &weights).unwrap();
                pool.upload(&gpu.queue);
                let drawn = draw(
                    &base,
                    &Draw {
                        permutation: pool.permutation(id).unwrap(),
                        entries: pool.bind_entries(id, &SLOTS).unwrap().to_vec(),
                        offsets: vec![pool.weights_offset(instance, 0).unwrap()],
                        instances: 1,
                        base_vertex: 0,
                    },
                );
                let what = format!("{set} {choice:?}");
                assert_blend(&what, &drawn[0], &base, &targets, &weights, normalize);
            }
        }
    }
}

#[test]
fn one_instanced_draw_reads_a_row_an_instance() {
    let gpu = gpu();
    let (base, targets) = mesh(6);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let weights: Vec<Vec<f32>> = (0..5).map(|i| random_weights(i, 6)).collect();
    let instances: Vec<_> = weights.iter().map(|w| pool.new_instance(&[id], w).unwrap()).collect();
    pool.upload(&gpu.queue);
    assert_eq!(pool.rows_offset(id), pool.weights_offset(instances[0], 0));
    // From the second instance on.
    let drawn = draw(
        &base,
        &Draw {
            permutation: pool.permutation(id).unwrap(),
            entries: pool.bind_entries(id, &SLOTS).unwrap().to_vec(),
            offsets: vec![pool.weights_offset(instances[1], 0).unwrap()],
            instances: 4,
            base_vertex: 0,
        },
    );
    for (i, drawn) in drawn.iter().enumerate() {
        assert_blend("row", drawn, &base, &targets, &weights[i + 1], Normalize::Yes);
    }
}

#[test]
fn both_profiles_morph_in_the_vertex_stage() {
    let gpu = gpu();
    for (profile, count) in [(Profile::Seed, 4), (Profile::Compat, 7)] {
        let (base, targets) = mesh(count);
        let weights = random_weights(3, count);
        let data = MorphData::from_targets(
            &gpu.device,
            &gpu.queue,
            profile,
            &targets,
            Some(&weights),
            None,
        )
        .unwrap();
        let resources = data.resources().unwrap();
        for (flag, normalize) in [(false, Normalize::No), (true, Normalize::Yes)] {
            let permutation = match profile {
                Profile::Seed => Permutation::seed(Stage::Vertex, flag),
                Profile::Compat => Permutation::compat(Stage::Vertex, flag),
            };
            let entries = resources.entries(&SLOTS).to_vec();
            let what = Draw { permutation, entries, offsets: vec![], instances: 1, base_vertex: 0 };
            let drawn = draw(&base, &what);
            assert_blend(&format!("{profile:?}"), &drawn[0], &base, &targets, &weights, normalize);
        }
    }
}
