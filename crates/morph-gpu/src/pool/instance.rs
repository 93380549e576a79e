//! Instances of a pool: one row of weights over one or more sets of targets.

mod offsets;

use super::deform::SeatKey;
use super::motion::Motion;
use super::{InstanceId, InstanceSink, MorphPool, Reader, TargetRef, TargetsId};
use crate::GpuError;
use morph_core::{Weights, WeightsError};
use slotmap::DefaultKey;

/// One row of weights, on the GPU once for each primitive.
#[derive(Debug)]
pub(super) struct InstanceEntry {
    pub(super) weights: Weights,
    pub(super) primitives: Vec<Primitive>,
    /// Instances that were made before it.
    number: u32,
    /// Handles that stand for it.
    handles: usize,
    /// Crowds that it is a member of: its rows may be others than the weights say.
    pub(super) crowds: usize,
    /// Active weights that its uniform has no room for.
    pub(super) dropped: usize,
    /// What it showed last.
    pub(super) motion: Motion,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Primitive {
    pub(super) targets: TargetsId,
    pub(super) place: Place,
}

/// What an instance has of a primitive.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// A row of weights, for shaders.
    Row(u32),
    /// Vertices that the deform pass writes.
    Seat(SeatKey),
}

impl InstanceEntry {
    /// The weights, one a target.
    pub(super) fn weights(&self) -> &[f32] {
        self.weights.as_slice()
    }

    /// Whether one of its primitives has these targets.
    pub(super) fn uses(&self, targets: TargetsId) -> bool {
        self.primitives.iter().any(|primitive| primitive.targets == targets)
    }

    /// Sets of targets and rows; no row where the deform pass writes.
    pub(super) fn rows(&self) -> impl Iterator<Item = (TargetsId, Option<u32>)> + '_ {
        self.primitives.iter().map(|primitive| match primitive.place {
            Place::Row(row) => (primitive.targets, Some(row)),
            Place::Seat(_) => (primitive.targets, None),
        })
    }

    /// Whether shaders read its weights.
    pub(super) fn has_rows(&self) -> bool {
        self.primitives.iter().any(|primitive| matches!(primitive.place, Place::Row(_)))
    }

    /// Places that the deform pass writes.
    pub(super) fn seats(&self) -> impl Iterator<Item = SeatKey> + '_ {
        self.primitives.iter().filter_map(|primitive| match primitive.place {
            Place::Row(_) => None,
            Place::Seat(seat) => Some(seat),
        })
    }
}

impl MorphPool {
    /// An instance of one or more sets of targets (a mesh's primitives) with weights of its own.
    ///
    /// Names are those of the first set that has any. Omitted weights are zero, extra ones are
    /// ignored.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`], [`GpuError::NoPrimitives`], [`GpuError::Weights`] for a value
    /// that is not finite, [`GpuError::Rows`] where the rows outgrow the device.
    pub fn new_instance(
        &mut self,
        targets: &[TargetsId],
        weights: &[f32],
    ) -> Result<InstanceId, GpuError> {
        let mut target_count = 0;
        let mut names = None;
        for &id in targets {
            let entry = self.entry(id)?;
            if entry.destroyed {
                return Err(GpuError::NoSuchTargets(id));
            }
            target_count = target_count.max(entry.targets.target_count());
            names = names.or_else(|| entry.names.clone());
        }
        if targets.is_empty() {
            return Err(GpuError::NoPrimitives);
        }
        let mut values = Weights::new(target_count);
        values.set_all(weights)?;
        let weights = match names {
            Some(names) => values.with_names(names),
            None => values,
        };
        self.make_instance(targets, weights)
    }

