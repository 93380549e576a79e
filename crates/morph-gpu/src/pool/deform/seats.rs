//! Where the deform pass writes: a place for each primitive of each instance.

mod recover;

pub(in crate::pool) use recover::Prepared;

use super::sets::{DeformSet, SetKey, VERTEX_ALIGN, word};
use super::tuning::Tuning;
use crate::GpuError;
use crate::pool::pages::{PageKey, Pages, Place};
use morph_core::AttributeSet;
use morph_wgsl::Output;
use slotmap::{DefaultKey, SlotMap};

pub(in crate::pool) type SeatKey = DefaultKey;

/// Where the vertices of a seat may be.
pub(super) type Places = [Option<Place>; 2];

/// What a seat shows, and where.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// One place, or two that take turns where the previous frame's vertices are kept; none where a
    /// buffer of the caller is written.
    places: Places,
    /// Of the vertices there.
    attributes: AttributeSet,
    current: usize,
    /// The upload that it was written for last.
    frame: u64,
    /// Uploads that it was written for, as far as it matters.
    writes: u8,
}

/// One primitive of one instance.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) set: SetKey,
    /// The instance whose weights it has.
    pub(super) instance: DefaultKey,
    /// Number of the instance, for the hook.
    pub(super) number: u32,
    now: Stand,
    /// What it was before the frame that waits to be recorded, or to be over, where that frame
    /// deforms it.
    before: Option<Stand>,
    /// Where vertices of other attributes go from the next upload on.
    next: Option<(Places, AttributeSet)>,
    /// What each place was written with, for a recovery.
    shown: [Option<Shown>; 2],
    /// What the frame that waits to be recorded, or to be over, writes its place with.
    waits: Option<Shown>,
    /// Memory of weights, used again.
    spare: Vec<f32>,
    /// How the frame that is being gathered deforms it.
    pub(super) tuned: Tuning,
    /// The upload that is its first, whatever was there before.
    jump: u64,
    /// Whether the next upload is.
    cut: bool,
    /// Whether its weights changed since the last frame was gathered.
    dirty: bool,
    /// A buffer of the caller that is written instead, and the first word.
    pub(super) target: Option<(wgpu::Buffer, u32)>,
}

/// What a place was written with: the same again gives the same bits.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    pub(super) weights: Vec<f32>,
    pub(super) tuned: Tuning,
    /// A hook had its part: what it did cannot be done again.
    hooked: bool,
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
    /// Those whose next upload is their first.
    cuts: Vec<SeatKey>,
    /// Those whose upload that is gathered is.
    firsts: Vec<SeatKey>,
}

impl Seats {
    pub(in crate::pool) fn new(page_bytes: u64, keep_previous: bool) -> Self {
        // Vertices are drawn from here.
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX;
        let pages = Pages::new("morph deform output", usage, page_bytes);
        let [dirty, cuts, firsts] = [const { Vec::new() }; 3];
        Self { pages, seats: SlotMap::new(), keep_previous, frame: 0, dirty, cuts, firsts }
    }

