//! One owner of all morph data of a device.

mod bounds;
mod crowd;
mod deform;
mod deltas;
mod edit;
mod encode;
mod instance;
mod known;
mod layout;
mod motion;
mod pages;
mod recover;
mod rows;
mod sink;
mod stats;
mod target_ref;
mod targets;
mod upload;
mod waiting;

use crate::{GpuError, check_shader, device_limits, layout_entries};
use deform::{Deforming, SetKey};
use deltas::{DeltaKey, DeltaStore};
use known::Known;
use morph_core::{ActiveList, DeviceLimits, MotionList};
use morph_wgsl::{Permutation, Slots, Stage};
use rows::{Region, Rows};
use slotmap::{DefaultKey, Key, SlotMap};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use targets::Packing;

pub use crowd::{Crowd, CrowdMember};
pub use deform::{DeformChoice, DeformHook, DeformInfo, DeformOptions, DeformedVertices};
pub use edit::EditStats;
pub use known::Supplied;
pub use layout::{Choice, ShaderLayout};
pub use rows::UploadStats;
pub use sink::InstanceSink;
pub use stats::PoolStats;
pub use target_ref::TargetRef;

/// A set of targets in the pool that gave the id. Copying it is no share: it is destroyed once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TargetsId {
    pool: u32,
    key: DefaultKey,
}

/// An instance in the pool that gave the id: one row of weights over one or more sets of targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstanceId {
    pool: u32,
    key: DefaultKey,
}

impl fmt::Display for TargetsId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "targets#{}", self.key.data().as_ffi() as u32)
    }
}

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instance#{}", self.key.data().as_ffi() as u32)
    }
}

// As they are displayed: errors that a `main` gives back are printed so.
impl fmt::Debug for TargetsId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Tag of the next pool.
static NEXT_TAG: AtomicU32 = AtomicU32::new(0);

/// What holds for everything in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolOptions {
    /// Whether normals and tangents are normalised after the sum. Default: yes.
    pub normalize: bool,
    /// Whether vertex shaders may bind storage buffers. Default: yes. No on adapters whose downlevel
    /// flags lack `VERTEX_STORAGE` (some of OpenGL's), which no limit tells: then the vertex stage
    /// gets textures.
    pub vertex_storage: bool,
    /// Bytes of the first page of each arena of deltas and bases, cut to what the device can bind;
    /// later pages are as large as all before them together. Default: 16 MiB.
    pub page_bytes: u64,
    /// Bytes of the first page of deformed vertices. Instances in one page are deformed by one
    /// dispatch a kernel. Default: 16 MiB.
    pub output_page_bytes: u64,
    /// Whether the frame before is kept, for motion vectors: deformed vertices
    /// ([`MorphPool::previous_output`]), and beside the weights of targets for [`Stage::Vertex`]
    /// those of the frame before, which `morph_motion` reads. Vertices and weights take twice the
    /// memory. A frame is what [`MorphPool::encode`] deforms and [`MorphPool::upload`] sends, so
    /// call each of them once a frame. Default: no.
    pub keep_previous: bool,
    /// Whether deltas, and bases of the deform pass, stay in the CPU's memory once they are on the
    /// GPU; targets that the caller holds as well are shared. Where they do not,
    /// [`MorphPool::recover_with`] asks for them, and [`MorphPool::targets`] and
    /// [`MorphPool::read_output`] are [`GpuError::NotKept`]. Default: yes.
    pub keep_deltas: bool,
}

impl PoolOptions {
    /// Whether rows for a stage have the weights of the frame before as well.
    fn has_motion(&self, stage: Stage) -> bool {
        self.keep_previous && stage == Stage::Vertex
    }
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self {
            normalize: true,
            vertex_storage: true,
            page_bytes: 16 << 20,
            output_page_bytes: 16 << 20,
            keep_previous: false,
            keep_deltas: true,
        }
    }
}

