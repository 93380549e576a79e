//! Which targets move the same vertices.

use super::measure::Measured;
use rayon::prelude::*;

/// Most targets that are compared.
const COMPARED: usize = 512;
/// Most targets of the matrix.
const SHOWN: usize = 64;
/// Most pairs that are listed.
const LISTED: usize = 12;

/// Two targets that move the same vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// Indices of the targets, ascending.
    pub(super) of: [usize; 2],
    /// Vertices that both move.
    pub(super) shared: usize,
    /// The same as a share of the smaller target's.
    pub(super) share: f64,
}

/// The pairs of a mesh.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    /// Targets of the matrix, ascending.
    pub(super) shown: Vec<usize>,
    /// Pairs of those that share something.
    pub(super) matrix: Vec<Pair>,
    /// The pairs that share most, of all that were compared.
    pub(super) most: Vec<Pair>,
    /// Targets that move something.
    pub(super) moving: usize,
    /// Those that were compared: the ones that move most vertices.
    pub(super) compared: usize,
    /// Pairs that share something, of all that were compared.
    pub(super) sharing: usize,
}

impl Overlaps {
    pub(super) fn new(mesh: &Measured) -> Self {
        let mut sizes: Vec<_> = mesh.targets.iter().map(|t| (t.vertices.len(), t.index)).collect();
        sizes.retain(|(size, _)| *size > 0);
        sizes.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let moving = sizes.len();
        sizes.truncate(COMPARED);
        let compared = sizes.len();
        let pairs_of = |at: usize| {
            let (size, index) = sizes[at];
            let with = sizes[at + 1..].iter().filter_map(move |&(other_size, other)| {
                let shared = mesh.targets[index].vertices.shared(&mesh.targets[other].vertices);
                let share = shared as f64 / size.min(other_size) as f64;
                let of = [index.min(other), index.max(other)];
                (shared > 0).then_some(Pair { of, shared, share })
            });
            with.collect::<Vec<_>>()
        };
        let mut pairs: Vec<_> = (0..compared).into_par_iter().flat_map_iter(pairs_of).collect();
        let sharing = pairs.len();
        pairs.sort_by(|a, b| b.shared.cmp(&a.shared).then(a.of.cmp(&b.of)));
        let most = pairs.iter().take(LISTED).copied().collect();
        let mut shown: Vec<_> = sizes.iter().take(SHOWN).map(|(_, index)| *index).collect();
        shown.sort_unstable();
        let is_shown = |index: usize| shown.binary_search(&index).is_ok();
        pairs.retain(|pair| is_shown(pair.of[0]) && is_shown(pair.of[1]));
        Self { shown, matrix: pairs, most, moving, compared, sharing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::measure::Target;
    use morphkit::gltf::{Document, NoFiles};

    /// Targets that move the vertices of these ranges.
    fn overlaps(ranges: &[std::ops::Range<usize>]) -> Overlaps {
        let targets = vec![r#"{ "POSITION": 0 }"#; ranges.len()].join(",");
        let text = format!(
            r#"{{ "asset": {{ "version": "2.0" }},
                "accessors": [{{ "componentType": 5126, "count": 3, "type": "VEC3" }}],
                "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 0 }}, "targets": [{targets}] }}] }}] }}"#
        );
        let document = Document::from_slice(text.as_bytes(), NoFiles).unwrap();
        let mut mesh = Measured::new(&document, 0).unwrap();
        for (target, range) in mesh.targets.iter_mut().zip(ranges) {
            target.vertices = Target::of_range(range.clone());
        }
        Overlaps::new(&mesh)
    }

    #[test]
    fn pairs_share_what_both_move() {
        let overlaps = overlaps(&[0..10, 5..200, 300..300, 150..160]);
        assert_eq!((overlaps.moving, overlaps.sharing), (3, 2));
        assert_eq!(overlaps.shown, [0, 1, 3]);
        let pairs: Vec<_> = overlaps.most.iter().map(|p| (p.of, p.shared, p.share)).collect();
        assert_eq!(pairs, [([1, 3], 10, 1.0), ([0, 1], 5, 0.5)]);
        assert_eq!(overlaps.matrix.len(), 2);
    }

    #[test]
    fn of_many_targets_the_largest_are_shown_and_all_are_counted() {
        let ranges: Vec<_> = (0..600).map(|i| 0..1 + i % 300).collect();
        let overlaps = overlaps(&ranges);
        assert_eq!((overlaps.moving, overlaps.compared, overlaps.shown.len()), (600, 512, 64));
        assert_eq!(overlaps.sharing, 512 * 511 / 2);
        assert!(overlaps.shown.iter().all(|&index| index % 300 >= 268), "{:?}", overlaps.shown);
        assert_eq!((overlaps.matrix.len(), overlaps.most.len()), (64 * 63 / 2, LISTED));
    }
}
