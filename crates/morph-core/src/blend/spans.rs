//! Where the deltas of sparse targets lie, block by block.

use super::stored::Stored;
use crate::simd::Kernel;
use alloc::vec;
use alloc::vec::Vec;

/// Vertices of a block of spans. Their sums fit a second cache, and what a target stores of them
/// is long enough for the machine to read ahead.
pub(crate) const SPAN_BLOCK: usize = 16 * 1024;

/// Deltas of one sparse target inside one block of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// The target.
    target: u32,
    /// The first vertex.
    vertex: u32,
    /// The place of the first delta among the target's stored ones.
    at: u32,
    /// How many deltas there are, at most one a vertex of the block.
    count: u16,
    /// Whether their vertices follow each other without a gap.
    run: bool,
}

impl Span {
    /// The vertex behind the last one of a run.
    const fn end(self) -> usize {
        self.vertex as usize + self.count as usize
    }
}

/// The spans of all sparse targets of one attribute, in order of blocks, then targets, then
/// vertices: a block finds its deltas without a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    spans: Vec<Span>,
    /// Where each block begins, and where the last one ends.
    starts: Vec<usize>,
    /// Whether there are no dense targets beside the sparse ones.
    alone: bool,
}

impl Spans {
    /// Spans of the targets whose strictly increasing indices are given; `alone` where there are
    /// no dense targets beside them.
    pub(crate) fn new<'a>(
        vertex_count: usize,
        alone: bool,
        targets: impl Iterator<Item = (usize, &'a [u32])> + Clone,
    ) -> Self {
        let mut starts = vec![0; vertex_count.div_ceil(SPAN_BLOCK) + 1];
        for (_, indices) in targets.clone() {
            for vertices in blocks(indices) {
                let block = vertices[0] as usize / SPAN_BLOCK;
                starts[block + 1] += if is_scattered(vertices) { 1 } else { run_count(vertices) };
            }
        }
        for block in 1..starts.len() {
            starts[block] += starts[block - 1];
        }
        let mut next = starts.clone();
        let none = Span { target: 0, vertex: 0, at: 0, count: 0, run: false };
        let mut spans = vec![none; starts[starts.len() - 1]];
        for_each(targets, |block, span| {
            spans[next[block]] = span;
            next[block] += 1;
        });
        Self { spans, starts, alone }
    }

    /// Whether all targets of the attribute are sparse.
    pub(crate) const fn are_alone(&self) -> bool {
        self.alone
    }

    /// The spans of the block that a vertex is in, by ascending target and vertex.
    pub(crate) fn of_block(&self, vertex: usize) -> &[Span] {
        let block = vertex / SPAN_BLOCK;
        &self.spans[self.starts[block]..self.starts[block + 1]]
    }

    /// Takes the spans of a target from those of a block. What is before belongs to targets at
    /// rest, and is left out.
    pub(crate) fn take<'a>(spans: &mut &'a [Span], target: usize) -> &'a [Span] {
        // Step by step: halving costs more, since no step of it can be foreseen.
        let before = spans.iter().take_while(|s| (s.target as usize) < target).count();
        let after = &spans[before..];
        let count = after.iter().take_while(|s| s.target as usize == target).count();
        let (of_target, rest) = after.split_at(count);
        *spans = rest;
        of_target
    }
}

/// Consecutive vertices a span has on average, to be worth its place in memory.
const WORTH: usize = 4;

/// Gives each span with its block, in order of targets.
fn for_each<'a>(
    targets: impl Iterator<Item = (usize, &'a [u32])>,
    mut each: impl FnMut(usize, Span),
) {
    for (target, indices) in targets {
        // All of these fit: a vertex is a u32, and there are no more deltas than vertices.
        let target = target as u32;
        let mut at = 0;
        for block in blocks(indices) {
            let number = block[0] as usize / SPAN_BLOCK;
            let mut span = |vertices: &[u32], run| {
                let (vertex, count) = (vertices[0], vertices.len() as u16);
                each(number, Span { target, vertex, at, count, run });
                at += u32::from(count);
            };
            if is_scattered(block) {
                span(block, false);
            } else {
                block.chunk_by(|a, b| a + 1 == *b).for_each(|run| span(run, true));
            }
        }
    }
}

/// The vertices of each block that has any.
fn blocks(mut indices: &[u32]) -> impl Iterator<Item = &[u32]> {
    core::iter::from_fn(move || {
        let block = *indices.first()? as usize / SPAN_BLOCK;
        let end = indices.partition_point(|&vertex| vertex as usize / SPAN_BLOCK == block);
        let (vertices, rest) = indices.split_at(end);
        indices = rest;
        Some(vertices)
    })
}

/// Whether the runs of a block are too short to be spans each.
fn is_scattered(block: &[u32]) -> bool {
    run_count(block) * WORTH > block.len()
}

/// Runs of vertices without a gap.
fn run_count(block: &[u32]) -> usize {
    // In 32 bits the compiler counts several at once.
    let gaps = block.windows(2).fold(0, |gaps, pair| gaps + u32::from(pair[0] + 1 != pair[1]));
    gaps as usize + 1
}

/// Adds the deltas of some spans of one target, as far as they are those of the vertices from
/// `first` on, whose sums are given.
#[derive(Debug)]
pub struct AddSpans<'a, S> {
    pub(crate) weight: f32,
    pub(crate) spans: &'a [Span],
    /// The target's vertices, ascending.
    pub(crate) indices: &'a [u32],
    /// The target's deltas.
    pub(crate) values: &'a [S],
    /// Floats of a sum, and of a delta.
    pub(crate) strides: (usize, usize),
    pub(crate) first: usize,
    pub(crate) sums: &'a mut [f32],
}

