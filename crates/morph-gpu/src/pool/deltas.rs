//! Deltas of a pool: pages of storage buffers, and textures.

mod edit;
mod supplied;

use super::known::{Known, fingerprint};
use super::layout::ShaderLayout;
use super::pages::{Pages, Place};
use super::rows::UploadStats;
use super::waiting::Waiting;
use crate::delta::{delta_texture, encoded_texture, encoded_words};
use crate::{GpuError, delta_view};
use morph_core::packed::{
    EncodingReport, ErrorBound, PackOptions, RowSparseLayout, RowSparseTargets,
};
use morph_core::{Layout, LinearLayout, MorphTargets, TextureLayout};
use slotmap::{DefaultKey, SlotMap};

use edit::Change;
pub(super) use edit::DeltaEdit;

pub(super) type DeltaKey = DefaultKey;

/// All deltas of a pool, each set of targets once a layout.
#[derive(Debug)]
pub(super) struct DeltaStore {
    queue: wgpu::Queue,
    pages: Pages,
    stored: SlotMap<DeltaKey, Stored>,
    /// Whether deltas stay in the CPU's memory.
    keep: bool,
    /// What edits write over deltas that frames may read which are not submitted yet.
    pending: Waiting<DeltaKey, Change>,
}

#[derive(Debug)]
struct Stored {
    targets: Known,
    source: Source,
    /// Of what was uploaded.
    fingerprint: u64,
    resource: Resource,
    uses: usize,
    /// Whether it is about to become other deltas, so that nobody else may come to use it.
    is_edited: bool,
}

/// What deltas are encoded from: the targets in a layout, or what was packed of them.
#[derive(Debug)]
pub(super) enum Source {
    Texture(TextureLayout),
    Linear(LinearLayout),
    RowSparse(Box<RowSparse>),
}

/// A row sparse set, kept or not.
#[derive(Debug)]
pub(super) struct RowSparse {
    layout: RowSparseLayout,
    report: EncodingReport,
    bound: Option<ErrorBound>,
    strict: bool,
    with_base: bool,
    packed: Option<RowSparseTargets>,
}

impl Source {
    /// A row sparse set, and how it was packed.
    pub(super) fn row_sparse(packed: RowSparseTargets, options: &PackOptions<'_>) -> Self {
        Self::RowSparse(Box::new(RowSparse {
            layout: *packed.layout(),
            report: packed.report().clone(),
            bound: options.bound,
            strict: options.strict,
            with_base: options.base.is_some(),
            packed: Some(packed),
        }))
    }

    pub(super) fn layout(&self) -> ShaderLayout {
        match self {
            Self::Texture(layout) => ShaderLayout::Texture(*layout),
            Self::Linear(layout) => ShaderLayout::Linear(*layout),
            Self::RowSparse(set) => ShaderLayout::RowSparse(set.layout),
        }
    }
}

impl Stored {
    /// Whether it has the words that the targets give in a layout.
    fn has(&self, targets: &MorphTargets, source: &Source) -> bool {
        if !self.targets.is(targets) || self.source.layout() != source.layout() {
            return false;
        }
        match source {
            // Bounds may differ and leave out the same.
            Source::RowSparse(set) => set.packed.as_ref().is_some_and(|packed| {
                self.fingerprint == fingerprint([bytemuck::cast_slice(&packed.encode())])
            }),
            Source::Texture(_) | Source::Linear(_) => true,
        }
    }
}

