//! A pool after its device was lost.

use super::{MorphPool, check_storage};
use crate::{GpuError, device_limits};
use morph_core::{Layout, LayoutError};

impl MorphPool {
    /// Puts everything on another device: deltas, rows of weights. Handles, names, weights and
    /// instances stay; bind groups and pipelines are the caller's to make anew.
    ///
    /// # Errors
    /// [`GpuError`] where the new device cannot hold a layout; the pool then
    /// stays as it was, and may be recovered on another device.
    pub fn recover(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), GpuError> {
        let all = device.limits();
        let limits = device_limits(&all);
        for entry in self.targets.values() {
            match entry.layout {
                // The texture's limits are checked where it is made.
                Layout::Texture(_) => {}
                Layout::Linear(layout) => {
                    check_storage(entry.stage, &limits)?;
                    let (bytes, limit) =
                        (layout.byte_count(), limits.max_storage_buffer_binding_size);
                    if bytes > limit {
                        return Err(GpuError::Layout(LayoutError::Buffer {
                            vertex_count: entry.targets.vertex_count(),
                            target_count: entry.targets.target_count(),
                            bytes,
                            limit,
                        }));
                    }
                }
            }
            self.rows.of(&entry.layout).check(&entry.region, &all)?;
        }
        let deltas = self.deltas.prepare(device, queue)?;
        let storage = self.rows.storage.prepare(device)?;
        let uniform = self.rows.uniform.prepare(device)?;
        // Nothing can fail from here on.
        self.deltas.commit(deltas);
        self.rows.storage.commit(storage);
        self.rows.uniform.commit(uniform);
        self.device = device.clone();
        self.limits = limits;
        self.generation += 1;
        self.upload(queue);
        Ok(())
    }
}
