//! What a primitive's deltas take in the packed layouts, how far they are off, and which layout the
//! libraries choose.

use super::layout::LIMITS;
use crate::packing::Packed;
use morphkit::core::packed::{AttributeError, PackOptions, Packing, choose};
use morphkit::core::{AttributeSet, MorphTargets, Stage, TargetsStats, VertexAttributes};
use morphkit::wgsl::DeformLayout;
use morphkit_scene::{Allowed, Backend};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// One packed layout, by the backend that reads it.
#[derive(Debug, Serialize)]
pub(crate) struct PackedSize {
    pub(crate) backend: String,
    #[serde(flatten)]
    pub(crate) outcome: Outcome,
}

/// What it takes, or why it cannot hold the deltas.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Outcome {
    Held {
        bytes: u64,
        /// Deltas that are left out, or whole entries of blocks.
        dropped: u64,
        /// For each attribute.
        errors: BTreeMap<String, ErrorReport>,
    },
    Refused {
        error: String,
    },
}

/// Errors of single targets at weight 1: degrees for directions, else the attribute's own units.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorReport {
    pub(crate) worst: f32,
    pub(crate) rms: f32,
}

/// The layout that is chosen for a stage, by the backend that reads it.
#[derive(Debug, Serialize)]
pub(crate) struct Chosen {
    pub(crate) backend: String,
    pub(crate) reason: &'static str,
}

/// What is chosen for each stage; `None` where nothing fits a common device.
#[derive(Debug, Serialize)]
pub(crate) struct Choices {
    pub(crate) vertex: Option<Chosen>,
    pub(crate) compute: Option<Chosen>,
}

/// All packed layouts but the one that holds deltas as they are.
pub(crate) fn sizes(targets: &MorphTargets, base: &VertexAttributes) -> Vec<PackedSize> {
    let bound = Some(Allowed::bound(Some(Allowed::DEFAULT), base));
    let options = PackOptions { base: Some(base), bound, strict: false };
    let size = |&layout: &DeformLayout| {
        let outcome = match Packed::new(layout, targets, &options) {
            Ok(None) => return None,
            Ok(Some(packed)) => {
                let report = packed.report();
                let errors = report.attributes.iter().map(|of: &AttributeError| {
                    let AttributeError { attribute, worst, rms, .. } = *of;
                    (attribute.to_string(), ErrorReport { worst, rms })
                });
                let (bytes, dropped) = (report.bytes, report.dropped);
                Outcome::Held { bytes, dropped, errors: errors.collect() }
            }
            Err(error) => Outcome::Refused { error: error.to_string() },
        };
        Some(PackedSize { backend: name(Backend::of_layout(layout)), outcome })
    };
    // Each looks at every delta a few times.
    DeformLayout::ALL.par_iter().filter_map(size).collect()
}

/// What is chosen for one instance of a primitive on a common device.
pub(crate) fn choices(stats: &TargetsStats, attributes: AttributeSet) -> Choices {
    let chosen = |stage| {
        let (packing, reason) = choose(stats, attributes, &LIMITS, stage, 1).ok()?;
        Some(Chosen { backend: name(backend(packing, stage)), reason })
    };
    Choices { vertex: chosen(Stage::Vertex), compute: chosen(Stage::Compute) }
}

/// The backend that reads a packing in a stage.
fn backend(packing: Packing, stage: Stage) -> Option<Backend> {
    match (packing, stage) {
        (Packing::Texture, _) => Some(Backend::Texture),
        (Packing::Linear, Stage::Vertex) => Some(Backend::Storage),
        (Packing::RowSparse, Stage::Vertex) => Some(Backend::RowSparse),
        (Packing::Linear, Stage::Compute) => Some(Backend::DeformF32),
        (Packing::RowSparse, Stage::Compute) => Some(Backend::DeformRowSparse),
        (Packing::Dense(encoding), _) => Backend::of_layout(DeformLayout::Dense(encoding)),
        (Packing::Blocked(encoding), _) => Backend::of_layout(DeformLayout::Blocked(encoding)),
        _ => None,
    }
}

fn name(backend: Option<Backend>) -> String {
    backend.map_or_else(String::new, |backend| backend.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packing_has_a_backend() {
        let mut packings = vec![Packing::Texture, Packing::Linear, Packing::RowSparse];
        for layout in DeformLayout::ALL {
            match layout {
                DeformLayout::Dense(encoding) => packings.push(Packing::Dense(encoding)),
                DeformLayout::Blocked(encoding) => packings.push(Packing::Blocked(encoding)),
                DeformLayout::Linear | DeformLayout::RowSparse => {}
            }
        }
        for packing in packings {
            for stage in [Stage::Vertex, Stage::Compute] {
                assert!(backend(packing, stage).is_some(), "{packing:?} {stage:?}");
            }
        }
    }
}
