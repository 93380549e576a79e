//! Skinning on the CPU: which joints move a vertex.

use super::PickError;

/// Joints of a mesh's vertices: those of `JOINTS_0` and `WEIGHTS_0`, or of all sets side by side.
///
/// # Shapes
/// `joints` and `weights`: `per_vertex` for each vertex.
///
/// # Units and conventions
/// Weights are used as they are: their sum need not be 1. Where one is negative, nothing is known
/// about the box of its block, so every ray tests that block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Influences<'a> {
    /// Joints that a vertex follows.
    pub per_vertex: usize,
    /// Numbers of matrices.
    pub joints: &'a [u16],
    /// How much the vertex follows each of them. Joints with 0 are not looked at.
    pub weights: &'a [f32],
}

impl Influences<'_> {
    /// Checks lengths and weights, and counts the matrices that are needed.
    pub(super) fn check(&self, vertex_count: usize) -> Result<usize, PickError> {
        let expected = vertex_count.saturating_mul(self.per_vertex);
        for (what, found) in [("JOINTS", self.joints.len()), ("WEIGHTS", self.weights.len())] {
            if found != expected {
                return Err(PickError::InfluenceCount { what, expected, found });
            }
        }
        if let Some(at) = self.weights.iter().position(|weight| !weight.is_finite()) {
            let (vertex, value) = (at / self.per_vertex, self.weights[at]);
            return Err(PickError::NonFiniteInfluence { vertex, value });
        }
        let used = self.joints.iter().zip(self.weights).filter(|(_, weight)| **weight != 0.0);
        Ok(used.map(|(joint, _)| usize::from(*joint) + 1).max().unwrap_or(0))
    }
}

/// A position after its joints moved it: the sum of `weight * (matrix * position)`.
///
/// Summed in f64 in the order given, without the joints whose weight is 0, and rounded once.
///
/// # Shapes
/// `joints` and `weights`: one for each joint that the vertex follows.
///
/// # Units and conventions
/// Matrices are column-major, and affine: their fourth row is not looked at. A position that is
/// not finite gives NaN.
///
/// # Panics
/// Where a joint with a weight has no matrix.
///
/// # Source
/// glTF 2.0, section 3.7.3.3 "Skinned Mesh Attributes".
#[must_use]
pub fn skin_position(
    position: [f32; 3],
    joints: &[u16],
    weights: &[f32],
    matrices: &[[f32; 16]],
) -> [f32; 3] {
    if position.iter().any(|component| !component.is_finite()) {
        return [f32::NAN; 3];
    }
    let mut sum = [0.0_f64; 3];
    for (joint, weight) in joints.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
        let matrix = &matrices[usize::from(*joint)];
        for (row, sum) in sum.iter_mut().enumerate() {
            let product =
                |column: usize| f64::from(matrix[4 * column + row]) * f64::from(position[column]);
            let moved = product(0) + product(1) + product(2) + f64::from(matrix[12 + row]);
            *sum += f64::from(*weight) * moved;
        }
    }
    sum.map(|component| component as f32)
}
