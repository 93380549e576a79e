//! The blend: base plus the weighted sum of deltas, block by block.
//!
//! Every form of it has the bits of [`reference`](crate::reference), which is readable by eye.

mod attribute;
mod finish;
mod frames;
mod row;
mod source;
mod spans;
mod stored;
mod stride;

pub(crate) use attribute::AttributeBlend;
pub(crate) use finish::Finish;
pub use finish::MIN_SQUARED_LENGTH;
pub(crate) use frames::FramesBlend;
pub(crate) use row::{Row, Sparse};
pub use source::DeltaSource;
pub(crate) use source::Rows;
pub(crate) use spans::Spans;

use crate::simd::Simd;
use crate::{Attribute, BlendError, VertexAttributes, check_finite};

/// Whether blended directions are brought back to unit length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Normalize {
    /// NORMAL and TANGENT.xyz get unit length after the sum. A squared length of at most 1e-30,
    /// or one that is not finite, gives the zero vector.
    #[default]
    Yes,
    /// The raw sum.
    No,
}

/// One blended vertex.
///
/// # Units and conventions
/// As the base. An attribute that the base lacks is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MorphedVertex {
    /// POSITION.
    pub position: Option<[f32; 3]>,
    /// NORMAL.
    pub normal: Option<[f32; 3]>,
    /// TANGENT; the fourth component is the base's, bit for bit.
    pub tangent: Option<[f32; 4]>,
}

/// Blends all attributes into new ones.
///
/// The result has the base's attributes and components. Attributes that no target moves are
/// copied bit for bit and not normalised. TANGENT.w is the base's. `COLOR_0` is clamped to 0..1
/// where a target moves it. Where the base has no NORMAL, TANGENT is not morphed either.
///
/// # Shapes
/// One weight a target: missing ones count as zero, finite extra ones are ignored.
///
/// # Units and conventions
/// Weights have no unit and no range. The sum runs in target order in f32 and skips weights of
/// zero, so the same input gives the same bits everywhere.
///
/// # Errors
/// [`BlendError::VertexCount`] where base and targets differ, [`BlendError::Weights`] for a
/// weight that is not finite.
///
/// # Example
/// ```
/// use morph_core::{blend, Attribute, Deltas, MorphTargets, Normalize};
/// use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_positions(&[[1.0, 0.0, 0.0]])?;
/// let raise = TargetDeltas::new()
///     .with(Attribute::Position, Deltas::from_vec3(&[[0.0, 2.0, 0.0]]));
/// let targets = MorphTargets::new(1, vec![raise])?.expect("one target");
/// let morphed = blend(&base, &targets, &[0.5], Normalize::Yes)?;
/// assert_eq!(morphed.positions(), Some(&[[1.0, 1.0, 0.0]][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
/// glTF 2.0, section 3.7.2.2 "Morph Targets".
pub fn blend(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    weights: &[f32],
    normalize: Normalize,
) -> Result<VertexAttributes, BlendError> {
    let mut out = base.clone();
    blend_into(base, targets, weights, normalize, &mut out)?;
    Ok(out)
}

/// Blends all attributes, allocating nothing; takes up to 70 KiB of the stack. As [`blend`].
///
/// # Shapes
/// `out` has at least the base's attributes with the base's components, for instance as a clone
/// of the base; each of them is written. Others are left alone.
///
/// # Errors
/// As [`blend`]; [`BlendError::Output`] and [`BlendError::Length`] where `out` does not fit.
/// Nothing is written then.
pub fn blend_into(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    weights: &[f32],
    normalize: Normalize,
    out: &mut VertexAttributes,
) -> Result<(), BlendError> {
    check(base, targets, weights)?;
    check_output(base, out)?;
    for attribute in base.attributes() {
        if let Some(values) = out.values_mut(attribute) {
            fill(base, targets, attribute, weights, normalize, 0, values);
        }
    }
    Ok(())
}

/// Blends one attribute, allocating nothing. As [`blend`].
///
/// # Shapes
/// `out` has as many floats as the base's array of this attribute; none where the base lacks it.
///
/// # Errors
/// As [`blend`]; [`BlendError::Length`] where `out` does not fit. Nothing is written then.
pub fn blend_attribute_into(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
    weights: &[f32],
    normalize: Normalize,
    out: &mut [f32],
) -> Result<(), BlendError> {
    check(base, targets, weights)?;
    check_length(base, attribute, out)?;
    fill(base, targets, attribute, weights, normalize, 0, out);
    Ok(())
}

