//! Axis-aligned boxes.

/// An axis-aligned box, ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// Lowest corner.
    pub min: [f32; 3],
    /// Highest corner.
    pub max: [f32; 3],
}

impl Aabb {
    /// The smallest box around points, `None` without points. NaN components are passed over.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        points.into_iter().map(|p| Self { min: p, max: p }).reduce(Self::union)
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: core::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: core::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// Whether the point is inside or on the border.
    #[must_use]
    pub fn contains(self, point: [f32; 3]) -> bool {
        (0..3).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }
}
