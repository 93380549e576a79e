//! Tests of writing: what survives, what goes, and what a baked file blends to.

#[allow(dead_code, reason = "the other tests of this crate use the rest of it")]
#[path = "../gltf/asset.rs"]
mod asset;
mod bake;
mod compact;
mod file;
mod hostile;
mod survive;
mod targets;

use morph_gltf::write::{Patch, WriteError, Written};
use morph_gltf::{Document, NoFiles};
use serde_json::Value;

/// What is written after a change.
fn changed(
    document: &Document,
    change: impl FnOnce(&mut Patch<'_>) -> Result<(), WriteError>,
) -> Result<Written, WriteError> {
    let mut patch = Patch::new(document)?;
    change(&mut patch)?;
    patch.finish()
}

/// Reads what was written.
#[track_caller]
fn reopened(written: &Written) -> Document {
    Document::from_slice(&written.to_glb().unwrap(), NoFiles).unwrap()
}

/// Lengths of the root's lists of accessors, views and buffers.
fn counts(json: &Value) -> [usize; 3] {
    ["accessors", "bufferViews", "buffers"].map(|list| json[list].as_array().map_or(0, Vec::len))
}

/// Checks that a mesh has the same vertices and deltas in both.
#[track_caller]
fn same_mesh(found: &Document, expected: &Document, mesh: usize) {
    let (found, expected) = (found.mesh(mesh).unwrap(), expected.mesh(mesh).unwrap());
    assert_eq!(found.primitives.len(), expected.primitives.len());
    for (found, expected) in found.primitives.iter().zip(&expected.primitives) {
        assert_eq!((&found.base, &found.targets), (&expected.base, &expected.targets));
    }
}
