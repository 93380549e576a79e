//! Shadow map, depth prepass and main pass over the same morphed vertices.

use super::{MORPHED_BEFORE, MORPHED_HERE, VERTEX, attributes, buffer};
use crate::vertex_stage::choices;
use morph_core::{Attribute, MorphPrimitive, Normalize, VertexAttributes, blend};
use morph_gpu::{DeformChoice, DeformOptions, MorphPool, PoolOptions, read_buffer};
use morph_tests::{Gpu, gpu};
use morph_wgsl::{DeformLayout, Slots, compose};

const SLOTS: Slots = Slots { group: 1, first_binding: 0 };
/// Pixels of a side.
const SIDE: u32 = 128;

/// Three entry points, one for each pass. Positions that are compared between passes are
/// invariant, since the compiler of a driver may add up otherwise where less is asked for.
const PASSES: &str = "
fn seen(p: vec3<f32>, turn: f32) -> vec4<f32> {
    let turned = vec3<f32>(p.x * cos(turn) + p.z * sin(turn), p.y, p.z * cos(turn) - p.x * sin(turn));
    let w = 1.2 - turned.z;
    return vec4<f32>(turned.xy * 6.0, (0.5 - turned.z * 1.5) * w, w);
}
@vertex fn shadow(in: Vertex) -> @builtin(position) vec4<f32> {
    return seen(morphed(in, 0u).position, 0.8);
}
@vertex fn depth(in: Vertex) -> @invariant @builtin(position) vec4<f32> {
    return seen(morphed(in, 0u).position, 0.1);
}
struct Shaded {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) normal: vec3<f32>,
}
@vertex fn shaded(in: Vertex) -> Shaded {
    let v = morphed(in, 0u);
    return Shaded(seen(v.position, 0.1), v.normal);
}
@fragment fn fs(s: Shaded) -> @location(0) vec4<f32> {
    return vec4<f32>(s.normal * 0.5 + 0.5, 1.0);
}
";

type Bound<'a> = (Vec<wgpu::BindGroupLayoutEntry>, Vec<wgpu::BindGroupEntry<'a>>, u32);

/// A mesh as it is drawn in each pass.
struct Drawn<'a> {
    wgsl: String,
    /// What group 1 binds, and the dynamic offset.
    bound: Option<Bound<'a>>,
    vertices: wgpu::BufferSlice<'a>,
    indices: &'a wgpu::Buffer,
    /// Words of a vertex, and the word of its normal.
    stride: u64,
    normal: u64,
}

/// What the passes left.
struct Pictures {
    shadow: Vec<f32>,
    /// Depths of the prepass, and of a pass of its own that shades.
    depth: [Vec<f32>; 2],
    /// Colours where the depth equals that of the prepass, and of the pass of its own.
    color: [Vec<[u8; 4]>; 2],
}

