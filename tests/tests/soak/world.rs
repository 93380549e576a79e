//! The pool under test, and a plain list of what is in it.

use morph_core::packed::BlockEncoding;
use morph_core::{AttributeSet, MorphPrimitive, MorphTargets, Normalize, Stage, VertexAttributes};
use morph_gpu::{
    Choice, ComputeBlend, DeformChoice, DeformOptions, GpuError, InstanceId, MorphPool,
    PoolOptions, PoolStats, TargetsId,
};
use morph_tests::{Gpu, assert_blend, gpu_with, limits, random_mesh, random_weights};
use morph_wgsl::DeformLayout;
use std::fmt;

/// Most instances at a time.
const INSTANCES: usize = 48;

/// Most sets of targets at a time.
const SETS: usize = 12;

/// A set of targets, and the mesh that it is of.
struct Set {
    id: TargetsId,
    base: VertexAttributes,
    targets: MorphTargets,
    deformed: bool,
    /// Instances go on with it.
    destroyed: bool,
}

/// An instance, by all its handles.
struct Live {
    handles: Vec<InstanceId>,
    /// Its targets: the id that they were added with.
    of: TargetsId,
    weights: Vec<f32>,
}

/// An engine's state.
pub(crate) struct World {
    gpu: Gpu,
    pool: MorphPool,
    blend: ComputeBlend,
    sets: Vec<Set>,
    live: Vec<Live>,
    random: u64,
    pub(crate) frames: u64,
    pub(crate) losses: u64,
    pub(crate) compared: u64,
    pub(crate) edits: u64,
    refused: u64,
}

/// Where in a frame the device may go.
const MOMENTS: u64 = 4;

