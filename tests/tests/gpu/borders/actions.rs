//! What is done at a border: each ends in a result that is compared with the CPU's, or in an error.

use crate::rows::kept;
use morph_core::{AttributeSet, MorphPrimitive, Normalize, Stage};
use morph_gpu::{
    Choice, ComputeBlend, DeformChoice, DeformHook, DeformOptions, GpuError, InstanceId, MorphData,
    MorphPool, PoolOptions, Profile, check_shader, layout_entries,
};
use morph_tests::{Gpu, assert_blend, random_mesh, random_weights};
use morph_wgsl::{DeformLayout, Interleaved, Output, Permutation, Slots};

/// A hook that binds a uniform in group 1.
const HOOKED: &str = "
@group(1) @binding(0) var<uniform> scale: f32;
fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    var scaled = v;
    scaled.position *= scale;
    return scaled;
}";

fn pool(gpu: &Gpu) -> MorphPool {
    MorphPool::new(&gpu.device, &gpu.queue, PoolOptions::default())
}

/// Layout and bind group of a shader's two bindings: wgpu complains here, or not at all.
fn bind(gpu: &Gpu, permutation: Permutation, entries: &[wgpu::BindGroupEntry<'_>], slots: &Slots) {
    let laid_out = layout_entries(&permutation, slots);
    let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &laid_out[..2],
    });
    let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries };
    let _ = gpu.device.create_bind_group(&descriptor);
    let mut groups = vec![None; slots.group as usize];
    groups.push(Some(&layout));
    let _ = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
}

/// Deltas and an instance for the vertex stage, bound.
pub(super) fn vertex(
    gpu: &Gpu,
    choice: Choice,
    vertices: usize,
    targets: usize,
) -> Result<(), GpuError> {
    bound(gpu, choice, (vertices, targets), Slots::default())
}

/// The same at slots of the caller.
pub(super) fn slots(gpu: &Gpu, slots: Slots) -> Result<(), GpuError> {
    bound(gpu, Choice::Linear(Stage::Vertex), (20, 3), slots)
}

fn bound(
    gpu: &Gpu,
    choice: Choice,
    (vertices, count): (usize, usize),
    slots: Slots,
) -> Result<(), GpuError> {
    let (_, targets) = random_mesh(4, vertices, count, AttributeSet::P);
    let mut pool = pool(gpu);
    let id = pool.add_targets(&targets, None, choice)?;
    pool.new_instance(&[id], &random_weights(4, count))?;
    pool.upload(&gpu.queue);
    assert_eq!(pool.layout_entries(id, &slots)?.len(), 2);
    bind(gpu, pool.permutation(id)?, &pool.bind_entries(id, &slots)?, &slots);
    Ok(())
}

/// A profile of Babylon Lite in the vertex stage.
pub(super) fn data(
    gpu: &Gpu,
    profile: Profile,
    vertices: usize,
    count: usize,
) -> Result<(), GpuError> {
    let (_, targets) = random_mesh(4, vertices, count, AttributeSet::PN);
    let data =
        MorphData::from_targets(&gpu.device, &gpu.queue, profile, &targets, Some(&[0.5]), None)?;
    let permutation = match profile {
        Profile::Seed => Permutation::seed(Stage::Vertex, true),
        Profile::Compat => Permutation::compat(Stage::Vertex, true),
    };
    let slots = Slots::default();
    check_shader(permutation, &slots, &gpu.device.limits())?;
    bind(gpu, permutation, &data.resources()?.entries(&slots), &slots);
    Ok(())
}

/// A blend that is read back.
pub(super) fn blend(
    gpu: &Gpu,
    choice: Choice,
    vertices: usize,
    count: usize,
) -> Result<(), GpuError> {
    let (base, targets) = random_mesh(4, vertices, count, AttributeSet::P);
    let weights = random_weights(4, count);
    let mut pool = pool(gpu);
    let id = pool.add_targets(&targets, None, choice)?;
    let instance = pool.new_instance(&[id], &weights)?;
    pool.upload(&gpu.queue);
    let found = ComputeBlend::new(&gpu.device, &gpu.queue).blend(&pool, instance, 0, &base)?;
    let kept = kept(choice, &targets);
    assert_blend(&format!("{choice:?}"), &found, &base, &kept, &weights, Normalize::Yes);
    Ok(())
}

/// A blend whose base takes more bytes than its deltas: those lie in a texture.
pub(super) fn base_bytes(gpu: &Gpu) -> Result<(), GpuError> {
    blend(gpu, Choice::Texture(Stage::Compute), 200, 3)
}

/// So many instances of one small set.
pub(super) fn rows(gpu: &Gpu, count: u32) -> Result<(), GpuError> {
    let (_, targets) = random_mesh(4, 3, 2, AttributeSet::P);
    let mut pool = pool(gpu);
    let id = pool.add_targets(&targets, None, Choice::Linear(Stage::Vertex))?;
    for seed in 0..count {
        pool.new_instance(&[id], &random_weights(seed, 2))?;
    }
    assert_eq!(pool.upload(&gpu.queue).writes, 1);
    let slots = Slots::default();
    bind(gpu, pool.permutation(id)?, &pool.bind_entries(id, &slots)?, &slots);
    Ok(())
}

