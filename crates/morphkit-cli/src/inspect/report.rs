//! What `inspect` tells, as it stands in the JSON.

mod mesh;

pub(super) use mesh::{InstanceReport, MeshReport, PrimitiveReport};

use crate::blend::interpolation_name;
use morphkit::core::animation::{Clip, ClipChannel};
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
    pub(super) findings: Vec<FindingReport>,
}

/// An animation and its channels that move weights.
#[derive(Debug, Serialize)]
pub(super) struct AnimationReport {
    pub(super) index: usize,
    pub(super) name: Option<String>,
    pub(super) weight_channels: Vec<ChannelReport>,
}

#[derive(Debug, Serialize)]
pub(super) struct ChannelReport {
    pub(super) node: usize,
    pub(super) mesh: Option<usize>,
    pub(super) target_count: usize,
    pub(super) interpolation: &'static str,
    pub(super) keyframes: usize,
    /// Seconds.
    pub(super) start: f32,
    /// Seconds.
    pub(super) end: f32,
}

#[derive(Debug, Serialize)]
pub(super) struct FindingReport {
    pub(super) severity: String,
    pub(super) code: &'static str,
    pub(super) place: String,
    pub(super) message: String,
}

impl Report {
    pub(super) fn new(path: &Path, document: &Document, findings: &[Finding]) -> Self {
        let meshes = 0..document.root().meshes.len();
        // Where one animation has an error, the findings have it, too.
        let clips = document.weight_animations().unwrap_or_default();
        Self {
            file: path.display().to_string(),
            bytes: document.file_bytes() as u64,
            container: if document.is_glb() { "glb" } else { "gltf" },
            meshes: meshes.filter_map(|mesh| MeshReport::new(document, mesh)).collect(),
            animations: clips
                .iter()
                .enumerate()
                .map(|(index, clip)| AnimationReport::new(document, index, clip))
                .collect(),
            findings: findings.iter().map(FindingReport::new).collect(),
        }
    }
}

impl AnimationReport {
    fn new(document: &Document, index: usize, clip: &Clip) -> Self {
        let channel = |channel: &ClipChannel| ChannelReport {
            node: channel.node,
            mesh: document.root().nodes.get(channel.node).and_then(|node| node.mesh),
            target_count: channel.track.target_count(),
            interpolation: interpolation_name(channel.track.interpolation()),
            keyframes: channel.track.key_count(),
            start: channel.track.start(),
            end: channel.track.end(),
        };
        Self {
            index,
            name: clip.name.clone(),
            weight_channels: clip.channels.iter().map(channel).collect(),
        }
    }
}

impl FindingReport {
    fn new(finding: &Finding) -> Self {
        Self {
            severity: finding.severity.to_string(),
            code: finding.code.as_str(),
            place: finding.place.clone(),
            message: finding.message.clone(),
        }
    }
}
