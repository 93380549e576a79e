//! The targets of a primitive: which deltas count, how they are decoded and shared.

use super::format::{Role, Semantic};
use super::normals::SurfaceKey;
use crate::accessor::AccessorData;
use crate::error::MeshError;
use crate::finding::{Code, Finding, Findings};
use crate::model::Primitive;
use crate::{Document, Normals};
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use std::collections::BTreeMap;

/// Attributes that one primitive's targets may move; more would only be a way to waste time.
const MAX_ATTRIBUTES: usize = 256;

/// What makes two primitives' targets the same: vertex count, and accessors by target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TargetKey {
    vertex_count: usize,
    targets: Vec<Vec<(Attribute, usize)>>,
}

/// Targets that are decoded already.
#[derive(Debug)]
pub(crate) struct TargetCache {
    pub(super) normals: Normals,
    known: BTreeMap<TargetKey, Option<MorphTargets>>,
    /// Those of all primitives of a mesh, with computed normals.
    pub(super) with_normals: BTreeMap<Vec<SurfaceKey>, Vec<Option<MorphTargets>>>,
}

impl TargetCache {
    /// No targets yet; they are decoded as they are written.
    pub(crate) const fn new() -> Self {
        Self::with(Normals::AsWritten)
    }

    /// No targets yet, with normals as asked for.
    pub(crate) const fn with(normals: Normals) -> Self {
        Self { normals, known: BTreeMap::new(), with_normals: BTreeMap::new() }
    }
}

impl Document {
    pub(super) fn load_targets(
        &self,
        place: &str,
        model: &Primitive,
        base: &VertexAttributes,
        cache: &mut TargetCache,
        findings: &mut Findings,
    ) -> Result<Option<MorphTargets>, MeshError> {
        let Some(targets) = model.targets.as_ref().filter(|t| !t.is_empty()) else {
            return Ok(None);
        };
        let mut ignored = Ignored::default();
        let mut key = TargetKey {
            vertex_count: base.vertex_count(),
            targets: Vec::with_capacity(targets.len()),
        };
        for (target, attributes) in targets.iter().enumerate() {
            if attributes.is_empty() {
                ignored.add(Code::TargetEmpty, "", target);
            }
            let mut kept = Vec::new();
            for (name, &accessor) in attributes {
                match self.judge(place, base, target, name, accessor)? {
                    Ok(attribute) => kept.push((attribute, accessor)),
                    Err(code) => ignored.add(code, name, target),
                }
            }
            let (limit, needed) = (MAX_ATTRIBUTES as u64, kept.len() as u64);
            if needed > limit {
                let place = format!("attributes of {place}.targets[{target}]");
                return Err(MeshError::Limit { place, limit, needed });
            }
            key.targets.push(kept);
        }
        ignored.report(place, findings)?;
        if let Some(known) = cache.known.get(&key) {
            return Ok(known.clone());
        }
        let targets = self.decode_targets(place, &key, findings)?;
        cache.known.insert(key, targets.clone());
        Ok(targets)
    }

    /// Whether an attribute of a target counts; the inner error says why it is ignored.
    fn judge(
        &self,
        place: &str,
        base: &VertexAttributes,
        target: usize,
        name: &str,
        accessor: usize,
    ) -> Result<Result<Attribute, Code>, MeshError> {
        let attribute = match Semantic::of(name) {
            Semantic::Morphable(attribute) => attribute,
            Semantic::Custom => return Ok(Err(Code::CustomAttributeIgnored)),
            Semantic::Skinning | Semantic::Unknown => return Ok(Err(Code::InvalidAttribute)),
        };
        let place = format!("{place}.targets[{target}].{name}");
        let found = match self.accessor_model(accessor) {
            Ok(model) => model.count,
            Err(reason) => return Err(MeshError::Accessor { place, reason }),
        };
        let expected = base.vertex_count();
        if found != expected {
            return Err(MeshError::DeltaCount { place, expected, found });
        }
        Ok(if !base.has(attribute) {
            Err(Code::MorphTargetNoBase)
        } else if attribute == Attribute::Tangent && !base.has(Attribute::Normal) {
            Err(Code::MorphTargetFlat)
        } else {
            Ok(attribute)
        })
    }

    fn decode_targets(
        &self,
        place: &str,
        key: &TargetKey,
        findings: &mut Findings,
    ) -> Result<Option<MorphTargets>, MeshError> {
        let mut targets = Vec::with_capacity(key.targets.len());
        for (target, attributes) in key.targets.iter().enumerate() {
            let mut deltas = TargetDeltas::new();
            for &(attribute, accessor) in attributes {
                let place = format!("{place}.targets[{target}].{attribute}");
                let data = self.attribute(&place, accessor, attribute, Role::Delta, findings)?;
                let of_attribute = to_deltas(attribute, data);
                if attribute == Attribute::Position {
                    let values = of_attribute.values();
                    let unmoved = matches!(of_attribute, Deltas::Sparse { .. });
                    self.check_bounds(&place, accessor, values, unmoved, findings)?;
                }
                deltas = deltas.with(attribute, of_attribute);
            }
            targets.push(deltas);
        }
        MorphTargets::new(key.vertex_count, targets)
            .map_err(|reason| MeshError::Targets { place: place.to_owned(), reason })
    }
}

/// Sparse data without a view stays sparse; zeros take no memory at all.
fn to_deltas(attribute: Attribute, data: AccessorData<'_>) -> Deltas {
    let (count, components) = (data.count(), data.components());
    if !data.is_viewless() {
        return Deltas::Dense(with_alpha(attribute, components, data.to_f32()));
    }
    let (indices, values) = data.into_sparse().unwrap_or_default();
    let values = with_alpha(attribute, components, values);
    if indices.len() == count {
        return Deltas::Dense(values);
    }
    Deltas::Sparse { indices, values }
}

/// VEC3 colour deltas leave alpha alone: their fourth component is 0.
fn with_alpha(attribute: Attribute, components: usize, values: Vec<f32>) -> Vec<f32> {
    if components == attribute.delta_components() {
        return values;
    }
    values.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 0.0]).collect()
}

/// What is left out, told once for each attribute and not once for each target.
#[derive(Debug, Default)]
struct Ignored(BTreeMap<(Code, String), (usize, usize)>);

impl Ignored {
    fn add(&mut self, code: Code, name: &str, target: usize) {
        let entry = self.0.entry((code, name.to_owned())).or_insert((target, 0));
        entry.1 += 1;
    }

    fn report(self, place: &str, findings: &mut Findings) -> Result<(), Finding> {
        for ((code, name), (first, count)) in self.0 {
            let why = match code {
                Code::TargetEmpty => "has no attribute, so it moves nothing",
                Code::CustomAttributeIgnored => "custom attributes are not morphed",
                Code::MorphTargetNoBase if name == "NORMAL" => {
                    "the base has no NORMAL, so it is not morphed, and the base is shaded flat"
                }
                Code::MorphTargetNoBase => "the base has no such attribute, so it is not morphed",
                Code::MorphTargetFlat => {
                    "the base has no NORMAL, so tangents are not morphed, and the base is shaded flat"
                }
                _ => "is no attribute that a target can move",
            };
            let dot = if name.is_empty() { "" } else { "." };
            let place = format!("{place}.targets[{first}]{dot}{name}");
            findings.add(code, place, format_args!("{why} (in {count} of the targets)"))?;
        }
        Ok(())
    }
}
