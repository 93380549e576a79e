//! Pages: large storage buffers that many things lie in, so that one binding serves all of them.

use super::edit::changes::Words;
use super::rows::UploadStats;
use crate::arena::Ranges;
use crate::delta::create_empty;
use crate::limits::{check_storage_binding, most_bound};
use crate::lost::write;
use crate::scope::{scoped, written};
use crate::{GpuError, is_lost};
use slotmap::{DefaultKey, SlotMap};

pub(super) type PageKey = DefaultKey;

/// Pages of one kind.
#[derive(Debug)]
pub(super) struct Pages {
    what: &'static str,
    usage: wgpu::BufferUsages,
    /// Bytes of the first page; later ones are as large as all before them together.
    page_bytes: u64,
    pages: SlotMap<PageKey, Page>,
    /// Places that were given back while the GPU may still be about to use them.
    retired: Vec<Place>,
}

#[derive(Debug)]
struct Page {
    buffer: wgpu::Buffer,
    ranges: Ranges,
    /// Things that lie in it.
    uses: usize,
}

/// Where something lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) page: PageKey,
    /// First byte in the page.
    pub(super) offset: u64,
    /// Bytes that were asked for.
    pub(super) bytes: u64,
    align: u64,
}

impl Pages {
    pub(super) fn new(what: &'static str, usage: wgpu::BufferUsages, page_bytes: u64) -> Self {
        Self { what, usage, page_bytes, pages: SlotMap::new(), retired: Vec::new() }
    }

    /// No pages yet, of the same kind.
    pub(super) fn like(&self) -> Self {
        Self::new(self.what, self.usage, self.page_bytes)
    }

    /// Room for so many bytes, in a page that has it or in a new one.
    ///
    /// # Errors
    /// [`GpuError::Device`] where one binding cannot hold so much, or as the device says.
    pub(super) fn take(
        &mut self,
        device: &wgpu::Device,
        bytes: u64,
        align: u64,
    ) -> Result<Place, GpuError> {
        for (page, of) in &mut self.pages {
            if let Some(offset) = of.ranges.take(bytes, align) {
                of.uses += 1;
                return Ok(Place { page, offset, bytes, align });
            }
        }
        let limits = device.limits();
        let needed = bytes.next_multiple_of(align);
        check_storage_binding(needed, &limits)?;
        let (_, most) = most_bound(&limits);
        let most = most - most % align;
        let before = self.reserved_bytes();
        let size = self.page_bytes.max(before).min(most).max(needed).next_multiple_of(align);
        let buffer = match create_empty(device, self.what, self.usage, size) {
            Ok(buffer) => buffer,
            // Where there is no room for a page, there may be some for this one thing.
            Err(_) if size > needed => create_empty(device, self.what, self.usage, needed)?,
            Err(error) => return Err(error),
        };
        let mut ranges = Ranges::new(buffer.size());
        let offset = ranges.take(bytes, align).unwrap_or(0);
        let page = self.pages.insert(Page { buffer, ranges, uses: 1 });
        Ok(Place { page, offset, bytes, align })
    }

    /// Gives a place back; a page that holds nothing goes back to the device.
    pub(super) fn give(&mut self, place: Place) {
        self.leave(place);
        self.free(place);
    }

    /// Gives a place back that work which is not submitted yet may read or write: others get it
    /// once the pages [settle](Self::settle).
    pub(super) fn retire(&mut self, place: Place) {
        self.leave(place);
        if self.has(place.page) {
            self.retired.push(place);
        }
    }

    /// What was recorded is submitted: retired places are free.
    pub(super) fn settle(&mut self) {
        for place in std::mem::take(&mut self.retired) {
            self.free(place);
        }
    }

    /// Bytes of all pages.
    pub(super) fn reserved_bytes(&self) -> u64 {
        self.pages.values().map(|page| page.buffer.size()).sum()
    }

    /// Makes a place larger or smaller where it is; `None` where what follows is taken. What a
    /// smaller one leaves is others' once the pages [settle](Self::settle).
    pub(super) fn resize(&mut self, place: Place, bytes: u64) -> Option<Place> {
        let Place { page, offset, align, .. } = place;
        let end = |bytes: u64| offset + bytes.next_multiple_of(align);
        let (old, new) = (end(place.bytes), end(bytes));
        if new > old {
            let of = self.pages.get_mut(page)?;
            if !of.ranges.take_at(old, new - old) {
                return None;
            }
        }
        if new < old {
            self.retired.push(Place { page, offset: new, bytes: old - new, align });
        }
        Some(Place { bytes, ..place })
    }

