//! Which deltas are written anew only because that takes fewer bytes.

use super::OptimizeError;
use super::bundle::Bundle;
use super::deltas::{StoredDeltas, VIEW_JSON};
use super::order::Orders;
use super::quantize::Plan;
use super::survey::Survey;
use crate::model::{Accessor, BufferView};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer bytes than this an accessor are no gain: what JSON takes is an estimate.
const MARGIN: usize = 64;

/// Adds to `changed`, the accessors of deltas that are written anew in any case, those for which it
/// pays.
pub(super) fn plan(
    survey: &Survey<'_>,
    quantized: &Plan,
    orders: &Orders,
    changed: &mut BTreeSet<usize>,
) -> Result<(), OptimizeError> {
    let stores = Stores::new(survey);
    let kept = stores.only_deltas.iter().copied().filter(|a| !changed.contains(a));
    let kept: BTreeSet<usize> = kept.collect();
    let mut alone = kept.clone();
    for (&view, members) in &stores.knots {
        alone.retain(|accessor| !members.contains(accessor));
        // Bases that are written anew leave as well.
        let fresh =
            |a: &usize| quantized.formats.contains_key(a) || orders.of_vertices.contains_key(a);
        let free = |a: &usize| kept.contains(a) || (fresh(a) && !stores.sampled.contains(a));
        if !members.iter().all(free) {
            continue;
        }
        // What is gone after a first run must not count, or a second one would decide otherwise.
        let mut new = 0;
        for &accessor in members.iter().filter(|a| kept.contains(a)) {
            new += survey.deltas(accessor)?.bytes() + MARGIN;
        }
        if new < bytes_of(&survey.document.root().buffer_views[view]) {
            changed.extend(members.iter().copied());
        }
    }
    let mut seen = BTreeSet::new();
    for target in super::targets(survey) {
        // What is written anew anyway may share its indices with what need not be.
        let (mut fresh, mut old, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for accessor in target.into_iter().filter(|a| seen.insert(*a)) {
            if changed.contains(&accessor) {
                let deltas = survey.deltas(accessor)?;
                fresh.push(deltas.with_format(quantized.formats.get(&accessor)));
            } else if alone.contains(&accessor) {
                members.push(accessor);
                old.push(survey.deltas(accessor)?);
            }
        }
        let apart =
            Bundle::new(fresh.iter().collect()).bytes() + stores.bytes(survey, &members, &old);
        let together = Bundle::new(fresh.iter().chain(&old).collect()).bytes();
        if together + MARGIN * members.len() < apart {
            changed.extend(members);
        }
    }
    Ok(())
}

/// Bytes that a view takes in its file.
pub(super) fn bytes_of(view: &BufferView) -> usize {
    compressed(view).unwrap_or(view.byte_length)
}

/// Bytes of a view that is compressed.
pub(super) fn compressed(view: &BufferView) -> Option<usize> {
    let names = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
    let extension = names.iter().find_map(|name| view.extensions.get(*name))?;
    extension["byteLength"].as_f64().map(|bytes| bytes as usize)
}

/// How the accessors of a document lie in its views.
struct Stores {
    /// Accessors that are the deltas of targets, and nothing else.
    only_deltas: BTreeSet<usize>,
    /// Accessors of animations.
    sampled: BTreeSet<usize>,
    /// Views whose bytes go only with all of their accessors: interleaved or compressed.
    knots: BTreeMap<usize, BTreeSet<usize>>,
    /// For each view how many accessors name it.
    users: BTreeMap<usize, usize>,
}

impl Stores {
    fn new(survey: &Survey<'_>) -> Self {
        let root = survey.document.root();
        let mut only_deltas: BTreeSet<usize> = super::targets(survey).flatten().collect();
        for part in &survey.primitives {
            for accessor in part.model.attributes.values().chain(&part.model.indices) {
                only_deltas.remove(accessor);
            }
        }
        let samplers = root.animations.iter().flat_map(|animation| &animation.samplers);
        let sampled: BTreeSet<usize> = samplers.flat_map(|s| [s.input, s.output]).collect();
        only_deltas.retain(|accessor| !sampled.contains(accessor));
        let mut knots: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut users: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, accessor) in root.accessors.iter().enumerate() {
            for view in views(accessor) {
                *users.entry(view).or_default() += 1;
                knots.entry(view).or_default().insert(index);
            }
        }
        let is_knot = |view: &usize, members: &BTreeSet<usize>| {
            let Some(view) = root.buffer_views.get(*view) else { return false };
            let padded = |a: &usize| stored_bytes(&root.accessors[*a]).next_multiple_of(4);
            let wide = |a: &usize| view.byte_stride.is_some_and(|stride| stride > padded(a));
            compressed(view).is_some() || members.iter().any(wide)
        };
        knots.retain(|view, members| is_knot(view, members));
        Self { only_deltas, sampled, knots, users }
    }

    /// Bytes that accessors take now, whose views are no knots. Indices that others share as well
    /// are not counted, since they stay.
    fn bytes(&self, survey: &Survey<'_>, members: &[usize], deltas: &[StoredDeltas]) -> usize {
        let root = survey.document.root();
        let mut indices: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        let mut sum = 0;
        for (&accessor, stored) in members.iter().zip(deltas) {
            let model = &root.accessors[accessor];
            let bytes = stored.element.components() * stored.elements.component().bytes();
            if let Some(view) = model.buffer_view {
                let stride = root.buffer_views.get(view).and_then(|v| v.byte_stride);
                let alone = self.users.get(&view) == Some(&1);
                sum += model.count * stride.unwrap_or(bytes) + if alone { VIEW_JSON } else { 0 };
            }
            if let Some(sparse) = &model.sparse {
                sum += StoredDeltas::sparse_json() + (sparse.count * bytes).next_multiple_of(4);
                let width = match sparse.indices.component_type {
                    5121 => 1,
                    5123 => 2,
                    _ => 4,
                };
                let place = (sparse.indices.buffer_view, sparse.indices.byte_offset);
                let own = indices.entry(place).or_default();
                *own = ((sparse.count * width).next_multiple_of(4), own.1 + 1);
            }
        }
        let unshared = |((view, _), (bytes, own)): (&(usize, usize), &(usize, usize))| {
            let all = self.users.get(view).copied().unwrap_or(0);
            if all > *own { 0 } else { *bytes }
        };
        sum + indices.iter().map(unshared).sum::<usize>()
    }
}

fn views(accessor: &Accessor) -> impl Iterator<Item = usize> + '_ {
    let sparse = accessor.sparse.iter().flat_map(|s| [s.indices.buffer_view, s.values.buffer_view]);
    accessor.buffer_view.into_iter().chain(sparse)
}

/// Bytes of one element as it is stored, 0 where the type is unknown.
pub(super) fn stored_bytes(accessor: &Accessor) -> usize {
    let component = crate::component::ComponentType::from_gltf(accessor.component_type);
    let element = crate::component::ElementType::from_gltf(&accessor.kind);
    match (element, component) {
        (Some(element), Some(component)) => element.stored_bytes(component),
        _ => 0,
    }
}