    /// An instance of the same targets with the same weights, and a row of its own: what changes
    /// one leaves the other alone. Works where the targets were destroyed meanwhile, since the
    /// instance keeps them alive.
    ///
    /// Vertex buffers of the caller are not taken along: see [`MorphPool::set_vertex_buffer`].
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let raise = TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let targets = pool.add_targets(&targets, None, Choice::Auto(morph_wgsl::Stage::Vertex))?;
    /// let first = pool.new_instance(&[targets], &[0.5])?;
    /// let second = pool.clone_instance(first)?;
    /// pool.set_weight(second, 0, 1.0)?;
    /// assert_eq!(pool.weights(first)?.as_slice(), [0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`]; [`GpuError::Rows`] and [`GpuError::Device`] where rows or
    /// vertices outgrow the device.
    pub fn clone_instance(&mut self, id: InstanceId) -> Result<InstanceId, GpuError> {
        let entry = &self.instances[self.instance_key(id)?];
        let targets: Vec<TargetsId> = entry.primitives.iter().map(|p| p.targets).collect();
        let weights = entry.weights.clone();
        self.make_instance(&targets, weights)
    }

    /// An instance of targets that are alive.
    fn make_instance(
        &mut self,
        targets: &[TargetsId],
        weights: Weights,
    ) -> Result<InstanceId, GpuError> {
        let number = self.next_instance;
        let (primitives, motion) = (Vec::new(), Motion::default());
        let (handles, crowds, dropped) = (1, 0, 0);
        let entry = InstanceEntry { weights, primitives, number, handles, crowds, dropped, motion };
        let key = self.instances.insert(entry);
        for &targets in targets {
            match self.take_place(targets, key, number) {
                Ok(place) => self.instances[key].primitives.push(Primitive { targets, place }),
                Err(error) => {
                    self.remove_instance(key);
                    return Err(error);
                }
            }
        }
        self.next_instance += 1;
        self.write_rows(key)?;
        Ok(InstanceId { pool: self.tag, key: self.handles.insert(key) })
    }

