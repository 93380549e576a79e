//! What a frame dispatches: changed instances, gathered by kernel and pages, in one buffer.

use super::seats::{Destination, SeatKey, Seats};
use super::sets::{DeformSet, DeformSets, SetKey};
use super::tuning::{self, Tuning};
use crate::GpuError;
use crate::delta::create_empty;
use crate::limits::{check_dispatch, check_storage_binding};
use crate::lost::write;
use crate::pool::pages::PageKey;
use crate::pool::rows::UploadStats;
use crate::scope::written;
use morph_core::deform::Frame;
use morph_wgsl::Deform;
use slotmap::DefaultKey;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a frame's words may begin: the largest offset alignment that WebGPU allows a device.
const FRAME_ALIGN_WORDS: usize = 64;

/// Uploads in a row that take a quarter of the buffer at most, after which a smaller one takes its
/// place.
const SHRINK_AFTER: u32 = 64;

/// What the instances of one dispatch have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Class {
    pub(super) deform: Deform,
    pub(super) words: PageKey,
    pub(super) vertices: PageKey,
    pub(super) destination: Destination,
}

impl Class {
    /// Of instances of a set that is deformed in this way.
    pub(super) const fn new(
        set: &DeformSet,
        normalize: bool,
        tuned: Tuning,
        destination: Destination,
    ) -> Self {
        let deform = Deform {
            layout: set.layout,
            attributes: set.attributes,
            normalize,
            slices: tuned.slices,
            group: tuned.group,
            output: set.options.output,
        };
        Self { deform, words: set.words.page, vertices: set.vertices.page, destination }
    }
}

/// One dispatch.
#[derive(Debug)]
pub(super) struct Dispatch {
    pub(super) class: Class,
    frame: Frame,
    /// First byte in the buffer of frames.
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

impl Dispatch {
    /// Workgroups to dispatch.
    pub(super) fn workgroups(&self) -> [u32; 3] {
        // The frame's encoder has checked that there are no more than a dispatch can have.
        morph_wgsl::deform_dispatch(self.frame.workgroup_count() as u32)
    }
}

/// The dispatches of the last upload, and the buffer that they read.
#[derive(Debug, Default)]
pub(in crate::pool) struct Frames {
    pub(super) dispatches: Vec<Dispatch>,
    pub(super) buffer: Option<wgpu::Buffer>,
    /// Buffers of callers that are written.
    pub(super) callers: Vec<wgpu::Buffer>,
    words: Vec<u32>,
    /// What the dispatches are for.
    seats: Vec<SeatKey>,
    /// Whether the dispatches were recorded.
    recorded: AtomicBool,
    /// Frames of earlier uploads: their memory is used again.
    spare: Vec<Frame>,
    /// Uploads in a row that took a small part of the buffer.
    small: u32,
}

impl Frames {
    /// Gathers what is due into dispatches, and writes them at once.
    ///
    /// What was written and not recorded yet is gathered again: nothing is left out where this
    /// happens twice before a pass.
    pub(in crate::pool) fn prepare<'a>(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        sets: &mut DeformSets,
        seats: &mut Seats,
        normalize: bool,
        weights: &dyn Fn(DefaultKey) -> &'a [f32],
    ) -> Result<UploadStats, GpuError> {
        let known = self.seats.len();
        self.seats.retain(|&key| seats.seats.contains_key(key));
        let are_all_alive = self.seats.len() == known;
        // What waits to be recorded is of one frame, however often it is gathered.
        if self.seats.is_empty() {
            seats.begin_frame();
        }
        seats.take_cuts();
        if seats.dirty.is_empty() && are_all_alive {
            return Ok(UploadStats::default());
        }
        seats.take_dirty(&mut self.seats);
        self.recycle();
        self.gather(sets, seats, (normalize, &device.limits()), weights);
        self.write(device, queue)
    }

