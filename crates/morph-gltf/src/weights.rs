//! Weights of meshes and of nodes, and which of them count.

use crate::Document;
use crate::error::MeshError;
use crate::finding::{Code, Findings};
use crate::model::Mesh;

/// Where an instance's weights come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WeightSource {
    /// `node.weights`.
    Node,
    /// `mesh.weights`.
    Mesh,
    /// Neither is given: zeros.
    Zero,
}

/// The weights of a node's mesh before any animation.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeWeights {
    /// Where they come from.
    pub source: WeightSource,
    /// One weight for each target of the node's mesh.
    pub weights: Vec<f32>,
}

impl Document {
    /// The weights of a node's mesh: `node.weights`, else `mesh.weights`, else zeros.
    ///
    /// Cut to the number of targets, or filled with zeros; never clamped. Empty where the node
    /// has no mesh, or one without targets.
    ///
    /// # Errors
    /// [`MeshError`] where the node or its mesh does not exist, or a weight is not finite.
    ///
    /// # Source
    /// glTF 2.0, section 3.7.2.2 "Morph Targets".
    pub fn node_weights(&self, node: usize) -> Result<NodeWeights, MeshError> {
        self.load_node_weights(node, &mut Findings::new(self.options().strictness))
    }

    /// Nodes that draw a mesh, ascending; none where there is no such mesh.
    pub fn mesh_nodes(&self, mesh: usize) -> impl Iterator<Item = usize> + '_ {
        self.mesh_nodes.get(mesh).into_iter().flatten().copied()
    }

    pub(crate) fn load_node_weights(
        &self,
        node: usize,
        findings: &mut Findings,
    ) -> Result<NodeWeights, MeshError> {
        // spec W9
        let nodes = &self.root().nodes;
        let no_such = |field, count| MeshError::NoSuchNode { node, field, count };
        let model = nodes.get(node).ok_or(no_such("", nodes.len()))?;
        let place = format!("nodes[{node}].weights");
        let Some(mesh) = model.mesh else {
            if model.weights.is_some() {
                let message = "the node has no mesh, so they mean nothing";
                findings.add(Code::NodeWeightsInvalid, place, message)?;
            }
            return Ok(NodeWeights { source: WeightSource::Zero, weights: Vec::new() });
        };
        let meshes = &self.root().meshes;
        let mesh_model = meshes.get(mesh).ok_or(no_such(".mesh", meshes.len()))?;
        let count = self.target_count(mesh).unwrap_or(0);
        self.check_demand()?;
        if let Some(weights) = &model.weights {
            let weights = fit(&place, weights, count, Code::NodeWeightsInvalid, findings)?;
            return Ok(NodeWeights { source: WeightSource::Node, weights });
        }
        let source =
            if mesh_model.weights.is_some() { WeightSource::Mesh } else { WeightSource::Zero };
        // The mesh's own weights are reported with the mesh, not with each of its nodes.
        let mut silent = Findings::new(crate::Strictness::Lenient);
        let weights = of_mesh(&format!("meshes[{mesh}]"), mesh_model, count, &mut silent)?;
        Ok(NodeWeights { source, weights })
    }
}

/// A mesh's default weights, one for each target.
pub(crate) fn of_mesh(
    place: &str,
    model: &Mesh,
    target_count: usize,
    findings: &mut Findings,
) -> Result<Vec<f32>, MeshError> {
    let place = format!("{place}.weights");
    match &model.weights {
        Some(weights) => {
            fit(&place, weights, target_count, Code::MeshInvalidWeightsCount, findings)
        }
        None => Ok(vec![0.0; target_count]),
    }
}

fn fit(
    place: &str,
    weights: &[f64],
    target_count: usize,
    code: Code,
    findings: &mut Findings,
) -> Result<Vec<f32>, MeshError> {
    let found = weights.len();
    if found != target_count {
        let what = if found > target_count { "cut" } else { "filled with 0" };
        let message = format!("expected {target_count} weights, got {found}: they are {what}");
        findings.add(code, place, message)?;
    }
    for (index, &value) in weights.iter().enumerate() {
        if !(value as f32).is_finite() {
            return Err(MeshError::Weight { place: format!("{place}[{index}]"), value });
        }
    }
    let mut weights: Vec<f32> = weights.iter().map(|&w| w as f32).collect();
    weights.resize(target_count, 0.0);
    Ok(weights)
}