/// Blends one vertex; equal bit for bit to that vertex of [`blend`].
///
/// # Errors
/// As [`blend`]; [`BlendError::NoSuchVertex`].
///
/// # Example
/// ```
/// # use morph_core::{blend_vertex, Attribute, Deltas, MorphTargets, Normalize};
/// # use morph_core::{TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(1).with_normals(&[[0.0, 0.0, 1.0]])?;
/// let bend = TargetDeltas::new().with(Attribute::Normal, Deltas::from_vec3(&[[1.0, 0.0, -1.0]]));
/// let targets = MorphTargets::new(1, vec![bend])?.expect("one target");
/// let vertex = blend_vertex(&base, &targets, &[1.0], Normalize::Yes, 0)?;
/// assert_eq!((vertex.position, vertex.normal), (None, Some([1.0, 0.0, 0.0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn blend_vertex(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    weights: &[f32],
    normalize: Normalize,
    vertex: usize,
) -> Result<MorphedVertex, BlendError> {
    check(base, targets, weights)?;
    let vertex_count = base.vertex_count();
    if vertex >= vertex_count {
        return Err(BlendError::NoSuchVertex { vertex, vertex_count });
    }
    let one = |attribute, out: &mut [f32]| {
        fill(base, targets, attribute, weights, normalize, vertex, out);
    };
    let mut morphed = MorphedVertex::default();
    if base.has(Attribute::Position) {
        one(Attribute::Position, morphed.position.insert([0.0; 3]));
    }
    if base.has(Attribute::Normal) {
        one(Attribute::Normal, morphed.normal.insert([0.0; 3]));
    }
    if base.has(Attribute::Tangent) {
        one(Attribute::Tangent, morphed.tangent.insert([0.0; 4]));
    }
    Ok(morphed)
}

/// Writes the vertices from `first` on, as many as fit into `out`. Everything was checked.
pub(crate) fn fill(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
    weights: &[f32],
    normalize: Normalize,
    first: usize,
    out: &mut [f32],
) {
    let (Some(values), Some(components)) = (base.values(attribute), base.components(attribute))
    else {
        return;
    };
    let Some(place) = moved_place(base, targets, attribute) else {
        let from = first * components;
        out.copy_from_slice(&values[from..from + out.len()]);
        return;
    };
    AttributeBlend {
        simd: Simd::current(),
        base: values,
        components,
        delta_components: attribute.delta_components(),
        weights: &weights[..weights.len().min(targets.targets())],
        rows: |target| targets.row(target, place),
        spans: targets.spans(place),
        finish: Finish::of(attribute, normalize),
    }
    .fill(first, out);
}

/// The place of an attribute among those that the targets move; `None` where it is only copied.
pub(crate) fn moved_place(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    attribute: Attribute,
) -> Option<usize> {
    // A primitive without normals is shaded flat; its tangents would belong to other normals.
    let shown = !attribute.is_direction() || base.has(Attribute::Normal);
    targets.moved().binary_search(&attribute).ok().filter(|_| shown)
}

/// Checks what every blend needs: equal vertex counts and finite weights.
pub(crate) fn check(
    base: &VertexAttributes,
    targets: &impl DeltaSource,
    weights: &[f32],
) -> Result<(), BlendError> {
    if base.vertex_count() != targets.vertices() {
        let (base, targets) = (base.vertex_count(), targets.vertices());
        return Err(BlendError::VertexCount { base, targets });
    }
    check_finite(weights)?;
    Ok(())
}

/// Checks that an output holds the base's attributes, with the base's components.
pub(crate) fn check_output(
    base: &VertexAttributes,
    out: &VertexAttributes,
) -> Result<(), BlendError> {
    for attribute in base.attributes() {
        if out.components(attribute) != base.components(attribute) {
            return Err(BlendError::Output { attribute });
        }
        check_length(base, attribute, out.values(attribute).unwrap_or_default())?;
    }
    Ok(())
}

fn check_length(
    base: &VertexAttributes,
    attribute: Attribute,
    out: &[f32],
) -> Result<(), BlendError> {
    let (expected, found) = (base.values(attribute).map_or(0, <[f32]>::len), out.len());
    if expected == found { Ok(()) } else { Err(BlendError::Length { attribute, expected, found }) }
}

#[cfg(test)]
mod tests;
