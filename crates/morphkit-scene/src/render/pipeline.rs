//! Pipelines, each made once.

use super::shader::ShaderKey;
use super::target::{DEPTH, FORMAT, SAMPLES};
use super::vertex;
use crate::scene::Topology;
use std::collections::HashMap;

/// How triangles look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Look {
    /// With their material.
    Lit,
    /// With a colour for the number at each vertex.
    Heat,
    /// Their edges.
    Wire,
}

/// What a pipeline is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PipelineKey {
    pub(super) shader: ShaderKey,
    pub(super) topology: Topology,
    /// Whether triangles turn round in a mirror.
    pub(super) mirrored: bool,
    pub(super) double_sided: bool,
    /// Whether it mixes with what is behind.
    pub(super) blends: bool,
    pub(super) look: Look,
}

/// The pipelines, and the layouts of what is not theirs alone.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub(super) frame_layout: wgpu::BindGroupLayout,
    surface_layout: wgpu::BindGroupLayout,
    shaders: HashMap<ShaderKey, Shader>,
    pipelines: HashMap<PipelineKey, wgpu::RenderPipeline>,
}

#[derive(Debug)]
struct Shader {
    module: wgpu::ShaderModule,
    mesh_layout: wgpu::BindGroupLayout,
    layout: wgpu::PipelineLayout,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, surface_layout: &wgpu::BindGroupLayout) -> Self {
        let stages = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let frame_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &[uniform_entry(0, stages)],
        });
        Self {
            frame_layout,
            surface_layout: surface_layout.clone(),
            shaders: HashMap::new(),
            pipelines: HashMap::new(),
        }
    }

    /// The layout of group 1. `morph` are the layout entries of the targets.
    pub(super) fn mesh_layout(
        &mut self,
        device: &wgpu::Device,
        key: ShaderKey,
        morph: &[wgpu::BindGroupLayoutEntry],
    ) -> wgpu::BindGroupLayout {
        if let Some(shader) = self.shaders.get(&key) {
            return shader.mesh_layout.clone();
        }
        let mut entries = vec![uniform_entry(0, wgpu::ShaderStages::VERTEX)];
        if key.skinned {
            entries.push(wgpu::BindGroupLayoutEntry {
                binding: 1,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            });
        }
        entries.extend_from_slice(morph);
        let label = key.morph.map_or_else(|| "still".to_owned(), |morph| morph.name());
        let mesh_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(&label),
            entries: &entries,
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(&label),
            bind_group_layouts: &[
                Some(&self.frame_layout),
                Some(&mesh_layout),
                Some(&self.surface_layout),
            ],
            immediate_size: 0,
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(&label),
            source: wgpu::ShaderSource::Wgsl(key.text().into()),
        });
        self.shaders.insert(key, Shader { module, mesh_layout: mesh_layout.clone(), layout });
        mesh_layout
    }

    /// The pipeline; [`Self::mesh_layout`] of its shader was asked for before.
    pub(super) fn pipeline(
        &mut self,
        device: &wgpu::Device,
        key: PipelineKey,
    ) -> wgpu::RenderPipeline {
        if let Some(pipeline) = self.pipelines.get(&key) {
            return pipeline.clone();
        }
        let pipeline = create(device, &self.shaders[&key.shader], key);
        self.pipelines.insert(key, pipeline.clone());
        pipeline
    }
}

const fn uniform_entry(binding: u32, visibility: wgpu::ShaderStages) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Uniform,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

fn create(device: &wgpu::Device, shader: &Shader, key: PipelineKey) -> wgpu::RenderPipeline {
    let compilation_options = wgpu::PipelineCompilationOptions::default();
    let (vertex_main, fragment_main) = match key.look {
        Look::Lit => ("vertex_main", "fragment_main"),
        Look::Heat => ("heat_vertex", "heat_fragment"),
        Look::Wire => ("wire_vertex", "wire_fragment"),
    };
    let blends = key.blends || key.look == Look::Wire;
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("picture"),
        layout: Some(&shader.layout),
        vertex: wgpu::VertexState {
            module: &shader.module,
            entry_point: Some(vertex_main),
            compilation_options: compilation_options.clone(),
            buffers: &vertex::layouts(key.shader.skinned, key.look == Look::Heat),
        },
        primitive: wgpu::PrimitiveState {
            topology: match key.topology {
                Topology::Points => wgpu::PrimitiveTopology::PointList,
                Topology::Lines => wgpu::PrimitiveTopology::LineList,
                Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
            },
            front_face: match key.mirrored {
                true => wgpu::FrontFace::Cw,
                false => wgpu::FrontFace::Ccw,
            },
            cull_mode: (!key.double_sided).then_some(wgpu::Face::Back),
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(!blends),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState { count: SAMPLES, ..wgpu::MultisampleState::default() },
        fragment: Some(wgpu::FragmentState {
            module: &shader.module,
            entry_point: Some(fragment_main),
            compilation_options,
            targets: &[Some(wgpu::ColorTargetState {
                format: FORMAT,
                blend: blends.then_some(wgpu::BlendState::ALPHA_BLENDING),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
