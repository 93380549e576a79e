//! Bytes back from the GPU: for tests, tools and comparisons, not for frames.

use crate::GpuError;
use crate::delta::check_usage;
use crate::is_lost;
use crate::scope::scoped;

/// Copies a range of a buffer back and waits for it.
///
/// The buffer needs `COPY_SRC`; `offset` and `size` are multiples of 4 inside it.
///
/// # Errors
/// [`GpuError::Usage`] without `COPY_SRC`; [`GpuError::Readback`] where the range is none of the
/// buffer's or the memory cannot be mapped; [`GpuError::DeviceLost`].
pub fn read_buffer(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    buffer: &wgpu::Buffer,
    offset: u64,
    size: u64,
) -> Result<Vec<u8>, GpuError> {
    check_usage("buffer to read back", buffer, wgpu::BufferUsages::COPY_SRC, "COPY_SRC")?;
    let inside = offset.checked_add(size).is_some_and(|end| end <= buffer.size());
    if !inside || !(offset | size).is_multiple_of(4) {
        return Err(GpuError::Readback(format!(
            "expected multiples of 4 inside {} bytes, got {size} bytes from {offset}",
            buffer.size()
        )));
    }
    if size == 0 {
        return Ok(Vec::new());
    }
    // MAP_READ goes with COPY_DST alone.
    let staging = scoped(device, "read back", || {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    })?;
    let (sender, receiver) = std::sync::mpsc::channel();
    scoped(device, "read back", || {
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, offset, &staging, 0, size);
        queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // The receiver lives until the wait below is over.
            let _ = sender.send(result);
        });
    })?;
    let failed = |message: String| {
        let what = "read back";
        if is_lost(device) { GpuError::DeviceLost { what } } else { GpuError::Readback(message) }
    };
    device.poll(wgpu::PollType::wait_indefinitely()).map_err(|e| failed(e.to_string()))?;
    // Another thread that polls the same device may be the one that runs the callback: wait for it.
    match receiver.recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(failed(error.to_string())),
        Err(error) => return Err(failed(error.to_string())),
    }
    let range = staging.get_mapped_range(..).map_err(|e| failed(e.to_string()))?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(range.len()).map_err(|e| failed(e.to_string()))?;
    bytes.extend_from_slice(&range);
    Ok(bytes)
}
