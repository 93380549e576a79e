//! Primitives of the deform pass whose targets become others while their instances live on.

use super::Deforming;
use super::seats::{Places, SeatKey};
use super::sets::{DeformSet, Packed, SET_ALIGN, SetKey, VERTEX_ALIGN, pack};
use crate::base::base_words;
use crate::pool::TargetsId;
use crate::pool::edit::changes::{self, Words};
use crate::pool::known::Known;
use crate::pool::pages::Place;
use crate::pool::rows::UploadStats;
use crate::{GpuError, check_shader};
use morph_core::{AttributeSet, DeviceLimits, LinearLayout, MorphTargets};
use morph_wgsl::{DeformLayout, Slots, arena_stride_words};

/// An edit of one id's primitive that is sure to succeed.
#[derive(Debug)]
pub(in crate::pool) struct SetEdit {
    old: SetKey,
    way: Way,
    /// New places for vertices of another stride.
    seats: Vec<(SeatKey, Option<Places>)>,
}

#[derive(Debug)]
enum Way {
    /// Other ids have the old one: a set beside it. Or nothing changes.
    Other { key: SetKey, is_new: bool },
    /// The one id that has it.
    Own(Box<Own>),
}

#[derive(Debug)]
struct Own {
    targets: MorphTargets,
    attributes: AttributeSet,
    layout: DeformLayout,
    reason: &'static str,
    packed: Packed,
    words: NewWords,
    vertices: Option<Place>,
}

#[derive(Debug)]
enum NewWords {
    /// All of them are written elsewhere.
    Whole(Place),
    /// Some are to be written over the old ones.
    Changes { places: [Place; 2], changes: Vec<Words> },
}

/// What became of an edit.
#[derive(Debug)]
pub(in crate::pool) struct Edited {
    pub(in crate::pool) key: SetKey,
    pub(in crate::pool) written: UploadStats,
    pub(in crate::pool) is_whole: bool,
    /// Whether the vertices have other attributes.
    pub(in crate::pool) is_other: bool,
}

impl Deforming {
    /// Makes room for what an id's primitive becomes; nothing that is in use changes.
    pub(in crate::pool) fn prepare_edit(
        &mut self,
        device: &wgpu::Device,
        limits: &DeviceLimits,
        (id, old, targets): (TargetsId, SetKey, &MorphTargets),
        normalize: bool,
        seats: Vec<SeatKey>,
    ) -> Result<SetEdit, GpuError> {
        let way = self.way(device, limits, (id, old, targets), normalize)?;
        let mut edit = SetEdit { old, way, seats: Vec::new() };
        let set = &self.sets.sets[old];
        let attributes = match &edit.way {
            Way::Other { key, .. } => self.sets.sets[*key].attributes,
            Way::Own(own) => own.attributes,
        };
        let other = attributes != set.attributes;
        let output = set.options.output;
        let bytes = set.output_bytes(&attributes);
        for seat in seats {
            let places = match other.then(|| self.seats.places(device, output, bytes)).transpose() {
                Ok(places) => places,
                Err(error) => {
                    self.undo_edit(edit);
                    return Err(error);
                }
            };
            edit.seats.push((seat, places));
        }
        Ok(edit)
    }

