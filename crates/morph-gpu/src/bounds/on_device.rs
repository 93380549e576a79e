//! What computes boxes on a device.

use super::Measured;
use crate::delta::{create_empty, create_filled};
use crate::limits::{check_dispatch, check_storage_binding};
use crate::pool::{MorphPool, TargetsId};
use crate::scope::scoped;
use crate::{GpuError, check_shader};
use morph_core::{BoxRecord, ClusterBounds};
use morph_wgsl::{Bounds, Composition, Slots, bounds_dispatch};

/// What depends on the targets and the device.
#[derive(Debug)]
pub(super) struct OnDevice {
    device: wgpu::Device,
    recoveries: u64,
    pipeline: wgpu::ComputePipeline,
    boxes: wgpu::Buffer,
}

/// What depends on the pool's rows as well.
#[derive(Debug)]
pub(super) struct Bound {
    pool_generation: u64,
    bind_group: wgpu::BindGroup,
    workgroups: [u32; 3],
    pub(super) output: wgpu::Buffer,
}

/// Where the rows of a set of targets lie.
#[derive(Debug)]
pub(crate) struct RowsView<'a> {
    pub(crate) buffer: &'a wgpu::Buffer,
    /// In bytes.
    pub(crate) offset: u64,
    pub(crate) row_bytes: u64,
    pub(crate) row_count: u32,
}

const SLOTS: Slots = Slots { group: 0, first_binding: 0 };

impl Bound {
    /// Whether the pool's rows are where they were.
    pub(super) const fn is_of(&self, pool: &MorphPool) -> bool {
        self.pool_generation == pool.generation()
    }
}

impl OnDevice {
    /// Uploads the boxes of the clusters.
    pub(super) fn new(pool: &MorphPool, measured: &Measured) -> Result<Self, GpuError> {
        let Measured { kernel, clusters, .. } = measured;
        let device = pool.device();
        let limits = device.limits();
        check_shader(*kernel, &SLOTS, &limits)?;
        check_storage_binding(clusters.float_count() as u64 * 4, &limits)?;
        let mut floats = vec![0.0; clusters.float_count()];
        clusters.encode_into(&mut floats)?;
        let usage = wgpu::BufferUsages::STORAGE;
        let bytes = bytemuck::cast_slice(&floats);
        let boxes = create_filled(device, pool.queue(), "morph cluster boxes", usage, bytes)?;
        let pipeline =
            scoped(device, "morph bounds pipeline", || create_pipeline(device, *kernel))?;
        Ok(Self { device: device.clone(), recoveries: pool.recoveries(), pipeline, boxes })
    }

    pub(super) const fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Whether it is on the pool's device.
    pub(super) const fn is_on(&self, pool: &MorphPool) -> bool {
        self.recoveries == pool.recoveries()
    }

    /// Binds the pool's rows; the output of before serves where it has as many boxes.
    pub(super) fn bind(
        &self,
        pool: &MorphPool,
        id: TargetsId,
        clusters: &ClusterBounds,
        output: Option<&wgpu::Buffer>,
    ) -> Result<(Bound, bool), GpuError> {
        let rows = pool.bounds_rows(id)?;
        let device = &self.device;
        let limits = device.limits();
        let bytes = u64::from(rows.row_count) * size_of::<BoxRecord>() as u64;
        check_storage_binding(bytes, &limits)?;
        let set = clusters.uniform(rows.row_count, (rows.row_bytes / 4) as u32);
        let workgroups = bounds_dispatch(&set);
        check_dispatch(workgroups, &limits)?;
        // A new one, since a frame that is not submitted yet may read the one before.
        let usage = wgpu::BufferUsages::UNIFORM;
        let bytes_of_set = bytemuck::bytes_of(&set);
        let uniform = create_filled(device, pool.queue(), "morph bounds", usage, bytes_of_set)?;
        let kept = output.filter(|output| output.size() == bytes);
        let is_new = kept.is_none();
        let output = match kept {
            Some(output) => output.clone(),
            None => create_empty(device, "morph bounds", wgpu::BufferUsages::STORAGE, bytes)?,
        };
        let rows_binding = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: rows.buffer,
            offset: rows.offset,
            size: wgpu::BufferSize::new(u64::from(rows.row_count) * rows.row_bytes),
        });
        let resources = [
            self.boxes.as_entire_binding(),
            rows_binding,
            uniform.as_entire_binding(),
            output.as_entire_binding(),
        ];
        let entries: Vec<_> = (SLOTS.first_binding..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
            .collect();
        let bind_group = scoped(device, "morph bounds", || {
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("morph bounds"),
                layout: &self.pipeline.get_bind_group_layout(SLOTS.group),
                entries: &entries,
            })
        })?;
        let pool_generation = pool.generation();
        Ok((Bound { pool_generation, bind_group, workgroups, output }, is_new))
    }

    /// One pass with one dispatch.
    pub(super) fn record(&self, bound: &Bound, encoder: &mut wgpu::CommandEncoder) {
        let descriptor =
            wgpu::ComputePassDescriptor { label: Some("morph bounds"), ..Default::default() };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(SLOTS.group, &bound.bind_group, &[]);
        let [x, y, z] = bound.workgroups;
        pass.dispatch_workgroups(x, y, z);
    }
}

fn create_pipeline(device: &wgpu::Device, kernel: Bounds) -> wgpu::ComputePipeline {
    let label = Some(kernel.name());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label,
        source: wgpu::ShaderSource::Wgsl(Composition::bounds(kernel, &SLOTS).text.into()),
    });
    let entries = kernel.bindings(&SLOTS).map(|binding| crate::binding::layout_entry(&binding));
    let layout = device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: Some(&layout),
        module: &module,
        entry_point: Some("morph_main"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}
