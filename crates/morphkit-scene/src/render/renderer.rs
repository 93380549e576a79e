//! Draws poses of a scene: everything on the GPU is made once, a pose only writes into it.

mod draw;
mod lines;
mod morphs;
mod places;
mod shown;
mod skins;
mod stored;
mod timer;

pub use lines::LineEnd;
pub use stored::{Layout, Stored};
pub use timer::Timings;

use super::camera::Camera;
use super::pipeline::{Look, Pipelines};
use super::size::{Background, Size};
use super::surface::Surfaces;
use super::target::Target;
use crate::Gpu;
use crate::scene::{Pose, Primitive, Scene, blended};
use crate::{Allowed, Backend};
use anyhow::{Result, anyhow};
use bytemuck::{Pod, Zeroable};
use draw::Draw;
use glam::{DVec3, Vec4};
use image::RgbaImage;
use lines::Lines;
use morphs::Morphs;
use places::Uniforms;
use std::rc::Rc;
use timer::Timer;

/// Twin of `Frame` in `vertex.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
struct FrameUniform {
    clip: [[f32; 4]; 4],
    eye: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    back: [f32; 4],
}

/// What a picture shows beside its surfaces, and how these look.
#[derive(Debug, Clone, Default)]
pub struct Looks {
    /// Whether surfaces show the numbers of [`Renderer::set_heat`].
    pub heat: bool,
    /// Whether edges are drawn over them.
    pub wires: bool,
    /// Lines, two ends each.
    pub lines: Vec<LineEnd>,
    /// Whether passes are timed, for [`Renderer::timings`].
    pub timed: bool,
}

/// A scene on the GPU.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    scene: Rc<Scene>,
    target: Target,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    pipelines: Pipelines,
    morphs: Morphs,
    uniforms: Uniforms,
    draws: Vec<Draw>,
    lines: Lines,
    timer: Timer,
}

