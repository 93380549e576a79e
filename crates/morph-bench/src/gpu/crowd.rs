//! Faces that play tracks of their own: weights sampled on the device beside weights sampled on the
//! CPU, and the boxes of all faces.

use crate::clock::{Time, Work, median};
use crate::device::Gpu;
use crate::results::{Fact, Results};
use anyhow::{Context as _, Result, ensure};
use morph_bench::clips::{TARGETS, TRACKS, time, track};
use morph_core::animation::{
    BatchSample, Cursor, Interpolation, PackedTracks, WeightRows, WeightTrack, sample_batch_into,
};
use morph_core::{ClusterBounds, MorphPrimitive};
use morphkit::gpu::{
    Choice, Crowd, CrowdMember, InstanceBounds, InstanceId, MorphPool, PoolOptions, TargetsId,
    UploadStats, read_buffer,
};
use morphkit::wgsl::{Slots, Stage, WeightsFormat};
use std::cell::RefCell;
use std::time::Instant;

const FRAMES: usize = 31;

/// How far a sampled weight may be off: values lie in 0..1, spans are 1/30 s, times below 10 s.
const BOUND: f32 = 1e-4;

const LAYOUTS: [(&str, Choice); 2] = [
    ("rows of pairs", Choice::Linear(Stage::Vertex)),
    ("dense rows", Choice::RowSparse(Stage::Vertex)),
];

/// Adds what a frame of a crowd takes, on the device and of the CPU.
pub(crate) fn measure(gpu: &Gpu, quick: bool, rounds: u32, results: &mut Results) -> Result<()> {
    let (vertices, sizes): (usize, &[usize]) =
        if quick { (500, &[70]) } else { (20_000, &[512, 4_096, 32_768]) };
    let head = morph_sample::head(vertices);
    let primitive = &head.mesh.primitives[0];
    for &faces in sizes {
        for mode in [Interpolation::Linear, Interpolation::CubicSpline] {
            for (layout, choice) in LAYOUTS {
                let mut played = Played::new(gpu, primitive, choice, mode, faces)?;
                let what =
                    format!("{faces} faces, 16 tracks of {TARGETS} weights, {mode:?}, {layout}");
                played.verify(gpu)?;
                sampled(gpu, &mut played, &what, rounds, results)?;
                frames(gpu, &mut played, &what, results)?;
                if mode == Interpolation::Linear {
                    boxes(gpu, &mut played, primitive, &what, rounds, results)?;
                }
            }
        }
    }
    Ok(())
}

/// A pool of faces and their crowd.
struct Played {
    pool: MorphPool,
    targets: TargetsId,
    instances: Vec<InstanceId>,
    tracks: Vec<WeightTrack>,
    crowd: Crowd,
    samples: Vec<BatchSample>,
    rows: Vec<f32>,
}

impl Played {
    fn new(
        gpu: &Gpu,
        primitive: &MorphPrimitive,
        choice: Choice,
        mode: Interpolation,
        faces: usize,
    ) -> Result<Self> {
        let options =
            PoolOptions { page_bytes: gpu.most_bound().min(1 << 26), ..Default::default() };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let deltas = primitive.targets.as_ref().context("the head has targets")?;
        let targets = pool.add_targets(deltas, None, choice)?;
        let instances: Vec<InstanceId> =
            (0..faces).map(|_| pool.new_instance(&[targets], &[])).collect::<Result<_, _>>()?;
        let tracks: Vec<WeightTrack> = (0..TRACKS).map(|seed| track(mode, seed)).collect();
        let mut crowd = Crowd::new(PackedTracks::new(&tracks)?);
        let members: Vec<CrowdMember> = (0..)
            .zip(&instances)
            .map(|(face, &instance)| CrowdMember { instance, track: face % TRACKS })
            .collect();
        crowd.set_members(&mut pool, &members)?;
        pool.upload(&gpu.queue);
        let samples = (0..faces).map(|face| BatchSample::new(face % TRACKS, face)).collect();
        let rows = vec![0.0; faces * TARGETS];
        Ok(Self { pool, targets, instances, tracks, crowd, samples, rows })
    }

    fn times(&self, frame: usize) -> Vec<f32> {
        (0..self.instances.len()).map(|face| time(face, frame)).collect()
    }

