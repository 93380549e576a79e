//! Where the deform pass writes: a place for each primitive of each instance.

use super::sets::{DeformSet, SetKey, VERTEX_ALIGN, word};
use super::tuning::Tuning;
use crate::GpuError;
use crate::pool::pages::{PageKey, Pages, Place};
use morph_wgsl::Output;
use slotmap::{DefaultKey, SlotMap};

pub(in crate::pool) type SeatKey = DefaultKey;

/// Where the vertices of a seat may be.
pub(super) type Places = [Option<Place>; 2];

/// One primitive of one instance.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) set: SetKey,
    /// The instance whose weights it has.
    pub(super) instance: DefaultKey,
    /// Number of the instance, for the hook.
    pub(super) number: u32,
    /// One place, or two that take turns where the previous frame's vertices are kept; none where a
    /// buffer of the caller is written.
    places: Places,
    /// What each place was written with, for a recovery.
    shown: [Option<Shown>; 2],
    /// How the frame that is being gathered deforms it.
    pub(super) tuned: Tuning,
    current: usize,
    /// The upload that it was written for last.
    frame: u64,
    /// Uploads that it was written for, as far as it matters.
    writes: u8,
    /// The upload that is its first, whatever was there before.
    jump: u64,
    /// Whether its weights changed since the last frame was gathered.
    pub(super) dirty: bool,
    /// Whether it is among what the next pass deforms.
    pub(super) due: bool,
    /// A buffer of the caller that is written instead, and the first word.
    pub(super) target: Option<(wgpu::Buffer, u32)>,
}

/// What a place was written with: the same again gives the same bits.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) weights: Vec<f32>,
    pub(super) tuned: Tuning,
}

/// The buffer that a dispatch writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Destination {
    Page(PageKey),
    /// Buffers of callers, numbered as they are met in a frame.
    Caller(usize),
}

/// Places of all instances.
#[derive(Debug)]
pub(in crate::pool) struct Seats {
    pub(super) pages: Pages,
    pub(super) seats: SlotMap<SeatKey, Seat>,
    keep_previous: bool,
    /// Uploads so far.
    pub(super) frame: u64,
    pub(super) dirty: Vec<SeatKey>,
}

impl Seats {
    pub(in crate::pool) fn new(page_bytes: u64, keep_previous: bool) -> Self {
        // Vertices are drawn from here.
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX;
        let pages = Pages::new("morph deform output", usage, page_bytes);
        Self { pages, seats: SlotMap::new(), keep_previous, frame: 0, dirty: Vec::new() }
    }

    /// A place for an instance's primitive; its first frame is due.
    pub(in crate::pool) fn take(
        &mut self,
        device: &wgpu::Device,
        key: SetKey,
        set: &DeformSet,
        (instance, number): (DefaultKey, u32),
    ) -> Result<SeatKey, GpuError> {
        let places = self.places(device, set.options.output, set.output_bytes())?;
        let seat = self.seats.insert(Seat {
            set: key,
            instance,
            number,
            places,
            shown: [None, None],
            tuned: Tuning::default(),
            current: 0,
            frame: 0,
            writes: 0,
            jump: 0,
            dirty: false,
            due: false,
            target: None,
        });
        self.mark(seat);
        Ok(seat)
    }

    /// Places for the vertices of one seat.
    pub(super) fn places(
        &mut self,
        device: &wgpu::Device,
        output: Output,
        bytes: u64,
    ) -> Result<Places, GpuError> {
        let wanted = match output {
            Output::Interleaved(_) => 0,
            Output::Arena | Output::Compact => 1 + usize::from(self.keep_previous),
        };
        let mut places = [None; 2];
        for at in 0..wanted {
            match self.pages.take(device, bytes, VERTEX_ALIGN) {
                Ok(place) => places[at] = Some(place),
                Err(error) => {
                    places.into_iter().flatten().for_each(|place| self.pages.give(place));
                    return Err(error);
                }
            }
        }
        Ok(places)
    }

