//! Boxes of instances, computed where culling shaders read them.

use crate::delta::{create_empty, create_filled};
use crate::limits::{check_dispatch, check_storage_binding};
use crate::pool::{MorphPool, TargetsId};
use crate::scope::scoped;
use crate::{GpuError, check_shader, read_buffer};
use morph_core::{Aabb, Attribute, BoxRecord, ClusterBounds, MorphTargets, VertexAttributes};
use morph_wgsl::{Bounds, Composition, Slots, bounds_dispatch};

/// A conservative box for every instance of a set of targets, in one dispatch.
///
/// The boxes lie in a storage buffer, that of instance row r ([`MorphPool::row`], the
/// `instance_index` of draws from row 0) at byte 32 * r, as `array<MorphBox>` of
/// [`morph_wgsl::source::MORPH_BOX`]. They are in the space of the base: before skins and nodes.
/// Rows that no instance has hold some box, or none yet.
///
/// Never smaller than the box of the blended positions, as the CPU blends them and as shaders read
/// the deltas: [`Bounds`] says by how much larger.
/// [`ClusterBounds`] is the same on the CPU, [`morph_core::exact_bounds`] the exact box there. Of
/// what the deform pass wrote, the exact box is the [`Aabb::around`] of the positions that
/// [`MorphPool::read_output`] gives.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
/// use morph_gpu::{Choice, InstanceBounds, MorphPool, PoolOptions};
/// use morph_wgsl::Stage;
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// # let mut encoder = device.create_command_encoder(&Default::default());
/// let base = VertexAttributes::new(3).with_positions(&[[0.0; 3]; 3])?;
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
/// let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
/// let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
/// let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex))?;
/// let mut bounds = InstanceBounds::new(&pool, id, &base)?;
/// for weight in [0.0, 0.5, 2.0] {
///     pool.new_instance(&[id], &[weight])?;
/// }
///
/// // Each frame, after pool.upload(&queue):
/// pool.upload(&queue);
/// bounds.encode(&pool, &mut encoder)?;
/// let boxes = bounds.buffer().expect("encoded"); // for the culling shader to bind
/// # assert!(boxes.size() >= 3 * 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct InstanceBounds {
    id: TargetsId,
    /// Positions alone.
    base: VertexAttributes,
    parts: Parts,
    bound: Option<Bound>,
    generation: u64,
}

/// What depends on the targets and the device.
#[derive(Debug)]
struct Parts {
    device: wgpu::Device,
    recoveries: u64,
    targets: MorphTargets,
    clusters: ClusterBounds,
    pipeline: wgpu::ComputePipeline,
    boxes: wgpu::Buffer,
}

/// What depends on the pool's rows as well.
#[derive(Debug)]
struct Bound {
    pool_generation: u64,
    bind_group: wgpu::BindGroup,
    workgroups: [u32; 3],
    output: wgpu::Buffer,
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

impl InstanceBounds {
    /// Measures the clusters of a base and of the pool's targets, and makes what computes boxes.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::Deformed`] for a primitive of the deform pass and
    /// [`GpuError::OneInstance`] for a tiled texture, which have no rows to read: ask
    /// [`ClusterBounds`] on the CPU. [`GpuError::Bounds`] for a base without a box, or of other
    /// vertices; [`GpuError::NotKept`] where the pool does not keep deltas;
    /// [`GpuError::Device`] where the device has too little of something.
    pub fn new(pool: &MorphPool, id: TargetsId, base: &VertexAttributes) -> Result<Self, GpuError> {
        let mut positions = VertexAttributes::new(base.vertex_count());
        if let Some(values) = base.values(Attribute::Position) {
            positions.insert(Attribute::Position, 3, values.to_vec())?;
        }
        let parts = Parts::new(pool, id, &positions)?;
        Ok(Self { id, base: positions, parts, bound: None, generation: 0 })
    }

