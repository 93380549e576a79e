//! A compute pass that blends and reads back: for tools, tests and comparisons.
//!
//! It calls the very `morph_vertex` that vertex shaders call, over every band at once.

use crate::base::{base_words, blended};
use crate::delta::{create_empty, create_filled};
use crate::limits::{check_dispatch, check_storage_binding};
use crate::pool::{InstanceId, MorphPool};
use crate::scope::scoped;
use crate::{GpuError, Resources, check_shader, layout_entries, read_buffer};
use morph_core::VertexAttributes;
use morph_wgsl::{Permutation, Slots, Stage, base_stride_words, compose, dispatch};
use std::collections::HashMap;

/// Pipelines that blend on the GPU and read the result back.
#[derive(Debug)]
pub struct ComputeBlend {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipelines: HashMap<(Permutation, Option<String>), wgpu::ComputePipeline>,
}

impl ComputeBlend {
    /// Where [`ComputeBlend::run`] wants deltas and weights: group 0, bindings 0 and 1.
    pub const SLOTS: Slots = Slots { group: 0, first_binding: 0 };

    /// No pipelines yet: they are made when they are needed and kept.
    #[must_use]
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        Self { device: device.clone(), queue: queue.clone(), pipelines: HashMap::new() }
    }

    /// Blends one primitive of an instance whose targets were added for [`Stage::Compute`].
    ///
    /// Attributes that no target moves are the base's; so is a tangent where the base has no
    /// normal.
    ///
    /// # Errors
    /// [`GpuError`] where ids or vertex counts do not fit, or the device refuses.
    pub fn blend(
        &mut self,
        pool: &MorphPool,
        instance: InstanceId,
        primitive: usize,
        base: &VertexAttributes,
    ) -> Result<VertexAttributes, GpuError> {
        let targets = pool.instance_targets(instance, primitive)?;
        let (stage, motion) = (Stage::Compute, false);
        let permutation = Permutation { stage, motion, ..pool.permutation(targets)? };
        let offset = pool.weights_offset(instance, primitive)?;
        let [deltas, weights] = pool.bind_entries(targets, &Self::SLOTS)?;
        let of_targets = pool.vertex_count(targets)?;
        // spec B23
        if of_targets != base.vertex_count() {
            let base = base.vertex_count();
            return Err(morph_core::BlendError::VertexCount { base, targets: of_targets }.into());
        }
        self.run(&permutation, None, [deltas, weights], &[offset], base)
    }

    /// Blends with the resources of one of Babylon Lite's profiles, of a mesh with as many vertices
    /// as the base.
    ///
    /// # Errors
    /// [`GpuError`] where the device refuses.
    pub fn blend_profile(
        &mut self,
        resources: &Resources,
        base: &VertexAttributes,
        normalize: bool,
    ) -> Result<VertexAttributes, GpuError> {
        let permutation = match resources {
            Resources::Seed { .. } => Permutation::seed(Stage::Compute, normalize),
            Resources::Compat { .. } => Permutation::compat(Stage::Compute, normalize),
        };
        self.run(&permutation, None, resources.entries(&Self::SLOTS), &[], base)
    }

    /// Blends with a permutation, its bindings at [`ComputeBlend::SLOTS`] with their dynamic
    /// offsets, and a hook (see [`morph_wgsl::compose`]).
    ///
    /// # Errors
    /// [`GpuError`] where the device refuses.
    pub fn run(
        &mut self,
        permutation: &Permutation,
        hook: Option<&str>,
        entries: [wgpu::BindGroupEntry<'_>; 2],
        offsets: &[u32],
        base: &VertexAttributes,
    ) -> Result<VertexAttributes, GpuError> {
        let stride = base_stride_words(&permutation.attributes);
        let words = base_words(base, &permutation.attributes, stride);
        let size = words.len() as u64 * 4;
        let limits = self.device.limits();
        let pipeline = self.pipeline(permutation, hook)?.clone();
        check_storage_binding(size, &limits)?;
        let [x, y, z] = dispatch(base.vertex_count() as u32, 1);
        check_dispatch([x, y, z], &limits)?;
        let usage = wgpu::BufferUsages::STORAGE;
        let bytes = bytemuck::cast_slice(&words);
        let base_buffer = create_filled(&self.device, &self.queue, "morph base", usage, bytes)?;
        let output = create_empty(&self.device, "morph output", usage, size)?;
        let [deltas, weights] = entries;
        let bind_group = scoped(&self.device, "morph bind group", || {
            self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("morph blend"),
                layout: &pipeline.get_bind_group_layout(Self::SLOTS.group),
                entries: &[
                    deltas,
                    weights,
                    wgpu::BindGroupEntry { binding: 2, resource: base_buffer.as_entire_binding() },
                    wgpu::BindGroupEntry { binding: 3, resource: output.as_entire_binding() },
                ],
            })
        })?;
        scoped(&self.device, "morph blend pass", || {
            let mut encoder =
                self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(&pipeline);
                pass.set_bind_group(Self::SLOTS.group, &bind_group, offsets);
                pass.dispatch_workgroups(x, y, z);
            }
            self.queue.submit([encoder.finish()]);
        })?;
        let bytes = read_buffer(&self.device, &self.queue, &output, 0, size)?;
        let words: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes);
        Ok(blended(base, &permutation.attributes, stride, &words)?)
    }

    fn pipeline(
        &mut self,
        permutation: &Permutation,
        hook: Option<&str>,
    ) -> Result<&wgpu::ComputePipeline, GpuError> {
        let key = (*permutation, hook.map(str::to_owned));
        if !self.pipelines.contains_key(&key) {
            let pipeline = create_pipeline(&self.device, permutation, hook)?;
            self.pipelines.insert(key.clone(), pipeline);
        }
        Ok(&self.pipelines[&key])
    }
}

fn create_pipeline(
    device: &wgpu::Device,
    permutation: &Permutation,
    hook: Option<&str>,
) -> Result<wgpu::ComputePipeline, GpuError> {
    check_shader(permutation, &ComputeBlend::SLOTS, &device.limits())?;
    let name = permutation.name();
    scoped(device, "morph blend pipeline", || {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(&name),
            source: wgpu::ShaderSource::Wgsl(
                compose(permutation, &ComputeBlend::SLOTS, hook).into(),
            ),
        });
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(&name),
            entries: &layout_entries(permutation, &ComputeBlend::SLOTS),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(&name),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(&name),
            layout: Some(&layout),
            module: &module,
            entry_point: Some("morph_main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        })
    })
}
