//! One draw: a primitive of an instance.

use super::morphs::{MorphRef, Morphs};
use super::padded;
use super::places::{MeshUniform, Uniforms};
use crate::Gpu;
use crate::render::camera::Camera;
use crate::render::pipeline::{Look, PipelineKey, Pipelines};
use crate::render::shader::ShaderKey;
use crate::render::surface::{SurfaceKey, Surfaces};
use crate::render::vertex::{self, is_skinned};
use crate::scene::{Alpha, Placement, Primitive, Scene, Topology};
use anyhow::{Context, Result, bail};
use glam::{DMat3, DMat4};
use morphkit::core::{Attribute, VertexAttributes};
use std::collections::HashMap;
use wgpu::util::{BufferInitDescriptor, DeviceExt};

/// Joints in a row of the texture: four texels each.
const JOINTS_A_ROW: usize = 256;

/// A primitive of an instance, ready to draw.
#[derive(Debug)]
pub(super) struct Draw {
    /// Index of the instance.
    pub(super) instance: usize,
    /// Index of the primitive in its mesh.
    pub(super) primitive: usize,
    pub(super) morph: Option<MorphRef>,
    /// Whether the deform pass puts its vertices into the picture's space.
    placed: bool,
    /// Whether its vertices are written for each pose, blended.
    pub(super) blended: bool,
    /// Whether it mixes with what is behind.
    pub(super) mixes: bool,
    texcoord: u32,
    vertices: wgpu::Buffer,
    influences: Option<wgpu::Buffer>,
    indices: wgpu::Buffer,
    index_count: u32,
    /// Edges of its triangles, and their number of indices.
    edges: Option<(wgpu::Buffer, u32)>,
    /// The number at each vertex that [`Look::Heat`] shows.
    heat: Option<wgpu::Buffer>,
    joints: Option<wgpu::Texture>,
    mesh_group: wgpu::BindGroup,
    surface_group: wgpu::BindGroup,
    key: PipelineKey,
    skinned: bool,
}

/// Buffers that all instances of a primitive share.
#[derive(Debug, Clone)]
struct Buffers {
    vertices: wgpu::Buffer,
    influences: Option<wgpu::Buffer>,
    indices: wgpu::Buffer,
}

/// Makes all draws of a scene.
///
/// # Errors
/// What the device cannot hold.
pub(super) fn create_all(
    gpu: &Gpu,
    scene: &Scene,
    morphs: &mut Morphs,
    uniforms: &Uniforms,
    pipelines: &mut Pipelines,
    surfaces: &mut Surfaces,
) -> Result<Vec<Draw>> {
    let mut shared = HashMap::new();
    let mut draws = Vec::new();
    for (at, instance) in scene.instances.iter().enumerate() {
        for (index, primitive) in instance.mesh.primitives.iter().enumerate() {
            let morph = morphs.of(at, index);
            let blended = primitive.moving().is_some() && morph.is_none();
            let texcoord = scene.texcoord(primitive);
            let deformed = morph.filter(|morph| morph.deformed);
            let make = |usage| create_buffers(&gpu.device, primitive, texcoord, usage);
            let buffers: Buffers = match blended || deformed.is_some() {
                true if blended => make(wgpu::BufferUsages::COPY_DST)?,
                true => make(wgpu::BufferUsages::STORAGE)?,
                false => match shared.get(&(instance.mesh.index, index)) {
                    Some(buffers) => Buffers::clone(buffers),
                    None => {
                        let made = make(wgpu::BufferUsages::empty())?;
                        shared.entry((instance.mesh.index, index)).or_insert(made).clone()
                    }
                },
            };
            if let Some(morph) = deformed {
                let place = || primitive.place.clone();
                morphs.write_into(morph, &buffers.vertices).with_context(place)?;
            }
            let uniform = uniforms.binding(draws.len());
            let parts = Parts { gpu, scene, morphs, uniform, pipelines, surfaces };
            draws.push(parts.draw((at, index), primitive, morph, blended, buffers)?);
        }
    }
    Ok(draws)
}

/// `usage` is what the vertices are for besides being drawn.
fn create_buffers(
    device: &wgpu::Device,
    primitive: &Primitive,
    texcoord: u32,
    usage: wgpu::BufferUsages,
) -> Result<Buffers> {
    let limit = device.limits().max_buffer_size;
    let create = |label, contents: &[u8], usage| {
        if contents.len() as u64 > limit {
            let (place, found) = (&primitive.place, contents.len());
            bail!("{place}: {label}: expected at most {limit} bytes, got {found}");
        }
        Ok(device.create_buffer_init(&BufferInitDescriptor { label: Some(label), contents, usage }))
    };
    let vertices = vertex::pack(&primitive.base, texcoord);
    let usage = wgpu::BufferUsages::VERTEX | usage;
    Ok(Buffers {
        vertices: create("vertices", bytemuck::cast_slice(&vertices), usage)?,
        influences: match &primitive.influences {
            None => None,
            Some(influences) => {
                let influences = vertex::pack_influences(influences);
                let usage = wgpu::BufferUsages::VERTEX;
                Some(create("joints", bytemuck::cast_slice(&influences), usage)?)
            }
        },
        indices: create(
            "indices",
            bytemuck::cast_slice(&primitive.indices),
            wgpu::BufferUsages::INDEX,
        )?,
    })
}

