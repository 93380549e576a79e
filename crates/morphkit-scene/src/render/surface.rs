//! Materials on the GPU: group 2 of the shaders.

use crate::scene::{Alpha, Material, Scene, Texture, Wrap};
use bytemuck::{Pod, Zeroable};
use image::RgbaImage;
use image::imageops::thumbnail;
use std::collections::HashMap;
use wgpu::util::{DeviceExt, TextureDataOrder};

/// Twins of the constants in `surface.wgsl`.
const UNLIT: u32 = 1;
const FLAT: u32 = 2;
const ALPHA: u32 = 4;

/// Twin of `Surface` in `surface.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
struct SurfaceUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    u_row: [f32; 4],
    v_row: [f32; 4],
    metallic: f32,
    roughness: f32,
    flags: u32,
    pad: u32,
}

/// Which form of a material a primitive needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SurfaceKey {
    /// Index of the material.
    pub(super) material: usize,
    /// Whether there are no normals.
    pub(super) flat: bool,
    /// Whether no light falls on it, whatever the material says: points and lines without normals.
    pub(super) unlit: bool,
    /// Whether the vertices have the texture coordinates that the material asks for.
    pub(super) textured: bool,
}

/// All materials in use.
#[derive(Debug)]
pub(super) struct Surfaces {
    pub(super) layout: wgpu::BindGroupLayout,
    textures: Vec<(wgpu::TextureView, wgpu::Sampler)>,
    groups: HashMap<SurfaceKey, wgpu::BindGroup>,
}

impl Surfaces {
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue, scene: &Scene) -> Self {
        let mut textures: Vec<_> =
            scene.textures.iter().map(|texture| upload(device, queue, texture)).collect();
        // White stands where there is none.
        let white = RgbaImage::from_pixel(1, 1, image::Rgba([255; 4]));
        textures.push((
            create_texture(device, queue, &white),
            device.create_sampler(&wgpu::SamplerDescriptor::default()),
        ));
        Self { layout: create_layout(device), textures, groups: HashMap::new() }
    }

    /// The bind group of a material, made when it is first asked for.
    pub(super) fn group(
        &mut self,
        device: &wgpu::Device,
        material: &Material,
        key: SurfaceKey,
    ) -> wgpu::BindGroup {
        if let Some(group) = self.groups.get(&key) {
            return group.clone();
        }
        let uniform = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("surface"),
            contents: bytemuck::bytes_of(&uniform(material, key)),
            usage: wgpu::BufferUsages::UNIFORM,
        });
        let used = material.texture.filter(|_| key.textured).map(|used| used.texture);
        let (view, sampler) = &self.textures[used.unwrap_or(self.textures.len() - 1)];
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("surface"),
            layout: &self.layout,
            entries: &[
                entry(0, uniform.as_entire_binding()),
                entry(1, wgpu::BindingResource::TextureView(view)),
                entry(2, wgpu::BindingResource::Sampler(sampler)),
            ],
        });
        self.groups.insert(key, group.clone());
        group
    }
}

fn uniform(material: &Material, key: SurfaceKey) -> SurfaceUniform {
    let [er, eg, eb] = material.emissive;
    let (cutoff, blends) = match material.alpha {
        Alpha::Opaque => (f32::MIN, false),
        Alpha::Mask(cutoff) => (cutoff, false),
        Alpha::Blend => (f32::MIN, true),
    };
    let [u_row, v_row] = material.texture.map_or([[0.0; 3]; 2], |used| used.transform);
    let flag = |on: bool, flag: u32| if on { flag } else { 0 };
    SurfaceUniform {
        base_color: material.base_color,
        emissive: [er, eg, eb, cutoff],
        u_row: [u_row[0], u_row[1], u_row[2], 0.0],
        v_row: [v_row[0], v_row[1], v_row[2], 0.0],
        metallic: material.metallic,
        roughness: material.roughness,
        flags: flag(material.unlit || key.unlit, UNLIT)
            | flag(key.flat, FLAT)
            | flag(blends, ALPHA),
        pad: 0,
    }
}

fn create_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("surface"),
        entries: &[
            entry(
                0,
                wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: wgpu::BufferSize::new(size_of::<SurfaceUniform>() as u64),
                },
            ),
            entry(
                1,
                wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
            ),
            entry(2, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        ],
    })
}

fn upload(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &Texture,
) -> (wgpu::TextureView, wgpu::Sampler) {
    let [u, v] = texture.sampling.wrap.map(|wrap| match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    });
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("base colour"),
        address_mode_u: u,
        address_mode_v: v,
        mag_filter: match texture.sampling.nearest {
            true => wgpu::FilterMode::Nearest,
            false => wgpu::FilterMode::Linear,
        },
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    });
    let limit = device.limits().max_texture_dimension_2d;
    let (width, height) = texture.image.dimensions();
    let view = if width.max(height) > limit {
        let small = thumbnail(&*texture.image, width.min(limit), height.min(limit));
        create_texture(device, queue, &small)
    } else {
        create_texture(device, queue, &texture.image)
    };
    (view, sampler)
}

/// A texture with all its mip levels.
fn create_texture(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    image: &RgbaImage,
) -> wgpu::TextureView {
    let (width, height) = image.dimensions();
    let mip_level_count = width.max(height).ilog2() + 1;
    let mut levels = image.as_raw().clone();
    let mut last = None;
    for level in 1..mip_level_count {
        let from = last.as_ref().unwrap_or(image);
        let smaller = thumbnail(from, (width >> level).max(1), (height >> level).max(1));
        levels.extend_from_slice(smaller.as_raw());
        last = Some(smaller);
    }
    let descriptor = wgpu::TextureDescriptor {
        label: Some("base colour"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    };
    let order = TextureDataOrder::LayerMajor;
    let texture = device.create_texture_with_data(queue, &descriptor, order, &levels);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
