//! Vertices at one place, the two sides of a seam: what is equal there must stay equal.

use super::PackOptions;
use super::metric::{Band, Metric};
use super::scratch::Scratch;
use crate::BLOCK_VERTICES;
use crate::seam::Seams;
use alloc::vec;
use alloc::vec::Vec;

/// Groups of vertices at one place.
#[derive(Debug, Default)]
pub(super) struct Twins {
    groups: Vec<Vec<u32>>,
    /// The group of each vertex, `ALONE` for those without; empty where there are no groups.
    of_vertex: Vec<u32>,
}

const ALONE: u32 = u32::MAX;

impl Twins {
    /// The groups of more than one vertex, as the options' base tells them.
    pub(super) fn new(options: &PackOptions<'_>) -> Self {
        Self::that(options, |_| true)
    }

    /// Only those whose vertices lie in several blocks.
    pub(super) fn across_blocks(options: &PackOptions<'_>) -> Self {
        let block = |vertex: u32| vertex as usize / BLOCK_VERTICES;
        Self::that(options, |group| group.iter().any(|v| block(*v) != block(group[0])))
    }

    fn that(options: &PackOptions<'_>, wanted: impl Fn(&[u32]) -> bool) -> Self {
        let positions = options.base.and_then(|base| base.positions()).unwrap_or_default();
        let seams = Seams::new(positions);
        let groups: Vec<_> = seams.twins().filter(|g| wanted(g)).map(<[u32]>::to_vec).collect();
        let mut of_vertex = vec![ALONE; if groups.is_empty() { 0 } else { positions.len() }];
        for (number, group) in (0..).zip(&groups) {
            for vertex in group {
                of_vertex[*vertex as usize] = number;
            }
        }
        Self { groups, of_vertex }
    }

    /// The groups with a vertex that the gathered target moves.
    pub(super) fn moved(&self, scratch: &Scratch<'_>) -> Vec<&[u32]> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let vertices = scratch.blocks().iter().flat_map(|block| scratch.vertices(*block));
        let mut numbers: Vec<u32> = vertices
            .filter(|vertex| self.of_vertex[*vertex] != ALONE && scratch.moves(*vertex))
            .map(|vertex| self.of_vertex[vertex])
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|number| &self.groups[number as usize][..]).collect()
    }
}

/// Marks the vertices of the gathered target that must be stored.
///
/// Twins are needed together: a delta that is left out on one side of a seam and stored on the other
/// would open it.
pub(super) fn mark_needed(scratch: &mut Scratch<'_>, metric: &Metric<'_>, groups: &[&[u32]]) {
    for block in 0..scratch.blocks().len() {
        for vertex in scratch.vertices(scratch.blocks()[block]) {
            if scratch.moves(vertex) && !metric.negligible(vertex, scratch.of_vertex(vertex)) {
                scratch.mark(vertex);
            }
        }
    }
    // spec L38
    for group in groups {
        if group.iter().any(|v| scratch.is_marked(*v as usize)) {
            for vertex in group.iter().map(|v| *v as usize) {
                if scratch.moves(vertex) {
                    scratch.mark(vertex);
                }
            }
        }
    }
}

/// Pairs of vertices of a group that have the same delta in a band, and not zero: as many as it
/// takes to link all that are equal.
pub(super) fn equal_pairs(
    scratch: &Scratch<'_>,
    band: &Band<'_>,
    group: &[u32],
) -> Vec<(u32, u32)> {
    let key = |vertex: u32| {
        let values = &scratch.of_vertex(vertex as usize)[band.offset..];
        let mut bits = [0; 4];
        for (bits, value) in bits.iter_mut().zip(&values[..band.components]) {
            *bits = if *value == 0.0 { 0 } else { value.to_bits() };
        }
        bits
    };
    let mut keyed: Vec<([u32; 4], u32)> = group.iter().map(|v| (key(*v), *v)).collect();
    keyed.retain(|(bits, _)| *bits != [0; 4]);
    keyed.sort_unstable();
    let equal = |pair: &&[([u32; 4], u32)]| pair[0].0 == pair[1].0;
    keyed.windows(2).filter(equal).map(|pair| (pair[0].1, pair[1].1)).collect()
}

/// Sets of numbers that are joined.
#[derive(Debug)]
pub(super) struct Joined(Vec<u32>);

impl Joined {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The number that stands for the set.
    pub(super) fn of(&mut self, mut number: u32) -> u32 {
        while self.0[number as usize] != number {
            let above = self.0[self.0[number as usize] as usize];
            self.0[number as usize] = above;
            number = above;
        }
        number
    }

    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