/// What draws are made of.
struct Parts<'a> {
    gpu: &'a Gpu,
    scene: &'a Scene,
    morphs: &'a Morphs,
    uniform: wgpu::BindingResource<'a>,
    pipelines: &'a mut Pipelines,
    surfaces: &'a mut Surfaces,
}

impl Parts<'_> {
    fn draw(
        self,
        (at, index): (usize, usize),
        primitive: &Primitive,
        morph: Option<MorphRef>,
        blended: bool,
        buffers: Buffers,
    ) -> Result<Draw> {
        let device = &self.gpu.device;
        let instance = &self.scene.instances[at];
        let skinned = is_skinned(primitive, instance.joint_count > 0);
        let material = &self.scene.materials[primitive.material];
        let texcoord = self.scene.texcoord(primitive);
        let pool = &self.morphs.pool;
        let reads = morph.filter(|morph| !morph.deformed);
        let permutation = reads.map(|morph| pool.permutation(morph.targets)).transpose()?;
        let placed = skinned && morph.is_some_and(|morph| morph.deformed);
        let shader = ShaderKey { morph: permutation, skinned: skinned && !placed, texcoord };
        let (layouts, mut entries) = match reads {
            None => (Vec::new(), Vec::new()),
            Some(morph) => (
                pool.layout_entries(morph.targets, &shader.slots())?,
                pool.bind_entries(morph.targets, &shader.slots())?.to_vec(),
            ),
        };
        let layout = self.pipelines.mesh_layout(device, shader, &layouts);
        let joints = shader.skinned.then(|| joint_texture(device, instance.joint_count));
        let joint_view =
            joints.as_ref().map(|t| t.create_view(&wgpu::TextureViewDescriptor::default()));
        entries.push(wgpu::BindGroupEntry { binding: 0, resource: self.uniform });
        if let Some(view) = &joint_view {
            let resource = wgpu::BindingResource::TextureView(view);
            entries.push(wgpu::BindGroupEntry { binding: 1, resource });
        }
        let mesh_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("mesh"),
            layout: &layout,
            entries: &entries,
        });
        let is_surface = primitive.topology == Topology::Triangles;
        let surface = SurfaceKey {
            material: primitive.material,
            flat: primitive.flat && is_surface,
            unlit: primitive.flat && !is_surface,
            textured: primitive.base.has(Attribute::TexCoord(texcoord)),
        };
        let mixes = material.alpha == Alpha::Blend;
        Ok(Draw {
            instance: at,
            primitive: index,
            morph,
            placed,
            blended,
            mixes,
            texcoord,
            vertices: buffers.vertices,
            influences: buffers.influences.filter(|_| shader.skinned),
            indices: buffers.indices,
            index_count: u32::try_from(primitive.indices.len())
                .with_context(|| format!("{}: too many indices", primitive.place))?,
            edges: None,
            heat: None,
            joints,
            mesh_group,
            surface_group: self.surfaces.group(device, material, surface),
            key: PipelineKey {
                shader,
                topology: primitive.topology,
                mirrored: false,
                double_sided: material.double_sided,
                blends: mixes,
                look: Look::Lit,
            },
            skinned,
        })
    }
}

