//! Instances of a pool as what tracks and clips play on.

use super::MorphPool;
use crate::GpuError;
use morph_core::animation::WeightSink;
use slotmap::DefaultKey;

/// An instance that tracks and clips can play on.
#[derive(Debug)]
pub struct InstanceSink<'a> {
    pub(super) pool: &'a mut MorphPool,
    pub(super) key: DefaultKey,
}

impl WeightSink for InstanceSink<'_> {
    type Error = GpuError;

    fn weights(&self) -> &[f32] {
        self.pool.instances[self.key].weights()
    }

    fn set_weights(&mut self, weights: &[f32]) -> Result<(), GpuError> {
        self.pool.change(self.key, |own| own.set_all(weights)).map(|_| ())
    }
}
