//! What a pool holds, in numbers.

use super::known::{bytes_of, bytes_of_base};
use super::{MorphPool, Reader};
use std::collections::HashMap;

/// What a pool holds: all but [`PoolStats::reserved_bytes`] are zero once everything is destroyed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PoolStats {
    /// Sets of targets that are alive, destroyed ones that instances still use among them.
    pub targets: usize,
    /// Instances, shares counted once.
    pub instances: usize,
    /// Handles of instances, shares counted each.
    pub handles: usize,
    /// Rows of weights that instances have.
    pub rows: usize,
    /// Primitives of instances that the deform pass writes.
    pub deformed: usize,
    /// Sets of deltas on the GPU, each once however often it was added.
    pub delta_sets: usize,
    /// Bytes of deltas.
    pub delta_bytes: u64,
    /// Bytes of bases of the deform pass.
    pub base_bytes: u64,
    /// Bytes of the rows that instances have, with what aligns them.
    pub row_bytes: u64,
    /// Bytes of deformed vertices in the pool's own pages, of the frame before too where it is
    /// kept.
    pub output_bytes: u64,
    /// Bytes of deltas and bases that the pool keeps in the CPU's memory for a recovery, each once,
    /// those that the caller holds as well among them: none where
    /// [`PoolOptions::keep_deltas`](super::PoolOptions::keep_deltas) is off.
    pub kept_bytes: u64,
    /// Bytes of all buffers and textures of the pool, with the room that nothing lies in. Pages
    /// that nothing lies in go back to the device, and so do the buffers of rows and of frames
    /// once nobody needs any.
    pub reserved_bytes: u64,
}

impl MorphPool {
    /// What the pool holds, counted anew by each call.
    ///
    /// # Example
    /// ```
    /// use morph_gpu::{MorphPool, PoolOptions, PoolStats};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// assert_eq!(pool.stats(), PoolStats::default());
    /// ```
    #[must_use]
    pub fn stats(&self) -> PoolStats {
        let mut stats = PoolStats {
            targets: self.targets.len(),
            instances: self.instances.len(),
            handles: self.handles.len(),
            deformed: self.deform.seats.len(),
            delta_sets: self.deltas.len() + self.deform.sets.len(),
            delta_bytes: self.delta_bytes(),
            base_bytes: self.deform.sets.base_bytes(),
            output_bytes: self.deform.seats.output_bytes(),
            reserved_bytes: self.deltas.reserved_bytes()
                + self.rows.reserved_bytes()
                + self.deform.reserved_bytes(),
            kept_bytes: self.kept_bytes(),
            ..PoolStats::default()
        };
        for region in self.targets.values().filter_map(|entry| entry.region()) {
            stats.rows += region.taken();
            stats.row_bytes += region.taken_bytes();
        }
        stats
    }

    fn kept_bytes(&self) -> u64 {
        let of_entries = self.targets.values().filter_map(|entry| entry.targets.kept());
        // Handles that are clones of each other hold one set.
        let all: HashMap<_, _> = of_entries
            .chain(self.deltas.kept())
            .chain(self.deform.sets.kept())
            .map(|targets| (targets.identity(), targets))
            .collect();
        let of_targets: u64 = all.values().map(|targets| bytes_of(targets)).sum();
        let bases = self.targets.values().filter_map(|entry| match &entry.reader {
            Reader::Shader(reader) => reader.packing.base(),
            Reader::Deform(_) => None,
        });
        let of_bases: u64 = bases.map(bytes_of_base).sum();
        of_targets + of_bases + self.deltas.kept_packed_bytes() + self.deform.sets.kept_base_bytes()
    }
}
