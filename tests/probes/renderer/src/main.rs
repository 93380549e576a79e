//! Morph targets in a renderer's own bind groups.

use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
use morph_gpu::{Choice, MorphPool, PoolOptions};
use morph_wgsl::{Slots, Stage, compose};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;

    let up = TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]]));
    let targets = MorphTargets::new(1, vec![up])?.ok_or("no targets")?;
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let id = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex))?;
    let face = pool.new_instance(&[id], &[])?;

    let slots = Slots { group: 0, first_binding: 0 };
    let shader = "
        @vertex
        fn vs(@builtin(vertex_index) i: u32, @location(0) p: vec3<f32>) -> @builtin(position) vec4<f32> {
            let v = MorphVertex(p, vec3<f32>(0.0), vec4<f32>(0.0));
            return vec4<f32>(morph_vertex(v, morph_local(i), 0u).position, 1.0);
        }";
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl((compose(&pool.permutation(id)?, &slots, None) + shader).into()),
    });
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &pool.layout_entries(id, &slots)?,
    });
    let _bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &pool.bind_entries(id, &slots)?,
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let _pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("vs"),
            compilation_options: Default::default(),
            buffers: &[Some(wgpu::VertexBufferLayout {
                array_stride: 12,
                step_mode: wgpu::VertexStepMode::Vertex,
                attributes: &wgpu::vertex_attr_array![0 => Float32x3],
            })],
        },
        primitive: Default::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: wgpu::TextureFormat::Depth32Float,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: None,
        multiview_mask: None,
        cache: None,
    });

    pool.set_weights(face, &[0.7])?;
    assert_eq!(pool.upload(&queue).writes, 1);
    Ok(())
}