fn device() -> Gpu {
    gpu_with(|_| limits::named("small"))
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let gpu = device();
        let options = PoolOptions {
            page_bytes: 1 << 14,
            output_page_bytes: 1 << 14,
            keep_previous: true,
            ..Default::default()
        };
        let pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let blend = ComputeBlend::new(&gpu.device, &gpu.queue);
        let (sets, live) = (Vec::new(), Vec::new());
        let (frames, losses, compared, edits, refused) = (0, 0, 0, 0, 0);
        Self {
            gpu,
            pool,
            blend,
            sets,
            live,
            random: seed,
            frames,
            losses,
            compared,
            edits,
            refused,
        }
    }

    pub(crate) fn stats(&self) -> PoolStats {
        self.pool.stats()
    }

    /// A number below another one (xorshift64*).
    fn below(&mut self, count: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        ((self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % count as u64) as usize
    }

    /// One frame of the engine.
    pub(crate) fn frame(&mut self) {
        self.frames += 1;
        let dies = if self.below(60) == 0 { self.below(MOMENTS as usize) as u64 } else { MOMENTS };
        self.lose_at(dies, 0);
        for _ in 0..1 + self.below(4) {
            self.act();
        }
        self.lose_at(dies, 1);
        self.pool.upload(&self.gpu.queue);
        self.lose_at(dies, 2);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        let encoded = self.pool.encode(&mut encoder);
        self.lose_at(dies, 3);
        self.gpu.queue.submit([encoder.finish()]);
        if dies < MOMENTS {
            assert!(
                matches!(encoded, Ok(_) | Err(GpuError::DeviceLost { .. })),
                "frame {}: {encoded:?}",
                self.frames
            );
            self.recover();
        } else if let Err(error) = encoded {
            panic!("frame {}: {error}", self.frames);
        }
        if self.frames.is_multiple_of(8) || dies < MOMENTS {
            self.compare();
        }
        let _ = self.gpu.device.poll(wgpu::PollType::wait_indefinitely());
        self.count();
    }

    fn lose_at(&self, dies: u64, moment: u64) {
        if dies == moment {
            self.gpu.device.destroy();
        }
    }

    /// Goes over to a new device, which may go as well; then the frame that was lost is made again.
    fn recover(&mut self) {
        loop {
            self.losses += 1;
            self.gpu = device();
            let dies = self.below(4) == 0;
            if dies {
                self.gpu.device.destroy();
            }
            let recovered = self.pool.recover(&self.gpu.device, &self.gpu.queue);
            match recovered {
                Ok(()) => break,
                Err(GpuError::DeviceLost { .. }) if dies => {}
                Err(error) => panic!("frame {}: {error}", self.frames),
            }
        }
        self.blend = ComputeBlend::new(&self.gpu.device, &self.gpu.queue);
        self.pool.upload(&self.gpu.queue);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.pool.encode(&mut encoder).unwrap();
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// What a device that is lost or full refuses, changes nothing.
    fn taken<T>(&mut self, result: Result<T, GpuError>) -> Option<T> {
        match result {
            Ok(made) => Some(made),
            Err(
                GpuError::DeviceLost { .. }
                | GpuError::Device { .. }
                | GpuError::Rows { .. }
                | GpuError::Layout(_),
            ) => {
                self.refused += 1;
                None
            }
            Err(error) => panic!("frame {}: {error}", self.frames),
        }
    }

    fn act(&mut self) {
        match self.below(16) {
            0 => self.add_set(),
            1 => self.edit(),
            2 => self.destroy_set(),
            3..7 => self.spawn(),
            7..10 => self.despawn(),
            _ => self.animate(),
        }
    }

    fn mesh(&mut self, vertices: usize) -> (VertexAttributes, MorphTargets) {
        let (seed, targets) = (self.below(1 << 20) as u32, 3 + self.below(4));
        random_mesh(seed, vertices, targets, AttributeSet::PN)
    }

    fn add_set(&mut self) {
        if self.sets.len() >= SETS {
            return;
        }
        let vertices = 20 + self.below(40);
        let (base, targets) = self.mesh(vertices);
        let kind = self.below(4);
        let layout = match kind {
            0 => DeformLayout::Linear,
            _ => DeformLayout::Blocked(BlockEncoding::F32),
        };
        let added = match kind {
            0 | 1 => {
                let options =
                    DeformOptions { layout: DeformChoice::Layout(layout), ..Default::default() };
                let (base, targets) = (base.clone(), Some(targets.clone()));
                let primitive = MorphPrimitive { base, targets, flat: false };
                self.pool.add_primitive(&primitive, None, &options)
            }
            2 => self.pool.add_targets(&targets, None, Choice::Linear(Stage::Compute)),
            _ => self.pool.add_targets(&targets, None, Choice::Texture(Stage::Compute)),
        };
        if let Some(id) = self.taken(added) {
            self.sets.push(Set { id, base, targets, deformed: kind < 2, destroyed: false });
        }
    }

    /// Other targets in place of those that instances show.
    fn edit(&mut self) {
        let Some(at) = self.some_set() else { return };
        let (id, vertices) = (self.sets[at].id, self.sets[at].base.vertex_count());
        let (_, targets) = self.mesh(vertices);
        let edited = self.pool.replace_targets(&[id], std::slice::from_ref(&targets), None);
        if self.taken(edited).is_some() {
            self.edits += 1;
            for live in self.live.iter_mut().filter(|live| live.of == id) {
                live.weights.resize(targets.target_count(), 0.0);
            }
            self.sets[at].targets = targets;
        }
    }

    /// A set that may still be used.
    fn some_set(&mut self) -> Option<usize> {
        let alive: Vec<usize> = (0..self.sets.len()).filter(|&i| !self.sets[i].destroyed).collect();
        if alive.is_empty() { None } else { Some(alive[self.below(alive.len())]) }
    }

    fn destroy_set(&mut self) {
        if let Some(at) = self.some_set() {
            self.pool.destroy_targets(self.sets[at].id);
            self.sets[at].destroyed = true;
        }
        self.forget_sets();
    }

    /// Destroyed sets go with their last instance.
    fn forget_sets(&mut self) {
        let live = &self.live;
        self.sets.retain(|set| !set.destroyed || live.iter().any(|live| live.of == set.id));
    }

    fn spawn(&mut self) {
        if self.live.len() >= INSTANCES {
            return;
        }
        if !self.live.is_empty() && self.below(3) == 0 {
            let at = self.below(self.live.len());
            let handle = self.live[at].handles[0];
            if self.below(2) == 0 {
                let shared = self.pool.share(handle).unwrap();
                self.live[at].handles.push(shared);
                return;
            }
            let (of, weights) = (self.live[at].of, self.live[at].weights.clone());
            if self.sets.iter().any(|set| set.id == of && set.destroyed) {
                return;
            }
            let cloned = self.pool.clone_instance(handle);
            if let Some(clone) = self.taken(cloned) {
                self.live.push(Live { handles: vec![clone], of, weights });
            }
            return;
        }
        let Some(at) = self.some_set() else { return };
        let (of, count) = (self.sets[at].id, self.sets[at].targets.target_count());
        let weights = random_weights(self.below(1 << 20) as u32, count);
        let made = self.pool.new_instance(&[of], &weights);
        if let Some(instance) = self.taken(made) {
            self.live.push(Live { handles: vec![instance], of, weights });
        }
    }

    fn despawn(&mut self) {
        if self.live.is_empty() {
            return;
        }
        let at = self.below(self.live.len());
        if let Some(handle) = self.live[at].handles.pop() {
            self.pool.destroy_instance(handle);
            assert!(matches!(self.pool.weights(handle), Err(GpuError::NoSuchInstance(_))));
        }
        if self.live[at].handles.is_empty() {
            self.live.swap_remove(at);
            self.forget_sets();
        }
    }

    fn animate(&mut self) {
        for at in 0..self.live.len() {
            if self.below(3) == 0 {
                let count = self.live[at].weights.len();
                let weights = random_weights(self.below(1 << 20) as u32, count);
                self.pool.set_weights(self.live[at].handles[0], &weights).unwrap();
                self.live[at].weights = weights;
            }
        }
    }

    /// What some instances show.
    fn compare(&mut self) {
        for _ in 0..self.live.len().min(3) {
            let at = self.below(self.live.len());
            let live = &self.live[at];
            let set = self.sets.iter().find(|set| set.id == live.of).unwrap();
            let handle = live.handles[live.handles.len() - 1];
            let found = if set.deformed {
                self.pool.read_output(handle, 0).unwrap()
            } else {
                self.blend.blend(&self.pool, handle, 0, &set.base).unwrap()
            };
            let what = format!("frame {}", self.frames);
            let (base, targets) = (&set.base, &set.targets);
            assert_blend(&what, &found, base, targets, &live.weights, Normalize::Yes);
            assert_eq!(self.pool.weights(handle).unwrap().as_slice(), live.weights, "{what}");
            self.compared += 1;
        }
    }

    /// What the pool counts.
    fn count(&self) {
        let stats = self.pool.stats();
        let handles: usize = self.live.iter().map(|live| live.handles.len()).sum();
        let found = [stats.targets, stats.instances, stats.handles];
        assert_eq!(found, [self.sets.len(), self.live.len(), handles], "frame {}", self.frames);
        let is_deformed = |of| self.sets.iter().any(|set| set.id == of && set.deformed);
        let deformed = self.live.iter().filter(|live| is_deformed(live.of)).count();
        assert_eq!(stats.deformed, deformed, "frame {}", self.frames);
    }

    /// Everything goes.
    pub(crate) fn clear(&mut self) {
        for live in std::mem::take(&mut self.live) {
            live.handles.into_iter().for_each(|handle| self.pool.destroy_instance(handle));
        }
        for set in std::mem::take(&mut self.sets) {
            self.pool.destroy_targets(set.id);
        }
        self.pool.upload(&self.gpu.queue);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.pool.encode(&mut encoder).unwrap();
        self.gpu.queue.submit([encoder.finish()]);
    }
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} frames, {} devices lost, {} instances compared, {} edits, {} refusals",
            self.frames, self.losses, self.compared, self.edits, self.refused
        )
    }
}
