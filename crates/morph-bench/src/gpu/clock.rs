//! Time: of passes on the device by time stamps, on software adapters by the wall clock.

use crate::device::{Gpu, bind, empty, pipeline};
use anyhow::Result;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Passes of one measurement while the caches are warm, and while they are not.
const HOT: u32 = 24;
const COLD: u32 = 13;

/// Bytes that are copied to empty the caches.
const EVICTED: u64 = 192 << 20;

/// How much longer than at best the probe may take.
const SAGGED: f64 = 1.08;

/// Rounds, for each good one that is wanted, after which the clocks are taken as they are.
const PATIENCE: u32 = 3;

/// Microseconds of a pass, medians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Time {
    /// What it reads lies in the caches.
    pub(crate) hot: f64,
    /// It lies in memory.
    pub(crate) cold: f64,
}

impl Time {
    /// The better of two rounds: clocks sag at times, and never run too fast.
    pub(crate) fn best(self, other: Self) -> Self {
        Self { hot: self.hot.min(other.hot), cold: self.cold.min(other.cold) }
    }
}

/// One pass that is recorded again and again.
pub(crate) enum Work<'a> {
    /// Dispatches.
    Compute(&'a dyn Fn(&mut wgpu::ComputePass<'_>)),
    /// Draws into this.
    Draw(&'a wgpu::TextureView, &'a dyn Fn(&mut wgpu::RenderPass<'_>)),
    /// Passes of its own.
    Encoded(&'a dyn Fn(&mut wgpu::CommandEncoder)),
}

/// What tells the time.
#[derive(Debug)]
pub(crate) struct Clock {
    /// `None` where time stamps tell nothing: lavapipe's leave compute work out.
    stamps: Option<Stamps>,
    evicted: [wgpu::Buffer; 2],
    probe: Probe,
}

#[derive(Debug)]
struct Stamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    mapped: wgpu::Buffer,
    nanoseconds: f64,
}

/// A pass of one workgroup: the clocks are as they should be while it takes what it took at best.
#[derive(Debug)]
struct Probe {
    pipeline: wgpu::ComputePipeline,
    bind_group: wgpu::BindGroup,
    /// Microseconds.
    best: Mutex<f64>,
}

impl Clock {
    pub(crate) fn new(device: &wgpu::Device, queue: &wgpu::Queue, honest: bool) -> Self {
        let size = if honest { EVICTED } else { 16 };
        let evicted = [(); 2].map(|()| empty(device, size, wgpu::BufferUsages::STORAGE));
        let probe = Probe::new(device, &evicted);
        Self { stamps: honest.then(|| Stamps::new(device, queue)), evicted, probe }
    }

    /// Whether the wall clock tells the time.
    pub(crate) fn is_on_the_wall(&self) -> bool {
        self.stamps.is_none()
    }
}

impl Probe {
    fn new(device: &wgpu::Device, [from, to]: &[wgpu::Buffer; 2]) -> Self {
        let pipeline = pipeline(device, include_str!("peers/limits.wgsl"), "copy");
        let resources = [from.as_entire_binding(), to.as_entire_binding()];
        let bind_group = bind(device, &pipeline, &resources);
        Self { pipeline, bind_group, best: Mutex::new(f64::INFINITY) }
    }
}

impl Stamps {
    fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let count = 2 * HOT.max(COLD);
        let bytes = u64::from(count) * 8;
        Self {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count,
            }),
            resolved: empty(device, bytes, wgpu::BufferUsages::QUERY_RESOLVE),
            mapped: empty(device, bytes, wgpu::BufferUsages::MAP_READ),
            nanoseconds: f64::from(queue.get_timestamp_period()),
        }
    }
}

impl Gpu {
    /// Does the work once and waits.
    pub(crate) fn run(&self, work: &Work<'_>) -> Result<()> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encode(&mut encoder, None, work);
        self.queue.submit([encoder.finish()]);
        self.wait()
    }

    /// The time of the work, one round.
    pub(crate) fn time(&self, work: &Work<'_>) -> Result<Time> {
        let Some(stamps) = &self.clock.stamps else { return self.wall_clock(work) };
        // Brings the clocks up, and what the pass reads into place.
        self.stamped(stamps, false, 3, work)?;
        let hot = self.stamped(stamps, false, HOT, work)?;
        let count = if hot > 5_000.0 { 5 } else { COLD };
        let cold = self.stamped(stamps, true, count, work)?;
        Ok(Time { hot, cold })
    }

