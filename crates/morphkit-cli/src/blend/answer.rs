//! The answer as JSON: what was blended, with which weights, by what.

use super::engine::{Blended, Engine};
use super::error_bound::{ErrorBounds, widest};
use super::source::Source;
use crate::animation_report::AnimationReport;
use morphkit::core::{Attribute, VertexAttributes};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// One JSON object.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pub(super) backend: BackendAnswer,
    /// Only where packed deltas were used: how far a component of a sum may be off, for each
    /// attribute, before directions get unit length and colours are clamped.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "error_bound")]
    pub(super) error_bound: Option<ErrorBounds>,
    pub(super) meshes: Vec<MeshAnswer>,
    pub(super) animations: Vec<AnimationReport>,
}

#[derive(Debug, Serialize)]
pub(super) struct BackendAnswer {
    pub(super) name: String,
    pub(super) adapter: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct MeshAnswer {
    pub(super) index: usize,
    pub(super) name: Option<String>,
    pub(super) target_count: usize,
    #[serde(serialize_with = "names")]
    pub(super) target_names: Option<Arc<[String]>>,
    pub(super) default_weights: Vec<f32>,
    pub(super) instances: Vec<InstanceAnswer>,
}

#[derive(Debug, Serialize)]
pub(super) struct InstanceAnswer {
    pub(super) node: Option<usize>,
    pub(super) weights: Vec<f32>,
    /// Only where the device had no room for all active weights.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) dropped_weights: usize,
    pub(super) primitives: Vec<PrimitiveAnswer>,
}

#[derive(Debug, Serialize)]
pub(super) struct PrimitiveAnswer {
    pub(super) index: usize,
    pub(super) vertex_count: usize,
    pub(super) target_count: usize,
    /// The backend that always takes the layout which `deform` has chosen; only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chosen: Option<String>,
    pub(super) attributes: Attributes,
}

/// The attributes that morph, each a list of vertices. A number that is not finite is `null`.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub(super) morphed: Vec<Attribute>,
    pub(super) values: VertexAttributes,
}

impl Answer {
    /// Puts results of all instances in the file's order.
    pub(super) fn new(
        engine: &Engine,
        source: &Source,
        weights: Vec<Vec<f32>>,
        blended: Vec<Blended>,
    ) -> Self {
        let error_bound = widest(blended.iter().filter_map(|blended| blended.bounds.as_ref()));
        let mut results: Vec<_> = weights.into_iter().zip(blended).map(Some).collect();
        let meshes = source.meshes.iter().enumerate().map(|(index, mesh)| {
            let mut instances = Vec::new();
            for (at, instance) in source.instances_of(index) {
                let Some((weights, blended)) = results[at].take() else { continue };
                let blended_ones = blended.primitives.into_iter().zip(blended.chosen);
                let primitives = mesh.primitives.iter().zip(blended_ones).enumerate();
                instances.push(InstanceAnswer {
                    node: instance.node,
                    weights,
                    dropped_weights: blended.dropped,
                    primitives: primitives
                        .map(|(index, (primitive, (values, chosen)))| {
                            let targets = primitive.targets.as_ref();
                            let base = &primitive.base;
                            let moved = targets.map_or(&[][..], |t| t.attributes());
                            PrimitiveAnswer {
                                index,
                                vertex_count: base.vertex_count(),
                                target_count: targets.map_or(0, |t| t.target_count()),
                                chosen: chosen.map(|backend| backend.to_string()),
                                attributes: Attributes {
                                    morphed: moved
                                        .iter()
                                        .copied()
                                        .filter(|&a| base.has(a))
                                        .collect(),
                                    values: values.unwrap_or_default(),
                                },
                            }
                        })
                        .collect(),
                });
            }
            MeshAnswer {
                index,
                name: mesh.name.clone(),
                target_count: mesh.target_count(),
                target_names: mesh.target_names.clone(),
                default_weights: mesh.default_weights.clone(),
                instances,
            }
        });
        Self {
            backend: BackendAnswer {
                name: engine.backend.to_string(),
                adapter: engine.adapter().map(str::to_owned),
            },
            error_bound,
            meshes: meshes.collect(),
            animations: animations(source),
        }
    }

    /// One line of JSON.
    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

fn animations(source: &Source) -> Vec<AnimationReport> {
    let meshes: BTreeMap<_, _> =
        source.instances.iter().filter_map(|i| Some((i.node?, i.mesh))).collect();
    AnimationReport::list(&source.clips, |node| meshes.get(&node).copied())
}

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.morphed.len()))?;
        for &attribute in &self.morphed {
            map.serialize_key(&attribute.to_string())?;
            let components = self.values.components(attribute).unwrap_or(1);
            map.serialize_value(&Rows {
                values: self.values.values(attribute).unwrap_or_default(),
                components,
            })?;
        }
        map.end()
    }
}

/// A flat array as a list of vertices.
struct Rows<'a> {
    values: &'a [f32],
    components: usize,
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values.chunks_exact(self.components))
    }
}

fn names<S: Serializer>(names: &Option<Arc<[String]>>, serializer: S) -> Result<S::Ok, S::Error> {
    match names {
        Some(names) => serializer.collect_seq(names.iter()),
        None => serializer.serialize_none(),
    }
}

fn error_bound<S: Serializer>(
    bounds: &Option<ErrorBounds>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(bounds.iter().flatten().map(|(name, bound)| (name.to_string(), bound)))
}

const fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_and_what_is_not_finite_is_null() {
        let mut values = VertexAttributes::new(2);
        let numbers = vec![0.1, f32::MIN_POSITIVE, -0.0, f32::NAN, f32::INFINITY, 16777216.0];
        values.insert(Attribute::Position, 3, numbers).unwrap();
        let attributes = Attributes { morphed: vec![Attribute::Position], values };
        assert_eq!(
            serde_json::to_string(&attributes).unwrap(),
            r#"{"POSITION":[[0.1,1.1754944e-38,-0.0],[null,null,16777216.0]]}"#
        );
        assert_eq!(serde_json::to_string(&Attributes::default()).unwrap(), "{}");
    }
}