impl Drawn<'_> {
    /// All passes, recorded behind what the encoder has.
    fn passes(&self, gpu: &Gpu, mut encoder: wgpu::CommandEncoder) -> Pictures {
        let device = &gpu.device;
        let source = wgpu::ShaderSource::Wgsl([&self.wgsl, VERTEX, PASSES].concat().into());
        let module =
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let made = self.bound.as_ref().map(|(laid_out, entries, _)| {
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
        let texture = |format| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            })
        };
        let depths = [(); 3].map(|()| texture(wgpu::TextureFormat::Depth32Float));
        let colors = [(); 2].map(|()| texture(wgpu::TextureFormat::Rgba8Unorm));
        let [shadow, prepass, own] = &depths;
        let [equal, alone] = &colors;
        for (entry, depth, color, compare) in [
            ("shadow", shadow, None, wgpu::CompareFunction::Less),
            ("depth", prepass, None, wgpu::CompareFunction::Less),
            ("shaded", prepass, Some(equal), wgpu::CompareFunction::Equal),
            ("shaded", own, Some(alone), wgpu::CompareFunction::Less),
        ] {
            let equals = compare == wgpu::CompareFunction::Equal;
            let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(entry),
                layout: Some(&layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(entry),
                    compilation_options: Default::default(),
                    buffers: &[Some(wgpu::VertexBufferLayout {
                        array_stride: self.stride * 4,
                        step_mode: wgpu::VertexStepMode::Vertex,
                        attributes: &attributes(self.normal),
                    })],
                },
                primitive: Default::default(),
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: wgpu::TextureFormat::Depth32Float,
                    depth_write_enabled: Some(!equals),
                    depth_compare: Some(compare),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: Default::default(),
                fragment: color.map(|_| wgpu::FragmentState {
                    module: &module,
                    entry_point: Some("fs"),
                    compilation_options: Default::default(),
                    targets: &[Some(wgpu::ColorTargetState {
                        format: wgpu::TextureFormat::Rgba8Unorm,
                        blend: None,
                        write_mask: wgpu::ColorWrites::ALL,
                    })],
                }),
                multiview_mask: None,
                cache: None,
            });
            let view = |texture: &wgpu::Texture| texture.create_view(&Default::default());
            let (depth, color) = (view(depth), color.map(view));
            let load = if equals { wgpu::LoadOp::Load } else { wgpu::LoadOp::Clear(1.0) };
            let color = color.as_ref().map(|view| wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            });
            let colors = [color];
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some(entry),
                color_attachments: if colors[0].is_some() { &colors } else { &[] },
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &depth,
                    depth_ops: Some(wgpu::Operations { load, store: wgpu::StoreOp::Store }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            pass.set_pipeline(&pipeline);
            if let (Some((_, group)), Some((.., offset))) = (&made, &self.bound) {
                pass.set_bind_group(1, group, &[*offset]);
            }
            pass.set_vertex_buffer(0, self.vertices);
            pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..(self.indices.size() / 4) as u32, 0, 0..1);
        }
        let copies = depths.iter().chain(&colors).map(|texture| {
            let copy =
                buffer(gpu, wgpu::BufferUsages::empty(), &vec![0; (SIDE * SIDE * 4) as usize]);
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(SIDE * 4),
                rows_per_image: None,
            };
            let to = wgpu::TexelCopyBufferInfo { buffer: &copy, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
            copy
        });
        let copies: Vec<_> = copies.collect();
        gpu.queue.submit([encoder.finish()]);
        let read = |at: usize| {
            let copy: &wgpu::Buffer = &copies[at];
            read_buffer(device, &gpu.queue, copy, 0, copy.size()).unwrap()
        };
        Pictures {
            shadow: bytemuck::pod_collect_to_vec(&read(0)),
            depth: [1, 2].map(|at| bytemuck::pod_collect_to_vec(&read(at))),
            color: [3, 4].map(|at| bytemuck::pod_collect_to_vec(&read(at))),
        }
    }
}

impl Pictures {
    /// All passes saw the same vertices, and those are the CPU's.
    fn check(&self, what: &str, cpu: &Self) {
        let [prepass, own] = &self.depth;
        let differ = |a: &[f32], b: &[f32], by: f32| {
            a.iter().zip(b).filter(|(a, b)| (**a - **b).abs() > by).count()
        };
        assert_eq!(differ(prepass, own, 0.0), 0, "{what}: pixels with another depth");
        let [equal, alone] = &self.color;
        let covered = |picture: &[[u8; 4]]| picture.iter().map(|p| p[3] != 0).collect::<Vec<_>>();
        let (equal, alone) = (covered(equal), covered(alone));
        let holes = equal.iter().zip(&alone).filter(|(a, b)| a != b).count();
        assert_eq!(holes, 0, "{what}: holes where depths must be equal");
        let count = equal.iter().filter(|covered| **covered).count() as u32;
        assert!(count > SIDE * SIDE / 8, "{what}: {count} pixels");
        // The CPU rounds otherwise: edges may lie a pixel beside.
        for (found, expected) in [(&self.shadow, &cpu.shadow), (prepass, &cpu.depth[0])] {
            let differ = differ(found, expected, 1e-4) as u32;
            assert!(differ < SIDE * SIDE / 500, "{what}: {differ} pixels are not the CPU's");
        }
    }
}

/// A head that smiles with an open mouth.
struct Head {
    primitive: MorphPrimitive,
    indices: Vec<u32>,
    weights: Vec<f32>,
}

impl Head {
    fn new() -> Self {
        let head = morph_sample::head(1500);
        let mut weights = vec![0.0; head.mesh.target_count()];
        for (name, weight) in [("jawOpen", 0.9), ("mouthSmileLeft", 0.8), ("browInnerUp", 1.0)] {
            weights[head.mesh.target_index(name).unwrap()] = weight;
        }
        let primitive = head.mesh.primitives[0].clone();
        Self { primitive, indices: head.indices[0].clone(), weights }
    }