    /// Samples a frame on the device and holds each weight of each face against the CPU's.
    fn verify(&mut self, gpu: &Gpu) -> Result<()> {
        let times = self.times(3);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.crowd.encode(&self.pool, &times, &mut encoder)?;
        gpu.queue.submit([encoder.finish()]);
        let [_, weights] = self.pool.bind_entries(self.targets, &Slots::default())?;
        let wgpu::BindingResource::Buffer(bound) = weights.resource else {
            anyhow::bail!("rows are in {weights:?}")
        };
        let format = self.pool.permutation(self.targets)?.weights;
        let mut expected = vec![0.0; TARGETS];
        for face in [0, 1, self.instances.len() / 2, self.instances.len() - 1] {
            let offset = self.pool.weights_offset(self.instances[face], 0)?.into();
            let bytes = self.row_bytes()?;
            let row = read_buffer(&gpu.device, &gpu.queue, bound.buffer, offset, bytes)?;
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(&row);
            let track = &self.tracks[face % TRACKS];
            track.sample_into(times[face], &mut Cursor::default(), &mut expected)?;
            let found = weights_of(format, &words);
            for (target, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let near = (found - expected).abs() <= BOUND;
                ensure!(near, "face {face}, target {target}: {found}, not {expected}");
            }
        }
        Ok(())
    }

    fn row_bytes(&self) -> Result<u64> {
        let [first, second] = [self.instances[0], self.instances[1]];
        let [first, second] =
            [self.pool.weights_offset(first, 0)?, self.pool.weights_offset(second, 0)?];
        Ok(u64::from(second.abs_diff(first)))
    }
}

/// The pass on the device.
fn sampled(
    gpu: &Gpu,
    played: &mut Played,
    what: &str,
    rounds: u32,
    results: &mut Results,
) -> Result<()> {
    let times = played.times(0);
    let bytes = played.row_bytes()? * times.len() as u64;
    let crowd = RefCell::new((&mut played.crowd, Ok(UploadStats::default())));
    let record = |encoder: &mut wgpu::CommandEncoder| {
        let (crowd, last) = &mut *crowd.borrow_mut();
        *last = crowd.encode(&played.pool, &times, encoder);
    };
    let [time] = timed(gpu, rounds, [&record])?;
    crowd.into_inner().1?;
    let floor = results.limits.pass + bytes as f64 / results.limits.copy * 1e6;
    let mut fact = facts(results, what);
    fact("sampled on the device, cold", time.cold, " us");
    fact("sampled on the device, warm", time.hot, " us");
    fact("bytes of the rows", bytes as f64, " bytes");
    fact("cold / (rows at the copy's speed + a pass)", time.cold / floor, "x");
    Ok(())
}

/// What a frame takes of one thread, to the submission: sampled there, and sampled on the device.
fn frames(gpu: &Gpu, played: &mut Played, what: &str, results: &mut Results) -> Result<()> {
    let Played { pool, instances, tracks, crowd, samples, rows, .. } = played;
    let (mut there, mut here) = (Vec::new(), Vec::new());
    let mut bytes = [0; 2];
    for frame in 0..=FRAMES {
        let times: Vec<f32> = (0..instances.len()).map(|face| time(face, frame)).collect();
        let start = Instant::now();
        let uploaded = pool.upload(&gpu.queue);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        bytes[0] = (uploaded + crowd.encode(pool, &times, &mut encoder)?).bytes;
        gpu.queue.submit([encoder.finish()]);
        there.push(start.elapsed().as_secs_f64() * 1e6);
        gpu.wait()?;
    }
    // Members' rows are the crowd's, so the setters have a turn of their own.
    crowd.set_members(pool, &[])?;
    for frame in 0..=FRAMES {
        let start = Instant::now();
        for (sample, face) in samples.iter_mut().zip(0..) {
            sample.time = time(face, frame);
        }
        sample_batch_into(tracks, samples, WeightRows::new(rows, TARGETS, TARGETS)?)?;
        for (&instance, weights) in instances.iter().zip(rows.chunks_exact(TARGETS)) {
            pool.set_weights(instance, weights)?;
        }
        bytes[1] = pool.upload(&gpu.queue).bytes;
        gpu.queue.submit([]);
        here.push(start.elapsed().as_secs_f64() * 1e6);
        gpu.wait()?;
    }
    let members: Vec<CrowdMember> = (0..)
        .zip(&*instances)
        .map(|(face, &instance)| CrowdMember { instance, track: face % TRACKS })
        .collect();
    crowd.set_members(pool, &members)?;
    pool.upload(&gpu.queue);
    let [there, here] = [there, here].map(|mut times| {
        times.remove(0);
        median(&mut times)
    });
    let mut fact = facts(results, what);
    fact("a frame sampled on the device, to its submission", there, " us of CPU");
    fact("a frame sampled on the CPU, set and uploaded", here, " us of CPU");
    fact("CPU / device, of the CPU's time", here / there, "x");
    fact("written in a frame, sampled on the device", bytes[0] as f64, " bytes");
    fact("written in a frame, sampled on the CPU", bytes[1] as f64, " bytes");
    Ok(())
}

