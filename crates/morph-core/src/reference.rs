//! The blend as one checks it by eye: one float at a time.
//!
//! Slow and plain. The golden vectors test this one first, and every fast path is held against it,
//! bit for bit (spec E1): the spec's numbers stand where they are obeyed.

use crate::blend::check;
use crate::float;
use crate::{Attribute, BlendError, MIN_SQUARED_LENGTH, MorphTargets, Normalize, VertexAttributes};

/// Blends all attributes into new ones: [`blend`](crate::blend()), without anything that makes it
/// fast.
///
/// # Shapes
/// One weight a target: missing ones count as zero, finite extra ones are ignored.
///
/// # Errors
/// As [`blend`](crate::blend()).
///
/// # Example
/// ```
/// use morph_core::{reference, Attribute, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_normals(&[[0.0, 0.0, 1.0]])?;
/// let bend = TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&[[3.0, 0.0, 3.0]]));
/// let targets = MorphTargets::new(1, vec![bend])?.expect("one target");
/// let morphed = reference::blend(&base, &targets, &[1.0], Normalize::Yes)?;
/// assert_eq!(morphed.normals(), Some(&[[0.6, 0.0, 0.8]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// docs/spec.md, sections 2 and 3.
pub fn blend(
    base: &VertexAttributes,
    targets: &MorphTargets,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    // spec B23, W3
    check(base, targets, weights)?;
    let mut out = base.clone();
    // spec B6: what the base lacks is not morphed.
    for attribute in base.attributes() {
        // spec B7
        let moved = targets.has(attribute);
        // spec B17: without normals there are no tangents to morph.
        let flat = attribute.is_direction() && !base.has(Attribute::Normal);
        let (Some(components), Some(values)) =
            (base.components(attribute), out.values_mut(attribute))
        else {
            continue;
        };
        if moved && !flat {
            for (vertex, value) in values.chunks_exact_mut(components).enumerate() {
                add_targets(targets, attribute, weights, vertex, value);
                finish(attribute, normalize, value);
            }
        }
    }
    Ok(out)
}

/// Adds the active targets to one vertex, in ascending order.
fn add_targets(
    targets: &MorphTargets,
    attribute: Attribute,
    weights: &[f32],
    vertex: usize,
    value: &mut [f32],
) {
    // spec W4, W5: missing weights and extra ones.
    for (target, &weight) in weights.iter().enumerate().take(targets.target_count()) {
        // spec B3, W1
        if weight == 0.0 {
            continue;
        }
        // spec B5, B9: a target without the attribute, a sparse one without the vertex.
        let deltas = targets.deltas(target, attribute);
        if let Some(delta) = deltas.and_then(|d| d.get(vertex, attribute.delta_components())) {
            // spec B1, B2; spec B14, B21: TANGENT deltas are narrower, COLOR deltas may be wider.
            for (sum, d) in value.iter_mut().zip(delta) {
                *sum += weight * d;
            }
        }
    }
}

/// What happens to one value after the sum.
fn finish(attribute: Attribute, normalize: Normalize, value: &mut [f32]) {
    match (attribute, normalize) {
        // spec B10, B12, B13, B15, B16; the fourth component of TANGENT stays.
        (Attribute::Normal | Attribute::Tangent, Normalize::Yes) => {
            let squared = value[0] * value[0] + value[1] * value[1] + value[2] * value[2];
            let usable = squared > MIN_SQUARED_LENGTH && squared.is_finite();
            let length = float::sqrt(squared);
            for component in &mut value[..3] {
                *component = if usable { *component / length } else { 0.0 };
            }
        }
        // spec B19, B20
        (Attribute::Color(0), _) => {
            for component in value {
                *component = if *component >= 1.0 {
                    1.0
                } else if *component > 0.0 {
                    *component
                } else {
                    0.0
                };
            }
        }
        // spec B8, B11, B22
        _ => {}
    }
}