impl Renderer {
    /// Uploads a scene for one of the backends; `allowed` says what packed layouts may leave out.
    ///
    /// # Errors
    /// What the device cannot hold.
    pub fn new(
        gpu: &Gpu,
        scene: &Rc<Scene>,
        (backend, allowed): (Backend, Option<Allowed>),
        size: Size,
        background: impl Into<Background>,
    ) -> Result<Self> {
        let device = &gpu.device;
        let target = Self::target(gpu, size, background.into())?;
        let mut surfaces = Surfaces::new(device, &gpu.queue, scene);
        let mut pipelines = Pipelines::new(device, &surfaces.layout);
        let frame = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &pipelines.frame_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
        });
        let mut morphs = Morphs::new(gpu, scene, backend.way(), allowed)?;
        let uniforms = Uniforms::new(device, scene)?;
        let draws =
            draw::create_all(gpu, scene, &mut morphs, &uniforms, &mut pipelines, &mut surfaces)?;
        let lines = Lines::new(device, &pipelines.frame_layout);
        let timer = Timer::new(gpu);
        let (gpu, scene) = (gpu.clone(), Rc::clone(scene));
        Ok(Self {
            gpu,
            scene,
            target,
            frame,
            frame_group,
            pipelines,
            morphs,
            uniforms,
            draws,
            lines,
            timer,
        })
    }

    fn target(gpu: &Gpu, size: Size, background: Background) -> Result<Target> {
        let target = Target::new(&gpu.device, size, background)?;
        gpu.check().map_err(|error| {
            let limit = gpu.device.limits().max_texture_dimension_2d;
            let Size { width, height } = size;
            anyhow!("--size {width}x{height}: {error} (the device takes up to {limit} each way)")
        })?;
        Ok(target)
    }

    /// Pictures of another size from now on.
    ///
    /// # Errors
    /// Where the device has no textures or buffers as large.
    pub fn resize(&mut self, size: Size, background: impl Into<Background>) -> Result<()> {
        self.target = Self::target(&self.gpu, size, background.into())?;
        Ok(())
    }

    /// The last picture, sRGB.
    #[must_use]
    pub const fn picture(&self) -> &wgpu::Texture {
        self.target.picture()
    }

    /// How the targets are stored; empty where the processor adds them.
    #[must_use]
    pub fn stored(&self) -> Vec<Stored> {
        self.morphs.stored(&self.scene)
    }

    /// Bytes of all deltas on the device.
    #[must_use]
    pub fn delta_bytes(&self) -> u64 {
        self.morphs.pool.delta_bytes()
    }

    /// How long the passes of a timed picture took, once that is known, and only once.
    pub fn timings(&mut self) -> Option<Timings> {
        self.timer.take(&self.gpu)
    }

    /// Sets a number for each vertex of the triangles, 0..1, by instance and primitive.
    pub fn set_heat(&mut self, mut heat: impl FnMut(usize, &Primitive) -> Vec<f32>) {
        for draw in self.draws.iter_mut().filter(|draw| draw.is_surface()) {
            let instance = &self.scene.instances[draw.instance];
            let primitive = &instance.mesh.primitives[draw.primitive];
            let mut heat = heat(draw.instance, primitive);
            heat.resize(primitive.base.vertex_count(), 0.0);
            draw.set_heat(&self.gpu, &heat);
        }
    }

    /// Draws a pose and reads the picture back. `notes` gets what could not be shown.
    ///
    /// # Errors
    /// What the device says.
    pub fn draw(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        notes: &mut Vec<String>,
    ) -> Result<RgbaImage> {
        self.draw_as(pose, camera, &Looks::default(), notes)
    }

    /// Draws a pose with some looks and reads the picture back.
    ///
    /// # Errors
    /// What the device says.
    pub fn draw_as(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        looks: &Looks,
        notes: &mut Vec<String>,
    ) -> Result<RgbaImage> {
        self.render(pose, camera, looks, notes)?;
        let picture = self.target.read(&self.gpu.device, &self.gpu.queue);
        self.gpu.check()?;
        picture
    }

    /// Draws a pose into [`Self::picture`]. `notes` gets what could not be shown.
    ///
    /// # Errors
    /// What the device says.
    pub fn render(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        looks: &Looks,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let row = |v: DVec3| v.as_vec3().extend(0.0).to_array();
        let frame = FrameUniform {
            clip: camera.clip.as_mat4().to_cols_array_2d(),
            eye: row(camera.eye),
            right: row(camera.axes.x_axis),
            up: row(camera.axes.y_axis),
            back: row(camera.axes.z_axis),
        };
        queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&frame));
        if looks.timed {
            self.timer.start();
        }
        self.morphs.set(&self.gpu, &self.scene, pose, camera, &mut self.timer, notes)?;
        self.lines.set(device, queue, &looks.lines);
        let mut order = Vec::with_capacity(self.draws.len());
        for (index, draw) in self.draws.iter_mut().enumerate() {
            let placement = &pose.placements[draw.instance];
            let primitive = &self.scene.instances[draw.instance].mesh.primitives[draw.primitive];
            // Only what is drawn or sorted by its vertices needs them on this side.
            let vertices = match draw.blended || draw.mixes {
                true => Some(blended(primitive, &pose.weights[draw.instance])?),
                false => None,
            };
            let here = vertices.as_deref().filter(|_| draw.blended);
            draw.write(queue, (&mut self.uniforms, index), placement, camera, here);
            // What mixes comes last, from far to near.
            let distance = match vertices.filter(|_| draw.mixes) {
                None => f64::INFINITY,
                Some(vertices) => {
                    let mut sum = (DVec3::ZERO, 0.0);
                    placement.visit(primitive, vertices.positions().unwrap_or_default(), |point| {
                        sum = (sum.0 + point, sum.1 + 1.0);
                    });
                    let center = camera.fit.transform_point3(sum.0 / f64::max(sum.1, 1.0));
                    center.distance(camera.eye)
                }
            };
            let mut pipeline = |draw: &Draw, look| {
                self.pipelines.pipeline(device, draw.pipeline_key(placement, look))
            };
            let look = draw.look(looks.heat);
            let offset = self.morphs.offset(draw.morph)?;
            let mixes = draw.mixes && look == Look::Lit;
            order.push((mixes, -distance, index, look, pipeline(draw, look), offset));
            if looks.wires && draw.is_surface() {
                draw.make_edges(device, &primitive.indices);
                let look = Look::Wire;
                order.push((true, 0.0, index, look, pipeline(draw, look), offset));
            }
        }
        self.uniforms.upload(queue);
        order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.target.encode(&mut encoder, self.timer.draw(), |pass| {
            pass.set_bind_group(0, &self.frame_group, &[]);
            for (_, _, index, look, pipeline, offset) in &order {
                self.draws[*index].encode(pass, *look, pipeline, *offset);
            }
            self.lines.encode(pass);
        });
        self.timer.resolve(&mut encoder);
        queue.submit([encoder.finish()]);
        self.timer.submitted();
        self.gpu.check()
    }
}

/// Columns of a matrix of three columns, padded.
fn padded(matrix: glam::DMat3) -> [[f32; 4]; 4] {
    let column = |v: DVec3| v.as_vec3().extend(0.0).to_array();
    [column(matrix.x_axis), column(matrix.y_axis), column(matrix.z_axis), Vec4::W.to_array()]
}