    fn indices(&self, gpu: &Gpu) -> wgpu::Buffer {
        buffer(gpu, wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&self.indices))
    }

    /// What the CPU's vertices look like, moved by these weights.
    fn by_the_cpu(&self, gpu: &Gpu, weights: &[f32]) -> Pictures {
        let targets = self.primitive.targets.as_ref().unwrap();
        let blended = blend(&self.primitive.base, targets, weights, Normalize::Yes).unwrap();
        let vertices = stream(gpu, &blended);
        let drawn = Drawn {
            wgsl: MORPHED_BEFORE.to_owned(),
            bound: None,
            vertices: vertices.slice(..),
            indices: &self.indices(gpu),
            stride: 6,
            normal: 3,
        };
        drawn.passes(gpu, gpu.device.create_command_encoder(&Default::default()))
    }
}

/// Positions and normals, six words a vertex.
fn stream(gpu: &Gpu, vertices: &VertexAttributes) -> wgpu::Buffer {
    let values = |attribute| vertices.values(attribute).unwrap().chunks_exact(3);
    let pairs = values(Attribute::Position).zip(values(Attribute::Normal));
    let words: Vec<f32> = pairs.flat_map(|(p, n)| [p, n].concat()).collect();
    buffer(gpu, wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&words))
}

#[test]
fn one_deform_output_serves_shadow_depth_and_main_pass() {
    let gpu = gpu();
    let mut head = Head::new();
    let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
    let layout = DeformChoice::Layout(DeformLayout::Linear);
    let options = DeformOptions { layout, ..Default::default() };
    let id = pool.add_primitive(&head.primitive, None, &options).unwrap();
    let instance = pool.new_instance(&[id], &head.weights).unwrap();
    let indices = head.indices(gpu);
    // A frame that changes, one that does not, and another that does.
    for (frame, dispatches) in [(0, 1), (1, 0), (2, 1)] {
        if frame == 2 {
            head.weights.reverse();
            pool.set_weights(instance, &head.weights).unwrap();
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let stats = pool.encode(&mut encoder).unwrap();
        assert_eq!((stats.writes, pool.deform_dispatches()), (dispatches, dispatches));
        let vertices = pool.output(instance, 0).unwrap();
        let word = vertices.output.word_offset(&vertices.attributes, Attribute::Normal);
        let drawn = Drawn {
            wgsl: MORPHED_BEFORE.to_owned(),
            bound: None,
            vertices: vertices.buffer.slice(vertices.offset..vertices.offset + vertices.bytes),
            indices: &indices,
            stride: vertices.output.stride_words(&vertices.attributes).into(),
            normal: word.unwrap().into(),
        };
        let pictures = drawn.passes(gpu, encoder);
        pictures.check(&format!("frame {frame}"), &head.by_the_cpu(gpu, &head.weights));
    }
}

#[test]
fn the_vertex_stage_morphs_the_same_in_every_pass() {
    let gpu = gpu();
    let head = Head::new();
    let cpu = head.by_the_cpu(gpu, &head.weights);
    // Still, it looks otherwise.
    let still = head.by_the_cpu(gpu, &[]);
    assert_ne!(still.shadow, cpu.shadow);
    let (indices, vertices) = (head.indices(gpu), stream(gpu, &head.primitive.base));
    let targets = head.primitive.targets.as_ref().unwrap();
    for choice in choices(targets) {
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default());
        let id = pool.add_targets(targets, None, choice).unwrap();
        let instance = pool.new_instance(&[id], &head.weights).unwrap();
        assert_eq!(pool.upload(&gpu.queue).writes, 1);
        let drawn = Drawn {
            wgsl: compose(&pool.permutation(id).unwrap(), &SLOTS, None) + MORPHED_HERE,
            bound: Some((
                pool.layout_entries(id, &SLOTS).unwrap(),
                pool.bind_entries(id, &SLOTS).unwrap().to_vec(),
                pool.weights_offset(instance, 0).unwrap(),
            )),
            vertices: vertices.slice(..),
            indices: &indices,
            stride: 6,
            normal: 3,
        };
        let encoder = gpu.device.create_command_encoder(&Default::default());
        drawn.passes(gpu, encoder).check(&format!("{choice:?}"), &cpu);
    }
}
