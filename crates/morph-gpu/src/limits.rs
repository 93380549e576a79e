//! A device's limits in the form that layouts ask for.

use morph_core::DeviceLimits;

/// The limits that layouts depend on.
///
/// Whether *vertex* shaders may bind storage buffers is no limit but the downlevel flag
/// `VERTEX_STORAGE`: see [`PoolOptions::vertex_storage`](crate::PoolOptions::vertex_storage).
/// Ask with the limits of the *device*, not of the adapter: those are what wgpu checks against.
///
/// # Example
/// ```
/// let limits = morph_gpu::device_limits(&wgpu::Limits::downlevel_webgl2_defaults());
/// assert_eq!(limits.max_storage_buffers_per_shader_stage, 0);
/// ```
#[must_use]
pub fn device_limits(limits: &wgpu::Limits) -> DeviceLimits {
    DeviceLimits {
        max_texture_dimension_2d: limits.max_texture_dimension_2d,
        max_texture_array_layers: limits.max_texture_array_layers,
        max_storage_buffer_binding_size: limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size),
        max_storage_buffers_per_shader_stage: limits.max_storage_buffers_per_shader_stage,
        max_uniform_buffer_binding_size: limits.max_uniform_buffer_binding_size,
    }
}
