//! What a frame of many faces costs the CPU: weights in one write and one dispatch, beside a write
//! and a dispatch for each face.

use crate::case::{Case, Moved};
use crate::clock::median;
use crate::device::Gpu;
use crate::ours::{Deformed, Ours};
use crate::results::{Fact, Results, Wanted};
use crate::scene::Scene;
use anyhow::Result;
use std::time::Instant;

const FACES: usize = 512;
const TARGETS: usize = 52;
const REPEATS: usize = 31;

/// Adds the microseconds of a frame.
pub(crate) fn measure(gpu: &Gpu, results: &mut Results) -> Result<()> {
    let mut fact = |what: &str, value, wanted| {
        let what = format!("{FACES} faces of {TARGETS} weights, {what}");
        results.facts.push(Fact { what, value, unit: " us of CPU", wanted });
    };
    let case = Case { instances: FACES, ..Case::one(640, TARGETS, TARGETS, Moved::Runs(20)) };
    let scene = Scene::new(case);
    let mut deformed = Deformed::new(gpu, &scene, &Ours::by_default())?;
    let mut frame = |turn: usize| -> Result<(f64, f64)> {
        let pool = &mut deformed.pool;
        let start = Instant::now();
        for (instance, &id) in deformed.instances.iter().enumerate() {
            pool.set_weights(id, scene.weights((instance + turn) % FACES))?;
        }
        let set = start.elapsed();
        pool.prepare_deform()?;
        gpu.queue.submit([]);
        let written = start.elapsed();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        pool.record_deform(&mut encoder.begin_compute_pass(&Default::default()));
        gpu.queue.submit([encoder.finish()]);
        let recorded = start.elapsed();
        gpu.wait()?;
        Ok(((written - set).as_secs_f64() * 1e6, (recorded - written).as_secs_f64() * 1e6))
    };
    frame(0)?;
    let mut times: Vec<(f64, f64)> = (1..=REPEATS).map(&mut frame).collect::<Result<_>>()?;
    let mut of = |pick: fn(&(f64, f64)) -> f64| {
        let mut picked: Vec<f64> = times.iter_mut().map(|time| pick(time)).collect();
        median(&mut picked)
    };
    let (written, recorded) = (of(|t| t.0), of(|t| t.1));
    let wanted = (!gpu.is_software()).then_some(Wanted::AtMost(60.0));
    fact("gathered, written at once and submitted", written, wanted);
    fact("deformed by one dispatch, recorded and submitted", recorded, None);
    fact("a write each, submitted", one_by_one(gpu, &scene)?, None);
    Ok(())
}

/// A buffer of 208 bytes for each face, as most engines have it.
fn one_by_one(gpu: &Gpu, scene: &Scene) -> Result<f64> {
    let buffers: Vec<wgpu::Buffer> = (0..FACES).map(|_| gpu.empty(TARGETS as u64 * 4)).collect();
    let mut times = Vec::new();
    for turn in 0..=REPEATS {
        let start = Instant::now();
        for (instance, buffer) in buffers.iter().enumerate() {
            let weights = scene.weights((instance + turn) % FACES);
            gpu.queue.write_buffer(buffer, 0, bytemuck::cast_slice(weights));
        }
        gpu.queue.submit([]);
        times.push(start.elapsed().as_secs_f64() * 1e6);
        gpu.wait()?;
    }
    times.remove(0);
    Ok(median(&mut times))
}