    /// Its primitive is another one. Where it has other places too, nothing was written there yet.
    pub(super) fn change_set(&mut self, key: SeatKey, set: SetKey, places: Option<Places>) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        seat.set = set;
        // A recovery cannot write again what other targets gave.
        seat.shown = [None, None];
        let Some(places) = places else { return };
        let (old, due) = (std::mem::replace(&mut seat.places, places), seat.due);
        (seat.current, seat.frame, seat.writes) = (0, 0, 0);
        for place in old.into_iter().flatten() {
            if due { self.pages.retire(place) } else { self.pages.give(place) }
        }
    }

    /// Gives the place back, for others once the frame that writes it is over.
    pub(in crate::pool) fn give(&mut self, key: SeatKey) {
        let Some(seat) = self.seats.remove(key) else { return };
        for place in seat.places.into_iter().flatten() {
            if seat.due { self.pages.retire(place) } else { self.pages.give(place) }
        }
    }

    /// Places that are taken.
    pub(in crate::pool) fn len(&self) -> usize {
        self.seats.len()
    }

    /// Bytes of the vertices in the pool's pages.
    pub(in crate::pool) fn output_bytes(&self) -> u64 {
        let places = self.seats.values().flat_map(|seat| seat.places.iter().flatten());
        places.map(|place| place.bytes).sum()
    }

    /// A buffer of the caller takes the vertices from now on.
    pub(super) fn set_target(&mut self, key: SeatKey, buffer: &wgpu::Buffer, first_word: u32) {
        if let Some(seat) = self.seats.get_mut(key) {
            seat.target = Some((buffer.clone(), first_word));
        }
        self.mark(key);
    }

    /// An upload is the first of a place, whatever was there before.
    pub(super) fn jump(&mut self, key: SeatKey, frame: u64) {
        if let Some(seat) = self.seats.get_mut(key) {
            seat.jump = frame;
        }
    }

    /// The next frame deforms it.
    pub(in crate::pool) fn mark(&mut self, key: SeatKey) {
        if let Some(seat) = self.seats.get_mut(key) {
            if !seat.dirty {
                seat.dirty = true;
                self.dirty.push(key);
            }
        }
        // Where instances come and go and nobody deforms, the list stays as short as there are any.
        if self.dirty.len() > 2 * self.seats.len() + 64 {
            self.dirty.retain(|&key| self.seats.contains_key(key));
        }
    }

    /// Everything is due again.
    pub(in crate::pool) fn mark_all(&mut self) {
        let keys: Vec<SeatKey> = self.seats.keys().collect();
        keys.into_iter().for_each(|key| self.mark(key));
    }

    /// Takes what is due, and turns to the other place where there are two.
    pub(super) fn take_dirty(&mut self, into: &mut Vec<SeatKey>) {
        for key in self.dirty.drain(..) {
            let Some(seat) = self.seats.get_mut(key) else { continue };
            seat.dirty = false;
            // What was gathered and not recorded since waits at the right place already.
            if seat.due {
                continue;
            }
            if seat.writes > 0 && seat.places[1].is_some() {
                seat.current = 1 - seat.current;
            }
            seat.writes = seat.writes.saturating_add(1);
            seat.frame = self.frame;
            seat.due = true;
            into.push(key);
        }
    }

    /// What was gathered is going to be written with these weights.
    pub(super) fn remember(&mut self, key: SeatKey, weights: &[f32]) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        let tuned = seat.tuned;
        match &mut seat.shown[seat.current] {
            Some(shown) => {
                shown.tuned = tuned;
                shown.weights.clear();
                shown.weights.extend_from_slice(weights);
            }
            none => *none = Some(Shown { weights: weights.to_vec(), tuned }),
        }
    }

    /// What was written at one of the two places of each seat, with what.
    pub(super) fn shown(&self, side: usize) -> impl Iterator<Item = (&Seat, Place, &Shown)> {
        self.seats
            .values()
            .filter_map(move |seat| Some((seat, seat.places[side]?, seat.shown[side].as_ref()?)))
    }

    /// Takes back [`Self::take_dirty`]: what was due was not written, and is due the next time.
    pub(super) fn put_back(&mut self, from: &mut Vec<SeatKey>) {
        for key in from.drain(..) {
            let Some(seat) = self.seats.get_mut(key) else { continue };
            if seat.writes > 1 && seat.places[1].is_some() {
                seat.current = 1 - seat.current;
            }
            seat.writes = seat.writes.saturating_sub(1);
            // No frame has this number.
            seat.frame = 0;
            seat.due = false;
            self.mark(key);
        }
    }

    /// Where the vertices of the last upload are, in the pool's pages.
    pub(super) fn place(&self, key: SeatKey) -> Option<Place> {
        let seat = self.seats.get(key)?;
        seat.places[seat.current]
    }

    /// Where the vertices of the upload before are: the same where the last one changed nothing, or
    /// was the first.
    pub(super) fn previous(&self, key: SeatKey) -> Option<Place> {
        let seat = self.seats.get(key)?;
        let moved = seat.frame == self.frame && seat.writes > 1 && seat.jump != self.frame;
        let other = seat.places[1 - seat.current].filter(|_| moved);
        other.or(seat.places[seat.current])
    }

    /// Where the next dispatch writes, and the first word there; `None` where a buffer of the
    /// caller is to be written and there is none yet.
    pub(super) fn output(
        &self,
        key: SeatKey,
        callers: &mut Vec<wgpu::Buffer>,
    ) -> Option<(Destination, u32)> {
        let seat = self.seats.get(key)?;
        if let Some((buffer, first_word)) = &seat.target {
            let known = callers.iter().position(|known| known == buffer);
            let number = known.unwrap_or_else(|| {
                callers.push(buffer.clone());
                callers.len() - 1
            });
            return Some((Destination::Caller(number), *first_word));
        }
        let place = seat.places[seat.current]?;
        Some((Destination::Page(place.page), word(place)))
    }
}

