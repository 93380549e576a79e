//! What a pool sends to the GPU, and when that is what shaders read.

use super::{MorphPool, UploadStats};

impl MorphPool {
    /// Changes whenever a GPU resource was replaced, by growth, a live edit or recovery: then bind
    /// groups have to be made anew, once [`MorphPool::upload`] has written what they bind.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Writes the rows that changed since the last upload, and deltas that were edited in place;
    /// nothing where nothing changed.
    ///
    /// Rows beside each other go in one write, which takes place before whatever is submitted next:
    /// submit what was recorded before the next call. Until then deltas that are destroyed keep
    /// their memory, since what is recorded may read them.
    ///
    /// A lost device takes nothing, and nothing is told: [`MorphPool::recover`] uploads all rows. Nor
    /// is anything written where the queue is none of the pool's device: rows wait for the right one.
    ///
    /// Where the frame before is kept ([`PoolOptions::keep_previous`](super::PoolOptions)), what is
    /// sent ends a frame, and an instance that moved in the last one and rests in this one has its row
    /// written once more.
    pub fn upload(&mut self, queue: &wgpu::Queue) -> UploadStats {
        // Of a device that the pool has left: what it wrote would be nobody's.
        if queue != self.deltas.queue() {
            return UploadStats::default();
        }
        let edited = self.deltas.settle(&self.device);
        self.leave_dropped_crowds();
        self.settle_rows();
        let device = &self.device;
        let rows =
            self.rows.storage.upload(device, queue) + self.rows.uniform.upload(device, queue);
        // What a lost device did not take was not shown.
        if self.rows.are_sent() {
            self.end_frame();
            self.is_unsettled &= !self.deltas.is_settled();
        }
        edited + rows
    }

    /// Rows or deltas lie elsewhere, and nothing is written there yet.
    pub(super) const fn move_on(&mut self) {
        self.generation += 1;
        self.is_unsettled = true;
    }
}
