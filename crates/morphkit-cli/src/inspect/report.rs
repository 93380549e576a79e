//! What `inspect` tells, as it stands in the JSON.

mod mesh;
mod vrm;

pub(crate) use mesh::{InstanceReport, MeshReport, PrimitiveReport};
pub(crate) use vrm::{ExpressionReport, VrmReport};

use super::unit::count;
use crate::animation_report::AnimationReport;
use crate::finding_report::{AdviceReport, FindingReport};
use morphkit::gltf::{Document, Finding};
use serde::Serialize;
use std::cmp::Reverse;
use std::path::Path;

/// The whole report. Of meshes with errors only what the JSON says of them is told; the findings tell why.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) file: String,
    /// Bytes of the file itself, without the files that it names.
    pub(crate) bytes: u64,
    pub(crate) container: &'static str,
    pub(crate) meshes: Vec<MeshReport>,
    /// Those with errors, which `meshes` lacks.
    pub(crate) unread_meshes: Vec<UnreadMesh>,
    /// Without those that have errors.
    pub(crate) animations: Vec<AnimationReport>,
    /// `None` where the file is no avatar, or has no expressions.
    pub(crate) vrm: Option<VrmReport>,
    /// The worst first.
    pub(crate) findings: Vec<FindingReport>,
    pub(crate) advice: Vec<AdviceReport>,
    /// How many animations have errors.
    pub(crate) unread_animations: usize,
}

/// A mesh that cannot be read.
#[derive(Debug, Serialize)]
pub(crate) struct UnreadMesh {
    pub(crate) index: usize,
    pub(crate) name: Option<String>,
    /// As many as one of its primitives has at most.
    pub(crate) target_count: usize,
}

impl Report {
    pub(crate) fn new(path: &Path, document: &Document, findings: &[Finding]) -> Self {
        let meshes = 0..document.root().meshes.len();
        // Where an animation has an error, the findings have it, too.
        let animation_count = document.root().animations.len();
        let mesh_of = |node: usize| document.root().nodes.get(node).and_then(|node| node.mesh);
        let meshes: Vec<_> = meshes.filter_map(|mesh| MeshReport::new(document, mesh)).collect();
        let animation = |index: usize| {
            let clip = document.weight_animation(index).ok()?;
            Some(AnimationReport::new(index, &clip, &mesh_of))
        };
        let animations: Vec<_> = (0..animation_count).filter_map(animation).collect();
        // Both in the file's order.
        let mut read = meshes.iter().map(|mesh| mesh.index).peekable();
        let unread = (0..)
            .zip(&document.root().meshes)
            .filter(|(index, _)| read.next_if_eq(index).is_none());
        let unread = unread.map(|(index, mesh)| UnreadMesh {
            index,
            name: mesh.name.clone(),
            target_count: mesh
                .primitives
                .iter()
                .map(|p| p.targets.as_ref().map_or(0, Vec::len))
                .max()
                .unwrap_or(0),
        });
        let unread_meshes = unread.collect();
        let mut findings: Vec<_> = findings.iter().collect();
        findings.sort_by_key(|finding| Reverse(finding.severity));
        Self {
            file: path.display().to_string(),
            bytes: document.file_bytes() as u64,
            container: if document.is_glb() { "glb" } else { "gltf" },
            vrm: VrmReport::new(document, &meshes),
            meshes,
            unread_meshes,
            unread_animations: animation_count - animations.len(),
            animations,
            findings: findings.into_iter().map(FindingReport::new).collect(),
            advice: document.advice().iter().map(AdviceReport::new).collect(),
        }
    }

    /// `3 meshes (1 cannot be read)`.
    pub(crate) fn mesh_count(&self) -> String {
        counted(self.meshes.len(), self.unread_meshes.len(), "mesh")
    }

    /// `1 animation (cannot be read)`.
    pub(crate) fn animation_count(&self) -> String {
        counted(self.animations.len(), self.unread_animations, "animation")
    }
}

fn counted(read: usize, unread: usize, one: &str) -> String {
    let all = count(read + unread, one);
    match (read, unread) {
        (_, 0) => all,
        (0, _) => format!("{all} (cannot be read)"),
        _ => format!("{all} ({unread} cannot be read)"),
    }
}

impl UnreadMesh {
    /// As the meshes that can be read are called in a page.
    pub(crate) fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} (mesh {})", self.index),
            None => format!("mesh {}", self.index),
        }
    }
}
