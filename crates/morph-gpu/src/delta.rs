//! Parts: packed deltas on the GPU.

use crate::limits::check_storage_binding;
use crate::lost::write;
use crate::scope::{scoped, written};
use crate::{GpuError, device_limits};
use morph_core::{LinearLayout, MorphTargets, TextureLayout};

/// Makes and fills the rgba32float texture of a layout.
///
/// The seed profile's texture has one layer and is viewed as D2; any other as `D2Array`, whatever
/// its number of layers (see [`delta_view`]).
///
/// # Errors
/// [`GpuError::Layout`] where it exceeds the device's limits, [`GpuError::OutOfMemory`] and
/// [`GpuError::Refused`] as the device says.
pub fn create_delta_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layout: &TextureLayout,
    targets: &MorphTargets,
) -> Result<wgpu::Texture, GpuError> {
    delta_texture(device, queue, layout, || encoded_texture(layout, targets))
}

/// As [`create_delta_texture`], with texels from elsewhere.
pub(crate) fn delta_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layout: &TextureLayout,
    encode: impl FnOnce() -> Result<Vec<[f32; 4]>, GpuError>,
) -> Result<wgpu::Texture, GpuError> {
    let limits = device_limits(&device.limits());
    let (side, most_layers) = (limits.max_texture_dimension_2d, limits.max_texture_array_layers);
    let has_layers = layout.layers() <= most_layers;
    if layout.width() > side || layout.height() > side || !has_layers {
        return Err(GpuError::Layout(morph_core::LayoutError::Texture {
            vertex_count: layout.vertex_count() as usize,
            target_count: layout.target_count() as usize,
            width: layout.width(),
            rows: u64::from(layout.height()) * u64::from(layout.layers()),
            // A layout that is too high for its layers would fit more of them.
            max_height: if has_layers { side } else { side.min(layout.height()) },
            max_layers: most_layers.min(layout.layers()),
        }));
    }
    let size = wgpu::Extent3d {
        width: layout.width(),
        height: layout.height(),
        depth_or_array_layers: layout.layers(),
    };
    let texture = scoped(device, "morph delta texture", || {
        device.create_texture(&wgpu::TextureDescriptor {
            label: Some("morph deltas"),
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_DST
                | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    })?;
    // Encoded only now: what the GPU refused may not fit the CPU either.
    let texels = encode()?;
    scoped(device, "morph delta texture", || {
        queue.write_texture(
            texture.as_image_copy(),
            // WebGPU runs on little-endian machines only: spec L5.
            bytemuck::cast_slice(&texels),
            wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(layout.width() * 16),
                rows_per_image: Some(layout.height()),
            },
            size,
        );
    })?;
    Ok(texture)
}

/// The view that shaders bind: D2 for the seed profile, `D2Array` for all others.
#[must_use]
pub fn delta_view(texture: &wgpu::Texture, seed: bool) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        label: Some("morph deltas"),
        dimension: Some(if seed {
            wgpu::TextureViewDimension::D2
        } else {
            wgpu::TextureViewDimension::D2Array
        }),
        ..Default::default()
    })
}

/// Makes and fills a read-only storage buffer of a linear layout.
///
/// # Errors
/// [`GpuError::Device`] where the device has no storage buffers, [`GpuError::OutOfMemory`] and
/// [`GpuError::Refused`] as the device says.
pub fn create_delta_buffer(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    layout: &LinearLayout,
    targets: &MorphTargets,
) -> Result<wgpu::Buffer, GpuError> {
    check_storage_binding(layout.byte_count(), &device.limits())?;
    let usage = wgpu::BufferUsages::STORAGE;
    let buffer = create_empty(device, "morph deltas", usage, layout.byte_count())?;
    let words = encoded_words(layout, targets)?;
    written(device, "morph deltas", || write(queue, &buffer, 0, bytemuck::cast_slice(&words)))?;
    Ok(buffer)
}

/// A buffer with these bytes, that can be written and read back later.
pub(crate) fn create_filled(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> Result<wgpu::Buffer, GpuError> {
    let buffer = create_empty(device, what, usage, bytes.len() as u64)?;
    written(device, what, || write(queue, &buffer, 0, bytes))?;
    Ok(buffer)
}

/// A zeroed buffer that can be written and read back later.
pub(crate) fn create_empty(
    device: &wgpu::Device,
    what: &'static str,
    usage: wgpu::BufferUsages,
    size: u64,
) -> Result<wgpu::Buffer, GpuError> {
    let most = device.limits().max_buffer_size;
    if size > most {
        return Err(GpuError::Device { what: "maxBufferSize", needed: size, found: most });
    }
    scoped(device, what, || {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(what),
            size,
            usage: usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    })
}

/// Whether a caller's buffer has a usage.
pub(crate) fn check_usage(
    what: &'static str,
    buffer: &wgpu::Buffer,
    usage: wgpu::BufferUsages,
    needed: &'static str,
) -> Result<(), GpuError> {
    if buffer.usage().contains(usage) {
        return Ok(());
    }
    Err(GpuError::Usage { what, needed, found: format!("{:?}", buffer.usage()) })
}

/// Zeros in the CPU's memory, where it has so much.
fn zeros<T: bytemuck::Zeroable + Clone>(
    what: &'static str,
    count: u64,
) -> Result<Vec<T>, GpuError> {
    let mut all = Vec::new();
    let message = match usize::try_from(count).map(|count| all.try_reserve_exact(count)) {
        Ok(Ok(())) => {
            all.resize(count as usize, T::zeroed());
            return Ok(all);
        }
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    Err(GpuError::OutOfMemory { what, message })
}

/// Texels of a layout.
pub(crate) fn encoded_texture(
    layout: &TextureLayout,
    targets: &MorphTargets,
) -> Result<Vec<[f32; 4]>, GpuError> {
    let mut texels = zeros("morph delta texture", layout.texel_count())?;
    layout.encode_into(targets, &mut texels)?;
    Ok(texels)
}

/// Words of a layout.
pub(crate) fn encoded_words(
    layout: &LinearLayout,
    targets: &MorphTargets,
) -> Result<Vec<f32>, GpuError> {
    let mut words = zeros("morph deltas", layout.word_count())?;
    layout.encode_into(targets, &mut words)?;
    Ok(words)
}
