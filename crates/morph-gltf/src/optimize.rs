//! Making files with morph targets smaller: without a change of any value, or within a bound.
//!
//! [`optimize`] reads a [`Document`] and gives the changed file with a report. What it can do, all
//! of it together and each for itself:
//!
//! - **sparse**: an accessor of deltas becomes sparse, or loses its stored zeros, where that takes
//!   fewer bytes. No value changes.
//! - **drop empty targets**: targets that move nothing go, with their weights, names, columns of
//!   animations and binds.
//! - **reorder**: vertices that the same targets move become neighbours, so that layouts in blocks
//!   take less memory. No value changes.
//! - **quantise**: positions, normals and tangents, and their deltas, become integers of 8 or 16 bits
//!   by `KHR_mesh_quantization`, accessor by accessor as the bound allows. The scale of positions is
//!   put right in the inverse bind matrices of skins, else in a node of its own below the node that
//!   had the mesh, so that its children and its animation do not meet it.
//!
//! What is shared is copied before it changes, and what this crate does not know survives, as
//! [`write`](crate::write) says. A second run with the same options changes nothing more.
//!
//! # Example
//! ```
//! use morph_gltf::optimize::{Optimize, Quantize, optimize};
//! use morph_gltf::{Document, NoFiles};
//! # let text = r#"{ "asset": { "version": "2.0" } }"#;
//! let document = Document::from_slice(text.as_bytes(), NoFiles)?;
//! let options = Optimize { quantize: Some(Quantize::default()), ..Optimize::default() };
//! let optimized = optimize(&document, &options)?;
//! assert!(optimized.report.meshes.is_empty());
//! let glb = optimized.written.to_glb()?;
//! # assert!(Document::from_slice(&glb, NoFiles).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bundle;
mod compact;
mod deltas;
mod elements;
mod format;
mod order;
mod place;
mod quantize;
mod report;
mod rewrite;
mod size;
mod survey;

pub use report::{
    Change, DroppedTarget, OptimizeReport, OptimizedMesh, QuantizedAttribute, Reordered,
};

use crate::Document;
use crate::error::{AccessorError, MeshError, OpenError};
use crate::finding::Findings;
use crate::write::{Patch, WriteError, Written};
use crate::{Strictness, schema};
use morph_core::VertexOrder;
use order::Orders;
use rewrite::Rewrite;
use std::collections::{BTreeMap, BTreeSet};
use survey::Survey;
use thiserror::Error;

/// The extension that allows integers.
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// What to do.
///
/// # Example
/// ```
/// use morph_gltf::optimize::Optimize;
/// let options = Optimize::default(); // only what changes no value, and leaves everything in its place
/// assert!(options.sparse && !options.drop_empty && options.quantize.is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Optimize {
    /// Drop targets that move nothing. Together with `quantize`: nothing by as much as a step.
    pub drop_empty: bool,
    /// Make deltas sparse where that takes fewer bytes; on by default.
    pub sparse: bool,
    /// Turn floats into integers within a bound.
    pub quantize: Option<Quantize>,
    /// Put vertices into an order, where the targets then touch fewer blocks of 64 vertices.
    pub reorder: Option<VertexOrder>,
}

impl Default for Optimize {
    fn default() -> Self {
        Self { drop_empty: false, sparse: true, quantize: None, reorder: None }
    }
}

/// How far quantised values may be off: the base, and the base with any one target at weight 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantize {
    /// Distance, as a share of the mesh's radius: half the diagonal of the box around its base.
    pub position: f64,
    /// Angle of normals and tangents, in degrees.
    pub direction_degrees: f64,
}

impl Default for Quantize {
    /// 1e-4 of the radius, and half a degree.
    fn default() -> Self {
        Self { position: 1e-4, direction_degrees: 0.5 }
    }
}

