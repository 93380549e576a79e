//! Whether a device is still there.

use std::num::NonZeroU64;

/// Whether a device was lost or destroyed.
///
/// wgpu tells of a loss once, by [`wgpu::Device::set_device_lost_callback`]; this asks. It makes a
/// buffer of four bytes, so it is for the moment after something went wrong, not for each frame.
///
/// On the web this is always `false`: there a lost device takes everything that it is given, and
/// only its callback tells.
///
/// # Example
/// ```
/// let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// assert!(!morph_gpu::is_lost(&device));
/// device.destroy();
/// assert!(morph_gpu::is_lost(&device));
/// ```
#[must_use]
pub fn is_lost(device: &wgpu::Device) -> bool {
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("morph: is the device there"),
        size: 4,
        usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    });
    // A lost device says nothing, and gives a buffer that cannot be mapped.
    let is_there = buffer.get_mapped_range_mut(..).is_ok();
    !is_there && crate::scope::now(memory.pop()).is_none()
}

/// Writes bytes into a buffer; whoever writes next to the same place waits for it.
///
/// Where the device is gone nothing is written, and it is told: wgpu itself would stay silent.
#[must_use]
pub(crate) fn write(queue: &wgpu::Queue, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) -> bool {
    let Some(size) = NonZeroU64::new(bytes.len() as u64) else { return true };
    match queue.write_buffer_with(buffer, offset, size) {
        Some(mut view) => {
            view.copy_from_slice(bytes);
            true
        }
        None => false,
    }
}
