//! The model as a texture of the window.

use anyhow::Result;
use eframe::egui::TextureId;
use eframe::egui_wgpu::RenderState;
use eframe::wgpu;
use morphkit_scene::render::{Camera, Color, Looks, Renderer, Size, Timings};
use morphkit_scene::scene::{Pose, Scene};
use morphkit_scene::{Allowed, Backend, Gpu};
use std::rc::Rc;

/// What is behind the model.
const BACKGROUND: Color = Color([0x2a, 0x2e, 0x36]);

/// A renderer, and the texture that the window shows.
pub(crate) struct Picture {
    renderer: Renderer,
    scene: Rc<Scene>,
    window: RenderState,
    texture: wgpu::Texture,
    size: Size,
    /// What the window calls the texture.
    pub(crate) id: TextureId,
    /// What adds the targets.
    pub(crate) backend: Backend,
    /// The last times of its passes.
    pub(crate) timings: Timings,
}

impl Picture {
    /// Uploads a scene.
    ///
    /// # Errors
    /// What the device cannot do or hold.
    pub(crate) fn new(
        window: &RenderState,
        gpu: &Gpu,
        scene: &Rc<Scene>,
        backend: Backend,
        size: Size,
    ) -> Result<Self> {
        gpu.check_backend(backend)?;
        let way = (backend, Some(Allowed::DEFAULT));
        let renderer = Renderer::new(gpu, scene, way, size, BACKGROUND)?;
        gpu.check()?;
        let texture = texture(&window.device, size);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let filter = wgpu::FilterMode::Linear;
        let id = window.renderer.write().register_native_texture(&window.device, &view, filter);
        let window = window.clone();
        let timings = Timings::default();
        Ok(Self { renderer, scene: Rc::clone(scene), window, texture, size, id, backend, timings })
    }

    /// Draws a pose.
    ///
    /// # Errors
    /// What the device says.
    pub(crate) fn draw(
        &mut self,
        (pose, camera): (&Pose, &Camera),
        looks: &Looks,
        heat: Option<(usize, &[Vec<f32>])>,
        size: Size,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        let window = &self.window;
        if self.size != size {
            self.renderer.resize(size, BACKGROUND)?;
            self.texture = texture(&window.device, size);
            self.size = size;
            let view = self.texture.create_view(&wgpu::TextureViewDescriptor::default());
            window.renderer.write().update_egui_texture_from_wgpu_texture(
                &window.device,
                &view,
                wgpu::FilterMode::Linear,
                self.id,
            );
        }
        if let Some((hot, rows)) = heat {
            let scene = &self.scene;
            self.renderer.set_heat(|instance, primitive| {
                let mut primitives = scene.instances[instance].mesh.primitives.iter();
                let at = primitives.position(|other| std::ptr::eq(other, primitive));
                let row = at.filter(|_| instance == hot).and_then(|at| rows.get(at));
                row.cloned().unwrap_or_default()
            });
        }
        self.renderer.render(pose, camera, looks, notes)?;
        let mut encoder =
            window.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        // The same bytes: the window takes them as they are, without turning them into light.
        encoder.copy_texture_to_texture(
            self.renderer.picture().as_image_copy(),
            self.texture.as_image_copy(),
            self.texture.size(),
        );
        window.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Takes the times of the passes, where they are there; tells whether they were.
    pub(crate) fn take_timings(&mut self) -> bool {
        let Some(new) = self.renderer.timings() else { return false };
        // A picture whose weights did not change runs no deform pass; its last time stays.
        let deform = new.deform.or(self.timings.deform);
        self.timings = Timings { deform, ..new };
        true
    }

    /// What is stored, in words: one line a layout.
    pub(crate) fn stored(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for stored in self.renderer.stored() {
            let name = stored
                .layout
                .backend()
                .map_or_else(|| format!("{:?}", stored.layout), |backend| backend.to_string());
            let line = format!("{}: {name}, {}", stored.place, stored.reason);
            lines.push(match stored.worst {
                None => line,
                Some(worst) => format!("{line}; off by at most {worst:.2e}"),
            });
        }
        lines
    }

    /// Bytes of all deltas on the device.
    pub(crate) fn delta_bytes(&self) -> u64 {
        self.renderer.delta_bytes()
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        self.window.renderer.write().free_texture(&self.id);
    }
}

fn texture(device: &wgpu::Device, Size { width, height }: Size) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("picture in the window"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}
