//! The deltas of one target that are written together, since sparse ones may share their indices.

use super::OptimizeError;
use super::deltas::{StoredDeltas, index_bytes};
use crate::write::{NewAccessor, Patch};
use serde_json::Value;
use std::collections::BTreeMap;

/// Views of sparse indices that were written, by what they hold.
pub(super) type IndexViews = BTreeMap<Vec<u32>, Value>;

/// Deltas of several attributes.
pub(super) struct Bundle<'a> {
    members: Vec<&'a StoredDeltas>,
    /// The indices that all sparse members have in common, where sharing them is smaller.
    shared: Option<Vec<u32>>,
}

impl<'a> Bundle<'a> {
    /// Finds the smallest way to write them.
    pub(super) fn new(members: Vec<&'a StoredDeltas>) -> Self {
        let sparse = || members.iter().filter(|deltas| deltas.is_sparse() && !deltas.is_empty());
        let mut union: Vec<u32> = sparse().flat_map(|deltas| &deltas.indices).copied().collect();
        union.sort_unstable();
        union.dedup();
        let alone: usize = sparse().map(|deltas| deltas.bytes()).sum();
        let together: usize = sparse().map(|deltas| deltas.bytes_with(union.len())).sum();
        let indices = indices_bytes(&union);
        let shares = sparse().count() > 1 && together + indices < alone;
        Self { shared: shares.then_some(union), members }
    }

    /// Bytes of all members.
    pub(super) fn bytes(&self) -> usize {
        let Some(shared) = &self.shared else {
            return self.members.iter().map(|deltas| deltas.bytes()).sum();
        };
        let of = |deltas: &&&StoredDeltas| match self.shares(deltas) {
            true => deltas.bytes_with(shared.len()),
            false => deltas.bytes(),
        };
        self.members.iter().map(|deltas| of(&deltas)).sum::<usize>() + indices_bytes(shared)
    }

    fn shares(&self, deltas: &StoredDeltas) -> bool {
        self.shared.is_some() && deltas.is_sparse() && !deltas.is_empty()
    }

    /// Writes a member and gives its accessor.
    pub(super) fn write(
        &self,
        deltas: &StoredDeltas,
        patch: &mut Patch<'_>,
        like: usize,
        bounds: bool,
        views: &mut IndexViews,
    ) -> Result<usize, OptimizeError> {
        let finish = |new: NewAccessor<'_>, patch: &mut Patch<'_>| {
            let new = if deltas.normalized { new.normalized() } else { new };
            let new = if bounds { new.bounds() } else { new };
            patch.add_accessor(&new.like(like))
        };
        let components = deltas.element.components();
        if !deltas.is_sparse() {
            let all = deltas.elements.spread(deltas.count, &deltas.indices, components);
            let new = NewAccessor::new(deltas.element, all.numbers()).vertex();
            return Ok(finish(new, patch)?);
        }
        let wider = self.shared.as_ref().filter(|_| self.shares(deltas)).map(|shared| {
            let places: Vec<u32> = (deltas.indices.iter())
                .map(|index| shared.partition_point(|other| other < index) as u32)
                .collect();
            (shared, deltas.elements.spread(shared.len(), &places, components))
        });
        let (indices, elements) = match &wider {
            Some((shared, elements)) => (*shared, elements),
            None => (&deltas.indices, &deltas.elements),
        };
        let new = NewAccessor::new(deltas.element, elements.numbers());
        let accessor = finish(new.sparse(deltas.count, indices), patch)?;
        // Equal indices lie in one place; what was written twice has no reference and goes.
        let accessors =
            patch.json_mut().get_mut("accessors").and_then(|list| list.get_mut(accessor));
        let sparse = accessors.and_then(|accessor| accessor.get_mut("sparse"));
        if let Some(own) = sparse.and_then(|sparse| sparse.get_mut("indices")) {
            match views.get(indices) {
                Some(earlier) => *own = earlier.clone(),
                None => drop(views.insert(indices.clone(), own.clone())),
            }
        }
        Ok(accessor)
    }
}

/// Bytes of a list of sparse indices.
fn indices_bytes(indices: &[u32]) -> usize {
    let bytes = indices.last().map_or(0, |&highest| indices.len() * index_bytes(highest));
    bytes.next_multiple_of(4)
}
