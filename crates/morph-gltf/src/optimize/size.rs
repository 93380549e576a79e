//! How many bytes the deltas of targets take in a file.

use super::compact::{compressed, stored_bytes};
use crate::model::Root;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of all deltas: the elements of accessors, sparse indices and values, each once. Views that
/// are compressed count with what they take.
pub(super) fn morph_bytes(root: &Root) -> u64 {
    let parts = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let targets = parts.flat_map(|part| part.targets.iter().flatten());
    let accessors: BTreeSet<usize> = targets.flat_map(|t| t.values()).copied().collect();
    // By view and offset, so that what is shared counts once.
    let mut ranges: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    let mut add = |view: usize, offset: usize, bytes: usize| {
        let of_view = root.buffer_views.get(view);
        let (offset, bytes) = of_view.and_then(compressed).map_or((offset, bytes), |all| (0, all));
        let range = ranges.entry((view, offset)).or_default();
        *range = (*range).max(bytes as u64);
    };
    for accessor in accessors.into_iter().filter_map(|accessor| root.accessors.get(accessor)) {
        let stored = stored_bytes(accessor);
        if let Some(view) = accessor.buffer_view {
            let stride = root.buffer_views.get(view).and_then(|view| view.byte_stride);
            let padded = stored.next_multiple_of(4);
            // Interleaved elements of others are not counted.
            let each = stride.map_or(stored, |stride| stride.min(padded));
            add(view, accessor.byte_offset, accessor.count.saturating_mul(each));
        }
        if let Some(sparse) = &accessor.sparse {
            let width = match sparse.indices.component_type {
                5121 => 1,
                5123 => 2,
                _ => 4,
            };
            let (indices, values) = (&sparse.indices, &sparse.values);
            add(indices.buffer_view, indices.byte_offset, sparse.count.saturating_mul(width));
            add(values.buffer_view, values.byte_offset, sparse.count.saturating_mul(stored));
        }
    }
    ranges.values().fold(0, |sum, &bytes| sum.saturating_add(bytes))
}