fn joint_texture(device: &wgpu::Device, joint_count: usize) -> wgpu::Texture {
    let rows = joint_count.div_ceil(JOINTS_A_ROW) as u32;
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("joints"),
        size: wgpu::Extent3d {
            width: 4 * JOINTS_A_ROW as u32,
            height: rows,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

impl Draw {
    /// Writes what a pose changes: places, and the vertices where they are blended here. `uniforms`
    /// still has to be uploaded; the draw is the one of this `index`.
    pub(super) fn write(
        &self,
        queue: &wgpu::Queue,
        (uniforms, index): (&mut Uniforms, usize),
        placement: &Placement,
        camera: &Camera,
        vertices: Option<&VertexAttributes>,
    ) {
        let world = if self.placed { DMat4::IDENTITY } else { camera.fit * placement.world };
        let columns = |matrix: DMat4| matrix.as_mat4().to_cols_array_2d();
        let uniform = MeshUniform { world: columns(world), turn: padded(turn(world)) };
        uniforms.set(index, &uniform);
        if let Some(texture) = &self.joints {
            let mut rows: Vec<_> =
                placement.joints.iter().map(|&j| columns(camera.fit * j)).collect();
            rows.resize(texture.height() as usize * JOINTS_A_ROW, [[0.0; 4]; 4]);
            queue.write_texture(
                texture.as_image_copy(),
                bytemuck::cast_slice(&rows),
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(texture.width() * 16),
                    rows_per_image: None,
                },
                texture.size(),
            );
        }
        if let Some(vertices) = vertices {
            let vertices = vertex::pack(vertices, self.texcoord);
            queue.write_buffer(&self.vertices, 0, bytemuck::cast_slice(&vertices));
        }
    }

    /// The pipeline that an instance at this place needs.
    pub(super) fn pipeline_key(&self, placement: &Placement, look: Look) -> PipelineKey {
        let key = PipelineKey { mirrored: placement.is_mirrored(self.skinned), look, ..self.key };
        match look {
            Look::Lit => key,
            Look::Heat => PipelineKey { blends: false, ..key },
            Look::Wire => PipelineKey { topology: Topology::Lines, ..key },
        }
    }

    /// Whether it is made of triangles.
    pub(super) fn is_surface(&self) -> bool {
        self.key.topology == Topology::Triangles
    }

    /// The look that it has, where a look is wanted.
    pub(super) fn look(&self, heat: bool) -> Look {
        if heat && self.heat.is_some() { Look::Heat } else { Look::Lit }
    }

    /// Makes the edges of its triangles, where they are not there yet.
    pub(super) fn make_edges(&mut self, device: &wgpu::Device, indices: &[u32]) {
        if self.edges.is_none() {
            let edges = edges(indices);
            let buffer = device.create_buffer_init(&BufferInitDescriptor {
                label: Some("edges"),
                contents: bytemuck::cast_slice(&edges),
                usage: wgpu::BufferUsages::INDEX,
            });
            self.edges = Some((buffer, 2 * edges.len() as u32));
        }
    }

    /// Sets the number at each vertex.
    pub(super) fn set_heat(&mut self, gpu: &Gpu, heat: &[f32]) {
        let contents = bytemuck::cast_slice(heat);
        match &self.heat {
            Some(buffer) => gpu.queue.write_buffer(buffer, 0, contents),
            None => {
                let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
                let descriptor = BufferInitDescriptor { label: Some("heat"), contents, usage };
                self.heat = Some(gpu.device.create_buffer_init(&descriptor));
            }
        }
    }

    pub(super) fn encode(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        look: Look,
        pipeline: &wgpu::RenderPipeline,
        weights: Option<u32>,
    ) {
        let (indices, index_count) = match (look, &self.edges) {
            (Look::Wire, Some((edges, count))) => (edges, *count),
            _ => (&self.indices, self.index_count),
        };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(1, &self.mesh_group, weights.as_slice());
        pass.set_bind_group(2, &self.surface_group, &[]);
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        let mut slot = 1;
        if let Some(influences) = &self.influences {
            pass.set_vertex_buffer(slot, influences.slice(..));
            slot += 1;
        }
        if let (Look::Heat, Some(heat)) = (look, &self.heat) {
            pass.set_vertex_buffer(slot, heat.slice(..));
        }
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..index_count, 0, 0..1);
    }
}

/// The edges of triangles, each once.
fn edges(indices: &[u32]) -> Vec<[u32; 2]> {
    let (triangles, _) = indices.as_chunks::<3>();
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<_> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Turns normals as the inverse transpose does, also where there is none: by the cofactors.
fn turn(world: DMat4) -> DMat3 {
    let [x, y, z] = [world.x_axis, world.y_axis, world.z_axis].map(glam::DVec4::truncate);
    let turn = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    let side = if x.dot(turn.x_axis) < 0.0 { -1.0 } else { 1.0 };
    let largest = turn.to_cols_array().iter().fold(0.0, |largest: f64, v| largest.max(v.abs()));
    if largest > 0.0 { turn * (side / largest) } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3};

    #[test]
    fn triangles_that_share_an_edge_have_it_once() {
        assert_eq!(edges(&[0, 1, 2, 2, 1, 3]), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn normals_turn_as_the_inverse_transpose_does() {
        let scales = [DVec3::new(1.0, 2.0, 5.0), DVec3::new(-1.0, 2.0, 0.5), DVec3::splat(-3.0)];
        for scale in scales {
            let rotation = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
            let world = DMat4::from_scale_rotation_translation(scale, rotation, DVec3::ONE);
            let expected = DMat3::from_mat4(world).inverse().transpose();
            let normal = DVec3::new(0.2, 0.5, 0.8);
            let (got, expected) =
                ((turn(world) * normal).normalize(), (expected * normal).normalize());
            assert!(got.distance(expected) < 1e-12, "{scale}: {got} {expected}");
        }
        let flat = DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0));
        assert_eq!(turn(flat) * DVec3::Z, DVec3::Z);
    }
}
