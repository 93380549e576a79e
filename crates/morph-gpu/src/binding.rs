//! Parts: bind group layout entries and bind group entries for given slots.
//!
//! The numbers are morph-wgsl's; this only says them in wgpu's words.

use morph_wgsl::{Binding, BindingKind, Permutation, Slots, bindings};

/// Layout entries of a permutation's bindings, to stand beside the caller's own.
///
/// Textures are unfilterable-float: rgba32float cannot be filtered without a device feature, and
/// the shader only loads.
///
/// # Example
/// ```
/// use morph_wgsl::{Permutation, Slots, Stage};
/// let seed = Permutation::seed(Stage::Vertex, false);
/// let entries = morph_gpu::layout_entries(&seed, &Slots { group: 1, first_binding: 2 });
/// assert_eq!(entries.iter().map(|e| e.binding).collect::<Vec<_>>(), [2, 3]);
/// ```
#[must_use]
pub fn layout_entries(permutation: &Permutation, slots: &Slots) -> Vec<wgpu::BindGroupLayoutEntry> {
    bindings(permutation, slots).iter().map(layout_entry).collect()
}

pub(crate) fn layout_entry(binding: &Binding) -> wgpu::BindGroupLayoutEntry {
    let buffer = |ty, size| wgpu::BindingType::Buffer {
        ty,
        has_dynamic_offset: binding.dynamic_offset,
        min_binding_size: wgpu::BufferSize::new(size),
    };
    let ty = match binding.kind {
        BindingKind::UnfilterableTexture { array } => wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: if array {
                wgpu::TextureViewDimension::D2Array
            } else {
                wgpu::TextureViewDimension::D2
            },
            multisampled: false,
        },
        BindingKind::Uniform { size } => buffer(wgpu::BufferBindingType::Uniform, size),
        BindingKind::ReadStorage { min_size } => {
            buffer(wgpu::BufferBindingType::Storage { read_only: true }, min_size)
        }
        BindingKind::ReadWriteStorage { min_size } => {
            buffer(wgpu::BufferBindingType::Storage { read_only: false }, min_size)
        }
    };
    wgpu::BindGroupLayoutEntry {
        binding: binding.binding,
        visibility: if binding.vertex {
            wgpu::ShaderStages::VERTEX
        } else {
            wgpu::ShaderStages::COMPUTE
        },
        ty,
        count: None,
    }
}
