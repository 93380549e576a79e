//! Who plays in a crowd, as its pool knows it: through handles that go, and the end of either.

use crate::GpuError;
use crate::pool::MorphPool;
use slotmap::DefaultKey;
use std::sync::Arc;

/// Members of a crowd, at least one. The pool and the crowd hold one list, so that each knows of the
/// other's end.
#[derive(Debug)]
pub(super) struct Membership {
    pool: u32,
    /// Instances, in the members' order.
    keys: Arc<[DefaultKey]>,
}

impl Membership {
    /// Instances of the pool become members.
    pub(super) fn new(pool: &mut MorphPool, keys: Vec<DefaultKey>) -> Self {
        let keys: Arc<[DefaultKey]> = keys.into();
        keys.iter().for_each(|&key| pool.instances[key].crowds += 1);
        // Where nobody uploads, the list stays as short as there are crowds.
        pool.leave_dropped_crowds();
        pool.crowds.push(keys.clone());
        Self { pool: pool.tag, keys }
    }

    /// Whether the members are the pool's, or their own pool was dropped.
    pub(super) fn may_go_to(&self, pool: &MorphPool) -> bool {
        self.pool == pool.tag || Arc::strong_count(&self.keys) == 1
    }

    /// The first member that is no instance of the pool.
    pub(super) fn first_gone(&self, pool: &MorphPool) -> Option<usize> {
        let is_there = |&key| self.pool == pool.tag && pool.instances.contains_key(key);
        self.keys.iter().position(|key| !is_there(key))
    }

    /// The members leave.
    pub(super) fn end(self, pool: &mut MorphPool) -> Result<(), GpuError> {
        match pool.crowds.iter().position(|keys| Arc::ptr_eq(keys, &self.keys)) {
            Some(at) => pool.leave_crowd(at),
            None => Ok(()),
        }
    }
}

impl MorphPool {
    /// Members of crowds that were dropped leave.
    pub(in crate::pool) fn leave_dropped_crowds(&mut self) {
        while let Some(at) = self.crowds.iter().position(|keys| Arc::strong_count(keys) == 1) {
            // The same weights were encoded before, so nothing refuses them now.
            let _ = self.leave_crowd(at);
        }
    }

    /// Instances that are in no crowd any more get the weights back that setters set.
    fn leave_crowd(&mut self, at: usize) -> Result<(), GpuError> {
        for &key in self.crowds.swap_remove(at).iter() {
            let Some(entry) = self.instances.get_mut(key) else { continue };
            entry.crowds -= 1;
            if entry.crowds == 0 {
                self.write_rows(key)?;
            }
        }
        Ok(())
    }
}
