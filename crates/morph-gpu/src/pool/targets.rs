//! Sets of targets of a pool: added, told about, destroyed.

use super::deltas::Source;
use super::known::Known;
use super::rows::Region;
use super::{
    Choice, MorphPool, Reader, ShaderLayout, ShaderReader, TargetsEntry, TargetsId, check_storage,
};
use crate::{GpuError, check_shader};
use morph_core::packed::{EncodingReport, ErrorBound, PackOptions, RowSparseTargets};
use morph_core::{
    AttributeSet, LinearLayout, MorphTargets, TextureLayout, VertexAttributes, choose,
};
use morph_wgsl::{Slots, Stage};
use slotmap::DefaultKey;
use std::sync::Arc;

/// How a row sparse set was packed; what replaces it is packed alike.
#[derive(Debug, Default)]
pub(super) struct Packing {
    /// `None` where there is none, or it is not kept.
    base: Option<Arc<VertexAttributes>>,
    with_base: bool,
    bound: Option<ErrorBound>,
    strict: bool,
}

impl Packing {
    /// The base that is kept.
    pub(super) fn base(&self) -> Option<&VertexAttributes> {
        self.base.as_deref()
    }

    /// The options again; `None` where the base was not kept.
    pub(super) fn options(&self) -> Option<PackOptions<'_>> {
        (self.with_base == self.base.is_some()).then_some(PackOptions {
            base: self.base.as_deref(),
            bound: self.bound,
            strict: self.strict,
        })
    }
}

/// The reason of a layout that the caller chose.
const ASKED_FOR: &str = "asked for";

impl MorphPool {
    /// Adds targets; the same targets (by identity) in the same layout are uploaded once.
    ///
    /// The shader adds every band of the targets. Where the base lacks an attribute, give
    /// [`MorphTargets::for_base`]; targets that then move nothing need no morphing, and are refused
    /// here.
    ///
    /// # Errors
    /// [`GpuError::Layout`] with the numbers where no layout, or not the one asked for, fits, or
    /// where no target moves anything ([`morph_core::LayoutError::NoBands`]);
    /// [`GpuError::Device`] where the stage has too few storage buffers.
    pub fn add_targets(
        &mut self,
        targets: &MorphTargets,
        names: Option<Arc<[String]>>,
        choice: Choice,
    ) -> Result<TargetsId, GpuError> {
        self.add_packed(targets, names, (choice, &PackOptions::default()), Packing::default())
    }

    /// Adds targets as [`Choice::RowSparse`] does, with a bound for what is left out, and the base
    /// that tells which vertices lie at one place.
    ///
    /// # Errors
    /// As [`MorphPool::add_targets`], and [`GpuError::Pack`] for what 16 bits cannot hold, or for a
    /// base of other vertices.
    pub fn add_row_sparse(
        &mut self,
        targets: &MorphTargets,
        names: Option<Arc<[String]>>,
        stage: Stage,
        options: &PackOptions<'_>,
    ) -> Result<TargetsId, GpuError> {
        let keep = self.options.keep_deltas;
        let base = options.base.filter(|_| keep).map(|base| Arc::new(base.clone()));
        let (bound, strict) = (options.bound, options.strict);
        let packing = Packing { base, with_base: options.base.is_some(), bound, strict };
        self.add_packed(targets, names, (Choice::RowSparse(stage), options), packing)
    }

