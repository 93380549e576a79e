//! The graphics device: buffers and pipelines.

use crate::clock::Clock;
use anyhow::{Context as _, Result};
use wgpu::util::DeviceExt as _;

/// Chunks in which buffers are filled: what is in flight takes memory a second time.
const CHUNK: usize = 64 << 20;

/// One device, opened with everything that the adapter allows.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) info: wgpu::AdapterInfo,
    pub(crate) clock: Clock,
}

impl Gpu {
    /// The adapter of this name, else a real one, else any.
    pub(crate) fn open(name: Option<&str>) -> Result<Self> {
        pollster::block_on(Self::open_async(name))
    }

    async fn open_async(name: Option<&str>) -> Result<Self> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
        let fits = |adapter: &wgpu::Adapter| {
            name.is_none_or(|name| adapter.get_info().name.contains(name))
        };
        let adapter = adapters
            .into_iter()
            .filter(fits)
            .min_by_key(|adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu)
            .context("no graphics adapter")?;
        let info = adapter.get_info();
        let wanted =
            wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        let features = adapter.features() & wanted;
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("bench"),
                required_features: features,
                required_limits: adapter.limits(),
                ..Default::default()
            })
            .await
            .with_context(|| info.name.clone())?;
        // lavapipe's stamps leave compute work out.
        let honest = features == wanted && info.device_type != wgpu::DeviceType::Cpu;
        let clock = Clock::new(&device, &queue, honest);
        Ok(Self { device, queue, info, clock })
    }

    /// Whether the adapter is a program on the CPU: what it takes says little about a GPU.
    pub(crate) fn is_software(&self) -> bool {
        self.clock.is_on_the_wall()
    }

    /// Most bytes that a shader can bind at once.
    pub(crate) fn most_bound(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// A storage buffer of so many bytes.
    pub(crate) fn empty(&self, bytes: u64) -> wgpu::Buffer {
        empty(&self.device, bytes, wgpu::BufferUsages::STORAGE)
    }

    /// A storage buffer with these values.
    pub(crate) fn filled<T: bytemuck::NoUninit>(&self, values: &[T]) -> wgpu::Buffer {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let buffer = self.empty(bytes.len() as u64);
        for (at, chunk) in bytes.chunks(CHUNK).enumerate() {
            self.queue.write_buffer(&buffer, (at * CHUNK) as u64, chunk);
            self.queue.submit([]);
        }
        buffer
    }

    /// A vertex buffer with these values.
    pub(crate) fn vertices(&self, values: &[f32]) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(values),
            usage: wgpu::BufferUsages::VERTEX,
        })
    }

    /// A uniform buffer with these words.
    pub(crate) fn uniform(&self, words: &[u32]) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(words),
            usage: wgpu::BufferUsages::UNIFORM,
        })
    }

    /// A compute pipeline whose bindings are what the shader uses.
    pub(crate) fn pipeline(&self, wgsl: &str, entry: &str) -> wgpu::ComputePipeline {
        pipeline(&self.device, wgsl, entry)
    }

    /// A bind group of a pipeline's group 0, bindings from 0 on.
    pub(crate) fn bind(
        &self,
        pipeline: &wgpu::ComputePipeline,
        resources: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        bind(&self.device, pipeline, resources)
    }

    pub(crate) fn wait(&self) -> Result<()> {
        self.device.poll(wgpu::PollType::wait_indefinitely()).context("the device")?;
        Ok(())
    }

    /// Values of a buffer.
    pub(crate) fn read<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        offset: u64,
        bytes: u64,
    ) -> Result<Vec<T>> {
        let mapped = empty(&self.device, bytes, wgpu::BufferUsages::MAP_READ);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, offset, &mapped, 0, bytes);
        self.queue.submit([encoder.finish()]);
        self.map(&mapped, bytes)
    }

    pub(crate) fn map<T: bytemuck::Pod>(
        &self,
        buffer: &wgpu::Buffer,
        bytes: u64,
    ) -> Result<Vec<T>> {
        buffer.map_async(wgpu::MapMode::Read, ..bytes, |_| ());
        self.wait()?;
        let values = bytemuck::pod_collect_to_vec(&buffer.get_mapped_range(..bytes)?);
        buffer.unmap();
        Ok(values)
    }
}

pub(crate) fn pipeline(device: &wgpu::Device, wgsl: &str, entry: &str) -> wgpu::ComputePipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(entry),
        source: wgpu::ShaderSource::Wgsl(wgsl.into()),
    });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry),
        layout: None,
        module: &module,
        entry_point: Some(entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    })
}

pub(crate) fn bind(
    device: &wgpu::Device,
    pipeline: &wgpu::ComputePipeline,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    })
}

pub(crate) fn empty(device: &wgpu::Device, bytes: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let mut usage = usage | wgpu::BufferUsages::COPY_DST;
    if !usage.contains(wgpu::BufferUsages::MAP_READ) {
        usage |= wgpu::BufferUsages::COPY_SRC;
    }
    device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes.max(16).next_multiple_of(16),
        usage,
        mapped_at_creation: false,
    })
}
