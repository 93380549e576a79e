//! Draws poses of a scene: everything on the GPU is made once, a pose only writes into it.

mod draw;
mod morphs;
mod shown;
mod skins;

use super::camera::Camera;
use super::pipeline::Pipelines;
use super::size::{Background, Size};
use super::surface::Surfaces;
use super::target::Target;
use crate::Gpu;
use crate::scene::{Pose, Scene, blended};
use crate::{Allowed, Backend};
use anyhow::{Result, anyhow};
use bytemuck::{Pod, Zeroable};
use draw::{Draw, Uniforms};
use glam::{DVec3, Vec4};
use image::RgbaImage;
use morphs::Morphs;

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

/// A scene on the GPU.
#[derive(Debug)]
pub struct Renderer<'a> {
    gpu: &'a Gpu,
    scene: &'a Scene,
    target: Target,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    pipelines: Pipelines,
    morphs: Morphs,
    uniforms: Uniforms,
    draws: Vec<Draw>,
}

impl<'a> Renderer<'a> {
    /// Uploads a scene for one of the backends; `allowed` says what packed layouts may leave out.
    ///
    /// # Errors
    /// What the device cannot hold.
    pub fn new(
        gpu: &'a Gpu,
        scene: &'a Scene,
        (backend, allowed): (Backend, Option<Allowed>),
        size: Size,
        background: impl Into<Background>,
    ) -> Result<Self> {
        let device = &gpu.device;
        let target = Target::new(device, size, background.into())?;
        gpu.check().map_err(|error| {
            let (Size { width, height }, limit) = (size, device.limits().max_texture_dimension_2d);
            anyhow!("--size {width}x{height}: {error} (the device takes up to {limit} each way)")
        })?;
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
        Ok(Self { gpu, scene, target, frame, frame_group, pipelines, morphs, uniforms, draws })
    }

    /// Draws a pose. `notes` gets what could not be shown.
    ///
    /// # Errors
    /// What the device says.
    pub fn draw(
        &mut self,
        pose: &Pose,
        camera: &Camera,
        notes: &mut Vec<String>,
    ) -> Result<RgbaImage> {
        let queue = &self.gpu.queue;
        let row = |v: DVec3| v.as_vec3().extend(0.0).to_array();
        let frame = FrameUniform {
            clip: camera.clip.as_mat4().to_cols_array_2d(),
            eye: row(camera.eye),
            right: row(camera.axes.x_axis),
            up: row(camera.axes.y_axis),
            back: row(camera.axes.z_axis),
        };
        queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&frame));
        self.morphs.set(self.gpu, self.scene, pose, camera, notes)?;
        let mut order = Vec::with_capacity(self.draws.len());
        for (index, draw) in self.draws.iter().enumerate() {
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
            let pipeline = self.pipelines.pipeline(&self.gpu.device, draw.pipeline_key(placement));
            order.push((draw.mixes, -distance, index, pipeline, self.morphs.offset(draw.morph)?));
        }
        self.uniforms.upload(queue);
        order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let picture = self.target.draw(&self.gpu.device, queue, |pass| {
            pass.set_bind_group(0, &self.frame_group, &[]);
            for (_, _, index, pipeline, offset) in &order {
                self.draws[*index].encode(pass, pipeline, *offset);
            }
        });
        self.gpu.check().map_err(|error| anyhow!("{error}"))?;
        picture
    }
}

/// Columns of a matrix of three columns, padded.
fn padded(matrix: glam::DMat3) -> [[f32; 4]; 4] {
    let column = |v: DVec3| v.as_vec3().extend(0.0).to_array();
    [column(matrix.x_axis), column(matrix.y_axis), column(matrix.z_axis), Vec4::W.to_array()]
}
