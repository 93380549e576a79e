//! The device limits that layouts depend on, without a GPU API.

/// Limits of a device, in WebGPU's names.
///
/// # Source
/// WebGPU, section 3.6.2 "Limits".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DeviceLimits {
    /// Largest width and height of a 2D texture, in texels.
    pub max_texture_dimension_2d: u32,
    /// Most layers of an array texture.
    pub max_texture_array_layers: u32,
    /// Most bytes of one storage buffer binding; 0 where there are none.
    pub max_storage_buffer_binding_size: u64,
    /// Most storage buffers that one shader stage may bind; 0 where there are none.
    pub max_storage_buffers_per_shader_stage: u32,
    /// Most bytes of one uniform buffer binding.
    pub max_uniform_buffer_binding_size: u64,
}

impl DeviceLimits {
    /// What every WebGPU device has.
    pub const WEBGPU_DEFAULT: Self = Self {
        max_texture_dimension_2d: 8192,
        max_texture_array_layers: 256,
        max_storage_buffer_binding_size: 128 << 20,
        max_storage_buffers_per_shader_stage: 8,
        max_uniform_buffer_binding_size: 64 << 10,
    };

    /// What WebGL2-class devices have: no storage buffers.
    pub const WEBGL2: Self = Self {
        max_texture_dimension_2d: 2048,
        max_texture_array_layers: 256,
        max_storage_buffer_binding_size: 0,
        max_storage_buffers_per_shader_stage: 0,
        max_uniform_buffer_binding_size: 16 << 10,
    };
}