    fn add_packed(
        &mut self,
        targets: &MorphTargets,
        names: Option<Arc<[String]>>,
        (choice, options): (Choice, &PackOptions<'_>),
        packing: Packing,
    ) -> Result<TargetsId, GpuError> {
        let (stage, source, reason) = self.source(targets, choice, options)?;
        let layout = source.layout();
        let key = self.deltas.add(&self.device, targets, source)?;
        let region = Region::new(&layout, self.options.has_motion(stage));
        let targets = Known::new(targets, self.options.keep_deltas);
        let reader = ShaderReader { key, stage, layout, reason, region, choice, packing };
        let reader = Reader::Shader(reader);
        let (first_vertex, uses, destroyed) = (0, 0, false);
        let entry = TargetsEntry { targets, names, first_vertex, uses, destroyed, reader };
        Ok(TargetsId { pool: self.tag, key: self.targets.insert(entry) })
    }

    /// What is uploaded of targets for a choice, and why.
    pub(super) fn source(
        &self,
        targets: &MorphTargets,
        choice: Choice,
        options: &PackOptions<'_>,
    ) -> Result<(Stage, Source, &'static str), GpuError> {
        let vertices = targets.vertex_count() as u32;
        let count = targets.target_count() as u32;
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        let made = match choice {
            Choice::Auto(stage) => {
                let limits = self.stage_limits(stage);
                let (layout, reason) = choose(vertices, count, attributes, &limits, stage)?;
                (stage, layout.into(), reason)
            }
            Choice::Texture(stage) => {
                let layout = TextureLayout::new(vertices, count, attributes, &self.limits)?;
                (stage, Source::Texture(layout), ASKED_FOR)
            }
            Choice::Linear(stage) => {
                check_storage(stage, &self.stage_limits(stage))?;
                let layout = LinearLayout::new(vertices, count, attributes, &self.limits)?;
                (stage, Source::Linear(layout), ASKED_FOR)
            }
            Choice::RowSparse(stage) => {
                let limits = self.stage_limits(stage);
                check_storage(stage, &limits)?;
                let packed = RowSparseTargets::new(targets, options)?;
                packed.layout().check_limits(&limits)?;
                (stage, Source::row_sparse(packed, options), ASKED_FOR)
            }
        };
        let permutation = made.1.layout().permutation(made.0, &self.options);
        check_shader(permutation, &Slots::default(), &self.device.limits())?;
        Ok(made)
    }

    /// Ends a set of targets: no new instance can use it, but for clones. Again is fine. Deltas live until the
    /// last instance and the last other id of the same targets are gone.
    pub fn destroy_targets(&mut self, id: TargetsId) {
        if let Ok(entry) = self.entry_mut(id) {
            entry.destroyed = true;
            self.free_if_unused(id);
        }
    }

    /// The layout that was taken, and why. Of primitives of the deform pass
    /// [`MorphPool::deform_info`] tells it.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`], [`GpuError::Deformed`].
    pub fn layout(&self, id: TargetsId) -> Result<(ShaderLayout, &'static str), GpuError> {
        self.entry(id)?.shader(id).map(|reader| (reader.layout, reader.reason))
    }

    /// What a packed layout took and how far it is off, as measured when the set was first added;
    /// `None` where deltas are stored as they are.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`].
    pub fn encoding_report(&self, id: TargetsId) -> Result<Option<&EncodingReport>, GpuError> {
        match &self.entry(id)?.reader {
            Reader::Shader(reader) => Ok(self.deltas.report(reader.key)),
            Reader::Deform(_) => self.deform_info(id).map(|info| info.report),
        }
    }

    /// The targets that were added.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`]; [`GpuError::NotKept`] where
    /// [`PoolOptions::keep_deltas`](super::PoolOptions::keep_deltas) is off.
    pub fn targets(&self, id: TargetsId) -> Result<&MorphTargets, GpuError> {
        self.entry(id)?.targets.kept().ok_or(GpuError::NotKept(id))
    }

    /// Number of vertices of the targets.
    pub(crate) fn vertex_count(&self, id: TargetsId) -> Result<usize, GpuError> {
        Ok(self.entry(id)?.targets.vertex_count())
    }

    /// Says what `vertex_index` is at the first vertex of these targets' primitive, where its mesh
    /// lies in a larger vertex buffer (`base_vertex`, `first_vertex` of a draw). Holds for all
    /// instances; the same mesh at two places is two ids of the same targets.
    ///
    /// # Errors
    /// [`GpuError::NoSuchTargets`].
    pub fn set_first_vertex(&mut self, id: TargetsId, first_vertex: u32) -> Result<(), GpuError> {
        let entry = self.entry_mut(id)?;
        entry.first_vertex = first_vertex;
        let using = self.instances.iter().filter(|(_, entry)| entry.uses(id));
        let instances: Vec<DefaultKey> = using.map(|(key, _)| key).collect();
        for key in instances {
            self.write_rows(key)?;
        }
        Ok(())
    }

    pub(super) fn free_if_unused(&mut self, id: TargetsId) {
        let unused = self.entry(id).is_ok_and(|e| e.destroyed && e.uses == 0);
        if !unused {
            return;
        }
        match self.targets.remove(id.key).map(|entry| entry.reader) {
            Some(Reader::Shader(reader)) => {
                self.deltas.release(reader.key);
                self.rows.of_mut(&reader.layout).release(reader.region);
            }
            Some(Reader::Deform(key)) => self.deform.release_set(key),
            None => {}
        }
    }
}
