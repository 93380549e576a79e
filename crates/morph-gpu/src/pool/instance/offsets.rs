//! Where draws find the rows of instances.

use super::{Place, Primitive};
use crate::GpuError;
use crate::pool::{InstanceId, MorphPool, ShaderLayout, ShaderReader, TargetsId};

impl MorphPool {
    /// The dynamic offset of the weights binding for a draw that begins at row 0 of the targets.
    ///
    /// It may change when instances are added ([`MorphPool::generation`] changes then).
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::NoInstances`] before the first instance;
    /// [`GpuError::OneInstance`] for a tiled texture, whose draws read one row each.
    pub fn rows_offset(&self, id: TargetsId) -> Result<u32, GpuError> {
        let reader = self.entry(id)?.shader(id)?;
        if matches!(reader.layout, ShaderLayout::Texture(_)) {
            return Err(GpuError::OneInstance(id));
        }
        if reader.region.is_empty() {
            return Err(GpuError::NoInstances(id));
        }
        dynamic_offset(reader.region.row_offset(0))
    }

    /// The dynamic offset of the weights binding for a draw that begins with this instance.
    ///
    /// The offset leads to the instance's row, so the draw's first instance is 0: draw `0..1`, or
    /// give `morph_vertex` the number 0 where `first_instance` means something else to you. Draws
    /// of several instances read the rows that follow (not those of a tiled texture).
    ///
    /// It may change when instances are added ([`MorphPool::generation`] changes then).
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`].
    pub fn weights_offset(&self, id: InstanceId, primitive: usize) -> Result<u32, GpuError> {
        let (reader, row) = self.row_of(id, primitive)?;
        dynamic_offset(reader.region.row_offset(row))
    }

    /// The row of an instance among those of its targets: the `instance_index` that reads it in a
    /// draw that begins at row 0 ([`MorphPool::rows_offset`]).
    ///
    /// # Errors
    /// [`GpuError::NoSuchInstance`], [`GpuError::NoSuchPrimitive`]; [`GpuError::OneInstance`] for a
    /// tiled texture, whose draws read one row each.
    pub fn row(&self, id: InstanceId, primitive: usize) -> Result<u32, GpuError> {
        let (reader, row) = self.row_of(id, primitive)?;
        match reader.layout {
            ShaderLayout::Texture(_) => {
                Err(GpuError::OneInstance(self.primitive(id, primitive)?.targets))
            }
            ShaderLayout::Linear(_) | ShaderLayout::RowSparse(_) => Ok(row),
        }
    }

    fn row_of(&self, id: InstanceId, primitive: usize) -> Result<(&ShaderReader, u32), GpuError> {
        let Primitive { targets, place } = self.primitive(id, primitive)?;
        let reader = self.entry(targets)?.shader(targets)?;
        match place {
            Place::Row(row) => Ok((reader, row)),
            Place::Seat(_) => Err(GpuError::Deformed(targets)),
        }
    }
}

/// Rows lie in one buffer, whose size is checked; wgpu's dynamic offsets are u32.
fn dynamic_offset(offset: u64) -> Result<u32, GpuError> {
    let found = u64::from(u32::MAX);
    let needed = offset;
    u32::try_from(offset).ok().ok_or(GpuError::Device { what: "dynamic offset", needed, found })
}