fn encode(gpu: &Gpu, pool: &mut MorphPool) -> Result<(), GpuError> {
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    pool.encode(&mut encoder)?;
    gpu.queue.submit([encoder.finish()]);
    Ok(())
}

fn read(gpu: &Gpu, pool: &MorphPool, id: InstanceId, mesh: &MorphPrimitive, weights: &[f32]) {
    let found = pool.read_output(id, 0).unwrap();
    let targets = mesh.targets.as_ref().unwrap();
    assert_blend(&gpu.adapter, &found, &mesh.base, targets, weights, Normalize::Yes);
}

fn mesh(vertices: usize, count: usize, attributes: AttributeSet) -> MorphPrimitive {
    let (base, targets) = random_mesh(4, vertices, count, attributes);
    MorphPrimitive { base, targets: Some(targets), flat: false }
}

/// The deform pass over one mesh of positions.
pub(super) fn deform(
    gpu: &Gpu,
    layout: DeformLayout,
    vertices: usize,
    count: usize,
) -> Result<(), GpuError> {
    deform_with(gpu, layout, vertices, count, None)
}

/// The same with so many shares of the targets.
pub(super) fn deform_with(
    gpu: &Gpu,
    layout: DeformLayout,
    vertices: usize,
    count: usize,
    slices: Option<u32>,
) -> Result<(), GpuError> {
    let mesh = mesh(vertices, count, AttributeSet::P);
    let options =
        DeformOptions { layout: DeformChoice::Layout(layout), slices, ..Default::default() };
    let mut pool = pool(gpu);
    let id = pool.add_primitive(&mesh, None, &options)?;
    let weights = random_weights(4, count);
    let instance = pool.new_instance(&[id], &weights)?;
    encode(gpu, &mut pool)?;
    let is_exact = pool
        .deform_info(id)?
        .report
        .is_none_or(|report| report.error_bound(&weights).iter().all(|(_, bound)| *bound == 0.0));
    if is_exact {
        read(gpu, &pool, instance, &mesh, &weights);
    }
    Ok(())
}

/// The deform pass with a hook that binds a buffer.
pub(super) fn hook(gpu: &Gpu) -> Result<(), GpuError> {
    let mesh = mesh(64, 3, AttributeSet::P);
    let mut pool = pool(gpu);
    let layout = DeformChoice::Layout(DeformLayout::Linear);
    let options = DeformOptions { layout, ..Default::default() };
    let id = pool.add_primitive(&mesh, None, &options)?;
    let instance = pool.new_instance(&[id], &[0.5])?;
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&1.0_f32));
    let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }],
    });
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    });
    let resources = Some((layout, group));
    pool.set_deform_hook(Some(DeformHook { wgsl: HOOKED.to_owned(), resources }));
    encode(gpu, &mut pool)?;
    read(gpu, &pool, instance, &mesh, &[0.5]);
    Ok(())
}

/// Frames of many weights over small meshes: so many kernels, a dispatch each.
pub(super) fn frames(gpu: &Gpu, kernels: usize) -> Result<(), GpuError> {
    const TARGETS: usize = 100;
    let mut pool = pool(gpu);
    let mut made = Vec::new();
    for attributes in [AttributeSet::P, AttributeSet::PN].into_iter().take(kernels) {
        let mesh = mesh(1, TARGETS, attributes);
        let layout = DeformChoice::Layout(DeformLayout::Linear);
        let options = DeformOptions { layout, ..Default::default() };
        let id = pool.add_primitive(&mesh, None, &options)?;
        for seed in 0..20 {
            let weights = random_weights(seed, TARGETS);
            made.push((pool.new_instance(&[id], &weights)?, mesh.clone(), weights));
        }
    }
    encode(gpu, &mut pool)?;
    assert_eq!(pool.deform_dispatches(), kernels);
    for (instance, mesh, weights) in &made {
        read(gpu, &pool, *instance, mesh, weights);
    }
    Ok(())
}

/// A vertex buffer of the caller, written from its second vertex on.
pub(super) fn caller(gpu: &Gpu) -> Result<(), GpuError> {
    const STRIDE: u64 = 36;
    let mesh = mesh(64, 1, AttributeSet::P);
    let output = Output::Interleaved(Interleaved::new(STRIDE as u32 / 4, &[0]));
    let layout = DeformChoice::Layout(DeformLayout::Linear);
    let mut pool = pool(gpu);
    let id =
        pool.add_primitive(&mesh, None, &DeformOptions { layout, output, ..Default::default() })?;
    let instance = pool.new_instance(&[id], &[0.5])?;
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: STRIDE * 65,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    pool.set_vertex_buffer(instance, 0, &buffer, STRIDE)?;
    encode(gpu, &mut pool)?;
    read(gpu, &pool, instance, &mesh, &[0.5]);
    Ok(())
}