/// Boxes of all faces from the rows that the crowd sampled.
fn boxes(
    gpu: &Gpu,
    played: &mut Played,
    primitive: &MorphPrimitive,
    what: &str,
    rounds: u32,
    results: &mut Results,
) -> Result<()> {
    let times = played.times(5);
    let mut bounds = InstanceBounds::new(&played.pool, played.targets, &primitive.base)?;
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    played.crowd.encode(&played.pool, &times, &mut encoder)?;
    bounds.encode(&played.pool, &mut encoder)?;
    gpu.queue.submit([encoder.finish()]);
    let found = bounds.read(&gpu.queue)?;
    let clusters: ClusterBounds = bounds.clusters().clone();
    let mut weights = vec![0.0; TARGETS];
    let mut on_cpu = Vec::new();
    for (face, &instance) in played.instances.iter().enumerate().step_by(37) {
        let track = &played.tracks[face % TRACKS];
        track.sample_into(times[face], &mut Cursor::default(), &mut weights)?;
        let start = Instant::now();
        let expected = clusters.bounds(&weights)?;
        on_cpu.push(start.elapsed().as_secs_f64() * 1e6);
        let found = found[played.pool.row(instance, 0)? as usize];
        let ends = found.min.iter().chain(&found.max).zip(expected.min.iter().chain(&expected.max));
        for (found, expected) in ends {
            ensure!((found - expected).abs() < 1e-2, "face {face}: {found}, not {expected}");
        }
    }
    let bounds = RefCell::new((&mut bounds, Ok(())));
    let record = |encoder: &mut wgpu::CommandEncoder| {
        let (bounds, last) = &mut *bounds.borrow_mut();
        *last = bounds.encode(&played.pool, encoder);
    };
    let [time] = timed(gpu, rounds, [&record])?;
    bounds.into_inner().1?;
    let mut fact = facts(results, what);
    let cpu = median(&mut on_cpu) * times.len() as f64;
    fact("boxes on the device, cold", time.cold, " us");
    fact("boxes on the device, warm", time.hot, " us");
    fact("boxes on one thread of the CPU, from one in 37", cpu, " us");
    Ok(())
}

/// Rounds of each.
fn timed<const N: usize>(
    gpu: &Gpu,
    rounds: u32,
    works: [&dyn Fn(&mut wgpu::CommandEncoder); N],
) -> Result<[Time; N]> {
    let times = gpu.rounds(rounds, N, |at| gpu.time(&Work::Encoded(works[at])))?;
    times.try_into().ok().context("a time for each")
}

/// Adds numbers of this name.
fn facts<'a>(results: &'a mut Results, of: &str) -> impl FnMut(&str, f64, &'static str) + 'a {
    let of = of.to_owned();
    move |what, value, unit| {
        let what = format!("{of}: {what}");
        results.facts.push(Fact { what, value, unit, wanted: None });
    }
}

/// Weights of a row.
fn weights_of(format: WeightsFormat, words: &[u32]) -> Vec<f32> {
    let (header, rest) = words.split_at(4);
    if format != WeightsFormat::Rows {
        return rest[..TARGETS].iter().map(|&word| f32::from_bits(word)).collect();
    }
    let mut weights = vec![0.0; TARGETS];
    for pair in rest.chunks_exact(2).take(header[0] as usize) {
        weights[pair[0] as usize] = f32::from_bits(pair[1]);
    }
    weights
}
