//! A pool after its device was lost.

use super::known::Supplied;
use super::{MorphPool, Reader, TargetsId};
use crate::{GpuError, check_shader, device_limits, is_lost};
use morph_wgsl::Slots;
use std::collections::HashMap;

impl MorphPool {
    /// Puts everything on another device: deltas, rows of weights, primitives of the deform pass,
    /// and the vertices that it wrote, those of the frame before as well, bit for bit. Handles,
    /// names, weights and instances stay.
    ///
    /// Bind groups and pipelines are the caller's to make anew, and so are what went with the
    /// device: the deform pass's hook, and vertex buffers of the caller. Vertices that a hook wrote,
    /// though it was taken away since, begin anew: the next [`MorphPool::encode`] deforms them, with
    /// the hook that there is then, and has no frame before.
    ///
    /// # Errors
    /// [`GpuError`] where the new device cannot hold a layout, or is lost too;
    /// [`GpuError::NotKept`] where [`PoolOptions::keep_deltas`](super::PoolOptions::keep_deltas) is
    /// off and there are targets. The pool then stays as it was, and may be recovered on another
    /// device.
    pub fn recover(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), GpuError> {
        self.recover_with(device, queue, |_| None)
    }

    /// As [`MorphPool::recover`], where deltas are not kept: they are asked for, each set once, by
    /// one of its ids, and dropped as soon as they are uploaded.
    ///
    /// # Example
    /// ```
    /// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// use morph_gpu::{Choice, GpuError, MorphPool, PoolOptions};
    /// use morph_wgsl::Stage;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// fn load() -> MorphTargets {
    ///     let raise = TargetDeltas::new()
    ///         .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    ///     MorphTargets::new(3, vec![raise]).unwrap().unwrap()
    /// }
    /// let options = PoolOptions { keep_deltas: false, ..Default::default() };
    /// let mut pool = MorphPool::new(&device, &queue, options);
    /// let raise = pool.add_targets(&load(), None, Choice::Linear(Stage::Vertex))?;
    ///
    /// let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// assert_eq!(pool.recover(&device, &queue), Err(GpuError::NotKept(raise)));
    /// pool.recover_with(&device, &queue, |id| (id == raise).then(|| load().into()))?;
    /// # Ok::<(), GpuError>(())
    /// ```
    ///
    /// # Errors
    /// As [`MorphPool::recover`]; [`GpuError::NotKept`] where nothing is supplied for an id,
    /// [`GpuError::OtherTargets`] where it is not what was added.
    pub fn recover_with(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        mut supply: impl FnMut(TargetsId) -> Option<Supplied>,
    ) -> Result<(), GpuError> {
        let all = device.limits();
        let limits = device_limits(&all);
        let (mut of_deltas, mut of_sets) = (HashMap::new(), HashMap::new());
        // Of the ids of the same deltas one that was not destroyed is asked for, where there is one.
        let (gone, live): (Vec<_>, Vec<_>) =
            self.targets.iter().partition(|(_, entry)| entry.destroyed);
        for (key, entry) in live.into_iter().chain(gone) {
            let id = TargetsId { pool: self.tag, key };
            match &entry.reader {
                Reader::Deform(set) => drop(of_sets.entry(*set).or_insert(id)),
                Reader::Shader(reader) => {
                    of_deltas.entry(reader.key).or_insert(id);
                    reader.layout.check(reader.stage, &limits)?;
                    let permutation = reader.layout.permutation(reader.stage, &self.options);
                    check_shader(permutation, &Slots::default(), &all)?;
                    self.rows.of(&reader.layout).check(&reader.region, &all)?;
                }
            }
        }
        let mut ask =
            |id: TargetsId| supply(id).map(|supplied| (id, supplied)).ok_or(GpuError::NotKept(id));
        let deltas = self.deltas.prepare(device, queue, &mut |key| ask(of_deltas[&key]))?;
        let storage = self.rows.storage.prepare(device, queue)?;
        let uniform = self.rows.uniform.prepare(device, queue)?;
        let deform = self
            .deform
            .prepare(device, queue, self.options.normalize, &mut |key| ask(of_sets[&key]))?;
        if is_lost(device) {
            return Err(GpuError::DeviceLost { what: "recovery" });
        }
        self.deform.commit((device, queue), deform, self.options.normalize)?;
        // Nothing can fail from here on.
        self.deltas.commit(deltas);
        self.rows.storage.commit(storage);
        self.rows.uniform.commit(uniform);
        self.device = device.clone();
        self.limits = limits;
        self.generation += 1;
        // All of it is written.
        self.is_unsettled = false;
        self.recoveries += 1;
        Ok(())
    }
}
