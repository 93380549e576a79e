//! Rows of weights of a pool: a copy on the CPU, a buffer on the GPU, and what changed between.
//!
//! Each set of targets has a region of equal rows, so that an instanced draw reads row after row.
//! A uniform of the tiled path is a row too; it is bound one at a time.

mod region;

use super::layout::ShaderLayout;
use crate::GpuError;
use crate::arena::Ranges;
use crate::delta::create_empty;
use crate::lost::write;
use crate::scope::written;
use region::{Kind, ROW_ALIGN};
use std::ops::Range;

pub(super) use region::Region;

/// What errors call the rows.
const WHAT: &str = "morph weights";

/// What an upload did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UploadStats {
    /// Number of writes.
    pub writes: usize,
    /// Bytes written.
    pub bytes: u64,
}

impl std::ops::Add for UploadStats {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { writes: self.writes + other.writes, bytes: self.bytes + other.bytes }
    }
}

/// The rows of a pool: uniforms of the tiled path, storage rows of the others.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) uniform: RowStore,
    pub(super) storage: RowStore,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            uniform: RowStore::new(wgpu::BufferUsages::UNIFORM),
            storage: RowStore::new(wgpu::BufferUsages::STORAGE),
        }
    }

    /// The store that a layout's rows are in.
    pub(super) const fn of(&self, layout: &ShaderLayout) -> &RowStore {
        match layout {
            ShaderLayout::Texture(_) => &self.uniform,
            ShaderLayout::Linear(_) | ShaderLayout::RowSparse(_) => &self.storage,
        }
    }

    /// The store that a layout's rows are in.
    pub(super) const fn of_mut(&mut self, layout: &ShaderLayout) -> &mut RowStore {
        match layout {
            ShaderLayout::Texture(_) => &mut self.uniform,
            ShaderLayout::Linear(_) | ShaderLayout::RowSparse(_) => &mut self.storage,
        }
    }

    /// Whether all that changed is sent.
    pub(super) const fn are_sent(&self) -> bool {
        self.uniform.dirty.is_empty() && self.storage.dirty.is_empty()
    }

    /// Bytes of the buffers.
    pub(super) fn reserved_bytes(&self) -> u64 {
        let bytes = |store: &RowStore| store.buffer.as_ref().map_or(0, wgpu::Buffer::size);
        bytes(&self.uniform) + bytes(&self.storage)
    }
}

/// All rows that go to one buffer.
#[derive(Debug)]
pub(super) struct RowStore {
    usage: wgpu::BufferUsages,
    words: Vec<u32>,
    ranges: Ranges,
    /// Room behind the last region, so that a binding may start at any of its rows.
    tail: u64,
    buffer: Option<wgpu::Buffer>,
    dirty: Vec<Range<u64>>,
}

impl RowStore {
    fn new(usage: wgpu::BufferUsages) -> Self {
        Self {
            usage,
            words: Vec::new(),
            ranges: Ranges::new(0),
            tail: 0,
            buffer: None,
            dirty: Vec::new(),
        }
    }

    /// Takes a row of a region, which may move and grow. Returns the row, and whether a GPU
    /// resource or a binding size changed.
    pub(super) fn take(
        &mut self,
        device: &wgpu::Device,
        region: &mut Region,
    ) -> Result<(u32, bool), GpuError> {
        // The first one, so that a draw of all instances has few rows that nobody has.
        if let Some(row) = region.free.pop_first() {
            return Ok((row, false));
        }
        self.grow(device, region)?;
        Ok((region.free.pop_first().unwrap_or(0), true))
    }

    /// Gives a region more rows: twice as many, or as many as the device still allows.
    fn grow(&mut self, device: &wgpu::Device, region: &mut Region) -> Result<(), GpuError> {
        let one_more = region.capacity + 1;
        self.extend(device, region, one_more, region.capacity.saturating_mul(2).max(one_more))
    }

    /// A region with as many rows as another one, the same of them taken, for another layout, and
    /// whether all rows are in another buffer now. Where it fails, nothing has changed.
    pub(super) fn like(
        &mut self,
        device: &wgpu::Device,
        region: &Region,
        layout: &ShaderLayout,
    ) -> Result<(Region, bool), GpuError> {
        let mut new = Region::new(layout, region.motion);
        let before = self.buffer.clone();
        if region.capacity > 0 {
            self.extend(device, &mut new, region.capacity, region.capacity)?;
            new.free.clone_from(&region.free);
        }
        Ok((new, before != self.buffer))
    }

