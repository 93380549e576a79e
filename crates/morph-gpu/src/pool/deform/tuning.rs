//! How the work of one mesh is shared: by measurement (docs/performance.md).

use super::sets::DeformSet;
use crate::limits::has_workgroups_of;
use morph_core::deform::GroupSize;
use morph_wgsl::{Deform, DeformLayout};

/// Shares and instances of a workgroup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tuning {
    pub(super) slices: u32,
    pub(super) group: GroupSize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { slices: 1, group: GroupSize::One }
    }
}

impl Tuning {
    /// The same, or what a device of smaller workgroups has in its place.
    pub(super) fn within(self, set: &DeformSet, limits: &wgpu::Limits) -> Self {
        let (slices, group) = (self.slices, self.group);
        let kernel = Deform { slices, group, ..Deform::new(set.layout, set.attributes, true) };
        if has_workgroups_of(kernel, limits) { self } else { Self { slices: 1, ..self } }
    }
}

/// Instances from which on they share reads of deltas, eight at a time: sixteen keep too many sums.
const CROWD: usize = 8;

/// Blocks up to which four shares of the targets fill a large GPU better than one, where a block
/// has many entries to add.
const FEW_BLOCKS: usize = 400;
const MANY_ENTRIES: f64 = 40.0;

/// What suits a set for so many instances.
pub(super) fn of(
    set: &DeformSet,
    instances: usize,
    active: &mut dyn Iterator<Item = usize>,
    limits: &wgpu::Limits,
) -> Tuning {
    let pnt = set.attributes.is_pnt();
    let blocked = matches!(set.layout, DeformLayout::Blocked(_));
    let crowd = blocked && pnt && set.options.slices.is_none_or(|slices| slices == 1);
    let group = match set.options.group {
        Some(group) => group,
        None if crowd && instances >= CROWD && shares(set, instances, active) => GroupSize::Eight,
        None => GroupSize::One,
    };
    let sliced = pnt && set.layout != DeformLayout::RowSparse && group == GroupSize::One;
    let entries = set.block_coverage() * set.targets.target_count() as f64;
    let few = set.blocks() * instances <= FEW_BLOCKS;
    let slices = match set.options.slices {
        Some(slices) => slices,
        None if sliced && few && entries >= MANY_ENTRIES && has_four(set, limits) => 4,
        None => 1,
    };
    Tuning { slices, group }
}

/// Whether reading an entry once for many is worth adding zeros for those that have no weight on
/// it: not where few of many targets are active and each moves nearly everything.
fn shares(set: &DeformSet, instances: usize, active: &mut dyn Iterator<Item = usize>) -> bool {
    if set.block_coverage() < 0.5 {
        return true;
    }
    let targets = set.targets.target_count();
    let active_share = active.sum::<usize>() as f64 / (targets * instances) as f64;
    active_share >= 0.5
}

/// Whether the device has workgroups for four shares.
fn has_four(set: &DeformSet, limits: &wgpu::Limits) -> bool {
    let kernel = Deform { slices: 4, ..Deform::new(set.layout, set.attributes, true) };
    has_workgroups_of(kernel, limits)
}
