//! One dispatch of a kernel: words in, words out.

use morph_gpu::{GpuError, check_shader, read_buffer};
use morph_tests::gpu;
use morph_wgsl::{Binding, BindingKind, Deform, Shader, Slots, compose_deform, deform_dispatch};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What an output word is before the dispatch.
pub(crate) const UNTOUCHED: u32 = 0xdead_beef;

/// What a dispatch reads.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) words: Vec<u32>,
    pub(crate) frame: Vec<u32>,
    pub(crate) base: Vec<f32>,
    /// Words of the output.
    pub(crate) output_words: usize,
}

/// Runs a kernel once, and gives the output's words.
pub(crate) fn run(kernel: &Deform, input: &Input) -> Vec<u32> {
    run_hooked(kernel, input, None)
}

/// The same with a hook, which binds nothing.
pub(crate) fn run_hooked(kernel: &Deform, input: &Input, hook: Option<&str>) -> Vec<u32> {
    dispatch(kernel, input, hook, input.frame[1])
}

/// The same with another number of workgroups than the frame has.
pub(crate) fn run_workgroups(kernel: &Deform, input: &Input, workgroups: u32) -> Vec<u32> {
    dispatch(kernel, input, None, workgroups)
}

fn dispatch(kernel: &Deform, input: &Input, hook: Option<&str>, workgroups: u32) -> Vec<u32> {
    let base = bytemuck::cast_slice(&input.base);
    let read = [&input.words[..], &input.frame, base];
    let text = compose_deform(kernel, hook);
    run_shader(kernel.into(), text, read, vec![UNTOUCHED; input.output_words], workgroups)
}

/// Runs a shader of three buffers to read, uniforms or not, and one to write, and gives what the last one then holds.
pub(crate) fn run_shader(
    shader: Shader,
    text: String,
    read: [&[u32]; 3],
    before: Vec<u32>,
    workgroups: u32,
) -> Vec<u32> {
    let gpu = gpu();
    let (device, queue) = (&gpu.device, &gpu.queue);
    let [x, y, z] = deform_dispatch(workgroups);
    let words = read.iter().map(|words| words.len()).chain([before.len()]).max();
    refuse(shader, words.unwrap_or_default(), x.max(y).max(z));
    let pipeline = pipeline(shader, text);
    let buffer = |words: &[u32]| {
        let size = (words.len() as u64 * 4).next_multiple_of(16).max(32);
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let descriptor =
            wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let buffer = device.create_buffer(&descriptor);
        queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
        buffer
    };
    let buffers = [buffer(read[0]), buffer(read[1]), buffer(read[2]), buffer(&before)];
    let entries: Vec<_> = (0..)
        .zip(&buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        })
        .collect();
    let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &bind_group, &[]);
    pass.dispatch_workgroups(x, y, z);
    drop(pass);
    queue.submit([encoder.finish()]);
    let bytes = read_buffer(device, queue, &buffers[3], 0, before.len() as u64 * 4).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Panics with the refusal of the crate where the device has not what a dispatch needs.
fn refuse(shader: Shader, words: usize, workgroups: u32) {
    let limits = gpu().device.limits();
    check_shader(shader, &Slots::default(), &limits).unwrap();
    let (what, found) =
        ("maxComputeWorkgroupsPerDimension", limits.max_compute_workgroups_per_dimension);
    let needed = words as u64 * 4;
    let (bytes, most) = ("maxStorageBufferBindingSize", limits.max_storage_buffer_binding_size);
    for (what, needed, found) in [(what, workgroups.into(), found.into()), (bytes, needed, most)] {
        if needed > found {
            panic!("{}", GpuError::Device { what, needed, found });
        }
    }
}

/// Pipelines are kept: software drivers take longer to compile than to run.
fn pipeline(shader: Shader, text: String) -> wgpu::ComputePipeline {
    static KEPT: OnceLock<Mutex<HashMap<String, wgpu::ComputePipeline>>> = OnceLock::new();
    let kept = KEPT.get_or_init(Default::default).lock();
    let mut kept = kept.unwrap_or_else(PoisonError::into_inner);
    kept.entry(text).or_insert_with_key(|text| make(shader, text)).clone()
}

fn make(shader: Shader, text: &str) -> wgpu::ComputePipeline {
    let device = &gpu().device;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&shader.name()),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let entries: Vec<_> = shader.bindings(&Slots::default()).iter().map(entry).collect();
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &entries,
    });
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(&shader.name()),
        layout: Some(&layout),
        module: &module,
        entry_point: Some("morph_main"),
        // The kernels rely on nothing that this would set.
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    })
}

fn entry(binding: &Binding) -> wgpu::BindGroupLayoutEntry {
    let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
    let (ty, size) = match binding.kind {
        BindingKind::ReadStorage { min_size } => (storage(true), min_size),
        BindingKind::ReadWriteStorage { min_size } => (storage(false), min_size),
        BindingKind::Uniform { size } => (wgpu::BufferBindingType::Uniform, size),
        other => panic!("a kernel binds buffers, not {other:?}"),
    };
    wgpu::BindGroupLayoutEntry {
        binding: binding.binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: std::num::NonZeroU64::new(size),
        },
        count: None,
    }
}