    /// Whether nobody has rows in it.
    pub(super) const fn is_empty(&self) -> bool {
        self.buffer.is_none()
    }

    /// Gives a region as many rows as wanted, or as the device still allows.
    fn extend(
        &mut self,
        device: &wgpu::Device,
        region: &mut Region,
        least: u32,
        wanted: u32,
    ) -> Result<(), GpuError> {
        let row_bytes = region.kind.row_bytes(region.motion);
        let grown =
            |capacity| Region { row_bytes, capacity, ..Region::empty(region.kind, region.motion) };
        let mut capacity = wanted;
        let limit = self.most_bound(&device.limits());
        if !matches!(region.kind, Kind::Uniform(_)) {
            let most = u32::try_from(limit / row_bytes).unwrap_or(u32::MAX);
            capacity = capacity.min(most.max(least));
        }
        let bytes = grown(capacity).binding_bytes();
        if bytes > limit {
            return Err(GpuError::Rows { bytes, limit });
        }
        let (capacity, offset) = match self.place(device, &grown(capacity)) {
            Ok(offset) => (capacity, offset),
            Err(_) if capacity > least => (least, self.place(device, &grown(least))?),
            Err(error) => return Err(error),
        };
        // Rows keep their numbers; their words move along.
        let old = region.offset as usize / 4..(region.offset + region.bytes()) as usize / 4;
        self.words.copy_within(old, offset as usize / 4);
        self.mark(offset..offset + region.bytes());
        if region.capacity > 0 {
            self.ranges.give(region.offset, region.bytes(), ROW_ALIGN);
        }
        region.offset = offset;
        region.row_bytes = row_bytes;
        region.free.extend(region.capacity..capacity);
        region.capacity = capacity;
        Ok(())
    }

    /// Finds or makes room for a region. Where it fails, nothing has changed.
    fn place(&mut self, device: &wgpu::Device, region: &Region) -> Result<u64, GpuError> {
        let bytes = region.bytes();
        let tail = self.tail.max(region.binding_bytes());
        if let Some(offset) = self.ranges.take(bytes, ROW_ALIGN) {
            if tail > self.tail || self.buffer.is_none() {
                let rows = self.row_bytes();
                if let Err(error) = self.replace_buffer(device, rows, tail) {
                    self.ranges.give(offset, bytes, ROW_ALIGN);
                    return Err(error);
                }
            }
            return Ok(offset);
        }
        let limit = device.limits().max_buffer_size;
        let (old, room) = (self.row_bytes(), limit.saturating_sub(tail) / ROW_ALIGN * ROW_ALIGN);
        let needed = old + bytes;
        if needed > room {
            return Err(GpuError::Rows { bytes: needed + tail, limit });
        }
        let new = (old * 2).max(needed).min(room);
        self.replace_buffer(device, new, tail)?;
        self.words.resize((new / 4) as usize, 0);
        self.ranges.extend(new);
        // The end grew by as much as is asked for.
        self.ranges.take(bytes, ROW_ALIGN).ok_or(GpuError::Rows { bytes, limit })
    }

    fn row_bytes(&self) -> u64 {
        self.words.len() as u64 * 4
    }

    fn replace_buffer(
        &mut self,
        device: &wgpu::Device,
        rows: u64,
        tail: u64,
    ) -> Result<(), GpuError> {
        self.buffer = Some(create_empty(device, WHAT, self.usage, rows + tail)?);
        self.tail = tail;
        self.mark(0..rows);
        Ok(())
    }

    /// The words of a row for writing, which the next upload sends.
    pub(super) fn row_mut(&mut self, region: &Region, row: u32) -> &mut [u32] {
        let first = region.row_offset(row);
        let count = region.encoded_words();
        self.mark(first..first + count as u64 * 4);
        let first = (first / 4) as usize;
        &mut self.words[first..first + count]
    }

    /// Gives a row back.
    pub(super) fn give(&mut self, region: &mut Region, row: u32) {
        if row < region.capacity {
            region.free.insert(row);
        }
    }

