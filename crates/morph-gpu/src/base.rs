//! Vertices as the compute stage reads and writes them: bands one after another, an even or odd
//! number of words each.

use morph_core::{Attribute, AttributeSet, AttributesError, VertexAttributes};

/// Components of a band in base and output words: as deltas, but TANGENT keeps its fourth.
fn components(attribute: Attribute) -> usize {
    match attribute {
        Attribute::Tangent => 4,
        _ => attribute.delta_components(),
    }
}

/// Base words of the bands, `stride` a vertex; 0 where the base has none, alpha 1 for RGB.
pub(crate) fn base_words(
    base: &VertexAttributes,
    attributes: &AttributeSet,
    stride: u32,
) -> Vec<f32> {
    let stride = stride as usize;
    let mut words = vec![0.0; stride * base.vertex_count()];
    let mut offset = 0;
    for attribute in attributes.bands() {
        if let (Some(values), Some(count)) = (base.values(attribute), base.components(attribute)) {
            for (vertex, value) in words.chunks_exact_mut(stride).zip(values.chunks_exact(count)) {
                let slot = &mut vertex[offset..offset + components(attribute)];
                slot[..count].copy_from_slice(value);
                slot[count..].fill(1.0);
            }
        }
        offset += components(attribute);
    }
    words
}

/// The base with its morphed attributes taken from output words, `stride` a vertex.
pub(crate) fn blended(
    base: &VertexAttributes,
    attributes: &AttributeSet,
    stride: u32,
    words: &[f32],
) -> Result<VertexAttributes, AttributesError> {
    let mut out = base.clone();
    let mut offset = 0;
    for attribute in attributes.bands() {
        let morphs = attribute != Attribute::Tangent || base.has(Attribute::Normal);
        if let (Some(count), true) = (base.components(attribute), morphs) {
            let values = words
                .chunks_exact(stride as usize)
                .flat_map(|vertex| &vertex[offset..offset + count])
                .copied()
                .collect();
            out.insert(attribute, count, values)?;
        }
        offset += components(attribute);
    }
    Ok(out)
}