    /// A place for an instance's primitive; its first frame is due.
    pub(in crate::pool) fn take(
        &mut self,
        device: &wgpu::Device,
        key: SetKey,
        set: &DeformSet,
        (instance, number): (DefaultKey, u32),
    ) -> Result<SeatKey, GpuError> {
        let places = self.places(device, set.options.output, set.output_bytes(&set.attributes))?;
        let attributes = set.attributes;
        let seat = self.seats.insert(Seat {
            set: key,
            instance,
            number,
            now: Stand { places, attributes, current: 0, frame: 0, writes: 0 },
            before: None,
            next: None,
            shown: [None, None],
            waits: None,
            spare: Vec::new(),
            tuned: Tuning::default(),
            jump: 0,
            cut: false,
            dirty: false,
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

    /// Its primitive is another one. Where it gets other places for that, it shows what it has until
    /// an upload writes there.
    pub(super) fn change_set(
        &mut self,
        key: SeatKey,
        set: SetKey,
        next: Option<(Places, AttributeSet)>,
    ) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        seat.set = set;
        // A recovery cannot write again what other targets gave.
        (seat.shown, seat.waits) = ([None, None], None);
        if next.is_some() {
            let unused = std::mem::replace(&mut seat.next, next);
            give_all(&mut self.pages, unused.map(|(places, _)| places));
        }
    }

    /// Gives the place back, for others once the frame that writes it is over.
    pub(in crate::pool) fn give(&mut self, key: SeatKey) {
        let Some(seat) = self.seats.remove(key) else { return };
        give_all(&mut self.pages, seat.next.map(|(places, _)| places));
        let Some(before) = seat.before else { return give_all(&mut self.pages, [seat.now.places]) };
        let other = Some(before.places).filter(|places| *places != seat.now.places);
        let all = [Some(seat.now.places), other].into_iter().flatten();
        all.flatten().flatten().for_each(|place| self.pages.retire(place));
    }

    /// Places that are taken.
    pub(in crate::pool) fn len(&self) -> usize {
        self.seats.len()
    }

    /// Bytes of the vertices in the pool's pages.
    pub(in crate::pool) fn output_bytes(&self) -> u64 {
        let all = self.seats.values().map(|seat| seat.next.map_or(seat.now.places, |next| next.0));
        all.flatten().flatten().map(|place| place.bytes).sum()
    }

    /// A buffer of the caller takes the vertices from now on.
    pub(super) fn set_target(&mut self, key: SeatKey, buffer: &wgpu::Buffer, first_word: u32) {
        if let Some(seat) = self.seats.get_mut(key) {
            seat.target = Some((buffer.clone(), first_word));
        }
        self.mark(key);
    }

    /// The next upload is the first of a place, whatever was there before.
    pub(super) fn cut(&mut self, key: SeatKey) {
        if let Some(seat) = self.seats.get_mut(key) {
            if !std::mem::replace(&mut seat.cut, true) {
                self.cuts.push(key);
            }
        }
        keep_few(&mut self.cuts, &self.seats);
    }

    /// The next frame deforms it.
    pub(in crate::pool) fn mark(&mut self, key: SeatKey) {
        if let Some(seat) = self.seats.get_mut(key) {
            if !seat.dirty {
                seat.dirty = true;
                self.dirty.push(key);
            }
        }
        keep_few(&mut self.dirty, &self.seats);
    }

    /// Another frame is gathered from here on.
    pub(super) fn begin_frame(&mut self) {
        self.frame += 1;
        self.firsts.clear();
    }

    /// The frame that is gathered is the first of those that were cut.
    pub(super) fn take_cuts(&mut self) {
        for key in self.cuts.drain(..) {
            let Some(seat) = self.seats.get_mut(key) else { continue };
            seat.cut = false;
            if std::mem::replace(&mut seat.jump, self.frame) != self.frame {
                self.firsts.push(key);
            }
        }
        keep_few(&mut self.firsts, &self.seats);
    }

    /// Takes what is due, and turns to the other place where there are two, or to new ones.
    pub(super) fn take_dirty(&mut self, into: &mut Vec<SeatKey>) {
        for key in self.dirty.drain(..) {
            let Some(seat) = self.seats.get_mut(key) else { continue };
            seat.dirty = false;
            let is_due = seat.before.is_some();
            let before = *seat.before.get_or_insert(seat.now);
            if !is_due {
                into.push(key);
            }
            if let Some((places, attributes)) = seat.next.take() {
                // Nothing is written to those that this frame was gathered for first.
                let unused = Some(seat.now.places).filter(|places| *places != before.places);
                give_all(&mut self.pages, unused);
                seat.now = Stand { places, attributes, current: 0, frame: self.frame, writes: 1 };
                continue;
            }
            // What was gathered and not recorded since waits at the right place already.
            if is_due {
                continue;
            }
            let now = &mut seat.now;
            if now.writes > 0 && now.places[1].is_some() {
                now.current = 1 - now.current;
            }
            now.writes = now.writes.saturating_add(1);
            now.frame = self.frame;
        }
    }

    /// What was gathered is in a pass: it is shown from there on.
    pub(super) fn show(&mut self, key: SeatKey) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        if let Some(waits) = seat.waits.take() {
            let unused = seat.shown[seat.now.current].replace(waits);
            seat.spare = unused.map(|shown| shown.weights).unwrap_or_default();
        }
    }

    /// The frame that deforms it is over.
    pub(super) fn end_frame(&mut self, key: SeatKey) {
        self.show(key);
        let Some(seat) = self.seats.get_mut(key) else { return };
        let Some(before) = seat.before.take() else { return };
        let left = Some(before.places).filter(|places| *places != seat.now.places);
        give_all(&mut self.pages, left);
    }

    /// What was gathered is going to be written with these weights.
    pub(super) fn remember(&mut self, key: SeatKey, weights: &[f32], hooked: bool) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        let mut own = match seat.waits.take() {
            Some(waits) => waits.weights,
            None => std::mem::take(&mut seat.spare),
        };
        own.clear();
        own.extend_from_slice(weights);
        seat.waits = Some(Shown { weights: own, tuned: seat.tuned, hooked });
    }