    /// Records one compute pass that computes the boxes of all rows, as of the last
    /// [`MorphPool::upload`] before the encoder is submitted.
    ///
    /// Follows the pool: to more rows, to other targets of the same id, and to another device.
    ///
    /// # Errors
    /// As [`InstanceBounds::new`]; [`GpuError::NoInstances`] before the first instance.
    pub fn encode(
        &mut self,
        pool: &MorphPool,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let same = pool.recoveries() == self.parts.recoveries
            && pool.targets(self.id)?.same(&self.parts.targets);
        if !same {
            self.parts = Parts::new(pool, self.id, &self.base)?;
            self.bound = None;
        }
        let bound = match self.bound.take() {
            Some(bound) if bound.pool_generation == pool.generation() => bound,
            before => {
                let output = before.map(|bound| bound.output);
                let (bound, is_new) = self.parts.bind(pool, self.id, output)?;
                self.generation += u64::from(is_new);
                bound
            }
        };
        let [x, y, z] = bound.workgroups;
        let descriptor =
            wgpu::ComputePassDescriptor { label: Some("morph bounds"), ..Default::default() };
        {
            let mut pass = encoder.begin_compute_pass(&descriptor);
            pass.set_pipeline(&self.parts.pipeline);
            pass.set_bind_group(SLOTS.group, &bound.bind_group, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
        self.bound = Some(bound);
        Ok(())
    }

    /// The boxes; `None` before the first [`InstanceBounds::encode`].
    #[must_use]
    pub fn buffer(&self) -> Option<&wgpu::Buffer> {
        self.bound.as_ref().map(|bound| &bound.output)
    }

    /// Changes whenever the buffer was replaced: then what binds it has to be made anew.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// The boxes as they are on the CPU.
    #[must_use]
    pub const fn clusters(&self) -> &ClusterBounds {
        &self.parts.clusters
    }

    /// Waits for the boxes that were submitted last and copies them back, one for each row: for
    /// tests and tools, not for frames.
    ///
    /// # Errors
    /// [`GpuError::NoInstances`] before the first [`InstanceBounds::encode`];
    /// [`GpuError::Readback`].
    pub fn read(&self, queue: &wgpu::Queue) -> Result<Vec<Aabb>, GpuError> {
        let output = self.buffer().ok_or(GpuError::NoInstances(self.id))?;
        let bytes = read_buffer(&self.parts.device, queue, output, 0, output.size())?;
        let records: Vec<BoxRecord> = bytemuck::pod_collect_to_vec(&bytes);
        Ok(records.into_iter().map(Aabb::from).collect())
    }
}

impl Parts {
    fn new(pool: &MorphPool, id: TargetsId, base: &VertexAttributes) -> Result<Self, GpuError> {
        let kernel = pool.bounds_kernel(id)?;
        let device = pool.device();
        let limits = device.limits();
        check_shader(kernel, &SLOTS, &limits)?;
        let targets = pool.targets(id)?;
        let clusters = match kernel {
            Bounds::Pairs => ClusterBounds::new(base, targets)?,
            // Row sparse deltas.
            Bounds::Dense => ClusterBounds::new(base, targets)?.for_rounded_deltas(),
        };
        check_storage_binding(clusters.float_count() as u64 * 4, &limits)?;
        let mut floats = vec![0.0; clusters.float_count()];
        clusters.encode_into(&mut floats)?;
        let usage = wgpu::BufferUsages::STORAGE;
        let bytes = bytemuck::cast_slice(&floats);
        let boxes = create_filled(device, pool.queue(), "morph cluster boxes", usage, bytes)?;
        let pipeline = scoped(device, "morph bounds pipeline", || create_pipeline(device, kernel))?;
        let (device, targets, recoveries) = (device.clone(), targets.clone(), pool.recoveries());
        Ok(Self { device, recoveries, targets, clusters, pipeline, boxes })
    }

    /// Binds the pool's rows; the output of before serves where it has as many boxes.
    fn bind(
        &self,
        pool: &MorphPool,
        id: TargetsId,
        output: Option<wgpu::Buffer>,
    ) -> Result<(Bound, bool), GpuError> {
        let rows = pool.bounds_rows(id)?;
        let device = &self.device;
        let limits = device.limits();
        let bytes = u64::from(rows.row_count) * size_of::<BoxRecord>() as u64;
        check_storage_binding(bytes, &limits)?;
        let set = self.clusters.uniform(rows.row_count, (rows.row_bytes / 4) as u32);
        let workgroups = bounds_dispatch(&set);
        check_dispatch(workgroups, &limits)?;
        // A new one, since a frame that is not submitted yet may read the one before.
        let usage = wgpu::BufferUsages::UNIFORM;
        let bytes_of_set = bytemuck::bytes_of(&set);
        let uniform = create_filled(device, pool.queue(), "morph bounds", usage, bytes_of_set)?;
        let kept = output.filter(|output| output.size() == bytes);
        let is_new = kept.is_none();
        let output = match kept {
            Some(output) => output,
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
