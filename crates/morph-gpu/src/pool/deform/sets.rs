//! What the deform pass reads of a primitive: packed deltas in pages of words, the base in pages of
//! vertices.

mod pack;
mod recover;

use super::options::DeformOptions;
use crate::base::base_words;
use crate::pool::edit::changes::Words;
use crate::pool::known::{Known, bytes_of_base, fingerprint, fingerprint_of_base};
use crate::pool::pages::{Pages, Place};
use crate::pool::rows::UploadStats;
use crate::pool::waiting::Waiting;
use crate::{GpuError, check_shader};
use morph_core::deform::DeformMesh;
use morph_core::packed::EncodingReport;
use morph_core::{AttributeSet, BLOCK_VERTICES, DeviceLimits, MorphTargets, VertexAttributes};
use morph_wgsl::{DeformLayout, Slots, arena_stride_words};
use slotmap::{DefaultKey, SlotMap};
use std::sync::Arc;

pub(super) use pack::{Packed, pack};
pub(in crate::pool) use recover::Prepared;

pub(in crate::pool) type SetKey = DefaultKey;

/// Sets begin at multiples of this many bytes: packed ones ask for 32 words.
pub(super) const SET_ALIGN: u64 = 128;

/// Vertices begin at multiples of this many bytes: what the widest store writes.
pub(super) const VERTEX_ALIGN: u64 = 16;

/// One primitive of the deform pass.
#[derive(Debug)]
pub(in crate::pool) struct DeformSet {
    pub(super) targets: Known,
    /// `None` where it is not kept.
    pub(super) base: Option<Arc<VertexAttributes>>,
    /// Of the base, and of what was uploaded.
    fingerprints: [u64; 2],
    pub(super) attributes: AttributeSet,
    pub(super) options: DeformOptions,
    pub(super) layout: DeformLayout,
    pub(super) reason: &'static str,
    /// `None` where nothing is rounded and nothing dropped.
    pub(super) report: Option<EncodingReport>,
    pub(super) words: Place,
    pub(super) vertices: Place,
    /// Word inside the set that the layout needs.
    pub(super) extra: u32,
    /// Number of the mesh, for the hook.
    pub(super) number: u32,
    pub(super) uses: usize,
    /// Whether it is about to become another primitive, so that nobody else may come to use it.
    pub(super) is_edited: bool,
    /// The last frame that reads it.
    pub(super) frame: u64,
}

impl DeformSet {
    /// Whether it has this base, or one of the fingerprint where none is kept.
    fn has_base(&self, base: &VertexAttributes, fingerprint: u64) -> bool {
        match &self.base {
            Some(kept) => **kept == *base,
            None => self.fingerprints[0] == fingerprint,
        }
    }

    /// Blocks of 64 vertices.
    pub(super) fn blocks(&self) -> usize {
        self.targets.vertex_count().div_ceil(BLOCK_VERTICES)
    }

    /// The share of (block, target) pairs that are stored.
    pub(super) fn block_coverage(&self) -> f64 {
        let pairs = (self.blocks() * self.targets.target_count()) as f64;
        self.report.as_ref().map_or(1.0, |report| report.entries as f64 / pairs)
    }

    /// Bytes of the vertices of one instance, where they have these attributes.
    pub(super) fn output_bytes(&self, attributes: &AttributeSet) -> u64 {
        let stride = self.options.output.stride_words(attributes);
        u64::from(stride) * 4 * self.targets.vertex_count() as u64
    }

    /// The record of a frame's group.
    pub(super) fn mesh(&self) -> DeformMesh {
        DeformMesh {
            set_word: word(self.words),
            base_word: word(self.vertices),
            vertex_count: self.targets.vertex_count() as u32,
            target_count: self.targets.target_count() as u32,
            mesh: self.number,
            extra: self.extra,
        }
    }
}

/// First word of a place in its page. Pages are bound whole, so they have fewer than 2^32 words.
pub(super) const fn word(place: Place) -> u32 {
    (place.offset / 4) as u32
}

/// All primitives of the deform pass.
#[derive(Debug)]
pub(in crate::pool) struct DeformSets {
    pub(super) queue: wgpu::Queue,
    pub(super) words: Pages,
    pub(super) vertices: Pages,
    pub(super) sets: SlotMap<SetKey, DeformSet>,
    /// Whether deltas and bases stay in the CPU's memory.
    keep: bool,
    /// What edits write over words that passes may read which are not submitted yet.
    pub(super) pending: Waiting<SetKey, Words>,
}

impl DeformSets {
    pub(in crate::pool) fn new(queue: &wgpu::Queue, page_bytes: u64, keep: bool) -> Self {
        let pages = |what| Pages::new(what, wgpu::BufferUsages::STORAGE, page_bytes);
        Self {
            queue: queue.clone(),
            words: pages("morph deform words"),
            vertices: pages("morph deform base"),
            sets: SlotMap::new(),
            keep,
            pending: Waiting::new(),
        }
    }

