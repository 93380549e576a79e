//! The rows of one set of targets: what they hold, and where they lie.

use crate::pool::layout::ShaderLayout;
use morph_core::{
    UniformCapacity, dense_row_words, motion_dense_row_words, motion_row_words, row_words,
};
use std::collections::BTreeSet;

/// Where rows may begin: the largest offset alignment that WebGPU allows a device to ask for, so
/// that rows keep their places when a pool moves to another device.
pub(super) const ROW_ALIGN: u64 = 256;

/// Rows of one set of targets.
#[derive(Debug)]
pub(in crate::pool) struct Region {
    /// What a row holds.
    pub(super) kind: Kind,
    /// Whether a row has the weights of the frame before as well.
    pub(super) motion: bool,
    /// First byte, once there is a row.
    pub(super) offset: u64,
    /// Bytes from one row to the next; known once the alignment is.
    pub(super) row_bytes: u64,
    /// Rows that there is room for.
    pub(super) capacity: u32,
    /// Rows that nobody has.
    pub(super) free: BTreeSet<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Pairs, of active weights.
    Uniform(UniformCapacity),
    /// Pairs for all targets.
    Storage { target_count: u32 },
    /// A weight for each target.
    Dense { target_count: u32 },
}

impl Kind {
    fn of(layout: &ShaderLayout) -> Self {
        match layout {
            ShaderLayout::Texture(layout) => {
                Self::Uniform(UniformCapacity::for_targets(layout.target_count()))
            }
            ShaderLayout::Linear(layout) => Self::Storage { target_count: layout.target_count() },
            ShaderLayout::RowSparse(layout) => Self::Dense { target_count: layout.target_count() },
        }
    }

    /// Bytes from one row to the next.
    pub(super) fn row_bytes(self, motion: bool) -> u64 {
        let align = ROW_ALIGN as u32 / 4;
        let words = match (self, motion) {
            (Self::Uniform(capacity), _) => {
                return uniform_bytes(capacity, motion).next_multiple_of(ROW_ALIGN);
            }
            (Self::Storage { target_count }, false) => row_words(target_count, align),
            (Self::Storage { target_count }, true) => motion_row_words(target_count, align),
            (Self::Dense { target_count }, false) => dense_row_words(target_count, align),
            (Self::Dense { target_count }, true) => motion_dense_row_words(target_count, align),
        };
        words * 4
    }
}

const fn uniform_bytes(capacity: UniformCapacity, motion: bool) -> u64 {
    if motion { capacity.motion_byte_count() } else { capacity.byte_count() }
}

impl Region {
    /// No rows yet, of the kind that goes with a layout.
    pub(in crate::pool) fn new(layout: &ShaderLayout, motion: bool) -> Self {
        Self::empty(Kind::of(layout), motion)
    }

    /// Whether rows of a layout fit where these rows are.
    pub(in crate::pool) fn fits(&self, layout: &ShaderLayout) -> bool {
        let (old, new) = (self.kind, Kind::of(layout));
        let uniform = |kind| matches!(kind, Kind::Uniform(_));
        let bytes = |kind: Kind| kind.row_bytes(self.motion);
        old == new || (!uniform(old) && !uniform(new) && bytes(old) == bytes(new))
    }

    /// The rows hold what a layout needs that [fits](Self::fits) from now on.
    pub(in crate::pool) fn set_layout(&mut self, layout: &ShaderLayout) {
        self.kind = Kind::of(layout);
    }

    pub(super) const fn empty(kind: Kind, motion: bool) -> Self {
        Self { kind, motion, offset: 0, row_bytes: 0, capacity: 0, free: BTreeSet::new() }
    }

    /// Whether it has no rows yet.
    pub(in crate::pool) const fn is_empty(&self) -> bool {
        self.capacity == 0
    }

    /// Rows that instances have.
    pub(in crate::pool) fn taken(&self) -> usize {
        self.capacity as usize - self.free.len()
    }

    /// Bytes of these rows.
    pub(in crate::pool) fn taken_bytes(&self) -> u64 {
        self.taken() as u64 * self.row_bytes
    }

    /// Words of a row, as encoders write it.
    pub(in crate::pool) fn encoded_words(&self) -> usize {
        match self.kind {
            Kind::Uniform(capacity) => (uniform_bytes(capacity, self.motion) / 4) as usize,
            Kind::Storage { .. } | Kind::Dense { .. } => (self.row_bytes / 4) as usize,
        }
    }

    /// First byte of a row.
    pub(in crate::pool) const fn row_offset(&self, row: u32) -> u64 {
        self.offset + row as u64 * self.row_bytes
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.capacity as u64 * self.row_bytes
    }

    /// Bytes that a bind group binds from the draw's first row on.
    pub(super) fn binding_bytes(&self) -> u64 {
        match self.kind {
            Kind::Uniform(capacity) => uniform_bytes(capacity, self.motion),
            Kind::Storage { .. } | Kind::Dense { .. } => self.bytes(),
        }
    }
}
