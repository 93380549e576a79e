//! A pool after its device was lost.

use super::{MorphPool, Reader};
use crate::{GpuError, check_shader, device_limits};
use morph_wgsl::Slots;

impl MorphPool {
    /// Puts everything on another device: deltas, rows of weights, primitives of the deform pass.
    /// Handles, names, weights and instances stay; bind groups and pipelines are the caller's to
    /// make anew, and so are what went with the device: the deform pass's hook, and vertex buffers
    /// of the caller. The next [`MorphPool::encode`] deforms every instance.
    ///
    /// # Errors
    /// [`GpuError`] where the new device cannot hold a layout; the pool then
    /// stays as it was, and may be recovered on another device.
    pub fn recover(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), GpuError> {
        let all = device.limits();
        let limits = device_limits(&all);
        for entry in self.targets.values() {
            let Reader::Shader(reader) = &entry.reader else { continue };
            reader.layout.check(reader.stage, &limits)?;
            let permutation = reader.layout.permutation(reader.stage, self.options.normalize);
            check_shader(permutation, &Slots::default(), &all)?;
            self.rows.of(&reader.layout).check(&reader.region, &all)?;
        }
        let deltas = self.deltas.prepare(device, queue)?;
        let storage = self.rows.storage.prepare(device)?;
        let uniform = self.rows.uniform.prepare(device)?;
        let deform = self.deform.prepare(device, queue, self.options.normalize)?;
        // Nothing can fail from here on.
        self.deltas.commit(deltas);
        self.rows.storage.commit(storage);
        self.rows.uniform.commit(uniform);
        self.deform.commit(deform);
        self.device = device.clone();
        self.limits = limits;
        self.generation += 1;
        self.upload(queue);
        Ok(())
    }
}
