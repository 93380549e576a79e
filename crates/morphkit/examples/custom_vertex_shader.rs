//! A vertex shader of one's own with bindings of its own: where a smile moves a face, in red.
//!
//! ```sh
//! cargo run -p morphkit --features gpu --example custom_vertex_shader -- moved.png
//! ```

mod offscreen;

use morphkit::gpu::wgpu;
use morphkit::{Attribute, Choice, MorphPool, PoolOptions, Slots, Stage, compose};
use offscreen::{COLOR, DEPTH, Offscreen};
use std::error::Error;
use wgpu::util::{BufferInitDescriptor, DeviceExt};

const SIDE: u32 = 512;
/// Binding 0 of the group is ours; deltas and weights come after it.
const SLOTS: Slots = Slots { group: 0, first_binding: 1 };

fn main() -> Result<(), Box<dyn Error>> {
    let (device, queue) = offscreen::device()?;
    let head = morph_sample::head(20_000);
    let primitive = &head.mesh.primitives[0];
    let targets = primitive.targets.as_ref().ok_or("the head has targets")?;
    let names = head.mesh.target_names.clone();
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let id = pool.add_targets(targets, names, Choice::Auto(Stage::Vertex))?;
    let face = pool.new_instance(&[id], &[])?;

    // Targets first, then the shader. Another permutation is another pipeline.
    let text = compose(&pool.permutation(id)?, &SLOTS, None);
    let text = text + include_str!("custom_vertex_shader.wgsl");
    let module = &device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let mut entries = vec![wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::VERTEX,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }];
    entries.extend(pool.layout_entries(id, &SLOTS)?);
    let entries = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
    let group_layout = device.create_bind_group_layout(&entries);
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&group_layout)],
        immediate_size: 0,
    });
    let attributes = [0, 1].map(|shader_location| {
        [wgpu::VertexAttribute {
            format: wgpu::VertexFormat::Float32x3,
            offset: 0,
            shader_location,
        }]
    });
    let buffers = attributes.each_ref().map(|attributes| {
        let step_mode = wgpu::VertexStepMode::Vertex;
        Some(wgpu::VertexBufferLayout { array_stride: 12, step_mode, attributes })
    });
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("vs"),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: Default::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("fs"),
            compilation_options: Default::default(),
            targets: &[Some(COLOR.into())],
        }),
        multiview_mask: None,
        cache: None,
    });

    let buffer = |usage, contents| {
        device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage })
    };
    let of = |attribute| bytemuck::cast_slice(primitive.base.values(attribute).unwrap_or_default());
    let positions = buffer(wgpu::BufferUsages::VERTEX, of(Attribute::Position));
    let normals = buffer(wgpu::BufferUsages::VERTEX, of(Attribute::Normal));
    let indices = buffer(wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&head.indices[0]));
    let camera = buffer(wgpu::BufferUsages::UNIFORM, bytemuck::cast_slice(&[6.0_f32, 0.3]));
    // Made anew whenever `pool.generation()` has changed.
    let mut entries =
        vec![wgpu::BindGroupEntry { binding: 0, resource: camera.as_entire_binding() }];
    entries.extend(pool.bind_entries(id, &SLOTS)?);
    let descriptor =
        wgpu::BindGroupDescriptor { label: None, layout: &group_layout, entries: &entries };
    let group = device.create_bind_group(&descriptor);
    let picture = Offscreen::new(&device, SIDE);

    // The same in every frame: weights, rows that changed, and the row's offset at the draw.
    let mut frame = |smile: f32| -> Result<Vec<u8>, Box<dyn Error>> {
        pool.set_weight(face, "mouthSmileLeft", smile)?;
        pool.set_weight(face, "mouthSmileRight", smile)?;
        pool.upload(&queue);
        let row = pool.weights_offset(face, 0)?;
        picture.draw((&device, &queue), |pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[row]);
            pass.set_vertex_buffer(0, positions.slice(..));
            pass.set_vertex_buffer(1, normals.slice(..));
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..head.indices[0].len() as u32, 0, 0..1);
        })
    };
    let rest = frame(0.0)?;
    let smile = frame(1.0)?;
    if let Some(path) = std::env::args().nth(1) {
        image::save_buffer(path, &smile, SIDE, SIDE, image::ExtendedColorType::Rgba8)?;
    }
    // Rows of red pixels: none at rest; with a smile, in the lower half alone.
    let red = |pixels: &[u8]| -> Vec<usize> {
        let all = pixels.chunks_exact(4).enumerate();
        all.filter(|(_, p)| p[0] / 2 > p[1].max(20)).map(|(at, _)| at / SIDE as usize).collect()
    };
    let (rest, smile) = (red(&rest), red(&smile));
    println!("{} red pixels at rest, {} with a smile", rest.len(), smile.len());
    assert!(rest.is_empty() && smile.len() > 500);
    assert!(smile.iter().all(|row| *row > SIDE as usize / 2), "only the mouth and cheeks move");
    Ok(())
}