    /// Takes back a [resize](Self::resize) that nothing came of.
    pub(super) fn undo_resize(&mut self, old: Place, new: Place) {
        let end = |place: Place| place.offset + place.bytes.next_multiple_of(place.align);
        if end(new) > end(old) {
            if let Some(page) = self.pages.get_mut(old.page) {
                page.ranges.give(end(old), end(new) - end(old), old.align);
            }
        }
        if end(new) < end(old) {
            self.retired.retain(|place| place.page != old.page || place.offset != end(new));
        }
    }

    /// Whether there is such a page.
    pub(super) fn has(&self, page: PageKey) -> bool {
        self.pages.contains_key(page)
    }

    /// One thing less in a page. wgpu frees what is dropped once the GPU is done with it.
    fn leave(&mut self, place: Place) {
        let Some(page) = self.pages.get_mut(place.page) else { return };
        page.uses -= 1;
        if page.uses == 0 {
            self.pages.remove(place.page);
            self.retired.retain(|retired| retired.page != place.page);
        }
    }

    fn free(&mut self, place: Place) {
        if let Some(page) = self.pages.get_mut(place.page) {
            page.ranges.give(place.offset, place.bytes, place.align);
        }
    }

    /// The buffer of a page.
    pub(super) fn buffer(&self, page: PageKey) -> &wgpu::Buffer {
        &self.pages[page].buffer
    }

    /// What a bind group binds of one place.
    pub(super) fn binding(&self, place: Place) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: self.buffer(place.page),
            offset: place.offset,
            size: wgpu::BufferSize::new(place.bytes),
        })
    }

    /// Writes some of the words of a place, as far as it goes.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub(super) fn write_words(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        place: Place,
        change: &Words,
    ) -> Result<UploadStats, GpuError> {
        // A place that became smaller since is not written beyond its end.
        let room = (place.bytes / 4).saturating_sub(change.first) as usize;
        let words = &change.words[..change.words.len().min(room)];
        let bytes = words.len() as u64 * 4;
        if words.is_empty() {
            return Ok(UploadStats::default());
        }
        let offset = place.offset + change.first * 4;
        self.write(device, queue, Place { offset, bytes, ..place }, words)?;
        Ok(UploadStats { writes: 1, bytes })
    }

    /// Writes words at a place, in chunks: what is in flight takes memory a second time.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] and [`GpuError::DeviceLost`].
    pub(super) fn write(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        place: Place,
        words: &[u32],
    ) -> Result<(), GpuError> {
        let buffer = self.buffer(place.page);
        for (at, chunk) in words.chunks(CHUNK_WORDS).enumerate() {
            let offset = place.offset + (at * CHUNK_WORDS) as u64 * 4;
            let bytes = bytemuck::cast_slice(chunk);
            if chunk.len() < LARGE_WORDS {
                written(device, self.what, || write(queue, buffer, offset, bytes))?;
            } else {
                write_large(device, queue, self.what, (buffer, offset), bytes)?;
            }
        }
        Ok(())
    }
}

/// Words of one write.
const CHUNK_WORDS: usize = 16 << 20;

/// Words from which on a write has a staging buffer of our own.
const LARGE_WORDS: usize = 1 << 18;

/// Writes through a buffer of our own: where wgpu finds no memory for one of its, it loses the
/// device.
fn write_large(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    what: &'static str,
    (buffer, offset): (&wgpu::Buffer, u64),
    bytes: &[u8],
) -> Result<(), GpuError> {
    let staging = scoped(device, what, || {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("morph staging"),
            size: bytes.len() as u64,
            usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        })
    })?;
    match staging.get_mapped_range_mut(..) {
        Ok(mut view) => view.copy_from_slice(bytes),
        Err(_) if is_lost(device) => return Err(GpuError::DeviceLost { what }),
        Err(error) => return Err(GpuError::Refused { what, message: error.to_string() }),
    }
    scoped(device, what, || {
        staging.unmap();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(&staging, 0, buffer, offset, bytes.len() as u64);
        queue.submit([encoder.finish()]);
    })
}
