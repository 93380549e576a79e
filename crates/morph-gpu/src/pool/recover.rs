//! A pool after its device was lost.

use super::MorphPool;
use crate::{GpuError, device_limits};
use morph_core::LayoutError;

impl MorphPool {
    /// Puts everything on another device: deltas, rows of weights. Handles, names, weights and
    /// instances stay; bind groups and pipelines are the caller's to make anew.
    ///
    /// # Errors
    /// [`GpuError`] where the new device cannot hold a layout; the pool then still holds
    /// everything, and may be recovered again on another device.
    pub fn recover(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<(), GpuError> {
        let limits = device_limits(&device.limits());
        for entry in self.targets.values() {
            let bytes = entry.layout.byte_count();
            let limit = limits.max_storage_buffer_binding_size;
            if matches!(entry.layout, morph_core::Layout::Linear(_)) && bytes > limit {
                return Err(GpuError::Layout(LayoutError::Buffer {
                    vertex_count: entry.targets.vertex_count(),
                    target_count: entry.targets.target_count(),
                    bytes,
                    limit,
                }));
            }
        }
        self.deltas.recover(device, queue)?;
        self.storage_rows.recover(device)?;
        self.uniform_rows.recover(device)?;
        self.device = device.clone();
        self.limits = limits;
        self.generation += 1;
        self.upload(queue);
        Ok(())
    }
}
