//! What `inspect` tells, as it stands in the JSON.

mod mesh;
mod vrm;

pub(crate) use mesh::{InstanceReport, MeshReport, PrimitiveReport};
pub(super) use vrm::{ExpressionReport, VrmReport};

use crate::animation_report::AnimationReport;
use crate::finding_report::{AdviceReport, FindingReport};
use morphkit::gltf::{Document, Finding};
use serde::Serialize;
use std::path::Path;

/// The whole report. Meshes with errors are left out; the findings tell why.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) file: String,
    /// Bytes of the file itself, without the files that it names.
    pub(crate) bytes: u64,
    pub(crate) container: &'static str,
    pub(crate) meshes: Vec<MeshReport>,
    pub(crate) animations: Vec<AnimationReport>,
    /// `None` where the file is no avatar, or has no expressions.
    pub(super) vrm: Option<VrmReport>,
    pub(crate) findings: Vec<FindingReport>,
    pub(crate) advice: Vec<AdviceReport>,
}

impl Report {
    pub(crate) fn new(path: &Path, document: &Document, findings: &[Finding]) -> Self {
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