    /// Rounds in which everybody is timed once, some time apart, until so many were good; gives the
    /// best of each. A round is good where the clocks are as they should be before and after it.
    pub(crate) fn rounds(
        &self,
        good: u32,
        contestants: usize,
        mut time: impl FnMut(usize) -> Result<Time>,
    ) -> Result<Vec<Time>> {
        const APART: Duration = Duration::from_millis(50);
        let mut best = vec![Time { hot: f64::INFINITY, cold: f64::INFINITY }; contestants];
        let (mut left, mut thrown_away) = (good, 0);
        while left > 0 {
            let fit = !self.has_sagged()?;
            for (at, best) in best.iter_mut().enumerate() {
                *best = best.best(time(at)?);
            }
            if thrown_away >= good * PATIENCE || (fit && !self.has_sagged()?) {
                left -= 1;
            } else {
                thrown_away += 1;
            }
            if !self.clock.is_on_the_wall() {
                sleep(APART);
            }
        }
        Ok(best)
    }

    /// Whether the clocks are lower than they were: for moments they are.
    fn has_sagged(&self) -> Result<bool> {
        let Some(stamps) = &self.clock.stamps else { return Ok(false) };
        let Probe { pipeline, bind_group, best } = &self.clock.probe;
        let one = |pass: &mut wgpu::ComputePass<'_>| {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, bind_group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        };
        let now = self.stamped(stamps, false, HOT, &Work::Compute(&one))?;
        let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
        *best = best.min(now);
        Ok(now > *best * SAGGED)
    }

    /// Submits and waits, some times; there are no caches to tell apart.
    fn wall_clock(&self, work: &Work<'_>) -> Result<Time> {
        let mut times = Vec::new();
        for _ in 0..5 {
            let start = Instant::now();
            self.run(work)?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        let median = median(&mut times);
        Ok(Time { hot: median, cold: median })
    }

    fn stamped(&self, stamps: &Stamps, cold: bool, count: u32, work: &Work<'_>) -> Result<f64> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        for slot in 0..count {
            if cold {
                let [from, to] = &self.clock.evicted;
                encoder.copy_buffer_to_buffer(from, 0, to, 0, EVICTED);
            }
            encode(&mut encoder, Some((&stamps.queries, slot)), work);
        }
        let bytes = u64::from(count) * 16;
        encoder.resolve_query_set(&stamps.queries, 0..2 * count, &stamps.resolved, 0);
        encoder.copy_buffer_to_buffer(&stamps.resolved, 0, &stamps.mapped, 0, bytes);
        self.queue.submit([encoder.finish()]);
        let ticks: Vec<u64> = self.map(&stamps.mapped, bytes)?;
        let mut times: Vec<f64> = ticks
            .chunks_exact(2)
            .map(|pair| pair[1].wrapping_sub(pair[0]) as f64 * stamps.nanoseconds / 1e3)
            .collect();
        Ok(median(&mut times))
    }
}

/// The pass, a stamp before it and one after it.
fn encode(
    encoder: &mut wgpu::CommandEncoder,
    stamp: Option<(&wgpu::QuerySet, u32)>,
    work: &Work<'_>,
) {
    let (first, last) = stamp.map_or((0, 1), |(_, slot)| (2 * slot, 2 * slot + 1));
    match work {
        Work::Compute(record) => {
            let writes = stamp.map(|(query_set, _)| wgpu::ComputePassTimestampWrites {
                query_set,
                beginning_of_pass_write_index: Some(first),
                end_of_pass_write_index: Some(last),
            });
            let descriptor = wgpu::ComputePassDescriptor { label: None, timestamp_writes: writes };
            record(&mut encoder.begin_compute_pass(&descriptor));
        }
        Work::Encoded(record) => {
            if let Some((query_set, _)) = stamp {
                encoder.write_timestamp(query_set, first);
            }
            record(encoder);
            if let Some((query_set, _)) = stamp {
                encoder.write_timestamp(query_set, last);
            }
        }
        Work::Draw(view, record) => {
            let writes = stamp.map(|(query_set, _)| wgpu::RenderPassTimestampWrites {
                query_set,
                beginning_of_pass_write_index: Some(first),
                end_of_pass_write_index: Some(last),
            });
            let attachment = wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            };
            record(&mut encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(attachment)],
                timestamp_writes: writes,
                ..Default::default()
            }));
        }
    }
}

/// The middle one of some times.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
