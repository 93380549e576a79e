//! Where the inverse of quantised positions goes: below nodes, and into skins.

mod node;
mod obstacle;
mod skin;

pub(super) use obstacle::obstacle;

use super::OptimizeError;
use crate::Document;
use crate::write::Patch;
use std::collections::{BTreeMap, BTreeSet};

/// Where stored positions lie: `value = stored * step + center`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Inverse {
    pub(super) step: f64,
    pub(super) center: [f64; 3],
}

/// Bytes of JSON of a node below another one.
const NODE_JSON: usize = 150;
/// Bytes of JSON of a skin's accessor and of its view.
const MATRICES_JSON: usize = 180;
/// Bytes of a matrix, and of the joint in JSON.
const JOINT: usize = 64 + 4;

/// Bytes that the inverse of meshes may take. A skin counts as one that has to be copied, so that
/// the answer does not depend on what else was quantised before.
pub(super) fn overhead(document: &Document, meshes: &[usize]) -> usize {
    let nodes = meshes.iter().flat_map(|&mesh| document.mesh_nodes(mesh));
    let skins = &document.root().skins;
    let mut seen = BTreeSet::new();
    nodes
        .map(|node| match document.root().nodes[node].skin {
            None => NODE_JSON,
            Some(skin) if !seen.insert(skin) => 0,
            Some(skin) => MATRICES_JSON + skins[skin].joints.len() * JOINT,
        })
        .sum()
}

/// Puts the inverse where it belongs, for each node that draws one of the meshes.
pub(super) fn apply(
    patch: &mut Patch<'_>,
    inverses: &BTreeMap<usize, Inverse>,
) -> Result<(), OptimizeError> {
    let mut moved = BTreeMap::new();
    for (node, model) in patch.document().root().nodes.iter().enumerate() {
        let inverse = model.mesh.and_then(|mesh| inverses.get(&mesh));
        if let (Some(inverse), None) = (inverse, model.skin) {
            moved.insert(node, node::move_below(patch, node, inverse));
        }
    }
    if !moved.is_empty() {
        node::follow(patch.json_mut(), &moved);
    }
    skin::apply(patch, inverses)
}
