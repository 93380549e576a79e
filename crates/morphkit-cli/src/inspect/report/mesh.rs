//! Meshes in a report.

use crate::inspect::arkit::ArkitReport;
use crate::inspect::layout::Layouts;
use morphkit::core::{Attribute, MorphMesh, MorphPrimitive, TargetsStats};
use morphkit::gltf::model::Primitive;
use morphkit::gltf::{Document, WeightSource};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(crate) struct MeshReport {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    pub(crate) target_count: usize,
    pub(crate) target_names: Option<Vec<String>>,
    /// `None` where no target is one of ARKit's shapes.
    pub(crate) arkit: Option<ArkitReport>,
    pub(crate) default_weights: Vec<f32>,
    /// `mesh` or `zero`.
    pub(crate) default_weights_source: &'static str,
    pub(crate) instances: Vec<InstanceReport>,
    pub(crate) primitives: Vec<PrimitiveReport>,
}

/// A node that draws the mesh.
#[derive(Debug, Serialize)]
pub(crate) struct InstanceReport {
    pub(crate) node: usize,
    pub(crate) name: Option<String>,
    pub(crate) weights: Vec<f32>,
    /// `node`, `mesh` or `zero`.
    pub(crate) weights_source: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct PrimitiveReport {
    pub(crate) index: usize,
    pub(crate) vertex_count: usize,
    /// `None` where it is drawn without indices.
    pub(crate) index_count: Option<usize>,
    /// glTF's number: 0 points, 1 to 3 lines, 4 to 6 triangles.
    pub(crate) mode: usize,
    /// No NORMAL: shaded flat.
    pub(crate) flat: bool,
    pub(crate) attributes: Vec<String>,
    pub(crate) target_count: usize,
    pub(crate) morphed_attributes: Vec<String>,
    /// Share of (vertex, target) pairs with a delta that is not zero.
    pub(crate) coverage: Option<f64>,
    /// The same for blocks of 64 vertices.
    pub(crate) block_coverage: Option<f64>,
    pub(crate) targets: Vec<TargetReport>,
    /// `None` where nothing morphs.
    pub(crate) layouts: Option<Layouts>,
}

#[derive(Debug, Serialize)]
pub(crate) struct TargetReport {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    pub(crate) moved_vertices: usize,
    pub(crate) coverage: f64,
    /// Largest magnitude of a component, for each attribute that the target has.
    pub(crate) max_abs: BTreeMap<String, f32>,
}

impl MeshReport {
    /// `None` where the mesh has an error.
    pub(crate) fn new(document: &Document, index: usize) -> Option<Self> {
        let mesh = document.mesh(index).ok()?;
        let model = document.root().meshes.get(index)?;
        let instance = |node: usize| {
            let of_node = document.node_weights(node).ok()?;
            Some(InstanceReport {
                node,
                name: document.root().nodes[node].name.clone(),
                weights: of_node.weights,
                weights_source: source_name(of_node.source),
            })
        };
        let primitives = model.primitives.iter().zip(&mesh.primitives).enumerate();
        Some(Self {
            index,
            name: mesh.name.clone(),
            target_count: mesh.target_count(),
            target_names: mesh.target_names.as_ref().map(|names| names.to_vec()),
            arkit: mesh.target_names.as_deref().and_then(ArkitReport::new),
            default_weights: mesh.default_weights.clone(),
            default_weights_source: source_name(match model.weights {
                Some(_) => WeightSource::Mesh,
                None => WeightSource::Zero,
            }),
            instances: document.mesh_nodes(index).filter_map(instance).collect(),
            primitives: primitives
                .map(|(at, (model, primitive))| {
                    PrimitiveReport::new(document, &mesh, at, model, primitive)
                })
                .collect(),
        })
    }
}

impl PrimitiveReport {
    fn new(
        document: &Document,
        mesh: &MorphMesh,
        index: usize,
        model: &Primitive,
        primitive: &MorphPrimitive,
    ) -> Self {
        let stats = primitive.targets.as_ref().map(TargetsStats::new);
        let targets = primitive.targets.as_ref();
        let index_count = |accessor: usize| Some(document.root().accessors.get(accessor)?.count);
        Self {
            index,
            vertex_count: primitive.base.vertex_count(),
            index_count: model.indices.and_then(index_count),
            mode: model.mode,
            flat: primitive.flat,
            attributes: names(primitive.base.attributes()),
            target_count: targets.map_or(0, |targets| targets.target_count()),
            morphed_attributes: names(targets.iter().flat_map(|t| t.attributes()).copied()),
            coverage: stats.as_ref().map(TargetsStats::coverage),
            block_coverage: stats.as_ref().map(TargetsStats::block_coverage),
            targets: stats.iter().flat_map(|stats| target_reports(mesh, stats)).collect(),
            layouts: stats.as_ref().and_then(|stats| Layouts::new(primitive, stats)),
        }
    }
}

fn target_reports(mesh: &MorphMesh, stats: &TargetsStats) -> Vec<TargetReport> {
    let report = |(index, of_target): (usize, &morphkit::core::TargetStats)| TargetReport {
        index,
        name: mesh.target_name(index).map(str::to_owned),
        moved_vertices: of_target.moved_vertices,
        coverage: of_target.moved_vertices as f64 / stats.vertex_count as f64,
        max_abs: of_target.max_abs.iter().map(|(a, max)| (a.to_string(), *max)).collect(),
    };
    stats.targets.iter().enumerate().map(report).collect()
}

fn names(attributes: impl Iterator<Item = Attribute>) -> Vec<String> {
    attributes.map(|attribute| attribute.to_string()).collect()
}

const fn source_name(source: WeightSource) -> &'static str {
    match source {
        WeightSource::Node => "node",
        WeightSource::Mesh => "mesh",
        WeightSource::Zero => "zero",
    }
}
