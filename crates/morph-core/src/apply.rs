//! The blend over flat slices, with new arrays as its result.

use crate::blend::{AttributeBlend, Finish, Row};
use crate::simd::Simd;
use crate::{Attribute, BlendError, check_finite};
use alloc::vec::Vec;

/// Flat arrays of a base, or of a target's deltas; any of them may be absent.
///
/// # Shapes
/// POSITION and NORMAL: 3 floats a vertex. TANGENT: 4 floats a vertex in a base, 3 or 4 in a
/// target, whose fourth is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AttributeSlices<'a> {
    /// POSITION.
    pub positions: Option<&'a [f32]>,
    /// NORMAL.
    pub normals: Option<&'a [f32]>,
    /// TANGENT.
    pub tangents: Option<&'a [f32]>,
}

/// New arrays, one for each that the base has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MorphedAttributes {
    /// POSITION, 3 floats a vertex.
    pub positions: Option<Vec<f32>>,
    /// NORMAL, 3 floats a vertex, unit length or zero.
    pub normals: Option<Vec<f32>>,
    /// TANGENT, 4 floats a vertex: unit length or zero, then the base's handedness.
    pub tangents: Option<Vec<f32>>,
}

/// Adds weighted deltas to a base and returns new arrays; the input is not modified.
///
/// A target affects only what it provides and the base has. NORMAL and TANGENT are always
/// normalised after the sum, even where no target moves them; a vector without direction becomes
/// zero. TANGENT's fourth component is the base's, bit for bit.
///
/// [`blend`](crate::blend) does the same for checked targets, with more attributes and options;
/// it keeps attributes that no target moves and the tangents of a base without normals.
///
/// # Shapes
/// One weight a target: missing ones count as zero, finite extra ones are ignored.
///
/// # Errors
/// [`BlendError::Length`] where the base's arrays do not count the same whole vertices,
/// [`BlendError::TargetLength`] where a target's array counts others, [`BlendError::Weights`] for
/// a weight that is not finite.
///
/// # Example
/// ```
/// use morph_core::{apply_morph_targets, AttributeSlices};
/// let base = AttributeSlices { positions: Some(&[0.0, 0.0, 0.0]), ..Default::default() };
/// let right = AttributeSlices { positions: Some(&[1.0, 0.0, 0.0]), ..Default::default() };
/// let up = AttributeSlices { positions: Some(&[0.0, 1.0, 0.0]), ..Default::default() };
/// let morphed = apply_morph_targets(base, &[right, up], &[0.5, 0.25])?;
/// assert_eq!(morphed.positions, Some(vec![0.5, 0.25, 0.0]));
/// # Ok::<(), morph_core::BlendError>(())
/// ```
pub fn apply_morph_targets(
    base: AttributeSlices<'_>,
    targets: &[AttributeSlices<'_>],
    weights: &[f32],
) -> Result<MorphedAttributes, BlendError> {
    check_finite(weights)?;
    let weights = &weights[..weights.len().min(targets.len())];
    let mut vertex_count = None;
    for (attribute, components) in ARRAYS {
        let Some(values) = array(&base, attribute) else { continue };
        let found = values.len();
        let expected = *vertex_count.get_or_insert(found / components) * components;
        if found != expected {
            return Err(BlendError::Length { attribute, expected, found });
        }
    }
    let vertex_count = vertex_count.unwrap_or(0);
    for (attribute, _) in ARRAYS {
        if array(&base, attribute).is_none() {
            continue;
        }
        for (target, slices) in targets.iter().enumerate() {
            let Some(found) = array(slices, attribute).map(<[f32]>::len) else { continue };
            let expected = vertex_count * 3;
            let padded = attribute == Attribute::Tangent && found == vertex_count * 4;
            if found != expected && !padded {
                return Err(BlendError::TargetLength { target, attribute, expected, found });
            }
        }
    }
    let simd = Simd::current();
    let morph = |(attribute, components): (Attribute, usize), finish: Finish| {
        let values = array(&base, attribute)?;
        let mut out = alloc::vec![0.0; values.len()];
        AttributeBlend {
            simd,
            base: values,
            components,
            delta_components: 3,
            weights,
            rows: |target| {
                let deltas = array(targets.get(target)?, attribute)?;
                let dense = deltas.len() == vertex_count * 3;
                Some((1.0, if dense { Row::Dense(deltas) } else { Row::Padded(deltas) }))
            },
            spans: None,
            finish,
        }
        .fill(0, &mut out);
        Some(out)
    };
    Ok(MorphedAttributes {
        positions: morph(ARRAYS[0], Finish::Keep),
        normals: morph(ARRAYS[1], Finish::Direction),
        tangents: morph(ARRAYS[2], Finish::Direction),
    })
}

/// What the slices hold, and the floats a vertex in a base.
// spec B27
const ARRAYS: [(Attribute, usize); 3] =
    [(Attribute::Position, 3), (Attribute::Normal, 3), (Attribute::Tangent, 4)];

const fn array<'a>(slices: &AttributeSlices<'a>, attribute: Attribute) -> Option<&'a [f32]> {
    match attribute {
        Attribute::Position => slices.positions,
        Attribute::Normal => slices.normals,
        Attribute::Tangent => slices.tangents,
        Attribute::TexCoord(_) | Attribute::Color(_) => None,
    }
}

#[cfg(test)]
mod tests;