/// A file that cannot be optimised.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum OptimizeError {
    /// A bound is negative, or no number.
    #[error("{what}: expected a bound of at least 0, got {value}")]
    Bound {
        /// Which bound.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A mesh with targets cannot be loaded.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An accessor cannot be decoded.
    #[error(transparent)]
    Accessor(#[from] AccessorError),
    /// The change cannot be made, or not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// What would be written could not be read again.
    #[error(transparent)]
    Read(#[from] OpenError),
}

/// A changed file, and what was done to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Optimized {
    /// The file.
    pub written: Written,
    /// What was done.
    pub report: OptimizeReport,
}

/// Makes a file smaller.
///
/// # Errors
/// [`OptimizeError`] where a mesh with targets cannot be loaded, a bound makes no sense, or the
/// file cannot be changed: dropping targets is refused where something that is not understood may
/// hold the index of one.
///
/// # Source
/// `KHR_mesh_quantization`, "Extending Mesh Attributes" and "Extending Morph Target Attributes".
pub fn optimize(document: &Document, options: &Optimize) -> Result<Optimized, OptimizeError> {
    let survey = Survey::new(document)?;
    let quantized = match options.quantize {
        Some(bound) => quantize::Plan::new(&survey, checked(bound)?)?,
        None => quantize::Plan::default(),
    };
    let orders = match options.reorder {
        Some(order) => Orders::new(&survey, order, &quantized)?,
        None => Orders::default(),
    };
    let empty = match options.drop_empty {
        true => empty_targets(&survey, &quantized)?,
        false => BTreeMap::new(),
    };
    let mut changed: BTreeSet<usize> = targets(&survey)
        .flatten()
        .filter(|a| !survey.is_void(*a))
        .filter(|a| quantized.formats.contains_key(a) || orders.of_vertices.contains_key(a))
        .collect();
    if options.sparse {
        compact::plan(&survey, &quantized, &orders, &mut changed)?;
    }

    let mut patch = Patch::new(document)?;
    let mut rewrite = Rewrite::new(&survey, &quantized, &orders, &changed);
    for at in 0..survey.primitives.len() {
        rewrite.part(&mut patch, at)?;
    }
    place::apply(&mut patch, &quantized.inverses)?;
    if !quantized.formats.is_empty() {
        patch.require_extension(QUANTIZATION);
    }
    let mut report = report(&survey, &quantized, &orders, &rewrite);
    for (&mesh, dropped) in &empty {
        let count = document.target_count(mesh).unwrap_or(0);
        let kept: Vec<usize> = (0..count).filter(|target| !dropped.contains(target)).collect();
        patch.keep_targets(mesh, &kept)?;
        name_dropped(document, &mut report, mesh, dropped)?;
    }
    let notes = quantized.notes.iter().chain(&orders.notes).cloned();
    notes.chain(compressed_notes(document, &rewrite)).for_each(|note| patch.note(note));
    let written = patch.finish()?;
    let after = schema::model(written.json(), &mut Findings::new(Strictness::Lenient))?;
    report.bytes = Change { before: document.total_bytes() as u64, after: glb_bytes(&written) };
    report.morph_bytes =
        Change { before: size::morph_bytes(document.root()), after: size::morph_bytes(&after) };
    report.notes = written.notes().to_vec();
    Ok(Optimized { written, report })
}

fn checked(bound: Quantize) -> Result<Quantize, OptimizeError> {
    let Quantize { position, direction_degrees } = bound;
    for (what, value) in [("position", position), ("direction", direction_degrees)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(OptimizeError::Bound { what, value });
        }
    }
    Ok(bound)
}

/// Bytes that a file has as a GLB.
fn glb_bytes(written: &Written) -> u64 {
    let padded = |bytes: usize| bytes.next_multiple_of(4) as u64;
    let bin = if written.bin().is_empty() { 0 } else { 8 + padded(written.bin().len()) };
    20 + padded(written.json().to_string().len()) + bin
}

