//! Bytes that sparse accessors would save.

use super::shape::Shapes;
use super::{Advice, AdviceCode, Subject};
use crate::Document;
use crate::accessor::element_of;
use morph_core::Attribute;
use std::collections::BTreeSet;

/// A sparse accessor takes about this many more bytes of JSON.
const JSON_BYTES: u64 = 150;
/// Less than this is not worth a word.
const LEAST_SAVED: u64 = 1024;

/// Bytes of an accessor's elements where it is dense and lies open in a view.
///
/// Compressed views are left alone: their zeros take next to nothing already.
pub(super) fn dense_bytes(document: &Document, accessor: usize) -> Option<u64> {
    let model = document.root().accessors.get(accessor)?;
    let view = document.root().buffer_views.get(model.buffer_view?)?;
    if model.sparse.is_some() || !view.extensions.is_empty() {
        return None;
    }
    (model.count as u64).checked_mul(element_bytes(document, accessor)?)
}

fn element_bytes(document: &Document, accessor: usize) -> Option<u64> {
    let model = document.root().accessors.get(accessor)?;
    let (element, component) = element_of(accessor, model).ok()?;
    Some(element.stored_bytes(component) as u64)
}

/// `counted` holds accessors that were told about, since meshes may share them.
pub(super) fn advise(
    subject: &Subject<'_>,
    shapes: &Shapes,
    counted: &mut BTreeSet<usize>,
    advice: &mut Vec<Advice>,
) {
    let (mut accessors, mut dense, mut sparse) = (0_u64, 0_u64, 0_u64);
    for (model, primitive) in subject.model.primitives.iter().zip(&subject.mesh.primitives) {
        let targets = model.targets.iter().flatten();
        for (of_target, shape) in targets.zip(shapes.of(primitive.targets.as_ref())) {
            for (name, &accessor) in of_target {
                let band = name.parse::<Attribute>().ok().and_then(|a| shape.band(a));
                let (Some(band), Some(bytes), Some(element)) = (
                    band,
                    dense_bytes(subject.document, accessor),
                    element_bytes(subject.document, accessor),
                ) else {
                    continue;
                };
                // Indices take as many bytes as the largest needs; no element at all needs no view.
                let index = match band.last {
                    0..=0xff => 1,
                    0x100..=0xffff => 2,
                    _ => 4,
                };
                let json = if band.moved == 0 { 0 } else { JSON_BYTES };
                let needed = band.moved as u64 * (index + element) + json;
                if needed < bytes && counted.insert(accessor) {
                    accessors += 1;
                    dense += bytes;
                    sparse += needed;
                }
            }
        }
    }
    if dense - sparse < LEAST_SAVED {
        return;
    }
    let message = format!(
        "{accessors} accessors of deltas take {dense} bytes, and {sparse} if they were sparse"
    );
    advice.push(
        Advice::new(AdviceCode::SparseSmaller, subject.place(), message)
            .with("accessors", accessors as f64)
            .with("bytes", dense as f64)
            .with("sparse_bytes", sparse as f64),
    );
}
