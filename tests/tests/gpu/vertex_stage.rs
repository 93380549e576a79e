//! The vertex stage itself: points drawn into float textures, one texel a vertex and instance.

use morph_core::{AttributeSet, MorphTargets, Normalize, Stage, VertexAttributes};
use morph_gpu::{Choice, MorphData, MorphPool, PoolOptions, Profile, layout_entries, read_buffer};
use morph_tests::{assert_blend, gpu, random_mesh, random_weights};
use morph_wgsl::{Permutation, Slots, compose};

const SLOTS: Slots = Slots { group: 1, first_binding: 3 };

/// Puts the morphed position and normal of each vertex into its texel.
const SHADER: &str = "
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) position: vec3<f32>,
    @location(1) @interpolate(flat) normal: vec3<f32>,
}

override vertex_count: f32;
override instance_count: f32;

@vertex
fn vs(
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
) -> Varyings {
    let vertex = morph_local(vertex_index);
    let v = morph_vertex(MorphVertex(position, normal, vec4<f32>(1.0, 0.0, 0.0, 1.0)), vertex, instance);
    let x = (f32(vertex) + 0.5) / vertex_count * 2.0 - 1.0;
    let y = 1.0 - (f32(instance) + 0.5) / instance_count * 2.0;
    return Varyings(vec4<f32>(x, y, 0.0, 1.0), v.position, v.normal);
}

struct Texels {
    @location(0) position: vec4<f32>,
    @location(1) normal: vec4<f32>,
}

@fragment
fn fs(v: Varyings) -> Texels {
    return Texels(vec4<f32>(v.position, 1.0), vec4<f32>(v.normal, 1.0));
}
";

struct Draw<'a> {
    permutation: Permutation,
    entries: Vec<wgpu::BindGroupEntry<'a>>,
    offsets: Vec<u32>,
    instances: u32,
    /// Vertices before the mesh in its vertex buffer.
    base_vertex: u32,
}

/// Position and normal of each vertex, instance after instance.
fn draw(base: &VertexAttributes, what: &Draw<'_>) -> Vec<VertexAttributes> {
    let gpu = gpu();
    let (device, queue) = (&gpu.device, &gpu.queue);
    let width = base.vertex_count() as u32;
    let before = vec![[9.0f32; 6]; what.base_vertex as usize];
    let own = base.positions().unwrap().iter().zip(base.normals().unwrap());
    let own = own.map(|(p, n)| [p[0], p[1], p[2], n[0], n[1], n[2]]);
    let vertices: Vec<[f32; 6]> = before.into_iter().chain(own).collect();
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

    let text = compose(&what.permutation, &SLOTS, None) + SHADER;
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
    let constants =
        [("vertex_count", f64::from(width)), ("instance_count", f64::from(what.instances))];
    let compilation_options =
        wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vs"),
            compilation_options,
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 24,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3],
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
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
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
    let [positions, normals] = textures.map(|texture| {
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
    let rows = |buffer: &wgpu::Buffer| -> Vec<Vec<[f32; 3]>> {
        let bytes = read_buffer(device, queue, buffer, 0, buffer.size()).unwrap();
        let texel = |t: &[f32]| {
            assert_eq!(t[3], 1.0, "a texel that no vertex was drawn into");
            [t[0], t[1], t[2]]
        };
        bytes
            .chunks_exact(row as usize)
            .map(|row| {
                let floats: Vec<f32> = bytemuck::pod_collect_to_vec(&row[..width as usize * 16]);
                floats.chunks_exact(4).map(texel).collect()
            })
            .collect()
    };
    rows(&positions)
        .iter()
        .zip(rows(&normals))
        .map(|(positions, normals)| {
            let drawn = VertexAttributes::new(base.vertex_count());
            drawn.with_positions(positions).unwrap().with_normals(&normals).unwrap()
        })
        .collect()
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
            pool.set_first_vertex(instance, 0, base_vertex).unwrap();
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
fn one_instanced_draw_reads_a_row_an_instance() {
    let gpu = gpu();
    let (base, targets) = mesh(6);
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex)).unwrap();
    let weights: Vec<Vec<f32>> = (0..5).map(|i| random_weights(i, 6)).collect();
    let instances: Vec<_> = weights.iter().map(|w| pool.new_instance(&[id], w).unwrap()).collect();
    pool.upload(&gpu.queue);
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