/// Owner of deltas, weights and their bindings on one device.
///
/// Deltas are uploaded once for each set of targets, however often it is added. Instances hold
/// one row of weights for each primitive; [`MorphPool::upload`] writes the rows that changed.
/// Handles stay valid through growth and recovery; [`MorphPool::generation`] tells when bind
/// groups have to be made anew.
///
/// # Example
/// ```
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
/// use morph_gpu::{Choice, MorphPool, PoolOptions};
/// use morph_wgsl::{Slots, Stage, compose};
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
/// let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
///
/// let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
/// let names = Some(["raise".to_string()].into());
/// let raise = pool.add_targets(&targets, names, Choice::Auto(Stage::Vertex))?;
/// let instance = pool.new_instance(&[raise], &[])?;
///
/// let slots = Slots { group: 1, first_binding: 2 };
/// let wgsl = compose(&pool.permutation(raise)?, &slots, None); // + a shader that calls morph_vertex
/// let entries = pool.layout_entries(raise, &slots)?; // beside the caller's own
/// # assert_eq!(entries.len(), 2);
/// # assert!(wgsl.contains("fn morph_vertex"));
///
/// // Each frame:
/// pool.set_weight(instance, "raise", 0.7)?;
/// pool.upload(&queue);
/// let offsets = [pool.weights_offset(instance, 0)?]; // the draw's dynamic offset
/// # assert_eq!(offsets, [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MorphPool {
    /// Stands in every id that the pool gives, so that another pool refuses it.
    tag: u32,
    device: wgpu::Device,
    limits: DeviceLimits,
    options: PoolOptions,
    deltas: DeltaStore,
    rows: Rows,
    deform: Deforming,
    targets: SlotMap<DefaultKey, TargetsEntry>,
    instances: SlotMap<DefaultKey, instance::InstanceEntry>,
    /// Handles of instances; several may stand for one entry.
    handles: SlotMap<DefaultKey, DefaultKey>,
    generation: u64,
    /// Whether rows moved or deltas were edited since the last upload.
    is_unsettled: bool,
    /// How often it went over to another device: handles of wgpu may compare equal across devices.
    recoveries: u64,
    /// Number of the next instance, for hooks.
    next_instance: u32,
    /// Memory that setters use again and again.
    active: ActiveList,
    motion: MotionList,
    before: Vec<f32>,
    /// Instances whose rows tell of motion, or will after the next upload.
    moving: Vec<DefaultKey>,
    /// Members of each crowd, which holds the list as well as long as it is there.
    crowds: Vec<Arc<[DefaultKey]>>,
}

#[derive(Debug)]
struct TargetsEntry {
    targets: Known,
    names: Option<Arc<[String]>>,
    /// What `vertex_index` is at the first vertex.
    first_vertex: u32,
    /// Instances that use it.
    uses: usize,
    destroyed: bool,
    reader: Reader,
}

/// What reads the deltas.
#[derive(Debug)]
enum Reader {
    /// Shaders of the caller, which call `morph_vertex`.
    Shader(ShaderReader),
    /// The deform pass.
    Deform(SetKey),
}

/// Deltas and rows of weights, for shaders to bind.
#[derive(Debug)]
struct ShaderReader {
    key: DeltaKey,
    stage: Stage,
    layout: ShaderLayout,
    reason: &'static str,
    region: Region,
    /// What was asked for; what replaces the targets is laid out alike.
    choice: Choice,
    packing: Packing,
}

impl TargetsEntry {
    /// Its rows of weights; `None` for primitives of the deform pass.
    const fn region(&self) -> Option<&Region> {
        match &self.reader {
            Reader::Shader(reader) => Some(&reader.region),
            Reader::Deform(_) => None,
        }
    }

    fn shader(&self, id: TargetsId) -> Result<&ShaderReader, GpuError> {
        match &self.reader {
            Reader::Shader(reader) => Ok(reader),
            Reader::Deform(_) => Err(GpuError::Deformed(id)),
        }
    }
}

