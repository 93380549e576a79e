//! Sets of limits that the GPU suite runs under.

/// Names the set of limits of the device that tests share.
pub const VARIABLE: &str = "MORPH_TEST_LIMITS";

/// All names beside `adapter`.
pub const NAMES: [&str; 3] = ["downlevel", "webgl2", "small"];

/// The limits that the run asks for, the adapter's own where it does not.
pub(crate) fn of_the_run(adapter: &wgpu::Adapter) -> wgpu::Limits {
    match std::env::var(VARIABLE) {
        Ok(name) if name != "adapter" => named(&name),
        _ => adapter.limits(),
    }
}

/// A set of limits by its name: `downlevel` and `webgl2` as wgpu has them, and `small`, which is
/// less than any device of WebGPU's has.
///
/// # Panics
/// Where there is no such set.
#[must_use]
pub fn named(name: &str) -> wgpu::Limits {
    match name {
        "downlevel" => wgpu::Limits::downlevel_defaults(),
        "webgl2" => wgpu::Limits::downlevel_webgl2_defaults(),
        "small" => wgpu::Limits {
            max_texture_dimension_1d: 256,
            max_texture_dimension_2d: 256,
            max_texture_array_layers: 8,
            max_bind_groups: 2,
            max_bindings_per_bind_group: 8,
            max_dynamic_uniform_buffers_per_pipeline_layout: 1,
            max_dynamic_storage_buffers_per_pipeline_layout: 1,
            max_sampled_textures_per_shader_stage: 1,
            max_uniform_buffers_per_shader_stage: 1,
            max_storage_buffer_binding_size: 1 << 16,
            max_buffer_size: 1 << 18,
            max_compute_workgroup_storage_size: 8192,
            max_compute_invocations_per_workgroup: 64,
            max_compute_workgroup_size_x: 64,
            max_compute_workgroup_size_y: 1,
            max_compute_workgroup_size_z: 1,
            max_compute_workgroups_per_dimension: 256,
            ..wgpu::Limits::downlevel_defaults()
        },
        other => panic!("{VARIABLE}: expected adapter or one of {NAMES:?}, got {other}"),
    }
}