/// What is uploaded of targets that are stored in words. Row sparse sets that are packed need no
/// targets.
fn words(source: &Source, targets: Option<&MorphTargets>) -> Result<Vec<u32>, GpuError> {
    match (source, targets) {
        (Source::Linear(layout), Some(targets)) => {
            // The same memory: floats and words are of one size.
            let floats = encoded_words(layout, targets)?;
            Ok(floats.into_iter().map(f32::to_bits).collect())
        }
        (Source::RowSparse(set), _) => {
            Ok(set.packed.as_ref().map(RowSparseTargets::encode).unwrap_or_default())
        }
        (Source::Texture(_) | Source::Linear(_), _) => Ok(Vec::new()),
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
    pub(super) fn new(queue: &wgpu::Queue, page_bytes: u64, keep: bool) -> Self {
        let pages = Pages::new("morph delta page", wgpu::BufferUsages::STORAGE, page_bytes);
        Self { queue: queue.clone(), pages, stored: SlotMap::new(), keep, pending: Waiting::new() }
    }

    /// Stores deltas, or finds them where the same are there already.
    pub(super) fn add(
        &mut self,
        device: &wgpu::Device,
        targets: &MorphTargets,
        mut source: Source,
    ) -> Result<DeltaKey, GpuError> {
        let found = self.find(targets, &source);
        if let Some(stored) = found.and_then(|key| self.stored.get_mut(key)) {
            stored.uses += 1;
        }
        match found {
            Some(key) => Ok(key),
            None => {
                let (resource, fingerprint) = self.place(device, Some(targets), &source)?;
                let targets = Known::new(targets, self.keep);
                if let (Source::RowSparse(set), false) = (&mut source, self.keep) {
                    set.packed = None;
                }
                let (uses, is_edited) = (1, false);
                let stored = Stored { targets, source, fingerprint, resource, uses, is_edited };
                Ok(self.stored.insert(stored))
            }
        }
    }

    /// Deltas that are there already.
    fn find(&self, targets: &MorphTargets, source: &Source) -> Option<DeltaKey> {
        let same = |s: &Stored| !s.is_edited && s.has(targets, source);
        self.stored.iter().find(|(_, s)| same(s)).map(|(key, _)| key)
    }

    /// Uploads, and tells the fingerprint of what was uploaded. Row sparse sets that are packed
    /// need no targets.
    fn place(
        &mut self,
        device: &wgpu::Device,
        targets: Option<&MorphTargets>,
        source: &Source,
    ) -> Result<(Resource, u64), GpuError> {
        let align = u64::from(device.limits().min_storage_buffer_offset_alignment);
        let bytes = source.layout().byte_count();
        if let (Source::Texture(layout), Some(targets)) = (source, targets) {
            let mut of_texels = 0;
            let texture = delta_texture(device, &self.queue, layout, || {
                let texels = encoded_texture(layout, targets)?;
                if !self.keep {
                    of_texels = fingerprint([bytemuck::cast_slice(&texels)]);
                }
                Ok(texels)
            })?;
            return Ok((Resource::Texture { view: delta_view(&texture, false) }, of_texels));
        }
        let place = self.pages.take(device, bytes, align)?;
        let words = words(source, targets);
        let written = words.and_then(|words: Vec<u32>| {
            self.pages.write(device, &self.queue, place, &words)?;
            Ok(words)
        });
        let words = match written {
            Ok(words) => words,
            Err(error) => {
                self.pages.give(place);
                return Err(error);
            }
        };
        let told = !self.keep || matches!(source, Source::RowSparse(_));
        let found = if told { fingerprint([bytemuck::cast_slice(&words)]) } else { 0 };
        Ok((Resource::Words(place), found))
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
            Source::RowSparse(set) => Some(&set.report),
        }
    }

    /// The queue that writes.
    pub(super) const fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// What was recorded is submitted: what edits changed is written, and places that were given
    /// back meanwhile are free.
    pub(super) fn settle(&mut self, device: &wgpu::Device) -> UploadStats {
        let written = self.write_pending(device);
        self.pages.settle();
        written
    }

    /// Whether all that edits changed is written.
    pub(super) const fn is_settled(&self) -> bool {
        self.pending.is_empty()
    }

    /// Sets of deltas.
    pub(super) fn len(&self) -> usize {
        self.stored.len()
    }

    /// Targets that are kept.
    pub(super) fn kept(&self) -> impl Iterator<Item = &MorphTargets> {
        self.stored.values().filter_map(|stored| stored.targets.kept())
    }

    /// Bytes of what is kept packed.
    pub(super) fn kept_packed_bytes(&self) -> u64 {
        let packed = |stored: &Stored| match &stored.source {
            Source::RowSparse(set) if set.packed.is_some() => set.layout.byte_count(),
            _ => 0,
        };
        self.stored.values().map(packed).sum()
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
}