/// Places on another device, before the pool goes over to them.
#[derive(Debug)]
pub(in crate::pool) struct Prepared {
    pages: Pages,
    places: Vec<PreparedSeat>,
}

/// Places of a seat, and the buffer of the caller that is written instead.
type PreparedSeat = (SeatKey, [Option<Place>; 2], Option<(wgpu::Buffer, u32)>);

impl Seats {
    /// Places on another device, beside what is there.
    pub(in crate::pool) fn prepare(&self, device: &wgpu::Device) -> Result<Prepared, GpuError> {
        let mut prepared = Prepared { pages: self.pages.like(), places: Vec::new() };
        for (key, seat) in &self.seats {
            let mut places = [None; 2];
            for (new, old) in places.iter_mut().zip(seat.places) {
                let take = |old: Place| prepared.pages.take(device, old.bytes, VERTEX_ALIGN);
                *new = old.map(take).transpose()?;
            }
            prepared.places.push((key, places, None));
        }
        Ok(prepared)
    }

    /// Goes over to what was prepared, and keeps what was there in its place. Buffers of callers
    /// stay with their device.
    pub(in crate::pool) fn swap(&mut self, prepared: &mut Prepared) {
        std::mem::swap(&mut self.pages, &mut prepared.pages);
        for (key, places, target) in &mut prepared.places {
            let seat = &mut self.seats[*key];
            std::mem::swap(&mut seat.places, places);
            std::mem::swap(&mut seat.target, target);
        }
    }

    /// After a recovery: what could not be written again was never written.
    pub(super) fn forget_unshown(&mut self) {
        for seat in self.seats.values_mut() {
            let [now, before] = [seat.current, 1 - seat.current].map(|at| seat.shown[at].is_some());
            let most = if !now { 0 } else { u8::from(before) + 1 };
            seat.writes = seat.writes.min(most);
        }
    }

    /// Nothing was written before, and everything is due.
    pub(super) fn begin_anew(&mut self) {
        for seat in self.seats.values_mut() {
            seat.writes = 0;
            seat.shown = [None, None];
        }
        self.mark_all();
    }
}
