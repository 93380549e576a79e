//! Deltas of a pool: pages of storage buffers, and textures.

use super::layout::ShaderLayout;
use super::pages::{Pages, Place};
use crate::delta::create_delta_texture;
use crate::{GpuError, delta_view};
use morph_core::packed::{EncodingReport, RowSparseTargets};
use morph_core::{Layout, LinearLayout, MorphTargets, TextureLayout};
use slotmap::{DefaultKey, SlotMap};

pub(super) type DeltaKey = DefaultKey;

/// All deltas of a pool, each set of targets once a layout.
#[derive(Debug)]
pub(super) struct DeltaStore {
    queue: wgpu::Queue,
    pages: Pages,
    stored: SlotMap<DeltaKey, Stored>,
}

#[derive(Debug)]
struct Stored {
    targets: MorphTargets,
    source: Source,
    resource: Resource,
    uses: usize,
}

/// What deltas are encoded from: the targets in a layout, or what was packed of them.
#[derive(Debug)]
pub(super) enum Source {
    Texture(TextureLayout),
    Linear(LinearLayout),
    RowSparse(Box<RowSparseTargets>),
}

impl Source {
    pub(super) fn layout(&self) -> ShaderLayout {
        match self {
            Self::Texture(layout) => ShaderLayout::Texture(*layout),
            Self::Linear(layout) => ShaderLayout::Linear(*layout),
            Self::RowSparse(packed) => ShaderLayout::RowSparse(*packed.layout()),
        }
    }

    /// Whether it gives the same words of the same targets.
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            // Bounds may differ and leave out the same.
            (Self::RowSparse(a), Self::RowSparse(b)) => {
                a.layout() == b.layout() && a.encode() == b.encode()
            }
            _ => self.layout() == other.layout(),
        }
    }
}

impl From<Layout> for Source {
    fn from(layout: Layout) -> Self {
        match layout {
            Layout::Texture(layout) => Self::Texture(layout),
            Layout::Linear(layout) => Self::Linear(layout),
        }
    }
}

#[derive(Debug)]
enum Resource {
    Texture { view: wgpu::TextureView },
    Words(Place),
}

impl DeltaStore {
    pub(super) fn new(queue: &wgpu::Queue, page_bytes: u64) -> Self {
        let pages = Pages::new("morph delta page", wgpu::BufferUsages::STORAGE, page_bytes);
        Self { queue: queue.clone(), pages, stored: SlotMap::new() }
    }

    /// Stores deltas, or finds them where the same are there already.
    pub(super) fn add(
        &mut self,
        device: &wgpu::Device,
        targets: &MorphTargets,
        source: Source,
    ) -> Result<DeltaKey, GpuError> {
        let same = |s: &Stored| s.targets.same(targets) && s.source.same(&source);
        let found = self.stored.iter().find(|(_, s)| same(s)).map(|(key, _)| key);
        if let Some(stored) = found.and_then(|key| self.stored.get_mut(key)) {
            stored.uses += 1;
        }
        match found {
            Some(key) => Ok(key),
            None => {
                let resource = self.place(device, targets, &source)?;
                let targets = targets.clone();
                Ok(self.stored.insert(Stored { targets, source, resource, uses: 1 }))
            }
        }
    }

    fn place(
        &mut self,
        device: &wgpu::Device,
        targets: &MorphTargets,
        source: &Source,
    ) -> Result<Resource, GpuError> {
        let align = u64::from(device.limits().min_storage_buffer_offset_alignment);
        match source {
            Source::Texture(layout) => {
                let texture = create_delta_texture(device, &self.queue, layout, targets)?;
                let view = delta_view(&texture, false);
                Ok(Resource::Texture { view })
            }
            Source::Linear(layout) => {
                let place = self.pages.take(device, layout.byte_count(), align)?;
                self.pages.write(&self.queue, place, bytemuck::cast_slice(&layout.encode(targets)));
                Ok(Resource::Words(place))
            }
            Source::RowSparse(packed) => {
                let place = self.pages.take(device, packed.layout().byte_count(), align)?;
                self.pages.write(&self.queue, place, &packed.encode());
                Ok(Resource::Words(place))
            }
        }
    }

    /// Ends one use; the last frees the range, for others once the pages settle, or the texture.
    pub(super) fn release(&mut self, key: DeltaKey) {
        let Some(stored) = self.stored.get_mut(key) else { return };
        stored.uses -= 1;
        if stored.uses > 0 {
            return;
        }
        let Some(stored) = self.stored.remove(key) else { return };
        match stored.resource {
            // wgpu frees what is dropped once the GPU is done with it.
            Resource::Texture { .. } => {}
            Resource::Words(place) => self.pages.retire(place),
        }
    }

    /// What a bind group binds.
    pub(super) fn resource(&self, key: DeltaKey) -> wgpu::BindingResource<'_> {
        match &self.stored[key].resource {
            Resource::Texture { view } => wgpu::BindingResource::TextureView(view),
            Resource::Words(place) => self.pages.binding(*place),
        }
    }

    /// What packing took; `None` where deltas are stored as they are.
    pub(super) fn report(&self, key: DeltaKey) -> Option<&EncodingReport> {
        match &self.stored[key].source {
            Source::Texture(_) | Source::Linear(_) => None,
            Source::RowSparse(packed) => Some(packed.report()),
        }
    }

    /// The queue that writes.
    pub(super) const fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// What was recorded is submitted: places that were given back meanwhile are free.
    pub(super) fn settle(&mut self) {
        self.pages.settle();
    }

    /// Sets of deltas.
    pub(super) fn len(&self) -> usize {
        self.stored.len()
    }

    /// Bytes of pages and textures.
    pub(super) fn reserved_bytes(&self) -> u64 {
        let textures = self.stored.values().map(|stored| match stored.resource {
            Resource::Texture { .. } => stored.source.layout().byte_count(),
            Resource::Words(_) => 0,
        });
        self.pages.reserved_bytes() + textures.sum::<u64>()
    }

    /// Bytes of all deltas.
    pub(super) fn byte_count(&self) -> u64 {
        self.stored.values().map(|s| s.source.layout().byte_count()).sum()
    }

    /// Everything on another device, beside what is there.
    pub(super) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<Prepared, GpuError> {
        let pages = self.pages.like();
        let mut store = Self { queue: queue.clone(), pages, stored: SlotMap::new() };
        let mut resources = Vec::new();
        for (key, stored) in &self.stored {
            resources.push((key, store.place(device, &stored.targets, &stored.source)?));
        }
        Ok(Prepared { store, resources })
    }

    /// Goes over to what was prepared.
    pub(super) fn commit(&mut self, prepared: Prepared) {
        for (key, resource) in prepared.resources {
            self.stored[key].resource = resource;
        }
        self.pages = prepared.store.pages;
        self.queue = prepared.store.queue;
    }
}

/// Deltas on another device, before the pool goes over to them.
#[derive(Debug)]
pub(super) struct Prepared {
    store: DeltaStore,
    resources: Vec<(DeltaKey, Resource)>,
}