    fn way(
        &mut self,
        device: &wgpu::Device,
        limits: &DeviceLimits,
        (id, old, targets): (TargetsId, SetKey, &MorphTargets),
        normalize: bool,
    ) -> Result<Way, GpuError> {
        let set = &self.sets.sets[old];
        // The number stays: hooks know the mesh by it.
        let same = |other: &DeformSet| {
            !other.is_edited
                && other.number == set.number
                && other.options == set.options
                && other.targets.is(targets)
                && other.base == set.base
        };
        let there = self.sets.sets.iter().find(|(_, other)| same(other)).map(|(key, _)| key);
        if let Some(key) = there {
            self.sets.sets[key].uses += 1;
            return Ok(Way::Other { key, is_new: false });
        }
        let Some(base) = set.base.clone() else { return Err(GpuError::NotKept(id)) };
        let options = set.options;
        if set.uses > 1 {
            let (options, number) = ((&options, normalize), set.number);
            let key = self.sets.insert(device, limits, (targets, base), options, number)?;
            return Ok(Way::Other { key, is_new: true });
        }
        let attributes = AttributeSet::from_attributes(targets.attributes().iter().copied())?;
        let (layout, reason) = options.choose(targets, attributes, limits)?;
        let kernel = options.check(layout, attributes, normalize)?;
        check_shader(kernel, &Slots::default(), &device.limits())?;
        let is_linear = layout == DeformLayout::Linear && set.layout == DeformLayout::Linear;
        let over = is_linear && attributes == set.attributes;
        let of = |targets: &MorphTargets| {
            let (vertices, count) = (targets.vertex_count() as u32, targets.target_count() as u32);
            LinearLayout::new(vertices, count, attributes, limits)
        };
        if let Some(known) = set.targets.kept().filter(|_| over) {
            let (before, after) = (of(known)?, of(targets)?);
            let place = set.words;
            if let Some(resized) = self.sets.words.resize(place, after.byte_count()) {
                let changes = changes::linear((&before, known), (&after, targets));
                let words = NewWords::Changes { places: [place, resized], changes };
                let packed = Packed { words: Vec::new(), report: None, extra: 0 };
                let (targets, vertices) = (targets.clone(), None);
                let own = Own { targets, attributes, layout, reason, packed, words, vertices };
                self.sets.sets[old].is_edited = true;
                return Ok(Way::Own(Box::new(own)));
            }
        }
        let mut packed = pack(targets, &base, attributes, layout, &options, limits)?;
        let words = std::mem::take(&mut packed.words);
        let other = attributes != set.attributes;
        let sets = &mut self.sets;
        let place = sets.words.take(device, words.len() as u64 * 4, SET_ALIGN)?;
        let stride = arena_stride_words(&attributes);
        let bytes = u64::from(stride) * 4 * base.vertex_count() as u64;
        let vertices = other.then(|| sets.vertices.take(device, bytes, VERTEX_ALIGN)).transpose();
        let vertices = match vertices {
            Ok(vertices) => vertices,
            Err(error) => {
                sets.words.give(place);
                return Err(error);
            }
        };
        let base = base_words(&base, &attributes, stride);
        let written = sets.words.write(device, &sets.queue, place, &words).and_then(|()| {
            let write = |place| {
                sets.vertices.write(device, &sets.queue, place, bytemuck::cast_slice(&base))
            };
            vertices.map_or(Ok(()), write)
        });
        if let Err(error) = written {
            sets.words.give(place);
            vertices.into_iter().for_each(|place| sets.vertices.give(place));
            return Err(error);
        }
        sets.sets[old].is_edited = true;
        let (targets, words) = (targets.clone(), NewWords::Whole(place));
        let own = Own { targets, attributes, layout, reason, packed, words, vertices };
        Ok(Way::Own(Box::new(own)))
    }

    /// Takes back what was prepared.
    pub(in crate::pool) fn undo_edit(&mut self, edit: SetEdit) {
        for places in edit.seats.into_iter().filter_map(|(_, places)| places) {
            places.into_iter().flatten().for_each(|place| self.seats.pages.give(place));
        }
        match edit.way {
            Way::Other { key, .. } => self.release_set(key),
            Way::Own(own) => {
                self.sets.sets[edit.old].is_edited = false;
                match own.words {
                    NewWords::Whole(place) => self.sets.words.give(place),
                    NewWords::Changes { places: [old, new], .. } => {
                        self.sets.words.undo_resize(old, new);
                    }
                }
                if let Some(place) = own.vertices {
                    self.sets.vertices.give(place);
                }
            }
        }
    }

    /// The id has the primitive of the key from now on. What is written over old words waits for
    /// the next frame; the seats are not due yet.
    pub(in crate::pool) fn commit_edit(&mut self, edit: SetEdit) -> Edited {
        let before = self.sets.sets[edit.old].attributes;
        let (key, written, is_whole) = match edit.way {
            Way::Other { key, is_new } => {
                // Where it is the old one, that was one use more.
                self.release_set(edit.old);
                let bytes = self.sets.sets[key].words.bytes;
                let whole = UploadStats { writes: 1, bytes };
                (key, if is_new { whole } else { UploadStats::default() }, is_new)
            }
            Way::Own(own) => {
                let (written, is_whole) = self.commit_own(edit.old, *own);
                (edit.old, written, is_whole)
            }
        };
        let attributes = self.sets.sets[key].attributes;
        for (seat, places) in edit.seats {
            self.seats.change_set(seat, key, places.map(|places| (places, attributes)));
        }
        self.kernels.forget_lost(&self.frames, &self.sets, &self.seats);
        let is_other = attributes != before;
        Edited { key, written, is_whole, is_other }
    }

    fn commit_own(&mut self, key: SetKey, own: Own) -> (UploadStats, bool) {
        let sets = &mut self.sets;
        let mut written = UploadStats::default();
        let (words, is_whole) = match own.words {
            NewWords::Whole(place) => {
                written = UploadStats { writes: 1, bytes: place.bytes };
                sets.words.retire(sets.sets[key].words);
                sets.pending.forget(key);
                (place, true)
            }
            NewWords::Changes { places: [_, new], changes } => {
                for change in &changes {
                    let bytes = change.words.len() as u64 * 4;
                    written = written + UploadStats { writes: 1, bytes };
                }
                sets.pending.push(key, changes);
                (new, false)
            }
        };
        if let Some(place) = own.vertices {
            sets.vertices.retire(sets.sets[key].vertices);
            sets.sets[key].vertices = place;
        }
        let set = &mut sets.sets[key];
        set.words = words;
        set.targets = Known::new(&own.targets, true);
        (set.attributes, set.is_edited) = (own.attributes, false);
        (set.layout, set.reason) = (own.layout, own.reason);
        (set.report, set.extra) = (own.packed.report, own.packed.extra);
        (written, is_whole)
    }
}
