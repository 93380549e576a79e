//! Normals that nobody authored: those of a surface, and deltas for targets that lack them.
//!
//! Many files move positions and leave normals as they are, so a smile is lit like the neutral
//! face. What is computed here is the direction of the moved surface.
//!
//! # The rule
//! - The normal at a vertex is the sum of the normals of the triangles around it, each times the
//!   angle of its corner there. It does not depend on how a surface is cut into triangles, nor on
//!   their order: not in a single bit.
//! - Vertices at one place (see [`Seams`](crate::seam::Seams)) that carry the same base normal,
//!   within one degree, are one smooth vertex: a seam of texture coordinates stays closed.
//!   Vertices at one place with different base normals are a hard edge, and each side sums up its
//!   own triangles only. That holds across the parts of a mesh as well.
//! - A base normal that differs from the computed one was meant: it is turned as the surface turns.
//!   The turn takes the computed normal of the base to that of the target the shortest way, and
//!   then goes about it so that the sides of the triangles come as near as they can to where the
//!   target has them. The delta is the turned normal less the normal.
//! - So at weight 1 the sum is the turned normal, of the length it had; a target that turns the mesh
//!   as a whole turns every normal with it; and in between the sum goes along the chord, as it does
//!   for authored deltas. (The base normal plus the difference of the computed ones would not be
//!   of unit length, and would turn the wrong way where the normal was meant to differ.)
//! - Where no triangle around a vertex changes its shape or direction, the delta is exactly zero;
//!   turns of less than a millionth are rounding and count as none.
//! - Triangles without area have no normal. Where the base has no normal but the target has, the
//!   target's counts; where the target has none, or the base's NORMAL is no direction, nothing is
//!   added.
//!
//! # Source
//! Thürmer and Wüthrich, "Computing Vertex Normals from Polygonal Facets", Journal of Graphics
//! Tools 3 (1), 1998.

mod part;
mod smooth;
mod sum;
mod surface;
#[cfg(test)]
mod tests;
mod turn;
mod vector;

pub use part::{Part, fill_parts};

use crate::{MorphTargets, NormalsError, VertexAttributes};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use surface::Surface;

/// Which targets get computed normals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Fill {
    /// Those without NORMAL.
    Absent,
    /// Those without NORMAL, and those whose NORMAL deltas are all zero.
    #[default]
    AbsentOrZero,
    /// All, in place of authored ones.
    All,
}

/// The angle-weighted normal of each vertex.
///
/// All vertices at one place get the same normal, since there are no normals to tell a hard edge
/// by. Where triangles have no area, or cancel each other out, or where there are none, it is zero.
///
/// # Shapes
/// One normal a position. Triangles are three vertices each, anticlockwise seen from the front.
///
/// # Errors
/// [`NormalsError::Index`] where a corner names no vertex.
///
/// # Example
/// ```
/// let corner = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let sides = [[0, 1, 2], [0, 2, 3], [0, 3, 1]];
/// let normals = morph_core::normals::vertex_normals(&corner, &sides)?;
/// let third = 1.0 / 3_f32.sqrt();
/// assert!(normals[0].iter().all(|component| (component - third).abs() < 1e-6));
/// # Ok::<(), morph_core::NormalsError>(())
/// ```
pub fn vertex_normals(
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
) -> Result<Vec<[f32; 3]>, NormalsError> {
    part::check(0, positions.len(), triangles)?;
    Ok(Surface::new(Cow::Borrowed(positions), None, Cow::Borrowed(triangles)).normals())
}

/// The targets of one primitive with computed NORMAL deltas where they lack them.
///
/// Primitives that are parts of one surface belong together: [`fill_parts`] keeps their borders
/// closed. Only targets that move positions get deltas. Where a base has no POSITION or no NORMAL, or no
/// target gets any, the same targets come back, shared. Deltas are sparse where that is smaller.
///
/// # Shapes
/// Base and targets count the same vertices. Triangles are three vertices each; strips and fans are
/// made a list first, and a mesh without indices has the triangles (0, 1, 2), (3, 4, 5), ...
///
/// # Errors
/// [`NormalsError`] where the counts differ or a corner names no vertex.
///
/// # Example
/// ```
/// use morph_core::normals::{Fill, fill};
/// use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
/// let base = VertexAttributes::new(3)
///     .with_positions(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?
///     .with_normals(&[[0.0, 0.0, 1.0]; 3])?;
/// // The second corner goes up: the triangle leans by 45 degrees.
/// let lean = Deltas::Sparse { indices: vec![1], values: vec![0.0, 0.0, 1.0] };
/// let lean = TargetDeltas::new().with(Attribute::Position, lean);
/// let targets = MorphTargets::new(3, vec![lean])?.expect("one target");
///
/// let filled = fill(&base, &[[0, 1, 2]], &targets, Fill::Absent)?;
/// let delta = filled.deltas(0, Attribute::Normal).and_then(|d| d.get(2, 3)).unwrap();
/// let half = 0.5_f32.sqrt();
/// assert!((delta[0] + half).abs() < 1e-6 && (1.0 + delta[2] - half).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fill(
    base: &VertexAttributes,
    triangles: &[[u32; 3]],
    targets: &MorphTargets,
    which: Fill,
) -> Result<MorphTargets, NormalsError> {
    let filled = fill_parts(&[Part { base, triangles, targets: Some(targets) }], which)?;
    Ok(filled.into_iter().next().flatten().unwrap_or_else(|| targets.clone()))
}
