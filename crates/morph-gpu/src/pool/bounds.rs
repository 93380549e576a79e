//! What computes boxes reads of a pool.

use super::{MorphPool, ShaderLayout, ShaderReader, TargetsId};
use crate::GpuError;
use crate::bounds::RowsView;
use morph_core::{MorphTargets, VertexAttributes, WeakMorphTargets};
use morph_wgsl::Bounds;

impl MorphPool {
    pub(crate) const fn device(&self) -> &wgpu::Device {
        &self.device
    }

    pub(crate) const fn queue(&self) -> &wgpu::Queue {
        self.deltas.queue()
    }

    /// How often the pool went over to another device.
    pub(crate) const fn recoveries(&self) -> u64 {
        self.recoveries
    }

    /// Whether all rows and deltas are where bind groups find them, and written there.
    pub(crate) const fn is_settled(&self) -> bool {
        !self.is_unsettled
    }

    /// What tells the targets of an id from others.
    pub(crate) fn identity(&self, id: TargetsId) -> Result<&WeakMorphTargets, GpuError> {
        Ok(self.entry(id)?.targets.identity())
    }

    /// Refuses other targets than those of an id that has rows.
    pub(crate) fn check_targets(
        &self,
        id: TargetsId,
        targets: &MorphTargets,
        base: &VertexAttributes,
    ) -> Result<(), GpuError> {
        let reader = self.entry(id)?.shader(id)?;
        kernel(id, reader)?;
        self.deltas.check_words(reader.key, id, (targets, base))
    }

    /// The kernel that reads the rows of a set of targets.
    pub(crate) fn bounds_kernel(&self, id: TargetsId) -> Result<Bounds, GpuError> {
        self.entry(id)?.shader(id).and_then(|reader| kernel(id, reader))
    }

    /// The rows of a set of targets.
    pub(crate) fn bounds_rows(&self, id: TargetsId) -> Result<RowsView<'_>, GpuError> {
        let reader = self.entry(id)?.shader(id)?;
        kernel(id, reader)?;
        let rows = self.rows.of(&reader.layout).view(&reader.region);
        let (buffer, offset, row_bytes, row_count) = rows.ok_or(GpuError::NoInstances(id))?;
        Ok(RowsView { buffer, offset, row_bytes, row_count })
    }
}

const fn kernel(id: TargetsId, reader: &ShaderReader) -> Result<Bounds, GpuError> {
    match reader.layout {
        ShaderLayout::Texture(_) => Err(GpuError::OneInstance(id)),
        ShaderLayout::Linear(_) => Ok(Bounds::Pairs),
        ShaderLayout::RowSparse(_) => Ok(Bounds::Dense),
    }
}
