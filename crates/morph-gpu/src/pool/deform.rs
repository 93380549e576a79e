//! The deform pass of a pool: primitives that a compute pass morphs into vertex buffers.

mod edit;
mod frames;
mod info;
mod kernels;
mod options;
mod readback;
mod rebuild;
mod seats;
mod sets;
mod tuning;
mod vertices;

pub use info::{DeformInfo, DeformedVertices};
pub use kernels::DeformHook;
pub use options::{DeformChoice, DeformOptions};

pub(super) use edit::SetEdit;
pub(super) use seats::SeatKey;
pub(super) use sets::SetKey;

use super::instance::Place as InstancePlace;
use super::known::{Known, Supply};
use super::{InstanceId, MorphPool, Reader, TargetsEntry, TargetsId, UploadStats, check_storage};
use crate::{GpuError, device_limits};
use frames::Frames;
use kernels::Kernels;
use morph_core::{BlendError, LayoutError, MorphPrimitive};
use morph_wgsl::Stage;
use seats::Seats;
use sets::DeformSets;
use slotmap::DefaultKey;
use std::sync::Arc;

/// Everything that the deform pass owns.
#[derive(Debug)]
pub(super) struct Deforming {
    pub(super) sets: DeformSets,
    pub(super) seats: Seats,
    frames: Frames,
    kernels: Kernels,
    /// Number of the next primitive, for the hook.
    next_mesh: u32,
}

impl Deforming {
    pub(super) fn new(queue: &wgpu::Queue, options: &super::PoolOptions) -> Self {
        Self {
            sets: DeformSets::new(queue, options.page_bytes, options.keep_deltas),
            seats: Seats::new(options.output_page_bytes, options.keep_previous),
            frames: Frames::default(),
            kernels: Kernels::default(),
            next_mesh: 0,
        }
    }

    /// A place for the vertices of an instance's primitive.
    pub(super) fn take_seat(
        &mut self,
        device: &wgpu::Device,
        key: SetKey,
        instance: DefaultKey,
        number: u32,
    ) -> Result<SeatKey, GpuError> {
        self.seats.take(device, key, &self.sets.sets[key], (instance, number))
    }

    /// Gives the place back.
    pub(super) fn give_seat(&mut self, key: SeatKey) {
        self.seats.give(key);
        self.kernels.forget_lost(&self.frames, &self.sets, &self.seats);
        if self.seats.len() == 0 {
            self.frames.give_memory_back();
            self.kernels.forget_bindings();
        }
    }

    /// Bytes of all buffers.
    pub(super) fn reserved_bytes(&self) -> u64 {
        self.sets.reserved_bytes()
            + self.seats.pages.reserved_bytes()
            + self.frames.reserved_bytes()
    }

    /// Ends one use of a primitive.
    pub(super) fn release_set(&mut self, key: SetKey) {
        self.sets.release(key, self.seats.frame);
        self.kernels.forget_lost(&self.frames, &self.sets, &self.seats);
    }

    /// The next frame is the first that it shows.
    pub(super) fn cut(&mut self, key: SeatKey) {
        self.seats.cut(key);
    }

    /// The next frame deforms it.
    pub(super) fn mark(&mut self, key: SeatKey) {
        self.seats.mark(key);
    }
}

