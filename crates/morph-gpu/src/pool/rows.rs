//! Rows of weights of a pool: a copy on the CPU, a buffer on the GPU, and what changed between.
//!
//! Each set of targets has a region of equal rows, so that an instanced draw reads row after row.
//! A uniform of the tiled path is a row too; it is bound one at a time.

use crate::GpuError;
use crate::arena::Ranges;
use crate::delta::create_empty;
use morph_core::{UniformCapacity, row_words};
use std::ops::Range;

/// Where rows may begin: the largest offset alignment that WebGPU allows a device to ask for, so
/// that rows keep their places when a pool moves to another device.
const ROW_ALIGN: u64 = 256;

/// Rows of one set of targets.
#[derive(Debug)]
pub(super) struct Region {
    /// Pairs that a row holds.
    kind: Kind,
    /// First byte, once there is a row.
    offset: u64,
    /// Bytes from one row to the next; known once the alignment is.
    row_bytes: u64,
    /// Rows that there is room for.
    capacity: u32,
    /// Which rows are taken.
    taken: Vec<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uniform(UniformCapacity),
    Storage { target_count: u32 },
}

impl Region {
    pub(super) const fn uniform(capacity: UniformCapacity) -> Self {
        Self::empty(Kind::Uniform(capacity))
    }

    pub(super) const fn storage(target_count: u32) -> Self {
        Self::empty(Kind::Storage { target_count })
    }

    const fn empty(kind: Kind) -> Self {
        Self { kind, offset: 0, row_bytes: 0, capacity: 0, taken: Vec::new() }
    }

    /// Words of a row, as encoders write it.
    pub(super) fn encoded_words(&self) -> usize {
        match self.kind {
            Kind::Uniform(capacity) => (capacity.byte_count() / 4) as usize,
            Kind::Storage { .. } => (self.row_bytes / 4) as usize,
        }
    }

    /// First byte of a row.
    pub(super) const fn row_offset(&self, row: u32) -> u64 {
        self.offset + row as u64 * self.row_bytes
    }

    const fn bytes(&self) -> u64 {
        self.capacity as u64 * self.row_bytes
    }

    /// Bytes that a bind group binds from the draw's first row on.
    fn binding_bytes(&self) -> u64 {
        match self.kind {
            Kind::Uniform(capacity) => capacity.byte_count(),
            Kind::Storage { .. } => self.bytes(),
        }
    }
}

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
    pub(super) fn storage() -> Self {
        Self::new(wgpu::BufferUsages::STORAGE)
    }

    pub(super) fn uniform() -> Self {
        Self::new(wgpu::BufferUsages::UNIFORM)
    }

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
        let free = region.taken.iter().position(|taken| !taken);
        let (row, changed) = match free {
            Some(row) => (row, false),
            None => {
                self.grow(device, region)?;
                (region.taken.iter().position(|taken| !taken).unwrap_or(0), true)
            }
        };
        region.taken[row] = true;
        Ok((row as u32, changed))
    }

    fn grow(&mut self, device: &wgpu::Device, region: &mut Region) -> Result<(), GpuError> {
        let row_bytes = match region.kind {
            Kind::Uniform(capacity) => capacity.byte_count().next_multiple_of(ROW_ALIGN),
            Kind::Storage { target_count } => row_words(target_count, ROW_ALIGN as u32 / 4) * 4,
        };
        let capacity = region.capacity.saturating_mul(2).max(1);
        let grown = Region { kind: region.kind, offset: 0, row_bytes, capacity, taken: Vec::new() };
        let limit = self.most_bound(&device.limits());
        if grown.binding_bytes() > limit {
            let bytes = grown.binding_bytes();
            return Err(GpuError::Rows { bytes, limit });
        }
        let tail = self.tail.max(grown.binding_bytes());
        let offset = match self.ranges.take(grown.bytes(), ROW_ALIGN) {
            Some(offset) => offset,
            None => {
                self.enlarge(device, grown.bytes(), tail)?;
                // There is room now: the store grew by what was asked for.
                let bytes = grown.bytes();
                self.ranges.take(bytes, ROW_ALIGN).ok_or(GpuError::Rows { bytes, limit })?
            }
        };
        if tail > self.tail || self.buffer.is_none() {
            self.make_buffer(device, tail)?;
        }
        // Rows keep their numbers; their words move along.
        let old = region.offset as usize / 4..(region.offset + region.bytes()) as usize / 4;
        self.words.copy_within(old, offset as usize / 4);
        self.mark(offset..offset + region.bytes());
        if region.capacity > 0 {
            self.ranges.give(region.offset, region.bytes(), ROW_ALIGN);
        }
        region.offset = offset;
        region.row_bytes = row_bytes;
        region.capacity = capacity;
        region.taken.resize(capacity as usize, false);
        Ok(())
    }

    /// Makes room for `bytes` more.
    fn enlarge(&mut self, device: &wgpu::Device, bytes: u64, tail: u64) -> Result<(), GpuError> {
        let old = self.words.len() as u64 * 4;
        let new = (old * 2).max(old + bytes).next_multiple_of(ROW_ALIGN);
        let limit = device.limits().max_buffer_size;
        if new + tail > limit {
            return Err(GpuError::Rows { bytes: new + tail, limit });
        }
        self.words.resize((new / 4) as usize, 0);
        self.ranges.extend(new);
        self.make_buffer(device, tail)
    }

    fn make_buffer(&mut self, device: &wgpu::Device, tail: u64) -> Result<(), GpuError> {
        let bytes = self.words.len() as u64 * 4 + tail;
        let limit = device.limits().max_buffer_size;
        if bytes > limit {
            return Err(GpuError::Rows { bytes, limit });
        }
        self.buffer = Some(create_empty(device, "morph weights", self.usage, bytes)?);
        self.tail = tail;
        let all = self.words.len() as u64 * 4;
        self.mark(0..all);
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
        if let Some(taken) = region.taken.get_mut(row as usize) {
            *taken = false;
        }
    }

    /// Gives a region back.
    pub(super) fn release(&mut self, region: Region) {
        if region.capacity > 0 {
            self.ranges.give(region.offset, region.bytes(), ROW_ALIGN);
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
    }

    /// Writes what changed, ranges beside each other at once.
    pub(super) fn upload(&mut self, queue: &wgpu::Queue) -> UploadStats {
        let Some(buffer) = &self.buffer else { return UploadStats::default() };
        self.dirty.sort_unstable_by_key(|range| range.start);
        let mut stats = UploadStats::default();
        let mut write = |range: Range<u64>| {
            let words = &self.words[(range.start / 4) as usize..(range.end / 4) as usize];
            queue.write_buffer(buffer, range.start, bytemuck::cast_slice(words));
            stats.writes += 1;
            stats.bytes += range.end - range.start;
        };
        let mut pending: Option<Range<u64>> = None;
        for range in self.dirty.drain(..) {
            pending = match pending {
                Some(before) if range.start <= before.end => {
                    Some(before.start..before.end.max(range.end))
                }
                Some(before) => {
                    write(before);
                    Some(range)
                }
                None => Some(range),
            };
        }
        if let Some(last) = pending {
            write(last);
        }
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

    /// Puts the rows on another device; the next upload sends them all.
    pub(super) fn recover(&mut self, device: &wgpu::Device) -> Result<(), GpuError> {
        if self.buffer.is_some() {
            self.dirty.clear();
            self.make_buffer(device, self.tail)?;
        }
        Ok(())
    }
}
