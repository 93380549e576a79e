//! How long the passes take.

use crate::Gpu;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Begin and end of the deform pass, then of drawing.
const QUERIES: u32 = 4;
const BYTES: u64 = QUERIES as u64 * size_of::<u64>() as u64;

/// How long passes took when they last ran.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Timings {
    /// Milliseconds of the deform pass, `None` where it did not run.
    pub deform: Option<f64>,
    /// Milliseconds of drawing, `None` where the device has no clock.
    pub draw: Option<f64>,
    /// Whether they are by the device's clock; else by ours, from submission to the end.
    pub by_device: bool,
}

/// Times passes: with the device's clock, else with ours.
#[derive(Debug)]
pub(super) struct Timer {
    clock: Option<Clock>,
    /// By our clock.
    deform: Option<f64>,
    wanted: bool,
}

#[derive(Debug)]
struct Clock {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    period: f32,
    /// Whether the deform pass ran since the last time that its queries were read.
    deformed: bool,
    /// Whether the passes of this frame are timed: those of the last timed frame are read.
    idle: bool,
    mapped: Arc<Mutex<Option<bool>>>,
}

impl Timer {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let clock = gpu.timestamp_period.map(|period| Clock::new(&gpu.device, period));
        Self { clock, deform: None, wanted: false }
    }

    /// Times what follows.
    pub(super) const fn start(&mut self) {
        self.wanted = true;
    }

    /// Submits a compute pass.
    pub(super) fn deform(&mut self, gpu: &Gpu, record: impl FnOnce(&mut wgpu::ComputePass<'_>)) {
        let clock = self.clock.as_mut().filter(|clock| self.wanted && clock.idle);
        let timestamp_writes = clock.as_ref().map(|clock| wgpu::ComputePassTimestampWrites {
            query_set: &clock.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        });
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("deform") };
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        let label = Some("morph deform");
        record(
            &mut encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes }),
        );
        let before = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        if let Some(clock) = clock {
            clock.deformed = true;
        } else if self.wanted && self.clock.is_none() {
            // Where this fails, the device says so elsewhere.
            let _ = gpu.device.poll(wgpu::PollType::wait_indefinitely());
            self.deform = Some(before.elapsed().as_secs_f64() * 1e3);
        }
    }

    /// What times drawing.
    pub(super) fn draw(&self) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        let clock = self.clock.as_ref().filter(|clock| self.wanted && clock.idle)?;
        Some(wgpu::RenderPassTimestampWrites {
            query_set: &clock.queries,
            beginning_of_pass_write_index: Some(2),
            end_of_pass_write_index: Some(3),
        })
    }

    /// Records how the times come back; [`Self::submitted`] follows.
    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        let Some(clock) = self.clock.as_ref().filter(|clock| self.wanted && clock.idle) else {
            return;
        };
        // Queries that no pass wrote have no value.
        let first = if clock.deformed { 0 } else { 2 };
        // The first place has to be a multiple of 256, so the whole has places of its own.
        encoder.resolve_query_set(&clock.queries, first..QUERIES, &clock.resolved, 0);
        encoder.copy_buffer_to_buffer(&clock.resolved, 0, &clock.read, 0, BYTES);
    }

    /// The times are on their way.
    pub(super) fn submitted(&mut self) {
        if !std::mem::take(&mut self.wanted) {
            return;
        }
        let Some(clock) = self.clock.as_mut().filter(|clock| clock.idle) else { return };
        clock.idle = false;
        let mapped = clock.mapped.clone();
        clock.read.map_async(wgpu::MapMode::Read, .., move |result| {
            if let Ok(mut mapped) = mapped.lock() {
                *mapped = Some(result.is_ok());
            }
        });
    }

    /// The times of a frame, once they are there, and only once.
    pub(super) fn take(&mut self, gpu: &Gpu) -> Option<Timings> {
        let Some(clock) = &mut self.clock else {
            let deform = self.deform.take()?;
            return Some(Timings { deform: Some(deform), draw: None, by_device: false });
        };
        // Where this fails, the device says so elsewhere.
        let _ = gpu.device.poll(wgpu::PollType::Poll);
        let there = clock.mapped.lock().ok()?.take()?;
        clock.idle = true;
        let deformed = std::mem::take(&mut clock.deformed);
        if !there {
            return None;
        }
        let values: Vec<u64> = match clock.read.get_mapped_range(..) {
            Ok(bytes) => bytemuck::pod_collect_to_vec(&bytes),
            Err(_) => return None,
        };
        clock.read.unmap();
        let span = |at: usize| {
            let steps = values.get(at + 1)?.checked_sub(*values.get(at)?)?;
            Some(steps as f64 * f64::from(clock.period) * 1e-6)
        };
        let (deform, draw) = if deformed { (span(0), span(2)) } else { (None, span(0)) };
        Some(Timings { deform, draw, by_device: true })
    }
}

impl Clock {
    fn new(device: &wgpu::Device, period: f32) -> Self {
        let buffer = |label, usage| {
            let (size, mapped_at_creation) = (BYTES, false);
            let label = Some(label);
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let resolve = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        Self {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("times"),
                ty: wgpu::QueryType::Timestamp,
                count: QUERIES,
            }),
            resolved: buffer("times", resolve),
            read: buffer("read times", wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST),
            period,
            deformed: false,
            idle: true,
            mapped: Arc::default(),
        }
    }
}
