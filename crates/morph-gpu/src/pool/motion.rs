//! The frame before: what instances showed last, for motion vectors.

use super::{InstanceId, MorphPool};
use crate::GpuError;
use slotmap::DefaultKey;

/// What an instance showed in the last upload, where the pool keeps it.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// Weights of the last upload.
    shown: Vec<f32>,
    /// Whether it showed something: not before its first upload, and not where it jumps.
    is_shown: bool,
    /// Whether it is among those that the next upload looks at.
    listed: bool,
    /// Whether it moved in the last upload and was not touched since: its rows still tell so.
    settles: bool,
}

impl Motion {
    /// Weights of the frame before, for an instance that has these now.
    pub(super) fn previous<'a>(&'a self, weights: &'a [f32]) -> &'a [f32] {
        if self.is_shown { &self.shown } else { weights }
    }

    /// Its rows are encoded. Returns whether it is to be listed.
    pub(super) fn touch(&mut self) -> bool {
        self.settles = false;
        !std::mem::replace(&mut self.listed, true)
    }

    /// An upload has sent these weights. Returns whether the next one has to look at it.
    fn end_frame(&mut self, weights: &[f32]) -> bool {
        let moved = self.is_shown && self.shown != weights;
        if moved || !self.is_shown {
            self.shown.clear();
            self.shown.extend_from_slice(weights);
        }
        self.is_shown = true;
        (self.listed, self.settles) = (moved, moved);
        moved
    }
}

impl MorphPool {
    /// Says that an instance has no frame before: it comes into view again, or its object was
    /// moved to another place. The next [`MorphPool::upload`] and the next [`MorphPool::encode`]
    /// give it the previous weights and vertices that it has then, so that it shows no motion of its
    /// targets in that frame. New instances begin so. A frame that fails does not count.
    ///
    /// Where previous frames are not kept ([`PoolOptions::keep_previous`](super::PoolOptions)),
    /// nothing changes.
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`].
    ///
    /// # Example
    /// ```
    /// # use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas};
    /// # use morph_gpu::{Choice, MorphPool, PoolOptions};
    /// # use morph_wgsl::Stage;
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # let raise = TargetDeltas::new()
    /// #     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 1.0, 0.0]; 3]));
    /// # let targets = MorphTargets::new(3, vec![raise])?.expect("one target, three vertices");
    /// let options = PoolOptions { keep_previous: true, ..PoolOptions::default() };
    /// let mut pool = MorphPool::new(&device, &queue, options);
    /// let raise = pool.add_targets(&targets, None, Choice::Auto(Stage::Vertex))?;
    /// assert!(pool.permutation(raise)?.motion);
    /// let instance = pool.new_instance(&[raise], &[0.5])?;
    /// pool.upload(&queue); // a frame without motion
    /// pool.set_weights(instance, &[1.0])?;
    /// pool.upload(&queue); // from 0.5 to 1.0
    /// pool.upload(&queue); // it rests: one row is written
    /// assert_eq!(pool.upload(&queue).bytes, 0);
    /// pool.set_weights(instance, &[0.0])?;
    /// pool.reset_motion(instance)?; // a cut
    /// pool.upload(&queue); // at 0.0, without motion
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reset_motion(&mut self, id: InstanceId) -> Result<(), GpuError> {
        let key = self.instance_key(id)?;
        self.begin_motion(key)
    }

    /// The instance has no frame before, where one is kept.
    pub(super) fn begin_motion(&mut self, key: DefaultKey) -> Result<(), GpuError> {
        if !self.options.keep_previous {
            return Ok(());
        }
        let entry = &mut self.instances[key];
        let rows_tell_of_motion = entry.motion.listed;
        entry.motion.is_shown = false;
        let seats: Vec<_> = entry.seats().collect();
        seats.into_iter().for_each(|seat| self.deform.cut(seat));
        if rows_tell_of_motion {
            self.encode_rows(key)?;
        }
        self.touch(key);
        Ok(())
    }

    /// The next upload looks at an instance whose rows are encoded.
    pub(super) fn touch(&mut self, key: DefaultKey) {
        let entry = &mut self.instances[key];
        if !self.options.keep_previous || !entry.has_rows() || !entry.motion.touch() {
            return;
        }
        self.moving.push(key);
        // Where instances come and go and nobody uploads, the list stays as short as there are any.
        if self.moving.len() > 2 * self.instances.len() + 64 {
            self.moving.retain(|&key| self.instances.contains_key(key));
        }
    }

    /// Encodes the rows of instances that moved in the last frame and rest in this one.
    pub(super) fn settle_rows(&mut self) {
        for at in 0..self.moving.len() {
            let key = self.moving[at];
            if self.instances.get(key).is_some_and(|entry| entry.motion.settles) {
                // The same weights were encoded in the last frame, so nothing refuses them now.
                let _ = self.encode_rows(key);
            }
        }
    }

    /// What was sent is shown.
    pub(super) fn end_frame(&mut self) {
        let instances = &mut self.instances;
        self.moving.retain(|&key| instances.get_mut(key).is_some_and(|entry| entry.end_frame()));
    }
}

impl super::instance::InstanceEntry {
    fn end_frame(&mut self) -> bool {
        self.motion.end_frame(self.weights.as_slice())
    }
}