    /// The frame that was gathered is over: what it was the first of is shown.
    pub(super) fn forget_firsts(&mut self) {
        self.firsts.clear();
    }

    /// Takes back [`Self::take_cuts`] and [`Self::take_dirty`]: what was due was not written, and is
    /// due the next time.
    pub(super) fn put_back(&mut self, from: &mut Vec<SeatKey>) {
        for key in from.drain(..) {
            let Some(seat) = self.seats.get_mut(key) else { continue };
            let (now, next) = seat.put_back();
            // Those that an edit made useless before anything was written there.
            let kept = next.map_or(now.places, |(places, _)| places);
            let unused = Some(seat.now.places).filter(|own| *own != kept && *own != now.places);
            give_all(&mut self.pages, unused);
            (seat.now, seat.next, seat.before, seat.waits) = (now, next, None, None);
            self.mark(key);
        }
        std::mem::take(&mut self.firsts).into_iter().for_each(|key| self.cut(key));
    }

    /// Where the vertices of the last upload are, in the pool's pages.
    pub(super) fn place(&self, key: SeatKey) -> Option<Place> {
        let seat = self.seats.get(key)?;
        seat.now.places[seat.now.current]
    }

    /// What the vertices of the last upload have.
    pub(super) fn attributes(&self, key: SeatKey) -> Option<AttributeSet> {
        Some(self.seats.get(key)?.now.attributes)
    }

    /// Where the vertices of the upload before are: the same where the last one changed nothing, or
    /// was the first.
    pub(super) fn previous(&self, key: SeatKey) -> Option<Place> {
        let seat = self.seats.get(key)?;
        let Stand { places, current, frame, writes, .. } = seat.now;
        let moved = frame == self.frame && writes > 1 && seat.jump != self.frame;
        places[1 - current].filter(|_| moved).or(places[current])
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
        let place = seat.now.places[seat.now.current]?;
        Some((Destination::Page(place.page), word(place)))
    }
}

impl Seat {
    /// What it is, and gets, where the frame that was gathered is not shown.
    fn put_back(&self) -> (Stand, Option<(Places, AttributeSet)>) {
        let Some(before) = self.before else { return (self.now, self.next) };
        let Stand { places, attributes, .. } = self.now;
        let is_other = (places, attributes) != (before.places, before.attributes);
        // No frame has this number.
        (Stand { frame: 0, ..before }, self.next.or(is_other.then_some((places, attributes))))
    }
}

/// Gives places back that nothing reads or writes.
fn give_all(pages: &mut Pages, places: impl IntoIterator<Item = Places>) {
    places.into_iter().flatten().flatten().for_each(|place| pages.give(place));
}

/// Where instances come and go and nobody deforms, a list stays as short as there are any.
fn keep_few(list: &mut Vec<SeatKey>, seats: &SlotMap<SeatKey, Seat>) {
    if list.len() > 2 * seats.len() + 64 {
        list.retain(|&key| seats.contains_key(key));
    }
}
