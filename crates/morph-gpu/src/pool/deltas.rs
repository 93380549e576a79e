//! Deltas of a pool: pages of storage buffers, and textures.

use crate::arena::Ranges;
use crate::delta::{create_delta_texture, create_empty};
use crate::{GpuError, delta_view};
use morph_core::{Layout, MorphTargets};
use slotmap::{DefaultKey, SlotMap};

pub(super) type DeltaKey = DefaultKey;

/// All deltas of a pool, each set of targets once a layout.
#[derive(Debug)]
pub(super) struct DeltaStore {
    queue: wgpu::Queue,
    page_bytes: u64,
    pages: SlotMap<DefaultKey, Page>,
    stored: SlotMap<DeltaKey, Stored>,
}

#[derive(Debug)]
struct Page {
    buffer: wgpu::Buffer,
    ranges: Ranges,
    align: u64,
}

#[derive(Debug)]
struct Stored {
    targets: MorphTargets,
    layout: Layout,
    place: Place,
    uses: usize,
}

#[derive(Debug)]
enum Place {
    Texture { view: wgpu::TextureView },
    Range { page: DefaultKey, offset: u64 },
}

impl DeltaStore {
    pub(super) fn new(queue: &wgpu::Queue, page_bytes: u64) -> Self {
        Self { queue: queue.clone(), page_bytes, pages: SlotMap::new(), stored: SlotMap::new() }
    }

    /// Stores deltas, or finds them where the same are there already.
    pub(super) fn add(
        &mut self,
        device: &wgpu::Device,
        targets: &MorphTargets,
        layout: &Layout,
    ) -> Result<DeltaKey, GpuError> {
        let same = |s: &Stored| s.layout == *layout && s.targets.same(targets);
        let found = self.stored.iter().find(|(_, s)| same(s)).map(|(key, _)| key);
        if let Some(stored) = found.and_then(|key| self.stored.get_mut(key)) {
            stored.uses += 1;
        }
        match found {
            Some(key) => Ok(key),
            None => {
                let place = self.place(device, targets, layout)?;
                let (targets, layout) = (targets.clone(), *layout);
                Ok(self.stored.insert(Stored { targets, layout, place, uses: 1 }))
            }
        }
    }

    fn place(
        &mut self,
        device: &wgpu::Device,
        targets: &MorphTargets,
        layout: &Layout,
    ) -> Result<Place, GpuError> {
        match layout {
            Layout::Texture(layout) => {
                let texture = create_delta_texture(device, &self.queue, layout, targets)?;
                let view = delta_view(&texture, false);
                Ok(Place::Texture { view })
            }
            Layout::Linear(layout) => {
                let size = layout.byte_count();
                let align = u64::from(device.limits().min_storage_buffer_offset_alignment);
                let page = self.page_with_room(device, size, align)?;
                let Some((page, offset)) = page else {
                    return Err(GpuError::Device {
                        what: "maxStorageBufferBindingSize",
                        needed: size,
                        found: device.limits().max_storage_buffer_binding_size,
                    });
                };
                let words = layout.encode(targets);
                let buffer = &self.pages[page].buffer;
                self.queue.write_buffer(buffer, offset, bytemuck::cast_slice(&words));
                Ok(Place::Range { page, offset })
            }
        }
    }

    fn page_with_room(
        &mut self,
        device: &wgpu::Device,
        size: u64,
        align: u64,
    ) -> Result<Option<(DefaultKey, u64)>, GpuError> {
        for (key, page) in &mut self.pages {
            if let Some(offset) = page.ranges.take(size, align) {
                return Ok(Some((key, offset)));
            }
        }
        let limits = device.limits();
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let most = most - most % align;
        let bytes = self.page_bytes.min(most).max(size).next_multiple_of(align);
        let buffer = create_empty(device, "morph delta page", wgpu::BufferUsages::STORAGE, bytes)?;
        let mut ranges = Ranges::new(bytes);
        let offset = ranges.take(size, align);
        let key = self.pages.insert(Page { buffer, ranges, align });
        Ok(offset.map(|offset| (key, offset)))
    }

    /// Ends one use; the last frees the range or the texture.
    pub(super) fn release(&mut self, key: DeltaKey) {
        let Some(stored) = self.stored.get_mut(key) else { return };
        stored.uses -= 1;
        if stored.uses > 0 {
            return;
        }
        let Some(stored) = self.stored.remove(key) else { return };
        // wgpu frees what is dropped once the GPU is done with it.
        match stored.place {
            Place::Texture { .. } => {}
            Place::Range { page, offset } => {
                let unused = self.pages.get_mut(page).is_some_and(|p| {
                    p.ranges.give(offset, stored.layout.byte_count(), p.align);
                    p.ranges.is_unused()
                });
                // A page without deltas goes back to the device.
                if unused {
                    self.pages.remove(page);
                }
            }
        }
    }

    /// What a bind group binds.
    pub(super) fn resource(&self, key: DeltaKey) -> wgpu::BindingResource<'_> {
        let stored = &self.stored[key];
        match &stored.place {
            Place::Texture { view } => wgpu::BindingResource::TextureView(view),
            Place::Range { page, offset } => wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.pages[*page].buffer,
                offset: *offset,
                size: wgpu::BufferSize::new(stored.layout.byte_count()),
            }),
        }
    }

    /// Bytes of all deltas.
    pub(super) fn byte_count(&self) -> u64 {
        self.stored.values().map(|s| s.layout.byte_count()).sum()
    }

    /// Everything on another device, beside what is there.
    pub(super) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<Prepared, GpuError> {
        let mut store = Self::new(queue, self.page_bytes);
        let mut places = Vec::new();
        for (key, stored) in &self.stored {
            places.push((key, store.place(device, &stored.targets, &stored.layout)?));
        }
        Ok(Prepared { store, places })
    }

    /// Goes over to what was prepared.
    pub(super) fn commit(&mut self, prepared: Prepared) {
        for (key, place) in prepared.places {
            self.stored[key].place = place;
        }
        self.pages = prepared.store.pages;
        self.queue = prepared.store.queue;
    }
}

/// Deltas on another device, before the pool goes over to them.
#[derive(Debug)]
pub(super) struct Prepared {
    store: DeltaStore,
    places: Vec<(DeltaKey, Place)>,
}
