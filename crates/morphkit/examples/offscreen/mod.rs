//! A picture without a window: what examples draw into.

use morphkit::gpu::{read_buffer, wgpu};
use std::error::Error;

/// The format of the picture.
pub(crate) const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The format of its depth.
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Any device.
pub(crate) fn device() -> Result<(wgpu::Device, wgpu::Queue), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    println!("adapter: {}", adapter.get_info().name);
    Ok(pollster::block_on(adapter.request_device(&Default::default()))?)
}

/// A square picture with depth.
pub(crate) struct Offscreen {
    side: u32,
    picture: wgpu::Texture,
    depth: wgpu::Texture,
}

impl Offscreen {
    /// `side` by `side` pixels; a multiple of 64, since rows of a copy are multiples of 256 bytes.
    pub(crate) fn new(device: &wgpu::Device, side: u32) -> Self {
        let texture = |format, usage| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            })
        };
        let picture = texture(COLOR, wgpu::TextureUsages::COPY_SRC);
        Self { side, picture, depth: texture(DEPTH, wgpu::TextureUsages::empty()) }
    }

    /// Draws one pass over black, and gives the pixels: RGBA, row by row from the top.
    pub(crate) fn draw(
        &self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        draw: impl FnOnce(&mut wgpu::RenderPass<'_>),
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let [color, depth] =
            [&self.picture, &self.depth].map(|texture| texture.create_view(&Default::default()));
        let (far, store) = (wgpu::LoadOp::Clear(1.0), wgpu::StoreOp::Discard);
        let pixels = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(self.side) * u64::from(self.side) * 4,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        draw(&mut encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &color,
                depth_slice: None,
                resolve_target: None,
                ops: Default::default(),
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(wgpu::Operations { load: far, store }),
                stencil_ops: None,
            }),
            ..Default::default()
        }));
        let bytes_per_row = Some(self.side * 4);
        let layout = wgpu::TexelCopyBufferLayout { bytes_per_row, ..Default::default() };
        let copy = wgpu::TexelCopyBufferInfo { buffer: &pixels, layout };
        let size = self.picture.size();
        encoder.copy_texture_to_buffer(self.picture.as_image_copy(), copy, size);
        queue.submit([encoder.finish()]);
        Ok(read_buffer(device, queue, &pixels, 0, pixels.size())?)
    }
}
