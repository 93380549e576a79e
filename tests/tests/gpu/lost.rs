//! Devices that are lost in mid-run: what a pool does on them is defined, and on another device it
//! goes on as if nothing had been.

mod defined;
#[cfg(target_os = "linux")]
mod memory;
mod moments;
mod supplied;
mod without_pool;

use crate::vertex_stage::draw::draw_on;
use crate::vertex_stage::of;
use morph_core::packed::BlockEncoding;
use morph_core::{AttributeSet, MorphPrimitive, MorphTargets, Stage, VertexAttributes};
use morph_gpu::{
    Choice, DeformChoice, DeformOptions, InstanceId, MorphPool, PoolOptions, TargetsId, read_buffer,
};
use morph_tests::{Gpu, another_gpu, random_mesh, random_weights};
use morph_wgsl::DeformLayout;

const TARGETS: usize = 7;

const CHOICES: [Choice; 3] = [
    Choice::Texture(Stage::Vertex),
    Choice::Linear(Stage::Vertex),
    Choice::RowSparse(Stage::Vertex),
];

/// A device that may be lost.
fn mortal() -> Gpu {
    another_gpu()
}

fn mesh(seed: u32) -> (VertexAttributes, MorphTargets) {
    random_mesh(seed, 90 + seed as usize, TARGETS, AttributeSet::PN)
}

fn primitive(seed: u32) -> MorphPrimitive {
    let (base, targets) = mesh(seed);
    MorphPrimitive { base, targets: Some(targets), flat: false }
}

fn named(seed: u32) -> Option<std::sync::Arc<[String]>> {
    Some((0..TARGETS).map(|target| format!("{seed}:{target}")).collect())
}

fn words(gpu: &Gpu, buffer: &wgpu::Buffer, offset: u64, bytes: u64) -> Vec<u32> {
    let bytes = read_buffer(&gpu.device, &gpu.queue, buffer, offset, bytes).unwrap();
    bytemuck::pod_collect_to_vec(&bytes)
}

/// A pool with one of everything that a device can lose.
struct Scene {
    pool: MorphPool,
    /// What shaders read: seed of the mesh, targets, instance.
    drawn: Vec<(u32, TargetsId, InstanceId)>,
    /// What the deform pass writes: seed of the mesh, targets, instance.
    deformed: Vec<(u32, TargetsId, InstanceId)>,
}

impl Scene {
    fn new(gpu: &Gpu, keep_deltas: bool) -> Self {
        Self::with(gpu, keep_deltas, &DeformLayout::ALL)
    }

    /// With some layouts of the deform pass: each has kernels that a new device compiles.
    fn with(gpu: &Gpu, keep_deltas: bool, layouts: &[DeformLayout]) -> Self {
        let options = PoolOptions {
            keep_previous: true,
            keep_deltas,
            page_bytes: 1 << 14,
            output_page_bytes: 1 << 14,
            ..Default::default()
        };
        let mut pool = MorphPool::new(&gpu.device, &gpu.queue, options);
        let mut seeds = 0..;
        let mut drawn = Vec::new();
        for (choice, seed) in CHOICES.into_iter().zip(&mut seeds) {
            let id = pool.add_targets(&mesh(seed).1, named(seed), choice).unwrap();
            drawn.push((seed, id, pool.new_instance(&[id], &random_weights(seed, 7)).unwrap()));
        }
        let mut deformed = Vec::new();
        for (&layout, seed) in layouts.iter().zip(&mut seeds) {
            let layout_of = DeformChoice::Layout(layout);
            let options = DeformOptions { layout: layout_of, ..Default::default() };
            let id = pool.add_primitive(&primitive(seed), named(seed), &options).unwrap();
            // Crowds share workgroups, and their sums have other bits.
            let crowd = layout == DeformLayout::Blocked(BlockEncoding::EightBytes);
            for _ in 0..if crowd { 9 } else { 2 } {
                deformed.push((seed, id, pool.new_instance(&[id], &[]).unwrap()));
            }
        }
        Self { pool, drawn, deformed }
    }

    fn instances(&self) -> Vec<InstanceId> {
        self.drawn.iter().chain(&self.deformed).map(|&(_, _, instance)| instance).collect()
    }

    /// Sets weights of most instances, others each time.
    fn animate(&mut self, frame: u32) {
        for (at, instance) in (0..).zip(self.instances()) {
            if frame == 0 || !(at + frame).is_multiple_of(3) {
                self.pool.set_weights(instance, &random_weights(100 * frame + at, 7)).unwrap();
            }
        }
    }

    fn encode(&mut self, gpu: &Gpu) -> wgpu::CommandEncoder {
        self.pool.upload(&gpu.queue);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.pool.encode(&mut encoder).unwrap();
        encoder
    }

    fn submit(&mut self, gpu: &Gpu) {
        let encoder = self.encode(gpu);
        gpu.queue.submit([encoder.finish()]);
    }

    /// Vertices of this frame and of the one before, word for word.
    fn buffers(&self, gpu: &Gpu) -> Vec<[Vec<u32>; 2]> {
        let of = |&(_, _, instance): &(u32, TargetsId, InstanceId)| {
            let now = self.pool.output(instance, 0).unwrap();
            let before = self.pool.previous_output(instance, 0).unwrap();
            [now, before].map(|at| words(gpu, at.buffer, at.offset, at.bytes))
        };
        self.deformed.iter().map(of).collect()
    }

    /// Pictures of what shaders morph.
    fn pictures(&self, gpu: &Gpu) -> Vec<VertexAttributes> {
        let of = |&(seed, id, instance): &(u32, TargetsId, InstanceId)| {
            draw_on(gpu, &mesh(seed).0, &of(&self.pool, id, instance)).remove(0)
        };
        self.drawn.iter().map(of).collect()
    }

    /// That both show the same, bit for bit, and know the same.
    fn assert_like(&self, gpu: &Gpu, other: &Self, others: &Gpu, what: &str) {
        for (at, (a, b)) in self.buffers(gpu).iter().zip(other.buffers(others)).enumerate() {
            assert!(a[0] == b[0], "{what}: instance {at}, this frame");
            assert!(a[1] == b[1], "{what}: instance {at}, the frame before");
        }
        assert!(self.pictures(gpu) == other.pictures(others), "{what}: pictures");
        for (a, b) in self.instances().into_iter().zip(other.instances()) {
            let (a, b) = (self.pool.weights(a).unwrap(), other.pool.weights(b).unwrap());
            assert_eq!(a.as_slice(), b.as_slice(), "{what}");
            assert_eq!(a.names(), b.names(), "{what}");
        }
        assert_eq!(self.pool.delta_bytes(), other.pool.delta_bytes(), "{what}");
    }
}
