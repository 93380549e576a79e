//! Where the deltas of sparse targets lie, block by block.

use super::BLOCK;
use alloc::vec;
use alloc::vec::Vec;

/// Deltas of one sparse target inside one block of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// The target.
    pub(crate) target: u32,
    /// The place of the first delta among the target's stored ones.
    pub(crate) at: u32,
    /// How many deltas there are, at most one a vertex of the block.
    pub(crate) count: u16,
    /// Whether their vertices follow each other without a gap.
    run: bool,
}

impl Span {
    /// Whether the vertices follow each other without a gap.
    pub(crate) const fn is_run(self) -> bool {
        self.run
    }
}

/// The spans of all sparse targets of one attribute, in order of blocks, then targets, then
/// vertices: a block finds its deltas without a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spans {
    spans: Vec<Span>,
    /// Where each block begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Spans {
    /// Spans of the targets whose strictly increasing indices are given.
    pub(crate) fn new<'a>(
        vertex_count: usize,
        targets: impl Iterator<Item = (usize, &'a [u32])> + Clone,
    ) -> Self {
        let mut starts = vec![0; vertex_count.div_ceil(BLOCK) + 1];
        for_each(targets.clone(), |block, _| starts[block + 1] += 1);
        for block in 1..starts.len() {
            starts[block] += starts[block - 1];
        }
        let mut next = starts.clone();
        let mut spans =
            vec![Span { target: 0, at: 0, count: 0, run: false }; starts[starts.len() - 1]];
        for_each(targets, |block, span| {
            spans[next[block]] = span;
            next[block] += 1;
        });
        Self { spans, starts }
    }

    /// The spans of a block, by ascending target and vertex.
    pub(crate) fn of_block(&self, block: usize) -> &[Span] {
        &self.spans[self.starts[block]..self.starts[block + 1]]
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
        for block in indices.chunk_by(|a, b| *a as usize / BLOCK == *b as usize / BLOCK) {
            let number = block[0] as usize / BLOCK;
            let runs = || block.chunk_by(|a, b| a + 1 == *b);
            let scattered = runs().count() * WORTH > block.len();
            let mut span = |deltas: &[u32], run| {
                let count = deltas.len() as u16;
                each(number, Span { target, at, count, run });
                at += u32::from(count);
            };
            if scattered {
                span(block, false);
            } else {
                runs().for_each(|run| span(run, true));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_cover_every_index_once_in_its_block() {
        let runs: Vec<u32> = (3..40).chain(500..530).chain(1000..1100).collect();
        let scattered: Vec<u32> = (0..1500).step_by(3).collect();
        let lists = [&runs[..], &[], &scattered, &[1499]];
        let spans = Spans::new(1500, lists.iter().copied().enumerate());
        let mut found = vec![Vec::new(); lists.len()];
        for block in 0..1500_usize.div_ceil(BLOCK) {
            let of_block = spans.of_block(block);
            assert!(of_block.is_sorted_by_key(|s| (s.target, s.at)));
            for span in of_block {
                let target = span.target as usize;
                let indices = &lists[target][span.at as usize..][..usize::from(span.count)];
                assert!(indices.iter().all(|i| *i as usize / BLOCK == block));
                let run = indices.windows(2).all(|pair| pair[0] + 1 == pair[1]);
                assert!(run || !span.is_run());
                found[target].extend_from_slice(indices);
            }
        }
        for (found, indices) in found.iter().zip(lists) {
            assert_eq!(found, indices);
        }
    }

    #[test]
    fn scattered_indices_are_one_span_a_block() {
        let indices: Vec<u32> = (0..2 * BLOCK as u32).step_by(2).collect();
        let spans = Spans::new(2 * BLOCK, core::iter::once((7, &indices[..])));
        let of_block: Vec<_> = (0..2).map(|block| spans.of_block(block)).collect();
        assert_eq!(of_block.iter().map(|s| s.len()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!((of_block[1][0].target, of_block[1][0].at, of_block[1][0].count), (7, 512, 512));
        assert!(!of_block[1][0].is_run());
    }
}
