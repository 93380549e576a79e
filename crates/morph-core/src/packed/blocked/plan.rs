//! Which entries are stored, with which scales and how wide.

use super::BlockEncoding;
use crate::AttributeSet;
use crate::packed::form::Form;
use crate::packed::metric::Metric;
use crate::packed::report::Meter;
use crate::packed::scale::{LARGEST, scale_up, scale_value};
use crate::packed::scratch::Scratch;
use crate::packed::twins::{Joined, Twins, equal_pairs, mark_needed};
use crate::packed::{ErrorBound, PackError};
use alloc::vec;
use alloc::vec::Vec;

/// One (block, target) that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    // In the order in which entries are sorted.
    pub(super) block: u32,
    pub(super) wide: bool,
    pub(super) target: u32,
    /// Which of the scales are its own.
    pub(super) scales: u32,
}

/// All entries of a set.
#[derive(Debug)]
pub(super) struct Plan {
    /// In the order in which they are stored.
    pub(super) entries: Vec<Entry>,
    /// One for each band, at `scales * bands`.
    pub(super) scales: Vec<u16>,
    /// (target, vertex) that is set to zero, since its twin's entry is left out.
    pub(super) cleared: Vec<(u32, u32)>,
    pub(super) dropped: u64,
}

/// What stays the same for all targets.
pub(super) struct Planner<'a> {
    pub(super) encoding: BlockEncoding,
    pub(super) attributes: AttributeSet,
    pub(super) metric: &'a Metric<'a>,
    pub(super) twins: Twins,
    /// What the encoding must keep, if anything.
    pub(super) promise: Option<&'a ErrorBound>,
    pub(super) narrow: Form,
    pub(super) wide: Form,
}