    /// What was prepared is going to be written.
    pub(in crate::pool) fn remember<'a>(
        &self,
        seats: &mut Seats,
        weights: &dyn Fn(DefaultKey) -> &'a [f32],
        hooked: bool,
    ) {
        for &key in &self.seats {
            let instance = seats.seats.get(key).map(|seat| seat.instance);
            let instance = instance.into_iter();
            instance.for_each(|instance| seats.remember(key, weights(instance), hooked));
        }
    }

    /// What was recorded is submitted by now, so its frame is over.
    pub(in crate::pool) fn settle(&mut self, seats: &mut Seats) {
        if self.is_recorded() {
            self.forget(seats);
        }
    }

    /// Whether the last frame is in a pass, or there was nothing to dispatch.
    pub(in crate::pool) fn is_recorded(&self) -> bool {
        self.dispatches.is_empty() || self.recorded.load(Ordering::Relaxed)
    }

    /// What was recorded is shown.
    pub(in crate::pool) fn show(&self, seats: &mut Seats) {
        if self.is_recorded() {
            self.seats.iter().for_each(|&key| seats.show(key));
        }
    }

    /// What was gathered cannot be dispatched: nothing is, and all of it is due the next time.
    pub(in crate::pool) fn give_up(&mut self, seats: &mut Seats) {
        seats.put_back(&mut self.seats);
        self.recycle();
    }

    /// Nothing is to be dispatched.
    fn forget(&mut self, seats: &mut Seats) {
        self.seats.drain(..).for_each(|key| seats.end_frame(key));
        seats.forget_firsts();
        self.recycle();
    }

    /// Ends the dispatches, and keeps their memory.
    fn recycle(&mut self) {
        self.spare.extend(self.dispatches.drain(..).map(|dispatch| dispatch.frame));
        self.callers.clear();
        self.recorded.store(false, Ordering::Relaxed);
    }

    /// The dispatches are in a pass.
    pub(super) fn set_recorded(&self) {
        self.recorded.store(true, Ordering::Relaxed);
    }

    fn gather<'a>(
        &mut self,
        sets: &mut DeformSets,
        seats: &mut Seats,
        (normalize, limits): (bool, &wgpu::Limits),
        weights: &dyn Fn(DefaultKey) -> &'a [f32],
    ) {
        for ((key, destination), bunch) in self.bunches(seats) {
            sets.sets[key].frame = seats.frame;
            let set = &sets.sets[key];
            let active = |&(seat, _): &(SeatKey, u32)| {
                weights(seats.seats[seat].instance).iter().filter(|w| **w != 0.0).count()
            };
            let tuned = tuning::of(set, bunch.len(), &mut bunch.iter().map(active), limits);
            let class = Class::new(set, normalize, tuned, destination);
            let mut group = self.frame_of(class).group(&set.mesh());
            for (key, word) in bunch {
                let seat = &mut seats.seats[key];
                seat.tuned = tuned;
                group.instance(word, seat.number, weights(seat.instance));
            }
        }
    }

    /// The frame of a class, a new one where there is none.
    pub(super) fn frame_of(&mut self, class: Class) -> &mut Frame {
        let known = self.dispatches.iter().position(|dispatch| dispatch.class == class);
        let at = known.unwrap_or_else(|| {
            let (group, form) = (class.deform.group, class.deform.layout.weight_form());
            let alike = |frame: &Frame| frame.group_size() == group && frame.weight_form() == form;
            let frame = match self.spare.iter().position(alike) {
                Some(at) => {
                    let mut frame = self.spare.swap_remove(at);
                    frame.clear();
                    frame
                }
                None => Frame::new(group, form),
            };
            self.dispatches.push(Dispatch { class, frame, offset: 0, bytes: 0 });
            self.dispatches.len() - 1
        });
        &mut self.dispatches[at].frame
    }

    /// Instances by set and destination, in the order in which they come, each with its first word.
    fn bunches(&mut self, seats: &Seats) -> Vec<Bunch> {
        let mut bunches: Vec<Bunch> = Vec::new();
        let mut places: HashMap<(SetKey, Destination), usize> = HashMap::new();
        let mut last = None;
        for &key in &self.seats {
            let Some((destination, word)) = seats.output(key, &mut self.callers) else { continue };
            let bunch = (seats.seats[key].set, destination);
            // Instances of one mesh mostly follow one another.
            let at = match last {
                Some((known, at)) if known == bunch => at,
                _ => *places.entry(bunch).or_insert_with(|| {
                    bunches.push((bunch, Vec::new()));
                    bunches.len() - 1
                }),
            };
            last = Some((bunch, at));
            bunches[at].1.push((key, word));
        }
        bunches
    }

    /// Encodes all frames one behind the other, and writes them.
    pub(super) fn write(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<UploadStats, GpuError> {
        self.words.clear();
        for dispatch in &mut self.dispatches {
            let first = self.words.len().next_multiple_of(FRAME_ALIGN_WORDS);
            let count = dispatch.frame.word_count();
            let end = first + usize::try_from(count).unwrap_or(usize::MAX - first);
            check_storage_binding(count.saturating_mul(4), &device.limits())?;
            self.words.resize(end, 0);
            dispatch.frame.encode_into(&mut self.words[first..])?;
            check_dispatch(dispatch.workgroups(), &device.limits())?;
            (dispatch.offset, dispatch.bytes) = (first as u64 * 4, count * 4);
        }
        if self.words.is_empty() {
            return Ok(UploadStats::default());
        }
        let bytes = self.words.len() as u64 * 4;
        let is_small = self.buffer.as_ref().is_some_and(|buffer| buffer.size() / 4 >= bytes);
        self.small = if is_small { self.small + 1 } else { 0 };
        let buffer = match &self.buffer {
            Some(buffer) if buffer.size() >= bytes && self.small < SHRINK_AFTER => buffer,
            _ => {
                self.small = 0;
                self.words.shrink_to_fit();
                let usage = wgpu::BufferUsages::STORAGE;
                let size = bytes.next_power_of_two();
                let most = device.limits().max_buffer_size;
                let size = if size > most { bytes } else { size };
                self.buffer.insert(create_empty(device, "morph deform frame", usage, size)?)
            }
        };
        let words = bytemuck::cast_slice(&self.words);
        written(device, "morph deform frame", || write(queue, buffer, 0, words))?;
        Ok(UploadStats { writes: 1, bytes })
    }

    /// Bytes of the buffer.
    pub(in crate::pool) fn reserved_bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, wgpu::Buffer::size)
    }

    /// Nothing is deformed any more: the next upload makes a buffer anew.
    pub(in crate::pool) fn give_memory_back(&mut self) {
        self.buffer = None;
        self.words = Vec::new();
        self.spare = Vec::new();
        self.small = 0;
    }

    /// Another device: its buffer is made by the next upload, and what was not recorded is due again.
    pub(in crate::pool) fn leave_device(&mut self, seats: &mut Seats) {
        if self.is_recorded() {
            self.forget(seats);
        } else {
            self.give_up(seats);
        }
        self.buffer = None;
    }
}

/// A set and a destination, and the instances with their first words.
type Bunch = ((SetKey, Destination), Vec<(SeatKey, u32)>);
