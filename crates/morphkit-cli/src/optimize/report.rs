//! What `optimize` did, as it stands in the JSON.

use morphkit::gltf::optimize::{Change, OptimizeReport, OptimizedMesh};
use serde::Serialize;
use std::path::Path;

#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The file that was written.
    pub(super) file: String,
    pub(super) bytes: Bytes,
    /// Bytes of the deltas of all targets.
    pub(super) morph_bytes: Bytes,
    /// Meshes that have targets, or had.
    pub(super) meshes: Vec<MeshReport>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Bytes {
    pub(super) before: u64,
    pub(super) after: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct MeshReport {
    pub(super) index: usize,
    pub(super) name: Option<String>,
    /// Targets before.
    pub(super) target_count: usize,
    pub(super) dropped: Vec<Dropped>,
    pub(super) quantized: Vec<Quantized>,
    pub(super) reordered: Vec<Reordered>,
    /// Accessors of deltas that were dense.
    pub(super) made_sparse: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Dropped {
    pub(super) target: usize,
    pub(super) name: Option<String>,
}

/// Accessors by the bits of a component.
#[derive(Debug, Serialize)]
pub(super) struct Quantized {
    pub(super) attribute: String,
    pub(super) largest_error: f64,
    /// Of the error.
    pub(super) unit: &'static str,
    pub(super) bits_8: usize,
    pub(super) bits_16: usize,
    pub(super) floats: usize,
}

/// Blocks of 64 vertices that targets touch.
#[derive(Debug, Serialize)]
pub(super) struct Reordered {
    pub(super) primitive: usize,
    pub(super) blocks_before: usize,
    pub(super) blocks_after: usize,
}

impl Report {
    pub(super) fn new(file: &Path, report: &OptimizeReport) -> Self {
        Self {
            file: file.display().to_string(),
            bytes: Bytes::new(report.bytes),
            morph_bytes: Bytes::new(report.morph_bytes),
            meshes: report.meshes.iter().map(MeshReport::new).collect(),
            notes: report.notes.clone(),
        }
    }
}

impl Bytes {
    fn new(change: Change) -> Self {
        Self { before: change.before, after: change.after }
    }
}

impl MeshReport {
    fn new(mesh: &OptimizedMesh) -> Self {
        let dropped = mesh.dropped.iter();
        let quantized = mesh.quantized.iter();
        let reordered = mesh.reordered.iter();
        Self {
            index: mesh.mesh,
            name: mesh.name.clone(),
            target_count: mesh.target_count,
            dropped: dropped.map(|d| Dropped { target: d.target, name: d.name.clone() }).collect(),
            quantized: quantized
                .map(|of| Quantized {
                    attribute: of.attribute.clone(),
                    largest_error: of.error,
                    unit: if of.attribute == "POSITION" { "radius" } else { "degrees" },
                    bits_8: of.accessors_of_8_bits,
                    bits_16: of.accessors_of_16_bits,
                    floats: of.accessors_of_floats,
                })
                .collect(),
            reordered: reordered
                .map(|of| Reordered {
                    primitive: of.primitive,
                    blocks_before: of.blocks_before,
                    blocks_after: of.blocks_after,
                })
                .collect(),
            made_sparse: mesh.made_sparse,
        }
    }
}