    /// Adds a primitive, or finds it where the same is there already.
    pub(in crate::pool) fn add(
        &mut self,
        device: &wgpu::Device,
        limits: &DeviceLimits,
        (targets, base): (&MorphTargets, &VertexAttributes),
        (options, normalize): (&DeformOptions, bool),
        number: u32,
    ) -> Result<SetKey, GpuError> {
        let of_base = if self.keep { 0 } else { fingerprint_of_base(base) };
        let same = |set: &DeformSet| {
            !set.is_edited
                && set.options == *options
                && set.targets.is(targets)
                && set.has_base(base, of_base)
        };
        let found = self.sets.iter().find(|(_, set)| same(set)).map(|(key, _)| key);
        if let Some(key) = found {
            self.sets[key].uses += 1;
            return Ok(key);
        }
        let base = Arc::new(base.clone());
        self.insert(device, limits, (targets, base), (options, normalize), number)
    }

    /// Adds a primitive beside what is there.
    pub(super) fn insert(
        &mut self,
        device: &wgpu::Device,
        limits: &DeviceLimits,
        (targets, base): (&MorphTargets, Arc<VertexAttributes>),
        (options, normalize): (&DeformOptions, bool),
        number: u32,
    ) -> Result<SetKey, GpuError> {
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        let (layout, reason) = options.choose(targets, attributes, limits)?;
        let kernel = options.check(layout, attributes, normalize)?;
        check_shader(kernel, &Slots::default(), &device.limits())?;
        let packed = pack(targets, &base, attributes, layout, options, limits)?;
        let ((words, vertices), of_words) = self.place(device, &packed.words, &base, attributes)?;
        let of_base = if self.keep { 0 } else { fingerprint_of_base(&base) };
        Ok(self.sets.insert(DeformSet {
            targets: Known::new(targets, self.keep),
            base: self.keep.then_some(base),
            fingerprints: [of_base, of_words],
            attributes,
            options: *options,
            layout,
            reason,
            report: packed.report,
            words,
            vertices,
            extra: packed.extra,
            number,
            uses: 1,
            is_edited: false,
            frame: 0,
        }))
    }

    /// Uploads, and tells the fingerprint of what was uploaded where it matters.
    fn place(
        &mut self,
        device: &wgpu::Device,
        words: &[u32],
        base: &VertexAttributes,
        attributes: AttributeSet,
    ) -> Result<((Place, Place), u64), GpuError> {
        let of_words = self.words.take(device, words.len() as u64 * 4, SET_ALIGN)?;
        let stride = arena_stride_words(&attributes);
        let bytes = u64::from(stride) * 4 * base.vertex_count() as u64;
        let of_vertices = match self.vertices.take(device, bytes, VERTEX_ALIGN) {
            Ok(place) => place,
            Err(error) => {
                self.words.give(of_words);
                return Err(error);
            }
        };
        let base = base_words(base, &attributes, stride);
        let base = bytemuck::cast_slice(&base);
        let written = self
            .words
            .write(device, &self.queue, of_words, words)
            .and_then(|()| self.vertices.write(device, &self.queue, of_vertices, base));
        if let Err(error) = written {
            self.words.give(of_words);
            self.vertices.give(of_vertices);
            return Err(error);
        }
        let parts = [bytemuck::cast_slice(words), bytemuck::cast_slice(base)];
        Ok(((of_words, of_vertices), if self.keep { 0 } else { fingerprint(parts) }))
    }

    /// Ends one use; the last frees the places, for others once this frame is over where it reads
    /// them.
    pub(in crate::pool) fn release(&mut self, key: SetKey, frame: u64) {
        let Some(set) = self.sets.get_mut(key) else { return };
        set.uses -= 1;
        if set.uses > 0 {
            return;
        }
        match self.sets.remove(key) {
            Some(set) if set.frame == frame => {
                self.words.retire(set.words);
                self.vertices.retire(set.vertices);
            }
            Some(set) => {
                self.words.give(set.words);
                self.vertices.give(set.vertices);
            }
            None => {}
        }
    }

    /// What was recorded is submitted: what edits changed is written, and places that were given
    /// back meanwhile are free.
    ///
    /// # Errors
    /// As the device says: then what was not written waits for the next time.
    pub(in crate::pool) fn settle(
        &mut self,
        device: &wgpu::Device,
    ) -> Result<UploadStats, GpuError> {
        let Self { queue, words, sets, pending, .. } = self;
        let (written, refused) = pending.write(|key, change| {
            Some(words.write_words(device, queue, sets.get(key)?.words, change))
        });
        self.words.settle();
        self.vertices.settle();
        refused.map_or(Ok(written), Err)
    }

    /// Bytes of all packed deltas.
    pub(in crate::pool) fn byte_count(&self) -> u64 {
        self.sets.values().map(|set| set.words.bytes).sum()
    }

    /// Number of primitives.
    pub(in crate::pool) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Bytes of all bases.
    pub(in crate::pool) fn base_bytes(&self) -> u64 {
        self.sets.values().map(|set| set.vertices.bytes).sum()
    }

    /// Targets that are kept.
    pub(in crate::pool) fn kept(&self) -> impl Iterator<Item = &MorphTargets> {
        self.sets.values().filter_map(|set| set.targets.kept())
    }

    /// Bytes of bases that are kept.
    pub(in crate::pool) fn kept_base_bytes(&self) -> u64 {
        self.sets.values().filter_map(|set| set.base.as_deref()).map(bytes_of_base).sum()
    }

    /// Bytes of all pages.
    pub(in crate::pool) fn reserved_bytes(&self) -> u64 {
        self.words.reserved_bytes() + self.vertices.reserved_bytes()
    }
}
