//! Places on another device.

use super::{Places, Seat, SeatKey, Seats, Shown, Stand};
use crate::GpuError;
use crate::pool::deform::sets::VERTEX_ALIGN;
use crate::pool::pages::{Pages, Place};
use morph_core::AttributeSet;

/// Places on another device, before the pool goes over to them.
#[derive(Debug)]
pub(in crate::pool) struct Prepared {
    pages: Pages,
    seats: Vec<(SeatKey, PreparedSeat)>,
}

/// What a seat has of one device.
#[derive(Debug)]
struct PreparedSeat {
    now: Stand,
    next: Option<(Places, AttributeSet)>,
    /// A frame that waits to be recorded, or to be over, stays with its device.
    before: Option<Stand>,
    /// A buffer of the caller that is written instead: the caller's to set again.
    target: Option<(wgpu::Buffer, u32)>,
}

impl Seats {
    /// Places on another device, beside what is there: those of the last frame that was recorded.
    pub(in crate::pool) fn prepare(
        &self,
        device: &wgpu::Device,
        is_recorded: bool,
    ) -> Result<Prepared, GpuError> {
        let mut prepared = Prepared { pages: self.pages.like(), seats: Vec::new() };
        for (key, seat) in &self.seats {
            let mut alike = |old: Places| {
                let mut places = [None; 2];
                for (new, old) in places.iter_mut().zip(old) {
                    let take = |old: Place| prepared.pages.take(device, old.bytes, VERTEX_ALIGN);
                    *new = old.map(take).transpose()?;
                }
                Ok::<_, GpuError>(places)
            };
            let (now, next) = if is_recorded { (seat.now, seat.next) } else { seat.put_back() };
            let now = Stand { places: alike(now.places)?, ..now };
            let next = match next {
                Some((places, attributes)) => Some((alike(places)?, attributes)),
                None => None,
            };
            prepared.seats.push((key, PreparedSeat { now, next, before: None, target: None }));
        }
        Ok(prepared)
    }

    /// Goes over to what was prepared, and keeps what was there in its place.
    pub(in crate::pool) fn swap(&mut self, prepared: &mut Prepared) {
        std::mem::swap(&mut self.pages, &mut prepared.pages);
        for (key, other) in &mut prepared.seats {
            let seat = &mut self.seats[*key];
            std::mem::swap(&mut seat.now, &mut other.now);
            std::mem::swap(&mut seat.next, &mut other.next);
            std::mem::swap(&mut seat.before, &mut other.before);
            std::mem::swap(&mut seat.target, &mut other.target);
        }
    }

    /// What can be written again at one of the two places of each seat, with what.
    pub(in crate::pool::deform) fn shown(
        &self,
        side: usize,
    ) -> impl Iterator<Item = (&Seat, Place, &Shown)> {
        self.seats.values().filter_map(move |seat| {
            let shown = seat.shown[side].as_ref().filter(|shown| !shown.hooked)?;
            Some((seat, seat.now.places[side]?, shown))
        })
    }

    /// After a recovery: what could not be written again was never written. What a hook wrote is due.
    pub(in crate::pool::deform) fn forget_unshown(&mut self) {
        let mut due = Vec::new();
        for (key, seat) in &mut self.seats {
            let hooked = |shown: &Option<Shown>| shown.as_ref().is_some_and(|shown| shown.hooked);
            let now = &mut seat.now;
            if hooked(&seat.shown[now.current]) {
                seat.shown = [None, None];
                due.push(key);
            } else if hooked(&seat.shown[1 - now.current]) {
                seat.shown[1 - now.current] = None;
            }
            let [last, before] = [now.current, 1 - now.current].map(|at| seat.shown[at].is_some());
            let most = if !last { 0 } else { u8::from(before) + 1 };
            now.writes = now.writes.min(most);
        }
        due.into_iter().for_each(|key| self.mark(key));
    }
}
