//! How far from a target the stored deltas may be.

use crate::{Attribute, VertexAttributes, float};

/// How far a stored target may be from the target, at weight 1, for each kind of attribute.
///
/// It decides which deltas are left out; encodings of variable width keep it as well, and fixed
/// ones where strictness is asked for. A face of several targets may be off by the sum.
///
/// # Units and conventions
/// Positions in the mesh's units, directions in degrees, texture coordinates and colours in their
/// own units.
///
/// # Example
/// ```
/// use morph_core::packed::ErrorBound;
/// assert_eq!(ErrorBound::of_radius(2.0).position, 2e-4);
/// assert_eq!(ErrorBound::of_radius(2.0).direction_degrees, 0.5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ErrorBound {
    /// Length of the difference of two positions.
    pub position: f32,
    /// Angle between two normals or two tangents, in degrees.
    pub direction_degrees: f32,
    /// Length of the difference of two texture coordinates.
    pub texcoord: f32,
    /// Largest difference of a component of two colours.
    pub color: f32,
}

impl ErrorBound {
    /// The default bound of a mesh of this radius: 1e-4 of it for positions, half a degree for
    /// directions, 1e-4 for texture coordinates, half a step of 8 bits for colours.
    #[must_use]
    pub fn of_radius(radius: f32) -> Self {
        Self { position: radius * 1e-4, direction_degrees: 0.5, texcoord: 1e-4, color: 0.5 / 255.0 }
    }

    /// The default bound of a mesh: the radius is the largest distance of a position from the middle
    /// of the box around them. `None` where there are no positions, where the radius is not finite,
    /// and where all positions are one: nothing says then what is small.
    #[must_use]
    pub fn for_base(base: &VertexAttributes) -> Option<Self> {
        let positions = base.positions()?;
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for position in positions {
            for axis in 0..3 {
                let at = f64::from(position[axis]);
                low[axis] = low[axis].min(at);
                high[axis] = high[axis].max(at);
            }
        }
        let squared = |position: &[f32; 3]| {
            (0..3).fold(0.0_f64, |sum, axis| {
                let from_middle = f64::from(position[axis]) - (low[axis] + high[axis]) / 2.0;
                sum + from_middle * from_middle
            })
        };
        let radius = float::sqrt64(positions.iter().map(squared).fold(0.0, f64::max)) as f32;
        let bound = Self::of_radius(radius);
        (radius.is_finite() && bound.position > 0.0).then_some(bound)
    }

    /// The bound of an attribute, in degrees for directions.
    #[must_use]
    pub const fn of(&self, attribute: Attribute) -> f32 {
        match attribute {
            Attribute::Position => self.position,
            Attribute::Normal | Attribute::Tangent => self.direction_degrees,
            Attribute::TexCoord(_) => self.texcoord,
            Attribute::Color(_) => self.color,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_without_extent_have_no_bound() {
        let bound = |positions: &[[f32; 3]]| {
            let base = VertexAttributes::new(positions.len()).with_positions(positions).unwrap();
            ErrorBound::for_base(&base)
        };
        assert_eq!(bound(&[[1.0, 2.0, 3.0]]), None);
        assert_eq!(bound(&[[1.0, 2.0, 3.0]; 5]), None);
        // A tenth of a thousandth of so small a radius is no number any more.
        assert_eq!(bound(&[[0.0; 3], [1e-42, 0.0, 0.0]]), None);
        assert_eq!(bound(&[[f32::MAX; 3], [f32::MIN; 3]]), None);
        assert_eq!(bound(&[[-2.0, 0.0, 0.0], [0.0; 3]]), Some(ErrorBound::of_radius(1.0)));
        assert_eq!(ErrorBound::for_base(&VertexAttributes::new(3)), None);
    }
}
