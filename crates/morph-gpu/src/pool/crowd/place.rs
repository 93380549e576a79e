//! What a crowd has on a device.

use super::kernel;
use super::part::{Part, Rows};
use crate::delta::{create_empty, create_filled};
use crate::limits::{check_dispatch, check_storage_binding};
use crate::lost::write;
use crate::pool::MorphPool;
use crate::pool::rows::UploadStats;
use crate::scope::{caught, scoped, written};
use crate::{GpuError, check_shader};
use morph_core::animation::packed::encode_crowd;
use morph_core::animation::{PackedTracks, Player};
use morph_wgsl::{Slots, TrackSampler, compose_tracks};

/// Buffers and pipelines of a crowd.
#[derive(Debug)]
pub(super) struct OnDevice {
    device: wgpu::Device,
    /// The pool, and how often it had gone to another device.
    pool: (u32, u64),
    layout: wgpu::BindGroupLayout,
    pipelines: Vec<(TrackSampler, wgpu::ComputePipeline)>,
    pub(super) tracks: wgpu::Buffer,
    /// Players of all parts, and their times.
    pub(super) crowd: Option<wgpu::Buffer>,
    pub(super) times: Option<wgpu::Buffer>,
    /// The pool's when bind groups were made.
    generation: u64,
}

impl OnDevice {
    /// Uploads the tracks.
    pub(super) fn new(pool: &MorphPool, tracks: &PackedTracks) -> Result<Self, GpuError> {
        let device = &pool.device;
        check_storage_binding(tracks.words().len() as u64 * 4, &device.limits())?;
        let layout = scoped(device, "morph crowd layout", || bind_group_layout(device))?;
        let (usage, bytes) = (wgpu::BufferUsages::STORAGE, bytemuck::cast_slice(tracks.words()));
        let queue = pool.deltas.queue();
        let tracks = create_filled(device, queue, "morph tracks", usage, bytes)?;
        Ok(Self {
            device: device.clone(),
            pool: (pool.tag, pool.recoveries),
            layout,
            pipelines: Vec::new(),
            tracks,
            crowd: None,
            times: None,
            generation: pool.generation(),
        })
    }

    /// Whether it is on the pool's device.
    pub(super) fn is_on(&self, pool: &MorphPool) -> bool {
        self.pool == (pool.tag, pool.recoveries)
    }

    /// Makes what is missing, and writes what changed of the players: nothing in most frames.
    pub(super) fn prepare(
        &mut self,
        pool: &MorphPool,
        parts: &mut [Part],
        time_words: usize,
    ) -> Result<UploadStats, GpuError> {
        let Some(last) = parts.last() else { return Ok(UploadStats::default()) };
        let crowd_bytes = last.crowd_offset + last.crowd_bytes();
        let replaced = replace(&self.device, "morph crowd", &mut self.crowd, crowd_bytes)?;
        let bytes = time_words as u64 * 4;
        let other_times = replace(&self.device, "morph crowd times", &mut self.times, bytes)?;
        if replaced || other_times || self.generation != pool.generation() {
            parts.iter_mut().for_each(|part| part.bind_group = None);
            self.generation = pool.generation();
        }
        if replaced {
            parts.iter_mut().for_each(|part| part.header = None);
        }
        let mut stats = UploadStats::default();
        let limits = self.device.limits();
        for part in parts {
            // A live edit may have changed it.
            part.kernel = kernel(pool, part.targets)?;
            let rows = pool.crowd_rows(part.targets)?;
            self.make_pipeline(part.kernel)?;
            if part.header != Some(rows.header) {
                let bytes = self.write_players(pool, part, &rows)?;
                stats = stats + UploadStats { writes: 1, bytes };
                part.header = Some(rows.header);
            }
            if part.bind_group.is_none() {
                check_dispatch(part.workgroups(), &limits)?;
                check_storage_binding(part.crowd_bytes(), &limits)?;
                part.bind_group = Some(self.bind_group(part, &rows)?);
            }
        }
        Ok(stats)
    }

