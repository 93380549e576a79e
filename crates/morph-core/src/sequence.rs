//! Many frames of weights into many frames of vertices.

use crate::blend::{AttributeBlend, Finish, FramesBlend, check, moved_place};
use crate::simd::Simd;
use crate::{Attribute, BlendError, DeltaSource, Normalize, VertexAttributes};

/// Blends one attribute for many frames of weights, reading the deltas once for several frames.
///
/// Each frame has the bits of [`blend_attribute_into`](crate::blend_attribute_into). Allocates
/// nothing; takes up to 100 KiB of the stack.
///
/// # Shapes
/// `weights` holds frames of `target_count` weights each, one after the other (N x T). `out` holds
/// as many frames of the base's floats of this attribute (N x V x components); none where the base
/// lacks the attribute.
///
/// # Errors
/// As [`blend`](crate::blend); [`BlendError::PartialFrame`] where the weights are no whole frames,
/// [`BlendError::Frames`] where `out` does not fit. Nothing is written then.
///
/// # Example
/// ```
/// use morph_core::{blend_sequence_into, Attribute, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_positions(&[[1.0, 0.0, 0.0]])?;
/// let along = |d: [f32; 3]| TargetDeltas::new().with(Attribute::Position, Deltas::from_vec3(&[d]));
/// let targets = [along([1.0, 0.0, 0.0]), along([0.0, 1.0, 0.0])].to_vec();
/// let targets = MorphTargets::new(1, targets)?.expect("two targets");
/// let weights = [0.0, 0.0, 0.5, 0.0, 0.5, 0.25];
/// let mut out = [0.0; 9];
/// let position = Attribute::Position;
/// blend_sequence_into(&base, &targets, position, &weights, Normalize::Yes, &mut out)?;
/// assert_eq!(out, [1.0, 0.0, 0.0, 1.5, 0.0, 0.0, 1.5, 0.25, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blend_sequence_into(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
    weights: &[f32],
    normalize: Normalize,
    out: &mut [f32],
) -> Result<(), BlendError> {
    check_frames(base, targets, attribute, weights, out)?;
    fill_frames(base, targets, attribute, weights, normalize, out);
    Ok(())
}

/// Checks that weights are whole frames, and that the output has room for as many.
pub(crate) fn check_frames(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
    weights: &[f32],
    out: &[f32],
) -> Result<(), BlendError> {
    check(base, targets, weights)?;
    let (target_count, found) = (targets.targets(), weights.len());
    if !found.is_multiple_of(target_count) {
        return Err(BlendError::PartialFrame { target_count, found });
    }
    let frame_count = weights.len() / target_count;
    let frame_floats = base.values(attribute).unwrap_or_default().len();
    let (expected, found) = (frame_floats.saturating_mul(frame_count), out.len());
    if expected != found {
        return Err(BlendError::Frames { attribute, frame_count, expected, found });
    }
    Ok(())
}

/// Writes whole frames. Everything was checked.
pub(crate) fn fill_frames(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
    weights: &[f32],
    normalize: Normalize,
    out: &mut [f32],
) {
    let values = base.values(attribute).unwrap_or_default();
    let Some(components) = base.components(attribute).filter(|_| !values.is_empty()) else {
        return;
    };
    let Some(place) = moved_place(base, targets, attribute) else {
        out.chunks_exact_mut(values.len()).for_each(|frame| frame.copy_from_slice(values));
        return;
    };
    FramesBlend {
        blend: AttributeBlend {
            simd: Simd::current(),
            base: values,
            components,
            delta_components: attribute.delta_components(),
            weights: &[],
            rows: |target| targets.row(target, place),
            spans: targets.spans(place),
            finish: Finish::of(attribute, normalize),
        },
        weights,
        target_count: targets.targets(),
    }
    .fill(out);
}