impl<S: Stored> Kernel for AddSpans<'_, S> {
    #[inline(always)]
    fn run(self) {
        let Self { weight, spans, indices, values, strides: (n, d), first, sums } = self;
        let end = first + sums.len() / n;
        // Of runs, those that begin or end inside; what is scattered is one span.
        let inside = spans.iter().skip_while(|s| s.run && s.end() <= first);
        for span in inside.take_while(|s| (s.vertex as usize) < end) {
            let (at, vertex, count) = (span.at as usize, span.vertex as usize, span.count as usize);
            if span.run {
                let (from, to) = (vertex.max(first), (vertex + count).min(end));
                if from < to {
                    let deltas = &values[(at + from - vertex) * d..(at + to - vertex) * d];
                    let sums = &mut sums[(from - first) * n..(to - first) * n];
                    match (n, d) {
                        (4, 3) => add_narrow(weight, deltas, sums),
                        (3, 4) => add_wide(weight, deltas, sums),
                        _ => add_run(weight, deltas, sums),
                    }
                }
            } else {
                let deltas = values[at * d..(at + count) * d].chunks_exact(d);
                for (&vertex, delta) in indices[at..at + count].iter().zip(deltas) {
                    let vertex = vertex as usize;
                    if (first..end).contains(&vertex) {
                        add_run(weight, delta, &mut sums[(vertex - first) * n..][..n]);
                    }
                }
            }
        }
    }
}

/// Adds deltas to sums of the same stride.
#[inline(always)]
fn add_run<S: Stored>(weight: f32, deltas: &[S], sums: &mut [f32]) {
    for (sum, delta) in sums.iter_mut().zip(deltas) {
        *sum += weight * delta.to_f32();
    }
}

/// Adds deltas of three floats to sums of four, whose last float stays.
#[inline(always)]
fn add_narrow<S: Stored>(weight: f32, deltas: &[S], sums: &mut [f32]) {
    let Some(last) = (deltas.len() / 3).checked_sub(1) else { return };
    // Four floats at once, of which the last is the next delta's and not taken.
    for (delta, sum) in deltas.windows(4).step_by(3).zip(sums.chunks_exact_mut(4)) {
        let mut added = [0.0; 4];
        for c in 0..4 {
            added[c] = sum[c] + weight * delta[c].to_f32();
        }
        added[3] = sum[3];
        sum.copy_from_slice(&added);
    }
    add_run(weight, &deltas[last * 3..], &mut sums[last * 4..last * 4 + 3]);
}

/// Adds deltas of four floats to sums of three: their last float is not taken.
#[inline(always)]
fn add_wide<S: Stored>(weight: f32, deltas: &[S], sums: &mut [f32]) {
    for (delta, sum) in deltas.chunks_exact(4).zip(sums.chunks_exact_mut(3)) {
        add_run(weight, delta, sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cover_every_index_once_in_its_block() {
        let blocks = 3;
        let vertex_count = blocks * SPAN_BLOCK - 100;
        let end = vertex_count as u32;
        let runs: Vec<u32> =
            (3..40).chain(500..530).chain(16_000..17_000).chain(20_000..20_001).collect();
        let scattered: Vec<u32> = (0..end).step_by(3).collect();
        let lists = [&runs[..], &[], &scattered, &[end - 1]];
        let spans = Spans::new(vertex_count, true, lists.iter().copied().enumerate());
        let mut found = vec![Vec::new(); lists.len()];
        for block in 0..blocks {
            let mut of_block = spans.of_block(block * SPAN_BLOCK);
            for (target, list) in lists.iter().enumerate() {
                for span in Spans::take(&mut of_block, target) {
                    let indices = &list[span.at as usize..][..usize::from(span.count)];
                    assert!(indices.iter().all(|i| *i as usize / SPAN_BLOCK == block));
                    assert_eq!(span.vertex, indices[0]);
                    assert!(!span.run || indices.windows(2).all(|pair| pair[0] + 1 == pair[1]));
                    found[target].extend_from_slice(indices);
                }
            }
            assert!(of_block.is_empty());
        }
        for (found, indices) in found.iter().zip(lists) {
            assert_eq!(found, indices);
        }
    }

    #[test]
    fn scattered_indices_are_one_span_a_block() {
        let indices: Vec<u32> = (0..2 * SPAN_BLOCK as u32).step_by(2).collect();
        let spans = Spans::new(2 * SPAN_BLOCK, true, core::iter::once((7, &indices[..])));
        let half = (SPAN_BLOCK / 2) as u16;
        for block in 0..2 {
            let [span] = spans.of_block(block * SPAN_BLOCK) else { panic!("{spans:?}") };
            assert_eq!(
                (span.target, span.at, span.count),
                (7, block as u32 * u32::from(half), half)
            );
            assert!(!span.run);
        }
    }

    #[test]
    fn targets_at_rest_are_left_out() {
        let lists = [&[1_u32][..], &[2], &[3]];
        let spans = Spans::new(4, true, lists.into_iter().enumerate());
        let mut of_block = spans.of_block(0);
        assert_eq!(Spans::take(&mut of_block, 2)[0].vertex, 3);
        assert!(Spans::take(&mut of_block, 2).is_empty());
    }
}