impl MorphPool {
    /// An empty pool; buffers are made when they are needed.
    #[must_use]
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue, options: PoolOptions) -> Self {
        let limits = device_limits(&device.limits());
        Self {
            tag: NEXT_TAG.fetch_add(1, Ordering::Relaxed),
            device: device.clone(),
            limits,
            options,
            deltas: DeltaStore::new(queue, options.page_bytes, options.keep_deltas),
            rows: Rows::new(),
            deform: Deforming::new(queue, &options),
            targets: SlotMap::new(),
            instances: SlotMap::new(),
            handles: SlotMap::new(),
            generation: 0,
            is_unsettled: false,
            recoveries: 0,
            next_instance: 0,
            active: ActiveList::default(),
            motion: MotionList::default(),
            before: Vec::new(),
            moving: Vec::new(),
            crowds: Vec::new(),
        }
    }

    /// The shader permutation that reads these targets: text by [`morph_wgsl::compose`], or by
    /// [`morph_wgsl::Composition`], which tells the file of a line in an error. Targets of other
    /// bands or another layout are another permutation, and so another pipeline. Where the frame
    /// before is kept ([`PoolOptions::keep_previous`]), that of the vertex stage has `morph_motion`.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::Deformed`] for primitives of the deform pass.
    pub fn permutation(&self, id: TargetsId) -> Result<Permutation, GpuError> {
        let reader = self.entry(id)?.shader(id)?;
        Ok(reader.layout.permutation(reader.stage, &self.options))
    }

    /// Layout entries of the deltas and weights at the slots, visible to the stage that the targets
    /// were added for.
    ///
    /// The weights are bound with a dynamic offset: see [`MorphPool::weights_offset`].
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::Device`] where the device has no such group or
    /// binding.
    pub fn layout_entries(
        &self,
        id: TargetsId,
        slots: &Slots,
    ) -> Result<Vec<wgpu::BindGroupLayoutEntry>, GpuError> {
        // The base and the output of the compute stage are the caller's.
        let permutation = self.permutation(id)?;
        check_shader(permutation, slots, &self.device.limits())?;
        Ok(layout_entries(&permutation, slots).into_iter().take(2).collect())
    }

    /// Bind group entries of the deltas and weights at the slots; one bind group serves all
    /// instances of the targets. Valid until [`MorphPool::generation`] changes.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::NoInstances`] before the first instance.
    pub fn bind_entries(
        &self,
        id: TargetsId,
        slots: &Slots,
    ) -> Result<[wgpu::BindGroupEntry<'_>; 2], GpuError> {
        let reader = self.entry(id)?.shader(id)?;
        let rows = self.rows.of(&reader.layout);
        Ok([
            wgpu::BindGroupEntry {
                binding: slots.first_binding,
                resource: self.deltas.resource(reader.key),
            },
            wgpu::BindGroupEntry {
                binding: slots.first_binding + 1,
                resource: rows.resource(&reader.region).ok_or(GpuError::NoInstances(id))?,
            },
        ])
    }

    /// Bytes of deltas on the GPU, each set counted once.
    #[must_use]
    pub fn delta_bytes(&self) -> u64 {
        self.deltas.byte_count() + self.deform.sets.byte_count()
    }

    /// The device's limits as a stage sees them.
    fn stage_limits(&self, stage: Stage) -> DeviceLimits {
        if stage == Stage::Vertex && !self.options.vertex_storage {
            return DeviceLimits { max_storage_buffers_per_shader_stage: 0, ..self.limits };
        }
        self.limits
    }

    fn entry(&self, id: TargetsId) -> Result<&TargetsEntry, GpuError> {
        let own = id.pool == self.tag;
        self.targets.get(id.key).filter(|_| own).ok_or(GpuError::NoSuchTargets(id))
    }

    fn entry_mut(&mut self, id: TargetsId) -> Result<&mut TargetsEntry, GpuError> {
        let own = id.pool == self.tag;
        self.targets.get_mut(id.key).filter(|_| own).ok_or(GpuError::NoSuchTargets(id))
    }
}

/// Whether a stage can bind deltas and rows, and in the compute stage base and output besides.
fn check_storage(stage: Stage, limits: &DeviceLimits) -> Result<(), GpuError> {
    let needed = if stage == Stage::Vertex { 2 } else { 4 };
    let found = limits.max_storage_buffers_per_shader_stage;
    if found >= needed {
        return Ok(());
    }
    Err(GpuError::Device {
        what: "maxStorageBuffersPerShaderStage",
        needed: needed.into(),
        found: found.into(),
    })
}
