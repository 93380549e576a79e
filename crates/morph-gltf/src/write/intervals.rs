//! Which bytes are in use, and where they go.

use std::collections::BTreeMap;

/// What lies at a multiple of this stays at one.
const ALIGN: usize = 8;

/// Ranges of sources, merged where they overlap, so that no byte is written twice however many
/// views name it.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    /// Source and first byte to the end.
    used: BTreeMap<(usize, usize), usize>,
    /// Source and first byte of what was copied to its new place.
    placed: BTreeMap<(usize, usize), usize>,
}

impl Intervals {
    /// Asks for bytes of a source.
    pub(super) fn add(&mut self, source: usize, start: usize, end: usize) {
        let last = self.used.entry((source, start)).or_insert(end);
        *last = end.max(*last);
    }

    /// Copies what was asked for, in order of sources, each piece as aligned as it was.
    pub(super) fn gather(&mut self, sources: &[&[u8]]) -> Vec<u8> {
        let mut merged: Vec<(usize, usize, usize)> = Vec::new();
        for (&(source, start), &end) in &self.used {
            match merged.last_mut() {
                Some(last) if last.0 == source && start <= last.2 => last.2 = end.max(last.2),
                _ => merged.push((source, start, end)),
            }
        }
        let mut bytes: Vec<u8> = Vec::new();
        for (source, start, end) in merged {
            let piece = sources.get(source).and_then(|s| s.get(start..end)).unwrap_or_default();
            // Padding that gives the piece the remainder that it had.
            let padding = (start % ALIGN + ALIGN - bytes.len() % ALIGN) % ALIGN;
            bytes.resize(bytes.len() + padding, 0);
            self.placed.insert((source, start), bytes.len());
            bytes.extend_from_slice(piece);
        }
        bytes
    }

    /// Where a byte that was asked for is now.
    pub(super) fn place(&self, source: usize, at: usize) -> usize {
        let before = self.placed.range(..=(source, at)).next_back();
        before.map_or(0, |(&(_, start), &place)| place + (at - start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_ranges_are_copied_once_and_others_not_at_all() {
        let source: Vec<u8> = (0..32).collect();
        let mut intervals = Intervals::default();
        for (start, end) in [(4, 10), (8, 12), (4, 6), (17, 19)] {
            intervals.add(0, start, end);
        }
        let bytes = intervals.gather(&[&source]);
        for at in [4, 8, 11, 17, 18] {
            let place = intervals.place(0, at);
            assert_eq!((bytes[place], place % ALIGN), (source[at], at % ALIGN));
        }
        // Four bytes of padding, eight of data, five of padding, two of data.
        assert_eq!(bytes.len(), 19);
    }

    #[test]
    fn sources_do_not_mix() {
        let mut intervals = Intervals::default();
        intervals.add(0, 0, 3);
        intervals.add(1, 0, 2);
        let bytes = intervals.gather(&[&[1, 2, 3], &[4, 5]]);
        assert_eq!(intervals.place(1, 1), 9);
        assert_eq!((&bytes[..3], &bytes[8..]), (&[1, 2, 3][..], &[4, 5][..]));
    }
}
