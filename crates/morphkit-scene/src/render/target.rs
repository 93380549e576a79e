//! The picture that is drawn into, and its way back.

use super::size::{Background, Color, Size};
use anyhow::{Context, Result, anyhow, bail};
use image::RgbaImage;
use morphkit::gpu::read_buffer;

/// Format of the picture: linear light goes in, sRGB bytes come out.
pub(super) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// Format of the depths.
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Samples of a pixel.
pub(super) const SAMPLES: u32 = 4;

/// Bytes of the picture that are read back at once.
const READ_AT_ONCE: u64 = 16 << 20;

/// A picture, its samples and depths, and a buffer to read it from.
#[derive(Debug)]
pub(super) struct Target {
    size: Size,
    picture: wgpu::Texture,
    samples: wgpu::TextureView,
    depth: wgpu::TextureView,
    buffer: wgpu::Buffer,
    bytes_per_row: u32,
    background: Background,
}

impl Target {
    /// # Errors
    /// Where the device has no textures or buffers as large.
    pub(super) fn new(device: &wgpu::Device, size: Size, background: Background) -> Result<Self> {
        let limits = device.limits();
        let (limit, Size { width, height }) = (limits.max_texture_dimension_2d, size);
        if width.max(height) > limit {
            bail!("--size {width}x{height}: expected at most {limit} in each direction");
        }
        let align = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;
        let bytes_per_row = (width * 4).div_ceil(align) * align;
        let bytes = u64::from(bytes_per_row) * u64::from(height);
        if bytes > limits.max_buffer_size {
            let limit = limits.max_buffer_size;
            bail!("--size {width}x{height}: expected at most {limit} bytes, got {bytes}");
        }
        let texture = |label, format, sample_count, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let view =
            |texture: wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Self {
            size,
            picture: texture("picture", FORMAT, 1, attachment | wgpu::TextureUsages::COPY_SRC),
            samples: view(texture("samples", FORMAT, SAMPLES, attachment)),
            depth: view(texture("depths", DEPTH, SAMPLES, attachment)),
            buffer: device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("picture"),
                size: bytes,
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            bytes_per_row,
            background,
        })
    }

    /// The picture: sRGB, straight from the last [`Self::encode`].
    pub(super) const fn picture(&self) -> &wgpu::Texture {
        &self.picture
    }

    /// Records drawing into the picture.
    pub(super) fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        timed: Option<wgpu::RenderPassTimestampWrites<'_>>,
        draw: impl FnOnce(&mut wgpu::RenderPass<'_>),
    ) {
        let resolved = self.picture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.samples,
                depth_slice: None,
                resolve_target: Some(&resolved),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear(self.background)),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: timed,
            ..wgpu::RenderPassDescriptor::default()
        });
        draw(&mut pass);
    }

    /// Reads the picture back.
    pub(super) fn read(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<RgbaImage> {
        let Size { width, height } = self.size;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_texture_to_buffer(
            self.picture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &self.buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(self.bytes_per_row),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
        queue.submit([encoder.finish()]);
        self.read_buffer(device, queue).with_context(|| format!("--size {width}x{height}"))
    }

    /// Reads the buffer, some rows at a time: a large picture is in memory only once.
    fn read_buffer(&self, device: &wgpu::Device, queue: &wgpu::Queue) -> Result<RgbaImage> {
        let Size { width, height } = self.size;
        let mut pixels = room(width, height)?;
        let row = u64::from(self.bytes_per_row);
        let step = (READ_AT_ONCE / row).max(1) * row;
        let end = self.buffer.size();
        let mut at = 0;
        while at < end {
            let size = step.min(end - at);
            let bytes = read_buffer(device, queue, &self.buffer, at, size)
                .context("the picture cannot be read back")?;
            for row in bytes.chunks_exact(self.bytes_per_row as usize) {
                pixels.extend_from_slice(&row[..width as usize * 4]);
            }
            at += size;
        }
        if self.background == Background::Transparent {
            straighten(&mut pixels);
        }
        RgbaImage::from_raw(width, height, pixels)
            .ok_or_else(|| anyhow!("the picture has another size than was asked for"))
    }
}

/// Memory for the pixels of a picture.
///
/// # Errors
/// Where there is not as much.
pub fn room(width: u32, height: u32) -> Result<Vec<u8>> {
    let bytes = u128::from(width) * u128::from(height) * 4;
    let mut pixels = Vec::new();
    let reserved = usize::try_from(bytes).ok().map(|bytes| pixels.try_reserve_exact(bytes).is_ok());
    match reserved {
        Some(true) => Ok(pixels),
        _ => bail!("a picture of {width}x{height} takes {bytes} bytes, more than there is memory"),
    }
}

/// What the samples are before anything is drawn. What blends over them leaves products with alpha.
fn clear(background: Background) -> wgpu::Color {
    let Background::Color(Color(bytes)) = background else { return wgpu::Color::TRANSPARENT };
    let [r, g, b] = bytes.map(linear);
    wgpu::Color { r, g, b, a: 1.0 }
}

/// The light of a byte of sRGB.
fn linear(byte: u8) -> f64 {
    let c = f64::from(byte) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// The byte of sRGB for light.
pub(super) fn encoded(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let c =
        if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (c * 255.0).round() as u8
}

/// Turns products of light and alpha into colours beside alpha, as picture files have them.
fn straighten(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(4) {
        let alpha = f64::from(pixel[3]) / 255.0;
        match pixel[3] {
            255 => {}
            0 => pixel.fill(0),
            _ => pixel[..3].iter_mut().for_each(|byte| *byte = encoded(linear(*byte) / alpha)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_no_memory_holds_is_an_error() {
        assert!(room(8, 8).is_ok());
        let error = room(u32::MAX, u32::MAX).unwrap_err().to_string();
        assert!(error.contains("takes 73786976260478468100 bytes"), "{error}");
    }
    #[test]
    fn colours_come_back_from_their_products_with_alpha() {
        for byte in 0..=255 {
            assert_eq!(encoded(linear(byte)), byte);
        }
        let half = encoded(linear(200) * 128.0 / 255.0);
        let mut pixels = [half, 0, 0, 128, 7, 8, 9, 255, 1, 1, 1, 0];
        straighten(&mut pixels);
        assert!(pixels[0].abs_diff(200) <= 1, "{pixels:?}");
        assert_eq!(pixels[3..], [128, 7, 8, 9, 255, 0, 0, 0, 0]);
    }
}
