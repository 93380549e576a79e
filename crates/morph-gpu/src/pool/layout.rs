//! How deltas lie for shaders of the caller, and what a caller may ask for.

use super::{PoolOptions, check_storage};
use crate::GpuError;
use morph_core::packed::RowSparseLayout;
use morph_core::{
    AttributeSet, DeviceLimits, LayoutError, LinearLayout, TextureLayout, UniformCapacity,
};
use morph_wgsl::{Permutation, Stage};

/// How deltas are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// As [`morph_core::choose`] says for the device and the stage. Where draws of several
    /// instances are wanted, ask for [`Choice::Linear`]: a texture's draws read one instance.
    Auto(Stage),
    /// Tiled texture, read in this stage.
    Texture(Stage),
    /// Linear storage buffer, read in this stage.
    Linear(Stage),
    /// Row sparse: per vertex the targets that move it, 16 bits a component, read in this stage.
    /// Only zeros are left out; [`MorphPool::add_row_sparse`](super::MorphPool::add_row_sparse)
    /// leaves out more.
    RowSparse(Stage),
}

/// Where the deltas of targets lie that shaders read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShaderLayout {
    /// Tiled texture.
    Texture(TextureLayout),
    /// Linear storage buffer.
    Linear(LinearLayout),
    /// A row sparse set in a storage buffer.
    RowSparse(RowSparseLayout),
}

impl ShaderLayout {
    /// Bytes of the deltas.
    #[must_use]
    pub fn byte_count(&self) -> u64 {
        match self {
            Self::Texture(layout) => layout.byte_count(),
            Self::Linear(layout) => layout.byte_count(),
            Self::RowSparse(layout) => layout.byte_count(),
        }
    }

    /// The bands.
    #[must_use]
    pub const fn attributes(&self) -> AttributeSet {
        match self {
            Self::Texture(layout) => layout.attributes(),
            Self::Linear(layout) => layout.attributes(),
            Self::RowSparse(layout) => layout.attributes(),
        }
    }

    /// The shader that reads it.
    pub(super) fn permutation(&self, stage: Stage, options: &PoolOptions) -> Permutation {
        let normalize = options.normalize;
        let permutation = match self {
            Self::Texture(layout) => {
                let capacity = UniformCapacity::for_targets(layout.target_count());
                Permutation::tiled(stage, capacity, layout.attributes(), normalize)
            }
            Self::Linear(layout) => Permutation::linear(stage, layout.attributes(), normalize),
            Self::RowSparse(layout) => {
                Permutation::row_sparse(stage, layout.attributes(), normalize)
            }
        };
        Permutation { motion: options.has_motion(stage), ..permutation }
    }

    /// Whether a device can hold it and a stage can read it. A texture's limits are checked where
    /// it is made.
    pub(super) fn check(&self, stage: Stage, limits: &DeviceLimits) -> Result<(), GpuError> {
        match self {
            Self::Texture(_) => Ok(()),
            Self::Linear(layout) => {
                check_storage(stage, limits)?;
                let (bytes, limit) = (layout.byte_count(), limits.max_storage_buffer_binding_size);
                if bytes <= limit {
                    return Ok(());
                }
                Err(GpuError::Layout(LayoutError::Buffer {
                    vertex_count: layout.vertex_count() as usize,
                    target_count: layout.target_count() as usize,
                    bytes,
                    limit,
                }))
            }
            Self::RowSparse(layout) => {
                check_storage(stage, limits)?;
                Ok(layout.check_limits(limits)?)
            }
        }
    }
}
