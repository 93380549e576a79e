//! An engine's loop that loses its device again and again, and goes on: heads in a pool that keeps
//! no deltas, beside the same heads on a device that stays.
//!
//! ```sh
//! cargo run -p morphkit --features gpu --example recover
//! ```

use morphkit::core::MorphPrimitive;
use morphkit::gpu::{
    DeformOptions, GpuError, InstanceId, MorphPool, PoolOptions, Supplied, TargetsId, read_buffer,
};
use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A device and its queue; a program with a window makes its surface anew as well.
struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    fn new(instance: &wgpu::Instance) -> Result<Self> {
        let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
        Ok(Self { device, queue })
    }
}

/// What the engine would read from its file again.
fn load() -> MorphPrimitive {
    morph_sample::head(5000).mesh.primitives.remove(0)
}

/// Heads, each with its own weights.
struct Crowd {
    pool: MorphPool,
    targets: TargetsId,
    heads: Vec<InstanceId>,
}

impl Crowd {
    fn new(gpu: &Gpu, keep_deltas: bool) -> Result<Self> {
        let names = Some(morph_sample::HEAD_TARGET_NAMES.map(str::to_owned).into());
        let options = PoolOptions { keep_deltas, keep_previous: true, ..Default::default() };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let targets = pool.add_primitive(&load(), names, &DeformOptions::default())?;
        let heads = (0..6).map(|_| pool.new_instance(&[targets], &[]));
        let heads = heads.collect::<std::result::Result<_, _>>()?;
        Ok(Self { pool, targets, heads })
    }

    fn animate(&mut self, frame: u32) -> Result<()> {
        for (at, head) in (0..).zip(&self.heads) {
            let phase = 0.1 * frame as f32 + at as f32;
            self.pool.set_weight(*head, "jawOpen", 0.5 + 0.5 * phase.sin())?;
            self.pool.set_weight(*head, "mouthSmileLeft", 0.5 + 0.5 * phase.cos())?;
        }
        Ok(())
    }

    /// Uploads, records and submits. `GpuError::DeviceLost` is the one error that a frame has to
    /// expect.
    fn frame(&mut self, gpu: &Gpu) -> std::result::Result<(), GpuError> {
        self.pool.upload(&gpu.queue);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.pool.encode(&mut encoder)?;
        // Here the vertices would be drawn: `self.pool.output(head, 0)`.
        gpu.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Another device for everything. Deltas are not kept, so they are asked for.
    fn recover(&mut self, gpu: &Gpu) -> std::result::Result<(), GpuError> {
        let targets = self.targets;
        let supply = |id: TargetsId| (id == targets).then(|| Supplied::from(load()));
        self.pool.recover_with(&gpu.device, &gpu.queue, supply)
    }

    /// Vertices of this frame and the one before, bit for bit.
    fn vertices(&self, gpu: &Gpu) -> Result<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        for head in &self.heads {
            for at in [self.pool.output(*head, 0)?, self.pool.previous_output(*head, 0)?] {
                all.push(read_buffer(&gpu.device, &gpu.queue, at.buffer, at.offset, at.bytes)?);
            }
        }
        Ok(all)
    }
}

fn main() -> Result<()> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let stable = Gpu::new(&instance)?;
    let mut stays = Crowd::new(&stable, true)?;
    let mut gpu = Gpu::new(&instance)?;
    let mut loses = Crowd::new(&gpu, false)?;
    let [kept, not_kept] = [&stays, &loses].map(|crowd| crowd.pool.stats().kept_bytes);
    println!("deltas and bases in the CPU's memory: {kept} bytes kept, {not_kept} not kept");
    assert!(kept > 0 && not_kept == 0);

    let mut losses = 0;
    for frame in 0..60 {
        stays.animate(frame)?;
        stays.frame(&stable)?;
        loses.animate(frame)?;
        if frame % 20 == 10 {
            gpu.device.destroy(); // a driver that crashed, a laptop that changed its GPU
        }
        while let Err(error) = loses.frame(&gpu) {
            let GpuError::DeviceLost { what } = error else { return Err(error.into()) };
            losses += 1;
            println!("frame {frame}: lost at \"{what}\"");
            gpu = Gpu::new(&instance)?;
            if losses == 2 {
                gpu.device.destroy(); // and the next one goes as well
            }
            match loses.recover(&gpu) {
                Ok(()) => println!("frame {frame}: {} heads are back", loses.heads.len()),
                // The pool is as it was: the frame fails again, and the next device is tried.
                Err(error) => println!("frame {frame}: recovery: {error}"),
            }
        }
        assert!(loses.vertices(&gpu)? == stays.vertices(&stable)?, "frame {frame}");
    }
    println!("{losses} losses, 60 frames, every vertex the same bits");
    assert_eq!(losses, 4);
    Ok(())
}