impl MorphPool {
    /// Adds a primitive for the deform pass: its deltas and its base. The same primitive (targets
    /// by identity, an equal base) with the same options is uploaded once.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, Deltas, MorphPrimitive, MorphTargets, TargetDeltas};
    /// use morph_core::VertexAttributes;
    /// use morph_gpu::{DeformOptions, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let mut encoder = device.create_command_encoder(&Default::default());
    /// let base = VertexAttributes::new(3).with_positions(&[[0.0; 3]; 3])?;
    /// let raise = TargetDeltas::new()
    ///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    /// let targets = MorphTargets::new(3, vec![raise])?;
    /// let primitive = MorphPrimitive { base, targets, flat: false };
    ///
    /// let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// let names = Some(["raise".to_string()].into());
    /// let raise = pool.add_primitive(&primitive, names, &DeformOptions::default())?;
    /// let instance = pool.new_instance(&[raise], &[])?;
    ///
    /// // Each frame:
    /// pool.set_weight(instance, "raise", 0.7)?;
    /// pool.encode(&mut encoder)?; // one dispatch for all that changed
    /// let vertices = pool.output(instance, 0)?;
    /// // pass.set_vertex_buffer(0, vertices.buffer.slice(vertices.offset..));
    /// # assert_eq!(vertices.bytes, 3 * 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GpuError::Device`] where the device has too few storage buffers, or cannot bind so much;
    /// [`GpuError::Layout`] and [`GpuError::Pack`] where the layout does not fit the targets, or
    /// misses a bound that `strict` asks for; [`GpuError::Blend`] where base and targets count
    /// different vertices.
    pub fn add_primitive(
        &mut self,
        primitive: &MorphPrimitive,
        names: Option<Arc<[String]>>,
        options: &DeformOptions,
    ) -> Result<TargetsId, GpuError> {
        let base = &primitive.base;
        let Some(targets) = &primitive.targets else {
            return Err(LayoutError::NoBands.into());
        };
        // spec B23
        if targets.vertex_count() != base.vertex_count() {
            let (base, targets) = (base.vertex_count(), targets.vertex_count());
            return Err(BlendError::VertexCount { base, targets }.into());
        }
        let limits = self.stage_limits(Stage::Compute);
        check_storage(Stage::Compute, &limits)?;
        let deform = &mut self.deform;
        let number = deform.next_mesh;
        let options = (options, self.options.normalize);
        let key = deform.sets.add(&self.device, &limits, (targets, base), options, number)?;
        if deform.sets.sets[key].number == number {
            deform.next_mesh += 1;
        }
        let entry = TargetsEntry {
            targets: Known::new(targets, self.options.keep_deltas),
            names,
            first_vertex: 0,
            uses: 0,
            destroyed: false,
            reader: Reader::Deform(key),
        };
        Ok(TargetsId { pool: self.tag, key: self.targets.insert(entry) })
    }

    /// Deforms the instances whose weights changed since the last time, in one compute pass of as
    /// many dispatches as there are kernels and pages; nothing where nothing changed.
    ///
    /// All changes go to the GPU in one write, which takes place before whatever is submitted next:
    /// submit the encoder before the next call. Until then, what is destroyed keeps its memory where
    /// this frame uses it.
    ///
    /// # Errors
    /// [`GpuError`] where a frame outgrows the device, or the device refuses a pipeline; what is
    /// due is then due the next time again.
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<UploadStats, GpuError> {
        let stats = self.prepare_deform()?;
        if !self.deform.frames.dispatches.is_empty() {
            let descriptor =
                wgpu::ComputePassDescriptor { label: Some("morph deform"), ..Default::default() };
            self.record_deform(&mut encoder.begin_compute_pass(&descriptor));
        }
        Ok(stats)
    }

    /// The first half of [`MorphPool::encode`], for passes of your own: writes what changed.
    ///
    /// # Errors
    /// As [`MorphPool::encode`].
    pub fn prepare_deform(&mut self) -> Result<UploadStats, GpuError> {
        let Deforming { sets, seats, frames, kernels, .. } = &mut self.deform;
        let instances = &self.instances;
        let weights = |instance: DefaultKey| instances[instance].weights();
        let buffer = frames.buffer.clone();
        let normalize = self.options.normalize;
        let to = (&self.device, self.deltas.queue());
        // What was recorded before is submitted by now.
        frames.settle(seats);
        let edited = sets.settle(&self.device);
        seats.pages.settle();
        let written = edited
            .and_then(|edited| Ok(edited + frames.prepare(to, sets, seats, normalize, &weights)?));
        if frames.buffer != buffer {
            kernels.forget_bindings();
        }
        let made = written.and_then(|stats| {
            kernels.prepare(&self.device, frames, sets, seats)?;
            Ok(stats)
        });
        match &made {
            Ok(_) => frames.remember(seats, &weights, kernels.has_hook()),
            Err(_) => frames.give_up(seats),
        }
        made
    }