    /// Another handle for the same instance: same deltas, same weights. Each is destroyed by
    /// itself; the last one frees the row. [`MorphPool::clone_instance`] is for weights of its own.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    pub fn share(&mut self, id: InstanceId) -> Result<InstanceId, GpuError> {
        let key = self.instance_key(id)?;
        self.instances[key].handles += 1;
        Ok(InstanceId { pool: self.tag, key: self.handles.insert(key) })
    }

    /// Ends a handle; again is fine. The last handle of an instance frees its rows.
    pub fn destroy_instance(&mut self, id: InstanceId) {
        if id.pool != self.tag {
            return;
        }
        let Some(key) = self.handles.remove(id.key) else { return };
        let Some(entry) = self.instances.get_mut(key) else { return };
        entry.handles -= 1;
        if entry.handles == 0 {
            self.remove_instance(key);
        }
    }

    /// Sets all weights: omitted ones are zero, extra ones are ignored. Returns how many active
    /// ones were dropped, where the uniform holds fewer than there are targets: the largest by
    /// magnitude are kept. Nothing is sent before [`MorphPool::upload`].
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`]; [`GpuError::Weights`] for a value that is not finite, and
    /// then nothing changes.
    pub fn set_weights(&mut self, id: InstanceId, weights: &[f32]) -> Result<usize, GpuError> {
        let key = self.instance_key(id)?;
        self.change(key, |own| own.set_all(weights))
    }

    /// Sets one weight, by index or by name. Returns as [`MorphPool::set_weights`].
    ///
    /// # Errors
    /// As [`MorphPool::set_weights`], and where there is no such target.
    pub fn set_weight<'a>(
        &mut self,
        id: InstanceId,
        target: impl Into<TargetRef<'a>>,
        weight: f32,
    ) -> Result<usize, GpuError> {
        let key = self.instance_key(id)?;
        let index = match target.into() {
            TargetRef::Index(index) => index,
            TargetRef::Name(name) => self.instances[key]
                .weights
                .index_of(name)
                .ok_or_else(|| GpuError::NoSuchName { instance: id, name: name.to_owned() })?,
        };
        self.change(key, |own| own.set(index, weight))
    }

    /// The weights and names of an instance.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    pub fn weights(&self, id: InstanceId) -> Result<&Weights, GpuError> {
        Ok(&self.instances[self.instance_key(id)?].weights)
    }

    /// The instance as a sink of weights, for tracks and clips to play on.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    pub fn sink(&mut self, id: InstanceId) -> Result<InstanceSink<'_>, GpuError> {
        let key = self.instance_key(id)?;
        Ok(InstanceSink { pool: self, key })
    }

    /// The set of targets of a primitive of an instance.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`].
    pub fn instance_targets(
        &self,
        id: InstanceId,
        primitive: usize,
    ) -> Result<TargetsId, GpuError> {
        Ok(self.primitive(id, primitive)?.targets)
    }

    /// The number of an instance, as hooks of the deform pass get it: how many were made before it.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    pub fn instance_number(&self, id: InstanceId) -> Result<u32, GpuError> {
        Ok(self.instances[self.instance_key(id)?].number)
    }

    /// Number of instances that are alive, shares counted once.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.instances.len()
    }

    pub(super) fn primitive(
        &self,
        id: InstanceId,
        primitive: usize,
    ) -> Result<Primitive, GpuError> {
        let entry = &self.instances[self.instance_key(id)?];
        entry.primitives.get(primitive).copied().ok_or(GpuError::NoSuchPrimitive {
            instance: id,
            primitive,
            count: entry.primitives.len(),
        })
    }

    pub(super) fn instance_key(&self, id: InstanceId) -> Result<DefaultKey, GpuError> {
        let own = id.pool == self.tag;
        self.handles.get(id.key).copied().filter(|_| own).ok_or(GpuError::NoSuchInstance(id))
    }

    /// A row, or a place for vertices.
    fn take_place(
        &mut self,
        id: TargetsId,
        instance: DefaultKey,
        number: u32,
    ) -> Result<Place, GpuError> {
        let entry = self.targets.get_mut(id.key).ok_or(GpuError::NoSuchTargets(id))?;
        let (place, have_moved) = match &mut entry.reader {
            Reader::Shader(reader) => {
                let rows = self.rows.of_mut(&reader.layout);
                let (row, have_moved) = rows.take(&self.device, &mut reader.region)?;
                (Place::Row(row), have_moved)
            }
            Reader::Deform(key) => {
                let seat = self.deform.take_seat(&self.device, *key, instance, number)?;
                (Place::Seat(seat), false)
            }
        };
        entry.uses += 1;
        if have_moved {
            self.move_on();
        }
        Ok(place)
    }

    fn remove_instance(&mut self, key: DefaultKey) {
        let Some(instance) = self.instances.remove(key) else { return };
        for Primitive { targets, place } in instance.primitives {
            let Some(entry) = self.targets.get_mut(targets.key) else { continue };
            match (place, &mut entry.reader) {
                (Place::Row(row), Reader::Shader(reader)) => {
                    self.rows.of_mut(&reader.layout).give(&mut reader.region, row);
                }
                (Place::Seat(seat), _) => self.deform.give_seat(seat),
                (Place::Row(_), Reader::Deform(_)) => {}
            }
            entry.uses -= 1;
            self.free_if_unused(targets);
        }
    }

    /// Changes weights, and the rows where they are not what they were, or a crowd may have written
    /// others.
    pub(super) fn change(
        &mut self,
        key: DefaultKey,
        set: impl FnOnce(&mut Weights) -> Result<(), WeightsError>,
    ) -> Result<usize, GpuError> {
        let entry = &mut self.instances[key];
        self.before.clear();
        self.before.extend_from_slice(entry.weights.as_slice());
        set(&mut entry.weights)?;
        if entry.crowds == 0 && self.before == entry.weights.as_slice() {
            return Ok(entry.dropped);
        }
        self.write_rows(key)
    }
}