    /// Gives a region back; the last one frees the buffer.
    pub(super) fn release(&mut self, region: Region) {
        if region.capacity > 0 {
            self.ranges.give(region.offset, region.bytes(), ROW_ALIGN);
        }
        if self.ranges.is_all_free() {
            *self = Self::new(self.usage);
        }
    }

    fn mark(&mut self, bytes: Range<u64>) {
        if bytes.is_empty() {
            return;
        }
        // Instances are mostly set in order, so the last range mostly grows.
        match self.dirty.last_mut() {
            Some(last) if last.start <= bytes.start && bytes.start <= last.end => {
                last.end = last.end.max(bytes.end);
            }
            _ => self.dirty.push(bytes),
        }
        // Where nobody uploads for long, the list stays as short as there are rows.
        if self.dirty.len() > 2 * self.words.len() / (ROW_ALIGN as usize / 4) + 64 {
            self.merge();
        }
    }

    /// Sorts what changed and joins ranges with nothing but the padding of a row between them.
    fn merge(&mut self) {
        self.dirty.sort_unstable_by_key(|range| range.start);
        self.dirty.dedup_by(|next, before| {
            let touch = next.start < before.end + ROW_ALIGN;
            if touch {
                before.end = before.end.max(next.end);
            }
            touch
        });
    }

    /// Writes what changed, ranges beside each other at once. What a lost device does not take stays
    /// due.
    pub(super) fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue) -> UploadStats {
        self.merge();
        let mut stats = UploadStats::default();
        let Some(buffer) = self.buffer.as_ref().filter(|_| !self.dirty.is_empty()) else {
            return stats;
        };
        // Why it was not written is told by what needs a result.
        let _ = written(device, WHAT, || {
            self.dirty.iter().all(|range| {
                let words = &self.words[(range.start / 4) as usize..(range.end / 4) as usize];
                let done = write(queue, buffer, range.start, bytemuck::cast_slice(words));
                stats.writes += usize::from(done);
                stats.bytes += if done { range.end - range.start } else { 0 };
                done
            })
        });
        self.dirty.drain(..stats.writes);
        stats
    }

    /// What a bind group binds, from the buffer's start: the draw's dynamic offset leads to the
    /// row. `None` before the first row.
    pub(super) fn resource(&self, region: &Region) -> Option<wgpu::BindingResource<'_>> {
        let buffer = self.buffer.as_ref().filter(|_| region.capacity > 0)?;
        Some(wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer,
            offset: 0,
            size: wgpu::BufferSize::new(region.binding_bytes()),
        }))
    }

    /// Buffer, first byte, bytes of a row and number of rows of a region; `None` before the first
    /// row.
    pub(super) fn view(&self, region: &Region) -> Option<(&wgpu::Buffer, u64, u64, u32)> {
        let buffer = self.buffer.as_ref().filter(|_| region.capacity > 0)?;
        Some((buffer, region.offset, region.row_bytes, region.capacity))
    }

    /// Whether a region can be bound on a device with these limits.
    pub(super) fn check(&self, region: &Region, limits: &wgpu::Limits) -> Result<(), GpuError> {
        let (bytes, limit) = (region.binding_bytes(), self.most_bound(limits));
        if bytes > limit { Err(GpuError::Rows { bytes, limit }) } else { Ok(()) }
    }

    fn most_bound(&self, limits: &wgpu::Limits) -> u64 {
        if self.usage == wgpu::BufferUsages::STORAGE {
            limits.max_storage_buffer_binding_size
        } else {
            limits.max_uniform_buffer_binding_size
        }
    }

    /// All rows on another device, `None` before the first row.
    pub(super) fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<Option<wgpu::Buffer>, GpuError> {
        if self.buffer.is_none() {
            return Ok(None);
        }
        let buffer = create_empty(device, WHAT, self.usage, self.row_bytes() + self.tail)?;
        let words = bytemuck::cast_slice(&self.words);
        written(device, WHAT, || write(queue, &buffer, 0, words))?;
        Ok(Some(buffer))
    }

    /// Goes over to a buffer of [`RowStore::prepare`].
    pub(super) fn commit(&mut self, buffer: Option<wgpu::Buffer>) {
        self.buffer = buffer;
        self.dirty.clear();
    }
}
