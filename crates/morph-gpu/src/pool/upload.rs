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
    /// What cannot be written waits, in the order in which it was set and edited, and
    /// [`MorphPool::is_uploaded`] says so: a device without memory is asked again by the next call, a
    /// lost one takes nothing ([`MorphPool::recover`] uploads all rows), and nothing is written where
    /// the queue is not the one that the pool was made with, or recovered on.
    ///
    /// Where the frame before is kept ([`PoolOptions::keep_previous`](super::PoolOptions)), what is
    /// sent ends a frame, and an instance that moved in the last one and rests in this one has its row
    /// written once more.
    pub fn upload(&mut self, queue: &wgpu::Queue) -> UploadStats {
        // Of a device that the pool has left, or never had.
        if queue != self.deltas.queue() {
            return UploadStats::default();
        }
        let edited = self.deltas.settle(&self.device);
        self.leave_dropped_crowds();
        self.settle_rows();
        // Queues of two wgpu instances may compare equal: the pool's own one writes.
        let (device, queue) = (&self.device, self.deltas.queue());
        let rows =
            self.rows.storage.upload(device, queue) + self.rows.uniform.upload(device, queue);
        // What a lost device did not take was not shown.
        if self.rows.are_sent() {
            self.end_frame();
            self.is_unsettled &= !self.deltas.is_settled();
        }
        edited + rows
    }

    /// Whether all that was set and edited for shaders is written: not from a change until the
    /// [`MorphPool::upload`] behind it, and not where that could not write.
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let raise = TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
    /// # let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
    /// # let raise = pool.add_targets(&targets, None, Choice::Linear(morph_wgsl::Stage::Vertex))?;
    /// let instance = pool.new_instance(&[raise], &[0.5])?;
    /// assert!(!pool.is_uploaded());
    /// pool.upload(&queue);
    /// assert!(pool.is_uploaded());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_uploaded(&self) -> bool {
        !self.is_unsettled && self.rows.are_sent() && self.deltas.is_settled()
    }

    /// Rows or deltas lie elsewhere, and nothing is written there yet.
    pub(super) const fn move_on(&mut self) {
        self.generation += 1;
        self.is_unsettled = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, PoolOptions};
    use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    use morph_wgsl::Stage;

    #[test]
    fn the_queue_of_another_wgpu_instance_may_compare_equal_and_is_not_written_to() {
        let made = [0, 1].map(|_| wgpu::Device::noop(&wgpu::DeviceDescriptor::default()));
        let [(device, queue), (_other_device, other)] = made;
        let mut pool = MorphPool::new(&device, &queue, PoolOptions::default());
        let raise =
            TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
        let targets = MorphTargets::new(3, vec![raise]).unwrap().unwrap();
        let of_stage = Stage::Vertex;
        for choice in [Choice::Texture(of_stage), Choice::Linear(of_stage)] {
            let id = pool.add_targets(&targets, None, choice).unwrap();
            let instance = pool.new_instance(&[id], &[0.5]).unwrap();
            for weight in [1.0, 2.0] {
                pool.set_weights(instance, &[weight]).unwrap();
                pool.upload(&other);
                pool.upload(&queue);
                assert!(pool.is_uploaded());
            }
        }
    }
}
