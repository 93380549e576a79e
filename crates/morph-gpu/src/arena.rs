//! Ranges of a page: first fit, neighbours joined again when they are freed.

use std::collections::BTreeMap;

/// Free ranges of `size` bytes, by offset.
#[derive(Debug, Clone)]
pub(crate) struct Ranges {
    size: u64,
    free: BTreeMap<u64, u64>,
}

impl Ranges {
    pub(crate) fn new(size: u64) -> Self {
        let free = if size > 0 { BTreeMap::from([(0, size)]) } else { BTreeMap::new() };
        Self { size, free }
    }

    /// Takes a range that starts at a multiple of `align`, which divides every size asked for.
    pub(crate) fn take(&mut self, size: u64, align: u64) -> Option<u64> {
        let size = size.next_multiple_of(align);
        let (&offset, &room) = self.free.iter().find(|&(_, &room)| room >= size)?;
        self.free.remove(&offset);
        if room > size {
            self.free.insert(offset + size, room - size);
        }
        Some(offset)
    }

    /// Takes exactly these bytes, where all of them are free.
    pub(crate) fn take_at(&mut self, offset: u64, size: u64) -> bool {
        let before = self.free.range(..=offset).next_back().map(|(&at, &room)| (at, room));
        let Some((at, room)) = before.filter(|(at, room)| at + room >= offset + size) else {
            return false;
        };
        self.free.remove(&at);
        if offset > at {
            self.free.insert(at, offset - at);
        }
        if at + room > offset + size {
            self.free.insert(offset + size, at + room - offset - size);
        }
        true
    }

    /// Gives a range back that was taken with the same size and alignment.
    pub(crate) fn give(&mut self, offset: u64, size: u64, align: u64) {
        let (mut offset, mut size) = (offset, size.next_multiple_of(align));
        if let Some(after) = self.free.remove(&(offset + size)) {
            size += after;
        }
        let before = self.free.range(..offset).next_back().map(|(&o, &s)| (o, s));
        match before {
            Some((at, room)) if at + room == offset => {
                offset = at;
                size += room;
            }
            _ => {}
        }
        self.free.insert(offset, size);
    }

    /// Whether nothing is taken.
    pub(crate) fn is_all_free(&self) -> bool {
        self.free.values().sum::<u64>() == self.size
    }

    /// Adds room at the end.
    pub(crate) fn extend(&mut self, size: u64) {
        let (offset, more) = (self.size, size - self.size);
        self.size = size;
        self.give(offset, more, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_do_not_overlap_and_join_again() {
        let mut ranges = Ranges::new(1024);
        let taken: Vec<u64> = (0..4).map(|_| ranges.take(200, 256).unwrap()).collect();
        assert_eq!(taken, [0, 256, 512, 768]);
        assert_eq!(ranges.take(1, 256), None);
        for offset in [256, 768, 0, 512] {
            ranges.give(offset, 200, 256);
        }
        assert_eq!(ranges.take(1024, 256), Some(0));
    }

    #[test]
    fn room_at_the_end_joins_what_is_free_there() {
        let mut ranges = Ranges::new(0);
        assert_eq!(ranges.take(4, 4), None);
        ranges.extend(256);
        ranges.extend(1024);
        assert_eq!(ranges.take(1024, 256), Some(0));
    }

    #[test]
    fn bytes_at_a_place_are_taken_where_all_of_them_are_free() {
        let mut ranges = Ranges::new(1024);
        assert_eq!(ranges.take(256, 256), Some(0));
        assert!(!ranges.take_at(0, 256) && !ranges.take_at(128, 256));
        assert!(ranges.take_at(512, 256), "in the middle");
        assert!(ranges.take_at(256, 256) && ranges.take_at(768, 256));
        assert!(!ranges.take_at(1024, 1), "beyond the end");
        ranges.give(256, 768, 256);
        assert!(ranges.take_at(256, 768));
    }

    #[test]
    fn a_hole_is_used_before_the_end() {
        let mut ranges = Ranges::new(1024);
        ranges.take(256, 256).unwrap();
        ranges.take(256, 256).unwrap();
        ranges.give(0, 256, 256);
        assert_eq!(ranges.take(512, 256), Some(512));
        assert_eq!(ranges.take(256, 256), Some(0));
    }
}
