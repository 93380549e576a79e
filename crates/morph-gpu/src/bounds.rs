//! Boxes of instances, computed where culling shaders read them.

mod on_device;

use crate::pool::{MorphPool, TargetsId};
use crate::{GpuError, read_buffer};
use morph_core::{
    Aabb, Attribute, BoxRecord, ClusterBounds, MorphTargets, VertexAttributes, WeakMorphTargets,
};
use morph_wgsl::Bounds;
use on_device::{Bound, OnDevice};

pub(crate) use on_device::RowsView;

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
    measured: Measured,
    place: OnDevice,
    bound: Option<Bound>,
    generation: u64,
}

/// What depends on the targets.
#[derive(Debug)]
struct Measured {
    targets: WeakMorphTargets,
    kernel: Bounds,
    clusters: ClusterBounds,
}

impl InstanceBounds {
    /// Measures the clusters of a base and of the pool's targets, and makes what computes boxes.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::Deformed`] for a primitive of the deform pass and
    /// [`GpuError::OneInstance`] for a tiled texture, which have no rows to read: ask
    /// [`ClusterBounds`] on the CPU. [`GpuError::Bounds`] for a base without a box, or of other
    /// vertices; [`GpuError::NotKept`] where the pool does not keep deltas: see
    /// [`InstanceBounds::with_targets`]; [`GpuError::Device`] where the device has too little of
    /// something.
    pub fn new(pool: &MorphPool, id: TargetsId, base: &VertexAttributes) -> Result<Self, GpuError> {
        // Whether there are rows comes first.
        pool.bounds_kernel(id)?;
        Self::measure(pool, id, base, pool.targets(id)?)
    }

    /// As [`InstanceBounds::new`], of a pool that does not keep deltas
    /// ([`PoolOptions::keep_deltas`](crate::PoolOptions::keep_deltas)): the targets of the id are given
    /// again, with the base that they were packed with, if any. They are measured and not kept; what
    /// was measured serves on other devices too.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
    /// # use morph_gpu::{Choice, InstanceBounds, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let base = VertexAttributes::new(3).with_positions(&[[0.0; 3]; 3])?;
    /// fn load() -> MorphTargets {
    ///     let raise = TargetDeltas::new()
    ///         .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    ///     MorphTargets::new(3, vec![raise]).unwrap().unwrap()
    /// }
    /// let options = PoolOptions { keep_deltas: false, ..Default::default() };
    /// let mut pool = MorphPool::new(&device, &queue, options);
    /// let id = pool.add_targets(&load(), None, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let bounds = InstanceBounds::with_targets(&pool, id, &base, &load())?;
    /// # assert!((2.0..2.001).contains(&bounds.clusters().bounds(&[2.0])?.max[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`InstanceBounds::new`], but for [`GpuError::NotKept`]; [`GpuError::OtherTargets`] where they
    /// are not the id's.
    pub fn with_targets(
        pool: &MorphPool,
        id: TargetsId,
        base: &VertexAttributes,
        targets: &MorphTargets,
    ) -> Result<Self, GpuError> {
        pool.check_targets(id, targets, base)?;
        Self::measure(pool, id, base, targets)
    }

    fn measure(
        pool: &MorphPool,
        id: TargetsId,
        base: &VertexAttributes,
        targets: &MorphTargets,
    ) -> Result<Self, GpuError> {
        let mut positions = VertexAttributes::new(base.vertex_count());
        if let Some(values) = base.values(Attribute::Position) {
            positions.insert(Attribute::Position, 3, values.to_vec())?;
        }
        let measured = Measured::new(pool, id, &positions, targets)?;
        let place = OnDevice::new(pool, &measured)?;
        Ok(Self { id, base: positions, measured, place, bound: None, generation: 0 })
    }

    /// Records one compute pass that computes the boxes of all rows, as of the last
    /// [`MorphPool::upload`]: call it after that, and submit it before the next.
    ///
    /// Follows the pool: to more rows, to other targets of the same id, and to another device. Where
    /// rows moved or targets were edited since the last upload, the boxes are those of what is drawn
    /// until the next one.
    ///
    /// # Errors
    /// As [`InstanceBounds::new`], with [`GpuError::NotKept`] only where the id was given other targets
    /// that the pool does not keep; [`GpuError::NoInstances`] before the first instance;
    /// [`GpuError::NotUploaded`] where rows moved or targets were edited since the last upload, and no
    /// box was computed before that.
    pub fn encode(
        &mut self,
        pool: &MorphPool,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let are_same = pool.identity(self.id)?.same(&self.measured.targets);
        if pool.is_settled() {
            self.follow(pool, are_same)?;
        } else if !self.place.is_on(pool) {
            return Err(GpuError::NotUploaded(self.id));
        }
        // Where something waits for an upload, what was bound before is what is drawn.
        let bound = self.bound.as_ref().ok_or(GpuError::NotUploaded(self.id))?;
        self.place.record(bound, encoder);
        Ok(())
    }

    /// Goes over to what the last upload wrote.
    fn follow(&mut self, pool: &MorphPool, are_same: bool) -> Result<(), GpuError> {
        if !are_same {
            pool.bounds_kernel(self.id)?;
            let measured = Measured::new(pool, self.id, &self.base, pool.targets(self.id)?)?;
            self.place = OnDevice::new(pool, &measured)?;
            (self.measured, self.bound) = (measured, None);
        } else if !self.place.is_on(pool) {
            self.place = OnDevice::new(pool, &self.measured)?;
            self.bound = None;
        }
        if self.bound.as_ref().is_none_or(|bound| !bound.is_of(pool)) {
            let output = self.bound.as_ref().map(|bound| &bound.output);
            let (bound, is_new) =
                self.place.bind(pool, self.id, &self.measured.clusters, output)?;
            self.generation += u64::from(is_new);
            self.bound = Some(bound);
        }
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
        &self.measured.clusters
    }

    /// Waits for the boxes that were submitted last and copies them back, one for each row: for
    /// tests and tools, not for frames.
    ///
    /// # Errors
    /// [`GpuError::NoInstances`] before the first [`InstanceBounds::encode`];
    /// [`GpuError::Readback`].
    pub fn read(&self, queue: &wgpu::Queue) -> Result<Vec<Aabb>, GpuError> {
        let output = self.buffer().ok_or(GpuError::NoInstances(self.id))?;
        let bytes = read_buffer(self.place.device(), queue, output, 0, output.size())?;
        let records: Vec<BoxRecord> = bytemuck::pod_collect_to_vec(&bytes);
        Ok(records.into_iter().map(Aabb::from).collect())
    }
}

impl Measured {
    fn new(
        pool: &MorphPool,
        id: TargetsId,
        base: &VertexAttributes,
        targets: &MorphTargets,
    ) -> Result<Self, GpuError> {
        let kernel = pool.bounds_kernel(id)?;
        let clusters = match kernel {
            Bounds::Pairs => ClusterBounds::new(base, targets)?,
            // Row sparse deltas.
            Bounds::Dense => ClusterBounds::new(base, targets)?.for_rounded_deltas(),
        };
        Ok(Self { targets: pool.identity(id)?.clone(), kernel, clusters })
    }
}