impl Planner<'_> {
    /// Plans all targets and measures what becomes of them.
    pub(super) fn plan(
        &self,
        scratch: &mut Scratch<'_>,
        target_count: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Plan, PackError> {
        let mut plan =
            Plan { entries: Vec::new(), scales: Vec::new(), cleared: Vec::new(), dropped: 0 };
        for target in 0..target_count {
            scratch.gather(target as usize);
            self.plan_target(scratch, target, meter, &mut plan)?;
            meter.end_target(self.promise)?;
        }
        plan.entries.sort_unstable();
        Ok(plan)
    }

    fn plan_target(
        &self,
        scratch: &mut Scratch<'_>,
        target: u32,
        meter: &mut Meter<'_>,
        plan: &mut Plan,
    ) -> Result<(), PackError> {
        let groups = self.twins.moved(scratch);
        mark_needed(scratch, self.metric, &groups);
        let (kept, left): (Vec<u32>, Vec<u32>) = scratch
            .blocks()
            .iter()
            .partition(|block| scratch.vertices(**block).any(|vertex| scratch.is_marked(vertex)));
        plan.dropped += left.len() as u64;
        for block in left {
            for vertex in scratch.vertices(block).filter(|v| scratch.moves(*v)) {
                meter.add(vertex, scratch.of_vertex(vertex), None);
            }
        }
        for vertex in one_sided(scratch, &kept, &groups) {
            meter.add(vertex as usize, scratch.of_vertex(vertex as usize), None);
            scratch.clear(vertex);
            plan.cleared.push((target, vertex));
        }
        let mut entries = self.scaled(scratch, target, &kept, &groups)?;
        self.widen(scratch, &kept, &groups, &mut entries);
        self.measure(scratch, &entries, meter);
        for (mut entry, scales) in entries {
            entry.scales = (plan.scales.len() / self.metric.bands.len()) as u32;
            plan.scales.extend(scales);
            plan.entries.push(entry);
        }
        Ok(())
    }

    /// The entries of a target, narrow, each with its scales.
    fn scaled(
        &self,
        scratch: &Scratch<'_>,
        target: u32,
        kept: &[u32],
        groups: &[&[u32]],
    ) -> Result<Vec<(Entry, Vec<u16>)>, PackError> {
        let bands = &self.metric.bands;
        let mut entries = Vec::with_capacity(kept.len());
        for &block in kept {
            let mut scales = Vec::with_capacity(bands.len());
            for band in bands {
                let of_band = |vertex: &[f32]| {
                    let values = &vertex[band.offset..band.offset + band.components];
                    values.iter().fold(0.0_f32, |largest, v| largest.max(v.abs()))
                };
                let vertices = scratch.vertices(block).map(|v| of_band(scratch.of_vertex(v)));
                let value = vertices.fold(0.0_f32, f32::max);
                let scale =
                    if self.encoding == BlockEncoding::F32 { Some(0) } else { scale_up(value) };
                let (target, attribute, limit) = (target as usize, band.attribute, LARGEST);
                scales.push(scale.ok_or(PackError::Range { target, attribute, value, limit })?);
            }
            entries.push((Entry { block, wide: false, target, scales: 0 }, scales));
        }
        for place in 0..bands.len() {
            let mut joined = self.linked(scratch, kept, groups, place..place + 1);
            let mut largest = vec![0; kept.len()];
            for (at, (_, scales)) in entries.iter().enumerate() {
                let of_set = &mut largest[joined.of(at as u32) as usize];
                // Scales are not negative, so their bits are in the order of their values.
                *of_set = scales[place].max(*of_set);
            }
            for (at, (_, scales)) in entries.iter_mut().enumerate() {
                // A band without deltas keeps its 0: no twin is equal to a zero that is not there.
                scales[place] = largest[joined.of(at as u32) as usize];
            }
        }
        Ok(entries)
    }

    /// Entries joined that share twins with equal deltas in one of the bands.
    fn linked(
        &self,
        scratch: &Scratch<'_>,
        kept: &[u32],
        groups: &[&[u32]],
        places: core::ops::Range<usize>,
    ) -> Joined {
        let mut joined = Joined::new(kept.len());
        let entry = |vertex: u32| kept.binary_search(&block_of(vertex)).ok().map(|at| at as u32);
        for group in groups {
            for band in &self.metric.bands[places.clone()] {
                for (a, b) in equal_pairs(scratch, band, group) {
                    if let (Some(a), Some(b)) = (entry(a), entry(b)) {
                        joined.join(a, b);
                    }
                }
            }
        }
        joined
    }

    /// Makes entries wide that miss the bound when they are narrow, and all that share twins with
    /// them.
    fn widen(
        &self,
        scratch: &Scratch<'_>,
        kept: &[u32],
        groups: &[&[u32]],
        entries: &mut [(Entry, Vec<u16>)],
    ) {
        if self.encoding != BlockEncoding::Bounded || self.wide.words() <= self.narrow.words() {
            return;
        }
        let mut joined = self.linked(scratch, kept, groups, 0..self.metric.bands.len());
        let mut wide = vec![false; kept.len()];
        for (at, (entry, scales)) in entries.iter().enumerate() {
            let stored = self.stored(scratch, entry, scales);
            let mut vertices = self.vertices(scratch, entry.block).zip(self.each(&stored));
            let kept = vertices.all(|((v, exact), stored)| self.metric.keeps(v, exact, stored));
            wide[joined.of(at as u32) as usize] |= !kept;
        }
        for (at, (entry, _)) in entries.iter_mut().enumerate() {
            entry.wide = wide[joined.of(at as u32) as usize];
        }
    }

    fn measure(&self, scratch: &Scratch<'_>, entries: &[(Entry, Vec<u16>)], meter: &mut Meter<'_>) {
        for (entry, scales) in entries {
            let stored = self.stored(scratch, entry, scales);
            let vertices = self.vertices(scratch, entry.block);
            for ((vertex, exact), stored) in vertices.zip(self.each(&stored)) {
                if exact.iter().any(|v| *v != 0.0) {
                    meter.add(vertex, exact, Some(stored));
                }
            }
        }
    }

    /// The vertices of a block with their deltas.
    fn vertices<'s>(
        &self,
        scratch: &'s Scratch<'_>,
        block: u32,
    ) -> impl Iterator<Item = (usize, &'s [f32])> {
        scratch.vertices(block).map(|vertex| (vertex, scratch.of_vertex(vertex)))
    }

    /// The components of each vertex.
    fn each<'v>(&self, values: &'v [f32]) -> impl Iterator<Item = &'v [f32]> {
        values.chunks_exact(self.attributes.stride_words() as usize)
    }

    /// What a reader gets back for the vertices of an entry.
    fn stored(&self, scratch: &Scratch<'_>, entry: &Entry, scales: &[u16]) -> Vec<f32> {
        let form = if entry.wide { &self.wide } else { &self.narrow };
        let factors = factors(form, self.attributes, scales);
        let exact = scratch.of_block(entry.block);
        let mut words = vec![0; form.words()];
        form.encode(exact, &factors, &mut words);
        let mut stored = vec![0.0; exact.len()];
        form.decode(&words, &factors, &mut stored);
        stored
    }
}

/// Vertices of stored blocks that have a twin in a block that is left out: none of them is needed,
/// and all go to zero together.
fn one_sided(scratch: &Scratch<'_>, kept: &[u32], groups: &[&[u32]]) -> Vec<u32> {
    let mut vertices = Vec::new();
    let stored = |v: u32| kept.binary_search(&block_of(v)).is_ok();
    for group in groups {
        let moved = group.iter().copied().filter(|v| scratch.moves(*v as usize));
        let needed = moved.clone().any(|v| scratch.is_marked(v as usize));
        if !needed && moved.clone().any(|v| !stored(v)) {
            vertices.extend(moved.filter(|v| stored(*v)));
        }
    }
    vertices
}

fn block_of(vertex: u32) -> u32 {
    vertex / crate::BLOCK_VERTICES as u32
}

/// The factor of each component.
pub(super) fn factors(form: &Form, attributes: AttributeSet, scales: &[u16]) -> Vec<f32> {
    let mut factors = Vec::with_capacity(attributes.stride_words() as usize);
    for (attribute, scale) in attributes.bands().zip(scales) {
        for _ in 0..attribute.delta_components() {
            factors.push(scale_value(*scale) * form.unit(factors.len()));
        }
    }
    factors
}
