//! What was baked, for people and as JSON.

use super::Group;
use crate::failure::Failure;
use crate::inspect::bytes;
use morphkit::core::MorphMesh;
use morphkit::gltf::write::Rest;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// One file that was written.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    pub(super) file: &'a Path,
    /// Of all files together.
    pub(super) bytes: u64,
    pub(super) meshes: Vec<BakedMesh>,
    pub(super) notes: &'a [String],
}

/// One mesh that had targets.
#[derive(Debug, Serialize)]
pub(super) struct BakedMesh {
    /// Index in the new file.
    index: usize,
    name: Option<String>,
    /// Nodes that draw it.
    nodes: Vec<usize>,
    baked: Vec<BakedTarget>,
    /// Targets in the new file.
    target_count: usize,
}

/// One target that is in the base now. Its index is that of the old file.
#[derive(Debug, Serialize)]
struct BakedTarget {
    index: usize,
    name: Option<String>,
    weight: f32,
}

impl BakedMesh {
    pub(super) fn new(index: usize, shape: &MorphMesh, group: &Group<'_>, rest: Rest) -> Self {
        let targets = group.weights.iter().copied().enumerate();
        let baked: Vec<_> = targets
            .filter(|&(_, weight)| weight != 0.0)
            .map(|(target, weight)| BakedTarget {
                index: target,
                name: shape.target_name(target).map(str::to_owned),
                weight,
            })
            .collect();
        let target_count = match rest {
            Rest::Drop => 0,
            Rest::Keep => shape.target_count() - baked.len(),
        };
        let (name, nodes) = (shape.name.clone(), group.nodes.clone());
        Self { index, name, nodes, baked, target_count }
    }
}

impl Report<'_> {
    pub(super) fn print(&self, json: bool) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let written = if json {
            serde_json::to_writer(&mut out, self)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
        } else {
            let baked: usize = self.meshes.iter().map(|mesh| mesh.baked.len()).sum();
            let left: usize = self.meshes.iter().map(|mesh| mesh.target_count).sum();
            let (file, meshes, bytes) = (self.file.display(), self.meshes.len(), bytes(self.bytes));
            let plural = if meshes == 1 { "mesh" } else { "meshes" };
            writeln!(
                out,
                "{file}: {meshes} {plural}: {baked} weights baked, {left} targets left; {bytes}"
            )
        };
        written.map_err(Failure::output)
    }
}
