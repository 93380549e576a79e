//! In which order vertices are written.

use super::quantize::Plan;
use super::survey::{Part, Survey};
use super::{OptimizeError, Reordered};
use morph_core::{
    Attribute, Deltas, MorphTargets, Remap, TargetDeltas, TargetsStats, VertexAttributes,
    VertexOrder,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// New orders, for the accessors and the indices that follow them.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// By accessor with one element a vertex.
    pub(super) of_vertices: BTreeMap<usize, Arc<Remap>>,
    /// By place among the survey's primitives.
    pub(super) of_indices: BTreeMap<usize, Arc<Remap>>,
    /// What was gained, by mesh.
    pub(super) reordered: Vec<(usize, Reordered)>,
    pub(super) notes: Vec<String>,
}

impl Orders {
    /// Finds the primitives whose targets touch fewer blocks in another order. The order is that of
    /// what will be written, so that a second run finds nothing to do.
    pub(super) fn new(
        survey: &Survey<'_>,
        order: VertexOrder,
        quantized: &Plan,
    ) -> Result<Self, OptimizeError> {
        let mut orders = Self::default();
        let shares = |part: &Part<'_>| -> Vec<usize> {
            part.vertex_accessors().filter(|&a| !survey.is_void(a)).collect()
        };
        for parts in survey.groups(shares) {
            let parts_of = || parts.iter().map(|&at| &survey.primitives[at]);
            let Some(first) = parts_of().find(|part| part.model.target_count() > 0) else {
                continue;
            };
            if let Some(note) = parts_of().find_map(|part| obstacle(survey, part)) {
                orders.notes.push(note);
                continue;
            }
            let Some(targets) = moved(survey, &parts, quantized)? else { continue };
            let base = base(survey, first, targets.vertex_count(), quantized)?;
            let remap = order.remap(&base, &targets);
            let (before, after) = (blocks(&targets), remap.targets(&targets).map(|t| blocks(&t)));
            let after = after.unwrap_or(before);
            if after >= before {
                continue;
            }
            let remap = Arc::new(remap);
            for &at in &parts {
                let part = &survey.primitives[at];
                let accessors = part.vertex_accessors().map(|a| (a, remap.clone()));
                orders.of_vertices.extend(accessors);
                orders.of_indices.insert(at, remap.clone());
                if part.model.target_count() > 0 {
                    let primitive = part.primitive;
                    let reordered =
                        Reordered { primitive, blocks_before: before, blocks_after: after };
                    orders.reordered.push((part.mesh, reordered));
                }
            }
        }
        Ok(orders)
    }
}

/// Why the vertices of a part keep their order.
fn obstacle(survey: &Survey<'_>, part: &Part<'_>) -> Option<String> {
    let why = match (&part.fixed, part.model.indices) {
        (Some(why), _) => why.clone(),
        (None, None) => "it is drawn without indices".into(),
        (None, Some(_)) => survey.document.indices(part.mesh, part.primitive).err()?.to_string(),
    };
    Some(format!("{}: vertices keep their order: {why}", part.place()))
}

/// Which target moves which vertex, as targets; every delta is 1. Parts that share vertices are
/// looked at together.
fn moved(
    survey: &Survey<'_>,
    parts: &[usize],
    quantized: &Plan,
) -> Result<Option<MorphTargets>, OptimizeError> {
    let mut seen = BTreeSet::new();
    let mut list = Vec::new();
    let mut vertex_count = 0;
    for part in parts.iter().map(|&at| &survey.primitives[at]) {
        let Some(targets) = &part.model.targets else { continue };
        if !seen.insert(targets) {
            continue;
        }
        for target in targets {
            let mut vertices = BTreeSet::new();
            for (name, &accessor) in target {
                let is_morphed = name.parse::<Attribute>().is_ok();
                if is_morphed && part.model.attributes.contains_key(name) {
                    let deltas = survey.deltas(accessor)?;
                    vertex_count = deltas.count;
                    let deltas = deltas.with_format(quantized.formats.get(&accessor));
                    vertices.extend(deltas.indices);
                }
            }
            let values = vec![1.0; vertices.len() * 3];
            let deltas = Deltas::Sparse { indices: vertices.into_iter().collect(), values };
            list.push(TargetDeltas::new().with(Attribute::Position, deltas));
        }
    }
    // Counts agree and indices were checked, or the part would be fixed.
    Ok(MorphTargets::new(vertex_count, list).ok().flatten())
}

/// The positions as they will be read.
fn base(
    survey: &Survey<'_>,
    part: &Part<'_>,
    vertex_count: usize,
    quantized: &Plan,
) -> Result<VertexAttributes, OptimizeError> {
    let mut base = VertexAttributes::new(vertex_count);
    let Some(&accessor) = part.model.attributes.get("POSITION") else { return Ok(base) };
    let values = survey.document.accessor(accessor)?.to_f32();
    let values = match quantized.formats.get(&accessor) {
        Some(format) => format.stored(&values, 3),
        None => values,
    };
    // A base of another length has no positions to speak of.
    let _ = base.insert(Attribute::Position, 3, values);
    Ok(base)
}

fn blocks(targets: &MorphTargets) -> usize {
    TargetsStats::new(targets).targets.iter().map(|target| target.touched_blocks).sum()
}
