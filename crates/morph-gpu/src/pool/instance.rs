//! Instances of a pool: one row of weights over one or more sets of targets.

use super::{InstanceId, MorphPool, TargetsId};
use crate::GpuError;
use morph_core::animation::WeightSink;
use morph_core::{Layout, UniformCapacity, Weights, WeightsError, encode_row, encode_uniform};
use slotmap::DefaultKey;

/// One row of weights, on the GPU once for each primitive.
#[derive(Debug)]
pub(super) struct InstanceEntry {
    weights: Weights,
    primitives: Vec<Primitive>,
    /// Handles that stand for it.
    handles: usize,
    /// Active weights that its uniform has no room for.
    dropped: usize,
}

#[derive(Debug, Clone, Copy)]
struct Primitive {
    targets: TargetsId,
    row: u32,
}

/// A target of an instance: by index or by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetRef<'a> {
    /// Index of the target.
    Index(usize),
    /// Name of the target; the first of that name.
    Name(&'a str),
}

impl From<usize> for TargetRef<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl<'a> From<&'a str> for TargetRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
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
        let mut primitives = Vec::with_capacity(targets.len());
        for &targets in targets {
            match self.take_row(targets) {
                Ok(row) => primitives.push(Primitive { targets, row }),
                Err(error) => {
                    self.give_rows(&primitives);
                    return Err(error);
                }
            }
        }
        let key =
            self.instances.insert(InstanceEntry { weights, primitives, handles: 1, dropped: 0 });
        self.write_rows(key)?;
        Ok(InstanceId { pool: self.tag, key: self.handles.insert(key) })
    }

    /// Another handle for the same instance: same deltas, same weights. Each is destroyed by
    /// itself; the last one frees the row.
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
            if let Some(entry) = self.instances.remove(key) {
                self.give_rows(&entry.primitives);
            }
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

    /// Says what `vertex_index` is at the first vertex of these targets' primitive, where its mesh
    /// lies in a larger vertex buffer (`base_vertex`, `first_vertex` of a draw). Holds for all
    /// instances; the same mesh at two places is two ids of the same targets.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`].
    pub fn set_first_vertex(&mut self, id: TargetsId, first_vertex: u32) -> Result<(), GpuError> {
        let entry = self.entry_mut(id)?;
        entry.first_vertex = first_vertex;
        let uses = |entry: &InstanceEntry| entry.primitives.iter().any(|p| p.targets == id);
        let instances: Vec<DefaultKey> =
            self.instances.iter().filter(|(_, entry)| uses(entry)).map(|(key, _)| key).collect();
        for key in instances {
            self.write_rows(key)?;
        }
        Ok(())
    }

    /// The dynamic offset of the weights binding for a draw that begins at row 0 of the targets.
    ///
    /// It may change when instances are added ([`MorphPool::generation`] changes then).
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::NoInstances`] before the first instance;
    /// [`GpuError::OneInstance`] for a tiled texture, whose draws read one row each.
    pub fn rows_offset(&self, id: TargetsId) -> Result<u32, GpuError> {
        let entry = self.entry(id)?;
        if matches!(entry.layout, Layout::Texture(_)) {
            return Err(GpuError::OneInstance(id));
        }
        if entry.region.is_empty() {
            return Err(GpuError::NoInstances(id));
        }
        dynamic_offset(entry.region.row_offset(0))
    }

    /// The dynamic offset of the weights binding for a draw that begins with this instance.
    ///
    /// The offset leads to the instance's row, so the draw's first instance is 0: draw `0..1`, or
    /// give `morph_vertex` the number 0 where `first_instance` means something else to you. Draws
    /// of several instances read the rows that follow (linear layout only).
    ///
    /// It may change when instances are added ([`MorphPool::generation`] changes then).
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`].
    pub fn weights_offset(&self, id: InstanceId, primitive: usize) -> Result<u32, GpuError> {
        let primitive = self.primitive(id, primitive)?;
        let offset = self.entry(primitive.targets)?.region.row_offset(primitive.row);
        dynamic_offset(offset)
    }

    /// The row of an instance among those of its targets: the `instance_index` that reads it in a
    /// draw that begins at row 0 ([`MorphPool::rows_offset`]).
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`]; [`GpuError::OneInstance`] for a
    /// tiled texture, whose draws read one row each.
    pub fn row(&self, id: InstanceId, primitive: usize) -> Result<u32, GpuError> {
        let Primitive { targets, row } = self.primitive(id, primitive)?;
        match self.entry(targets)?.layout {
            Layout::Texture(_) => Err(GpuError::OneInstance(targets)),
            Layout::Linear(_) => Ok(row),
        }
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

    /// Number of instances that are alive, shares counted once.
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.instances.len()
    }

    fn primitive(&self, id: InstanceId, primitive: usize) -> Result<Primitive, GpuError> {
        let entry = &self.instances[self.instance_key(id)?];
        entry.primitives.get(primitive).copied().ok_or(GpuError::NoSuchPrimitive {
            instance: id,
            primitive,
            count: entry.primitives.len(),
        })
    }

    fn instance_key(&self, id: InstanceId) -> Result<DefaultKey, GpuError> {
        let own = id.pool == self.tag;
        self.handles.get(id.key).copied().filter(|_| own).ok_or(GpuError::NoSuchInstance(id))
    }

    fn take_row(&mut self, id: TargetsId) -> Result<u32, GpuError> {
        let entry = self.targets.get_mut(id.key).ok_or(GpuError::NoSuchTargets(id))?;
        let rows = self.rows.of_mut(&entry.layout);
        let (row, changed) = rows.take(&self.device, &mut entry.region)?;
        entry.uses += 1;
        self.generation += u64::from(changed);
        Ok(row)
    }

    fn give_rows(&mut self, primitives: &[Primitive]) {
        for primitive in primitives {
            let Some(entry) = self.targets.get_mut(primitive.targets.key) else { continue };
            self.rows.of_mut(&entry.layout).give(&mut entry.region, primitive.row);
            entry.uses -= 1;
            self.free_if_unused(primitive.targets);
        }
    }

    /// Changes weights, and the rows where they are not what they were.
    fn change(
        &mut self,
        key: DefaultKey,
        set: impl FnOnce(&mut Weights) -> Result<(), WeightsError>,
    ) -> Result<usize, GpuError> {
        let entry = &mut self.instances[key];
        self.before.clear();
        self.before.extend_from_slice(entry.weights.as_slice());
        set(&mut entry.weights)?;
        if self.before == entry.weights.as_slice() {
            return Ok(entry.dropped);
        }
        self.write_rows(key)
    }

    /// Encodes the rows of an instance; the next upload sends them.
    fn write_rows(&mut self, key: DefaultKey) -> Result<usize, GpuError> {
        let entry = &self.instances[key];
        let mut dropped = 0;
        for primitive in &entry.primitives {
            let of = &self.targets[primitive.targets.key];
            let count = of.targets.target_count();
            let weights = entry.weights.as_slice();
            match of.layout {
                Layout::Texture(layout) => {
                    let capacity = UniformCapacity::for_targets(count as u32);
                    let pairs = capacity.pairs() as usize;
                    let over = self.active.fill_largest(weights, count, pairs);
                    dropped = dropped.max(over);
                    let words = self.rows.uniform.row_mut(&of.region, primitive.row);
                    encode_uniform(&layout, of.first_vertex, &self.active, capacity, words)?;
                }
                Layout::Linear(layout) => {
                    self.active.fill(weights, count);
                    let words = self.rows.storage.row_mut(&of.region, primitive.row);
                    encode_row(layout.vertex_count(), of.first_vertex, &self.active, words)?;
                }
            }
        }
        self.instances[key].dropped = dropped;
        Ok(dropped)
    }
}

/// Rows lie in one buffer, whose size is checked; wgpu's dynamic offsets are u32.
fn dynamic_offset(offset: u64) -> Result<u32, GpuError> {
    let found = u64::from(u32::MAX);
    let needed = offset;
    u32::try_from(offset).ok().ok_or(GpuError::Device { what: "dynamic offset", needed, found })
}

/// An instance that tracks and clips can play on.
#[derive(Debug)]
pub struct InstanceSink<'a> {
    pool: &'a mut MorphPool,
    key: DefaultKey,
}

impl WeightSink for InstanceSink<'_> {
    type Error = GpuError;

    fn weights(&self) -> &[f32] {
        self.pool.instances[self.key].weights.as_slice()
    }

    fn set_weights(&mut self, weights: &[f32]) -> Result<(), GpuError> {
        self.pool.change(self.key, |own| own.set_all(weights)).map(|_| ())
    }
}
