//! 512 faces that share one head's deltas, each with a clip and a time of its own: sampled in one
//! call on the CPU, and on the GPU, straight into the weights that vertex shaders read.
//!
//! ```sh
//! cargo run -p morphkit --features gpu --example crowd
//! ```

use morphkit::core::animation::{
    BatchSample, Cursor, Interpolation, PackedTracks, WeightRows, WeightTrack, sample_batch_into,
};
use morphkit::core::row_words;
use morphkit::gpu::{Choice, Crowd, CrowdMember, MorphPool, PoolOptions, TargetsId, read_buffer};
use morphkit::{Slots, Stage};
use std::error::Error;

const FACES: usize = 512;

fn main() -> Result<(), Box<dyn Error>> {
    let head = morph_sample::head(2000);
    let targets = head.mesh.primitives[0].targets.as_ref().ok_or("the head has targets")?;
    let count = targets.target_count();
    let clip = head.clip.as_ref().ok_or("the head has a clip")?;
    let tracks = tracks(count, clip)?;

    // Who plays what, and how far into it: 60 frames a second.
    let track = |face: usize| face * 7 % tracks.len();
    let time = |face: usize, frame: u16| face as f32 / 170.0 + f32::from(frame) / 60.0;

    // The CPU: all faces in one call, which allocates nothing.
    let mut players: Vec<_> = (0..FACES).map(|face| BatchSample::new(track(face), face)).collect();
    let mut weights = vec![0.0; FACES * count];
    let mut sample = |frame: u16| -> Result<Vec<f32>, Box<dyn Error>> {
        for (face, player) in players.iter_mut().enumerate() {
            player.time = time(face, frame);
        }
        let rows = WeightRows::new(&mut weights, count, count)?;
        sample_batch_into(&tracks, &mut players, rows)?;
        Ok(weights.clone())
    };
    let batch = sample(0)?;
    for (face, row) in batch.chunks_exact(count).enumerate() {
        let mut alone = vec![0.0; count];
        tracks[track(face)].sample_into(time(face, 0), &mut Cursor::default(), &mut alone)?;
        assert_eq!(alone, row);
    }
    println!("CPU: {FACES} faces in one call, the same bits as one by one");

    // The GPU: deltas, tracks and members once.
    let (device, queue) = device()?;
    let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    let id = pool.add_targets(targets, None, Choice::Linear(Stage::Vertex))?;
    let members = (0..FACES)
        .map(|face| {
            Ok(CrowdMember { instance: pool.new_instance(&[id], &[])?, track: track(face) })
        })
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let mut crowd = Crowd::new(PackedTracks::new(&tracks)?);
    crowd.set_members(&mut pool, &members)?;
    println!("GPU: {} bytes of tracks", crowd.tracks().words().len() * 4);

    // A frame is a time for each face. Draws come after it, in the same encoder or later.
    for frame in 0..3 {
        let times: Vec<f32> = (0..FACES).map(|face| time(face, frame)).collect();
        let rows = pool.upload(&queue);
        let mut encoder = device.create_command_encoder(&Default::default());
        let wrote = crowd.encode(&pool, &times, &mut encoder)?;
        queue.submit([encoder.finish()]);
        println!("frame {frame}: {} bytes of rows, {} of the crowd", rows.bytes, wrote.bytes);

        let expected = sample(frame)?;
        let mut worst = 0.0_f32;
        let rows = read_rows((&device, &queue), &pool, id, count)?;
        for (face, member) in members.iter().enumerate() {
            let row = &rows[pool.row(member.instance, 0)? as usize];
            let own = &expected[face * count..][..count];
            worst = row.iter().zip(own).map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
        }
        println!("  the rows of the GPU are the CPU's within {worst:.1e}");
        assert!(worst < 1e-6);
    }
    Ok(())
}

/// The head's own clip, the same with steps, and a smile that swells along a spline.
fn tracks(
    count: usize,
    clip: &morph_sample::WeightClip,
) -> Result<[WeightTrack; 3], Box<dyn Error>> {
    let own = |mode| WeightTrack::new(count, mode, clip.times.clone(), clip.weights.clone());
    let smile = morph_sample::head(1000).mesh.target_index("mouthSmileLeft").ok_or("a smile")?;
    // A key is in-tangents, weights and out-tangents.
    let key = |weight: f32| {
        let mut key = vec![0.0; 3 * count];
        key[count + smile] = weight;
        key
    };
    let keys = [(0.0, key(0.0)), (1.0, key(1.0)), (2.5, key(0.0))];
    let smile = WeightTrack::from_keys(Interpolation::CubicSpline, keys)?;
    Ok([own(Interpolation::Linear)?, own(Interpolation::Step)?, smile])
}

fn device() -> Result<(wgpu::Device, wgpu::Queue), Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    println!("adapter: {}", adapter.get_info().name);
    Ok(pollster::block_on(adapter.request_device(&Default::default()))?)
}

/// The weights of all rows, whose pairs hold the active ones.
fn read_rows(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    pool: &MorphPool,
    id: TargetsId,
    count: usize,
) -> Result<Vec<Vec<f32>>, Box<dyn Error>> {
    let [_, rows] = pool.bind_entries(id, &Slots::default())?;
    let wgpu::BindingResource::Buffer(rows) = rows.resource else { return Ok(Vec::new()) };
    let first = u64::from(pool.rows_offset(id)?);
    let stride = row_words(count as u32, 64);
    let bytes = read_buffer(device, queue, rows.buffer, first, FACES as u64 * stride * 4)?;
    let words: Vec<u32> =
        bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let weights = |row: &[u32]| {
        let mut weights = vec![0.0; count];
        for pair in row[4..].chunks_exact(2).take(row[0] as usize) {
            weights[pair[0] as usize] = f32::from_bits(pair[1]);
        }
        weights
    };
    Ok(words.chunks_exact(stride as usize).map(weights).collect())
}
