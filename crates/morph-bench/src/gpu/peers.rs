//! Other engines' loops over targets, as compute kernels: the same text that their vertex shaders
//! run, over the same deltas.

use crate::device::Gpu;
use crate::scene::Scene;
use anyhow::{Context as _, Result, ensure};
use morph_core::Attribute;

const FRAME: &str = include_str!("peers/frame.wgsl");

/// A loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Peer {
    /// Babylon Lite: every target, from a texture.
    BabylonLite,
    /// The same with a list of active targets.
    BabylonLiteActive,
    /// Bevy: 48 bytes a vertex and target.
    Bevy,
}

impl Peer {
    pub(crate) const ALL: [Self; 3] = [Self::BabylonLite, Self::BabylonLiteActive, Self::Bevy];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::BabylonLite => "babylon-lite",
            Self::BabylonLiteActive => "babylon-lite.active",
            Self::Bevy => "bevy",
        }
    }

    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::BabylonLite => include_str!("peers/babylon_lite.wgsl"),
            Self::BabylonLiteActive => include_str!("peers/babylon_lite_active.wgsl"),
            Self::Bevy => include_str!("peers/bevy.wgsl"),
        }
    }

    /// Bytes that it reads of every vertex and target.
    pub(crate) const fn bytes_each(self) -> u64 {
        match self {
            Self::BabylonLite | Self::BabylonLiteActive => 32,
            Self::Bevy => 48,
        }
    }
}

/// Resources that peers share in one case.
#[derive(Debug)]
pub(crate) struct Peers {
    parameters: wgpu::Buffer,
    base: wgpu::Buffer,
    pub(crate) result: wgpu::Buffer,
    texture: Option<wgpu::Texture>,
    groups: [u32; 3],
    vertices: usize,
}

/// A loop with its bindings.
#[derive(Debug)]
pub(crate) struct Kernel {
    pipeline: wgpu::ComputePipeline,
    bind_group: wgpu::BindGroup,
    groups: [u32; 3],
}

impl Kernel {
    pub(crate) fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bind_group, &[]);
        pass.dispatch_workgroups(self.groups[0], self.groups[1], self.groups[2]);
    }
}

impl Peers {
    /// Base, output and the texture of all deltas, where the device can hold it.
    pub(crate) fn new(gpu: &Gpu, scene: &Scene) -> Self {
        let case = scene.case;
        let tiles = Tiles::new(case.vertices, case.targets, gpu);
        let of = tiles.unwrap_or(Tiles { width: 1, rows: 1 });
        let count = |count: usize| count as u32;
        let words =
            [case.vertices, case.targets, case.active, of.width, of.rows, 0, 0, 0].map(count);
        Self {
            parameters: gpu.uniform(&words),
            base: gpu.filled(&interleaved(scene)),
            result: gpu.empty(case.output_bytes() * case.instances as u64),
            texture: tiles.map(|tiles| tiles.texture(gpu, scene)),
            groups: [count(case.vertices.div_ceil(64)), count(case.instances), 1],
            vertices: case.vertices,
        }
    }

    /// Sizes, for a peer's loop.
    pub(crate) fn parameters(&self) -> wgpu::BindingResource<'_> {
        self.parameters.as_entire_binding()
    }

    /// A peer's loop; an error says why the device cannot run it.
    pub(crate) fn kernel(&self, gpu: &Gpu, scene: &Scene, peer: Peer) -> Result<Kernel> {
        let pipeline = gpu.pipeline(&format!("{FRAME}\n{}", peer.text()), "run");
        let bind_group = self.with_resources(gpu, scene, peer, |weights, deltas| {
            let (base, result) = (self.base.as_entire_binding(), self.result.as_entire_binding());
            gpu.bind(&pipeline, &[self.parameters(), weights, deltas, base, result])
        })?;
        Ok(Kernel { pipeline, bind_group, groups: self.groups })
    }

    /// Weights and deltas as a peer has them, for `bind` to bind.
    ///
    /// # Errors
    /// Why the device cannot hold them.
    pub(crate) fn with_resources(
        &self,
        gpu: &Gpu,
        scene: &Scene,
        peer: Peer,
        bind: impl FnOnce(wgpu::BindingResource<'_>, wgpu::BindingResource<'_>) -> wgpu::BindGroup,
    ) -> Result<wgpu::BindGroup> {
        let weights = match peer {
            Peer::BabylonLite | Peer::Bevy => gpu.filled(&scene.weights),
            Peer::BabylonLiteActive => gpu.filled(&active_pairs(scene)),
        };
        let weights = weights.as_entire_binding();
        if peer == Peer::Bevy {
            let (bytes, most) = (scene.case.dense_bytes(48), gpu.most_bound());
            ensure!(bytes <= most, "its deltas take {bytes} bytes, a shader binds {most}");
            let deltas = gpu.filled(&bevy_deltas(scene));
            return Ok(bind(weights, deltas.as_entire_binding()));
        }
        let texture =
            self.texture.as_ref().context("its texture is larger than the device's textures")?;
        let view = texture.create_view(&Default::default());
        Ok(bind(weights, wgpu::BindingResource::TextureView(&view)))
    }

    /// The output of an instance.
    pub(crate) fn output(&self, gpu: &Gpu, instance: usize) -> Result<Vec<f32>> {
        let bytes = self.vertices as u64 * 24;
        gpu.read(&self.result, instance as u64 * bytes, bytes)
    }
}