    /// The second half of [`MorphPool::encode`]: records the dispatches of the last
    /// [`MorphPool::prepare_deform`] into a pass. Again is fine, and gives the same vertices.
    /// Nothing where another hook was set in between: its turn is after the next one.
    pub fn record_deform(&self, pass: &mut wgpu::ComputePass<'_>) {
        self.deform.kernels.record(&self.deform.frames, pass);
    }

    /// Number of dispatches that the last [`MorphPool::prepare_deform`] made ready.
    #[must_use]
    pub fn deform_dispatches(&self) -> usize {
        self.deform.frames.dispatches.len()
    }

    /// What runs on each vertex after it is deformed; `None` for nothing.
    ///
    /// Instances that are deformed already stay as they are until their weights change, or
    /// [`MorphPool::deform_again`] asks for it.
    pub fn set_deform_hook(&mut self, hook: Option<DeformHook>) {
        self.deform.kernels.set_hook(hook);
    }

    /// Deforms an instance the next time although its weights did not change: where a hook reads
    /// what did.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    pub fn deform_again(&mut self, id: InstanceId) -> Result<(), GpuError> {
        let key = self.instance_key(id)?;
        self.instances[key].seats().for_each(|seat| self.deform.mark(seat));
        Ok(())
    }

    /// How a primitive of the deform pass is stored.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::NotDeformed`] for targets that shaders read.
    pub fn deform_info(&self, id: TargetsId) -> Result<DeformInfo<'_>, GpuError> {
        let Reader::Deform(key) = self.entry(id)?.reader else {
            return Err(GpuError::NotDeformed(id));
        };
        let set = &self.deform.sets.sets[key];
        let (layout, reason, mesh) = (set.layout, set.reason, set.number);
        Ok(DeformInfo { layout, reason, report: set.report.as_ref(), mesh })
    }

    fn seat(&self, id: InstanceId, primitive: usize) -> Result<(SeatKey, SetKey), GpuError> {
        let primitive = self.primitive(id, primitive)?;
        match (primitive.place, &self.entry(primitive.targets)?.reader) {
            (InstancePlace::Seat(seat), Reader::Deform(set)) => Ok((seat, *set)),
            _ => Err(GpuError::NotDeformed(primitive.targets)),
        }
    }
}

/// The deform pass on another device, before the pool goes over to it; or on the one that it left.
#[derive(Debug)]
pub(super) struct Prepared {
    sets: sets::Prepared,
    seats: seats::Prepared,
    kernels: Kernels,
}

impl Deforming {
    /// Everything on another device, beside what is there; what was not kept is asked for.
    pub(super) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        normalize: bool,
        supply: &mut Supply<'_, SetKey>,
    ) -> Result<Prepared, GpuError> {
        let limits = device_limits(&device.limits());
        if !self.sets.sets.is_empty() {
            check_storage(Stage::Compute, &limits)?;
        }
        Ok(Prepared {
            sets: self.sets.prepare(device, queue, (&limits, normalize), supply)?,
            seats: self.seats.prepare(device, self.frames.is_recorded())?,
            kernels: Kernels::default(),
        })
    }

    /// Goes over to what was prepared, where every place is written as it was. Else all is as it
    /// was.
    pub(super) fn commit(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        mut prepared: Prepared,
        normalize: bool,
    ) -> Result<(), GpuError> {
        self.frames.show(&mut self.seats);
        self.swap(&mut prepared);
        if let Err(error) = self.rebuild(device, queue, normalize) {
            self.swap(&mut prepared);
            return Err(error);
        }
        // What a hook wrote only a hook can write again, and it went with its device.
        self.seats.forget_unshown();
        self.frames.leave_device(&mut self.seats);
        Ok(())
    }

    fn swap(&mut self, prepared: &mut Prepared) {
        self.sets.swap(&mut prepared.sets);
        self.seats.swap(&mut prepared.seats);
        std::mem::swap(&mut self.kernels, &mut prepared.kernels);
    }
}