/// The accessors of each target of each primitive.
fn targets<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = Vec<usize>> + 'a {
    let targets = survey.primitives.iter().flat_map(|part| part.model.targets.iter().flatten());
    targets.map(|target| target.values().copied().collect())
}

/// By mesh, the targets that move nothing in any primitive, in the format that will be written.
fn empty_targets(
    survey: &Survey<'_>,
    quantized: &quantize::Plan,
) -> Result<BTreeMap<usize, BTreeSet<usize>>, OptimizeError> {
    let mut is_empty: BTreeMap<usize, bool> = BTreeMap::new();
    let mut by_mesh: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for part in &survey.primitives {
        let all = 0..survey.document.target_count(part.mesh).unwrap_or(0);
        by_mesh.entry(part.mesh).or_insert_with(|| all.collect());
    }
    for part in &survey.primitives {
        for (target, _, accessor) in part.delta_accessors() {
            let empty = match is_empty.get(&accessor) {
                Some(&empty) => empty,
                None => {
                    let deltas = survey.deltas(accessor)?;
                    deltas.with_format(quantized.formats.get(&accessor)).is_empty()
                }
            };
            is_empty.insert(accessor, empty);
            if !empty {
                by_mesh.entry(part.mesh).or_default().remove(&target);
            }
        }
    }
    by_mesh.retain(|_, targets| !targets.is_empty());
    Ok(by_mesh)
}

fn report(
    survey: &Survey<'_>,
    quantized: &quantize::Plan,
    orders: &Orders,
    rewrite: &Rewrite<'_>,
) -> OptimizeReport {
    let mut meshes = Vec::new();
    for (mesh, model) in survey.document.root().meshes.iter().enumerate() {
        let target_count = survey.document.target_count(mesh).unwrap_or(0);
        if target_count == 0 {
            continue;
        }
        let of_mesh = |part: &&survey::Part<'_>| part.mesh == mesh;
        let parts = survey.primitives.iter().filter(of_mesh);
        let made_sparse: BTreeSet<usize> =
            parts.flat_map(|part| rewrite.made_sparse(part).collect::<Vec<_>>()).collect();
        let quantized = quantized.reached.iter().filter(|(of, _)| *of == mesh);
        let reordered = orders.reordered.iter().filter(|(of, _)| *of == mesh);
        meshes.push(OptimizedMesh {
            mesh,
            name: model.name.clone(),
            target_count,
            dropped: Vec::new(),
            quantized: quantized.map(|(_, reached)| reached.clone()).collect(),
            reordered: reordered.map(|(_, reordered)| *reordered).collect(),
            made_sparse: made_sparse.len(),
        });
    }
    OptimizeReport { meshes, ..OptimizeReport::default() }
}

fn name_dropped(
    document: &Document,
    report: &mut OptimizeReport,
    mesh: usize,
    dropped: &BTreeSet<usize>,
) -> Result<(), OptimizeError> {
    let names = document.mesh(mesh)?.target_names;
    let name = |target: usize| names.as_ref().and_then(|names| names.get(target)).cloned();
    let dropped = dropped.iter().map(|&target| DroppedTarget { target, name: name(target) });
    if let Some(of_mesh) = report.meshes.iter_mut().find(|of| of.mesh == mesh) {
        of_mesh.dropped = dropped.collect();
    }
    Ok(())
}

/// Data that were compressed are written plain.
fn compressed_notes(document: &Document, rewrite: &Rewrite<'_>) -> Vec<String> {
    let root = document.root();
    let views: BTreeSet<usize> =
        rewrite.replaced().filter_map(|accessor| root.accessors[accessor].buffer_view).collect();
    let note = |view: usize| {
        let bytes = compact::compressed(&root.buffer_views[view])?;
        let length = root.buffer_views[view].byte_length;
        Some(format!(
            "bufferViews[{view}]: {length} bytes were compressed to {bytes} and are written plain"
        ))
    };
    views.into_iter().filter_map(note).collect()
}