    fn make_pipeline(&mut self, kernel: TrackSampler) -> Result<(), GpuError> {
        if self.pipelines.iter().any(|(of, _)| *of == kernel) {
            return Ok(());
        }
        let (device, name) = (&self.device, kernel.name());
        check_shader(kernel, &Slots::default(), &device.limits())?;
        let pipeline = scoped(device, "morph crowd pipeline", || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(&name),
                source: wgpu::ShaderSource::Wgsl(compose_tracks(&kernel).into()),
            });
            let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(&name),
                bind_group_layouts: &[Some(&self.layout)],
                immediate_size: 0,
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&name),
                layout: Some(&layout),
                module: &module,
                entry_point: Some("morph_main"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    // The shaders write workgroup memory before they read it.
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            })
        })?;
        self.pipelines.push((kernel, pipeline));
        Ok(())
    }

    /// Returns the bytes written.
    fn write_players(
        &self,
        pool: &MorphPool,
        part: &Part,
        rows: &Rows<'_>,
    ) -> Result<u64, GpuError> {
        let Some(buffer) = &self.crowd else { return Ok(0) };
        let players: Vec<Player> = part.players.iter().map(|of| of.player).collect();
        let mut words = vec![0; (part.crowd_bytes() / 4) as usize];
        encode_crowd(&rows.header, &players, &mut words)?;
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        let queue = pool.deltas.queue();
        written(&self.device, "morph crowd", || write(queue, buffer, part.crowd_offset, bytes))?;
        Ok(bytes.len() as u64)
    }

    fn bind_group(&self, part: &Part, rows: &Rows<'_>) -> Result<wgpu::BindGroup, GpuError> {
        let (Some(crowd), Some(times)) = (&self.crowd, &self.times) else {
            return Err(GpuError::NoInstances(part.targets));
        };
        let bound = |binding, buffer, offset, bytes| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer,
                offset,
                size: wgpu::BufferSize::new(bytes),
            }),
        };
        caught(&self.device, "morph crowd bind group", || {
            self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("morph crowd"),
                layout: &self.layout,
                entries: &[
                    bound(0, &self.tracks, 0, self.tracks.size()),
                    bound(1, crowd, part.crowd_offset, part.crowd_bytes()),
                    bound(2, times, part.time_offset, part.time_bytes()),
                    bound(3, rows.buffer, rows.offset, rows.bytes),
                ],
            })
        })
    }

    /// Writes the times of a frame.
    pub(super) fn write_times(
        &self,
        pool: &MorphPool,
        times: &[u32],
    ) -> Result<UploadStats, GpuError> {
        let Some(buffer) = &self.times else { return Ok(UploadStats::default()) };
        let bytes: &[u8] = bytemuck::cast_slice(times);
        let queue = pool.deltas.queue();
        written(&self.device, "morph crowd times", || write(queue, buffer, 0, bytes))?;
        Ok(UploadStats { writes: 1, bytes: bytes.len() as u64 })
    }

    /// One pass, one dispatch a part.
    pub(super) fn record(&self, parts: &[Part], encoder: &mut wgpu::CommandEncoder) {
        let descriptor =
            wgpu::ComputePassDescriptor { label: Some("morph crowd"), ..Default::default() };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        for part in parts {
            let pipeline = self.pipelines.iter().find(|(of, _)| *of == part.kernel);
            let (Some((_, pipeline)), Some(bind_group)) = (pipeline, &part.bind_group) else {
                continue;
            };
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, bind_group, &[]);
            let [x, y, z] = part.workgroups();
            pass.dispatch_workgroups(x, y, z);
        }
    }
}

/// Makes a buffer where there is none, or a smaller one. Returns whether it did.
fn replace(
    device: &wgpu::Device,
    what: &'static str,
    buffer: &mut Option<wgpu::Buffer>,
    bytes: u64,
) -> Result<bool, GpuError> {
    if buffer.as_ref().is_some_and(|buffer| buffer.size() >= bytes) {
        return Ok(false);
    }
    let bytes = bytes.next_multiple_of(256);
    *buffer = Some(create_empty(device, what, wgpu::BufferUsages::STORAGE, bytes)?);
    Ok(true)
}

/// Tracks, players, times and rows: the same for every kernel.
fn bind_group_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: binding < 3 },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("morph crowd"),
        entries: &[0, 1, 2, 3].map(entry),
    })
}
