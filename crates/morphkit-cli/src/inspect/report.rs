//! What `inspect` tells, as it stands in the JSON.

mod mesh;
mod vrm;

pub(super) use mesh::{InstanceReport, MeshReport, PrimitiveReport};
pub(super) use vrm::{ExpressionReport, VrmReport};

use crate::animation_report::AnimationReport;
use crate::finding_report::{AdviceReport, FindingReport};
use morphkit::gltf::{Document, Finding};
use serde::Serialize;
use std::path::Path;

/// The whole report. Meshes with errors are left out; the findings tell why.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) file: String,
    /// Bytes of the file itself, without the files that it names.
    pub(super) bytes: u64,
    pub(super) container: &'static str,
    pub(super) meshes: Vec<MeshReport>,
    pub(super) animations: Vec<AnimationReport>,
    /// `None` where the file is no avatar, or has no expressions.
    pub(super) vrm: Option<VrmReport>,
    pub(super) findings: Vec<FindingReport>,
    pub(super) advice: Vec<AdviceReport>,
}

impl Report {
    pub(super) fn new(path: &Path, document: &Document, findings: &[Finding]) -> Self {
        let meshes = 0..document.root().meshes.len();
        // Where one animation has an error, the findings have it, too.
        let clips = document.weight_animations().unwrap_or_default();
        let mesh_of = |node: usize| document.root().nodes.get(node).and_then(|node| node.mesh);
        let meshes: Vec<_> = meshes.filter_map(|mesh| MeshReport::new(document, mesh)).collect();
        Self {
            file: path.display().to_string(),
            bytes: document.file_bytes() as u64,
            container: if document.is_glb() { "glb" } else { "gltf" },
            animations: AnimationReport::list(&clips, mesh_of),
            vrm: VrmReport::new(document, &meshes),
            meshes,
            findings: findings.iter().map(FindingReport::new).collect(),
            advice: document.advice().iter().map(AdviceReport::new).collect(),
        }
    }
}
