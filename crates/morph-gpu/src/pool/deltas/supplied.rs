//! Deltas on another device, and targets that are given again where they were not kept.

use super::{DeltaKey, DeltaStore, Resource, Source, Stored, words};
use crate::GpuError;
use crate::pool::TargetsId;
use crate::pool::known::{Supplied, Supply, check_fingerprint, fingerprint};
use crate::pool::waiting::Waiting;
use morph_core::packed::{PackOptions, RowSparseTargets};
use morph_core::{AttributeSet, MorphTargets, VertexAttributes};
use slotmap::SlotMap;

/// Deltas on another device, before the pool goes over to them.
#[derive(Debug)]
pub(in crate::pool) struct Prepared {
    store: DeltaStore,
    resources: Vec<(DeltaKey, Resource)>,
}

impl DeltaStore {
    /// Everything on another device, beside what is there; what was not kept is asked for.
    pub(in crate::pool) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        supply: &mut Supply<'_, DeltaKey>,
    ) -> Result<Prepared, GpuError> {
        let (pages, keep) = (self.pages.like(), self.keep);
        let (stored, pending) = (SlotMap::new(), Waiting::new());
        let mut store = Self { queue: queue.clone(), pages, stored, keep, pending };
        let mut resources = Vec::new();
        for (key, stored) in &self.stored {
            let resource = match stored.targets.kept() {
                Some(targets) => store.place(device, Some(targets), &stored.source)?.0,
                None => store.place_supplied(device, stored, supply(key)?)?,
            };
            resources.push((key, resource));
        }
        Ok(Prepared { store, resources })
    }

    /// Uploads what was supplied, where it is what was added.
    fn place_supplied(
        &mut self,
        device: &wgpu::Device,
        stored: &Stored,
        (id, supplied): (TargetsId, Supplied),
    ) -> Result<Resource, GpuError> {
        let targets = supplied.targets(id)?;
        let source = stored.source_of(id, targets, || supplied.base(id))?;
        let (resource, found) = self.place(device, Some(targets), &source)?;
        check_fingerprint(id, stored.fingerprint, found)?;
        Ok(resource)
    }

    /// Refuses other targets than those that are stored, which are in words.
    pub(in crate::pool) fn check_words(
        &self,
        key: DeltaKey,
        id: TargetsId,
        (targets, base): (&MorphTargets, &VertexAttributes),
    ) -> Result<(), GpuError> {
        let stored = &self.stored[key];
        if stored.targets.is(targets) {
            return Ok(());
        }
        let source = stored.source_of(id, targets, || Ok(base))?;
        match stored.targets.kept() {
            Some(_) => Err(GpuError::OtherTargets {
                targets: id,
                expected: "the targets that were added, which are kept".to_owned(),
                found: "others".to_owned(),
            }),
            None => {
                let words = words(&source, Some(targets))?;
                let found = fingerprint([bytemuck::cast_slice(&words)]);
                check_fingerprint(id, stored.fingerprint, found)
            }
        }
    }

    /// Goes over to what was prepared.
    pub(in crate::pool) fn commit(&mut self, prepared: Prepared) {
        for (key, resource) in prepared.resources {
            self.stored[key].resource = resource;
        }
        // What edits changed is in it.
        self.pending.clear();
        self.pages = prepared.store.pages;
        self.queue = prepared.store.queue;
    }
}

impl Stored {
    /// Targets laid out as those that are stored, where counts and attributes are theirs.
    fn source_of<'a>(
        &self,
        id: TargetsId,
        targets: &MorphTargets,
        base: impl FnOnce() -> Result<&'a VertexAttributes, GpuError>,
    ) -> Result<Source, GpuError> {
        self.targets.check(id, targets)?;
        let layout = self.source.layout();
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        if attributes != layout.attributes() {
            return Err(GpuError::OtherTargets {
                targets: id,
                expected: format!("{:?}", layout.attributes()),
                found: format!("{attributes:?}"),
            });
        }
        Ok(match &self.source {
            Source::Texture(layout) => Source::Texture(*layout),
            Source::Linear(layout) => Source::Linear(*layout),
            Source::RowSparse(set) => {
                let base = set.with_base.then(base).transpose()?;
                let options = PackOptions { base, bound: set.bound, strict: set.strict };
                Source::row_sparse(RowSparseTargets::new(targets, &options)?, &options)
            }
        })
    }
}
