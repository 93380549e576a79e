//! A device's limits: in the form that layouts ask for, and what shaders need of them.

use crate::GpuError;
use morph_core::DeviceLimits;
use morph_wgsl::{BindingKind, Deform, Shader, Slots, Stage, WORKGROUP_SIZE};

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

/// Whether a device with these limits can run a shader whose bindings are at these slots.
///
/// The caller's own bindings come on top, so what passes here may still be too much together with
/// them. The pool asks this before it takes targets and primitives.
///
/// # Errors
/// [`GpuError::Device`] with the limit and both numbers.
///
/// # Example
/// ```
/// use morph_gpu::{GpuError, check_shader};
/// use morph_wgsl::{AttributeSet, Deform, DeformLayout, Slots};
/// let kernel = Deform::new(DeformLayout::RowSparse, AttributeSet::PN, true);
/// let small = wgpu::Limits { max_bind_groups: 2, ..wgpu::Limits::downlevel_defaults() };
/// assert!(check_shader(kernel, &Slots { group: 1, first_binding: 0 }, &small).is_ok());
/// let third = check_shader(kernel, &Slots { group: 2, first_binding: 0 }, &small);
/// assert_eq!(third, Err(GpuError::Device { what: "maxBindGroups", needed: 3, found: 2 }));
/// ```
pub fn check_shader(
    shader: impl Into<Shader>,
    slots: &Slots,
    limits: &wgpu::Limits,
) -> Result<(), GpuError> {
    let shader = shader.into();
    let bindings = shader.bindings(slots);
    let is_storage = |kind: &BindingKind| {
        matches!(kind, BindingKind::ReadStorage { .. } | BindingKind::ReadWriteStorage { .. })
    };
    let is_uniform = |kind: &BindingKind| matches!(kind, BindingKind::Uniform { .. });
    let is_texture = |kind: &BindingKind| matches!(kind, BindingKind::UnfilterableTexture { .. });
    let count = |is: &dyn Fn(&BindingKind) -> bool, dynamic: bool| -> u64 {
        let counted = |b: &&_| {
            let morph_wgsl::Binding { kind, dynamic_offset, .. } = b;
            is(kind) && (!dynamic || *dynamic_offset)
        };
        bindings.iter().filter(counted).count() as u64
    };
    let uniform_bytes = bindings.iter().map(|binding| match binding.kind {
        BindingKind::Uniform { size } => size,
        _ => 0,
    });
    let last = bindings.iter().map(|binding| u64::from(binding.binding) + 1).max();
    let all = [
        (
            "maxStorageBuffersPerShaderStage",
            count(&is_storage, false),
            limits.max_storage_buffers_per_shader_stage,
        ),
        (
            "maxUniformBuffersPerShaderStage",
            count(&is_uniform, false),
            limits.max_uniform_buffers_per_shader_stage,
        ),
        (
            // wgpu's own: what Metal has in one table.
            "maxBuffersAndAccelerationStructuresPerShaderStage",
            count(&is_storage, false) + count(&is_uniform, false),
            limits.max_buffers_and_acceleration_structures_per_shader_stage,
        ),
        (
            "maxSampledTexturesPerShaderStage",
            count(&is_texture, false),
            limits.max_sampled_textures_per_shader_stage,
        ),
        (
            "maxDynamicStorageBuffersPerPipelineLayout",
            count(&is_storage, true),
            limits.max_dynamic_storage_buffers_per_pipeline_layout,
        ),
        (
            "maxDynamicUniformBuffersPerPipelineLayout",
            count(&is_uniform, true),
            limits.max_dynamic_uniform_buffers_per_pipeline_layout,
        ),
        ("maxBindGroups", u64::from(slots.group) + 1, limits.max_bind_groups),
        ("maxBindingsPerBindGroup", last.unwrap_or_default(), limits.max_bindings_per_bind_group),
    ];
    for (what, needed, found) in all {
        at_most(what, needed, found.into())?;
    }
    let bytes = uniform_bytes.max().unwrap_or_default();
    at_most("maxUniformBufferBindingSize", bytes, limits.max_uniform_buffer_binding_size)?;
    if shader.stage() == Stage::Compute { check_workgroup(&shader, limits) } else { Ok(()) }
}

/// Whether a workgroup of a shader fits.
fn check_workgroup(shader: &Shader, limits: &wgpu::Limits) -> Result<(), GpuError> {
    let (invocations, bytes) = match shader {
        Shader::Permutation(_) => (WORKGROUP_SIZE, 0),
        Shader::Deform(kernel) => (kernel.workgroup_size(), kernel.workgroup_bytes()),
        Shader::Tracks(kernel) => (WORKGROUP_SIZE, kernel.workgroup_bytes()),
        Shader::Bounds(kernel) => (WORKGROUP_SIZE, kernel.workgroup_bytes()),
    };
    let all = [
        (
            "maxComputeInvocationsPerWorkgroup",
            invocations,
            limits.max_compute_invocations_per_workgroup,
        ),
        ("maxComputeWorkgroupSizeX", invocations, limits.max_compute_workgroup_size_x),
        ("maxComputeWorkgroupSizeY", 1, limits.max_compute_workgroup_size_y),
        ("maxComputeWorkgroupSizeZ", 1, limits.max_compute_workgroup_size_z),
        ("maxComputeWorkgroupStorageSize", bytes, limits.max_compute_workgroup_storage_size),
    ];
    all.into_iter().try_for_each(|(what, needed, found)| at_most(what, needed.into(), found.into()))
}

/// Whether a workgroup of a kernel fits: the pool asks before it takes a larger one by itself.
pub(crate) fn has_workgroups_of(kernel: Deform, limits: &wgpu::Limits) -> bool {
    check_workgroup(&kernel.into(), limits).is_ok()
}

/// Whether so many workgroups are one dispatch.
pub(crate) fn check_dispatch([x, y, z]: [u32; 3], limits: &wgpu::Limits) -> Result<(), GpuError> {
    let found = limits.max_compute_workgroups_per_dimension;
    at_most("maxComputeWorkgroupsPerDimension", x.max(y).max(z).into(), found.into())
}

/// Bytes whose words a u32 counts.
const MOST_BYTES: u64 = 1 << 34;

/// Most bytes that a shader can bind at once, and find its way in; and the limit that says so.
pub(crate) fn most_bound(limits: &wgpu::Limits) -> (&'static str, u64) {
    let (binding, buffer) = (limits.max_storage_buffer_binding_size, limits.max_buffer_size);
    let what = if buffer < binding { "maxBufferSize" } else { "maxStorageBufferBindingSize" };
    (what, binding.min(buffer).min(MOST_BYTES))
}

/// Whether a shader can bind so many bytes of a storage buffer.
pub(crate) fn check_storage_binding(bytes: u64, limits: &wgpu::Limits) -> Result<(), GpuError> {
    let (what, found) = most_bound(limits);
    at_most(what, bytes, found)
}

/// Refuses more than there is.
pub(crate) fn at_most(what: &'static str, needed: u64, found: u64) -> Result<(), GpuError> {
    if needed > found { Err(GpuError::Device { what, needed, found }) } else { Ok(()) }
}