/// How a band of vertices lies in the texture.
#[derive(Debug, Clone, Copy)]
struct Tiles {
    width: usize,
    rows: usize,
}

impl Tiles {
    /// 2,048 texels wide, as Babylon Lite has it, wider where it would become too high.
    fn new(vertices: usize, targets: usize, gpu: &Gpu) -> Option<Self> {
        let most = gpu.device.limits().max_texture_dimension_2d as usize;
        let mut width = vertices.min(2_048);
        while 2 * targets * vertices.div_ceil(width) > most {
            width *= 2;
            if width > most {
                return None;
            }
        }
        Some(Self { width, rows: vertices.div_ceil(width) })
    }

    fn texture(self, gpu: &Gpu, scene: &Scene) -> wgpu::Texture {
        let Self { width, rows } = self;
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("babylon lite"),
            size: wgpu::Extent3d {
                width: width as u32,
                height: (2 * scene.case.targets * rows) as u32,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let mut texels = vec![[0.0_f32; 4]; width * rows];
        for target in 0..scene.case.targets {
            for (band, attribute) in [Attribute::Position, Attribute::Normal].iter().enumerate() {
                texels.fill([0.0; 4]);
                let deltas = scene.targets.deltas(target, *attribute);
                for (vertex, delta) in deltas.iter().flat_map(|deltas| deltas.iter(3)) {
                    texels[vertex][..3].copy_from_slice(delta);
                }
                let origin = wgpu::Origin3d { x: 0, y: ((2 * target + band) * rows) as u32, z: 0 };
                gpu.queue.write_texture(
                    wgpu::TexelCopyTextureInfo { origin, ..texture.as_image_copy() },
                    bytemuck::cast_slice(&texels),
                    wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(width as u32 * 16),
                        rows_per_image: None,
                    },
                    wgpu::Extent3d {
                        width: width as u32,
                        height: rows as u32,
                        depth_or_array_layers: 1,
                    },
                );
            }
            gpu.queue.submit([]);
        }
        texture
    }
}

/// Position and normal of a vertex side by side.
pub(crate) fn interleaved(scene: &Scene) -> Vec<f32> {
    let [positions, normals] = [Attribute::Position, Attribute::Normal]
        .map(|attribute| scene.base.values(attribute).unwrap_or_default().chunks_exact(3));
    positions.zip(normals).flat_map(|(p, n)| p.iter().chain(n)).copied().collect()
}

/// For each instance its active targets and their weights' bits.
fn active_pairs(scene: &Scene) -> Vec<[u32; 2]> {
    let of = |instance| scene.weights(instance).iter().enumerate();
    (0..scene.case.instances)
        .flat_map(|instance| of(instance).filter(|(_, weight)| **weight != 0.0))
        .map(|(target, weight)| [target as u32, weight.to_bits()])
        .collect()
}

/// Twelve floats a vertex and target: position, normal and tangent, each padded to four.
fn bevy_deltas(scene: &Scene) -> Vec<[[f32; 4]; 3]> {
    let vertices = scene.case.vertices;
    let mut all = vec![[[0.0; 4]; 3]; vertices * scene.case.targets];
    for (target, of_target) in all.chunks_exact_mut(vertices).enumerate() {
        for (place, attribute) in [Attribute::Position, Attribute::Normal].iter().enumerate() {
            let deltas = scene.targets.deltas(target, *attribute);
            for (vertex, delta) in deltas.iter().flat_map(|deltas| deltas.iter(3)) {
                of_target[vertex][place][..3].copy_from_slice(delta);
            }
        }
    }
    all
}
