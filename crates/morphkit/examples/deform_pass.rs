//! One output of the deform pass, drawn twice: into a shadow map, and into the picture.
//!
//! ```sh
//! cargo run -p morphkit --features gpu --example deform_pass -- head.png
//! ```

use morphkit::gpu::{DeformOptions, read_buffer, wgpu};
use morphkit::{Attribute, MorphPool, PoolOptions};
use std::error::Error;
use wgpu::util::{BufferInitDescriptor, DeviceExt};

const SIDE: u32 = 512;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

fn main() -> Result<(), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;

    // From a file it would be `morphkit::open(path)?`.
    let head = morph_sample::head(20_000);
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let names = head.mesh.target_names.as_deref().map(Into::into);
    let id = pool.add_primitive(&head.mesh.primitives[0], names, &DeformOptions::default())?;
    let face = pool.new_instance(&[id], &[])?;
    for (name, weight) in [("jawOpen", 0.7), ("mouthSmileLeft", 0.9), ("browInnerUp", 1.0)] {
        pool.set_weight(face, name, weight)?;
    }

    // One dispatch for all that changed, before the passes that draw it.
    let mut encoder = device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder)?;
    assert_eq!(pool.deform_dispatches(), 1);
    let vertices = pool.output(face, 0)?;
    let stride = vertices.output.stride_words(&vertices.attributes) as usize;
    assert_eq!(vertices.output.word_offset(&vertices.attributes, Attribute::Normal), Some(3));
    let attributes = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
    // A wall behind the head, with vertices like the deformed ones.
    let mut wall = vec![0.0_f32; 6 * stride];
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    for (vertex, [x, y]) in wall.chunks_exact_mut(stride).zip(corners) {
        vertex[..6].copy_from_slice(&[x, y, -0.15, 0.0, 0.0, 1.0]);
    }
    let buffer = |usage, contents| {
        device.create_buffer_init(&BufferInitDescriptor { label: None, contents, usage })
    };
    let wall = buffer(wgpu::BufferUsages::VERTEX, bytemuck::cast_slice(&wall));
    let indices = buffer(wgpu::BufferUsages::INDEX, bytemuck::cast_slice(&head.indices[0]));
    let copied = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
    let pixels = buffer(copied, &[0; (SIDE * SIDE * 4) as usize]);

    let texture = |format, usage| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
            view_formats: &[],
        })
    };
    let [map, depth] = [(); 2].map(|()| texture(DEPTH, wgpu::TextureUsages::TEXTURE_BINDING));
    let picture = texture(COLOR, wgpu::TextureUsages::COPY_SRC);
    let [map, depth, color] = [&map, &depth, &picture].map(|t| t.create_view(&Default::default()));
    // No shader knows of targets.
    let module = &device.create_shader_module(wgpu::include_wgsl!("deform_pass.wgsl"));

    for (vertex, fragment, depth) in [("shadow", None, &map), ("shown", Some("shade"), &depth)] {
        let targets = [Some(COLOR.into())];
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(vertex),
            layout: None,
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(vertex),
                compilation_options: Default::default(),
                buffers: &[Some(wgpu::VertexBufferLayout {
                    array_stride: stride as u64 * 4,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &attributes,
                })],
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
            fragment: fragment.map(|entry_point| wgpu::FragmentState {
                module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                targets: &targets,
            }),
            multiview_mask: None,
            cache: None,
        });
        let view = |_| wgpu::RenderPassColorAttachment {
            view: &color,
            depth_slice: None,
            resolve_target: None,
            ops: Default::default(),
        };
        let (views, far) = ([fragment.map(view)], wgpu::LoadOp::Clear(1.0));
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &views[..fragment.iter().len()],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: depth,
                depth_ops: Some(wgpu::Operations { load: far, store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        if fragment.is_some() {
            let resource = wgpu::BindingResource::TextureView(&map);
            let entries = &[wgpu::BindGroupEntry { binding: 0, resource }];
            let layout = &pipeline.get_bind_group_layout(0);
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries };
            pass.set_bind_group(0, &device.create_bind_group(&descriptor), &[]);
        }
        // The same output in both passes.
        pass.set_vertex_buffer(0, vertices.buffer.slice(vertices.offset..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..head.indices[0].len() as u32, 0, 0..1);
        pass.set_vertex_buffer(0, wall.slice(..));
        pass.draw(0..6, 0..1);
    }
    let layout =
        wgpu::TexelCopyBufferLayout { bytes_per_row: Some(SIDE * 4), ..Default::default() };
    let copy = wgpu::TexelCopyBufferInfo { buffer: &pixels, layout };
    encoder.copy_texture_to_buffer(picture.as_image_copy(), copy, picture.size());
    queue.submit([encoder.finish()]);
    let pixels = read_buffer(&device, &queue, &pixels, 0, pixels.size())?;
    if let Some(path) = std::env::args().nth(1) {
        image::save_buffer(path, &pixels, SIDE, SIDE, image::ExtendedColorType::Rgba8)?;
    }
    // Red of the wall, in the light and where the head's shadow falls.
    let [lit, dark] = [[400, 100], [90, 380]].map(|[x, y]| pixels[(y * SIDE as usize + x) * 4]);
    assert!(lit > 2 * dark, "{lit}, {dark}");
    Ok(())
}
