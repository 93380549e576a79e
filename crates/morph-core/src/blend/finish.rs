//! What happens to a blended value after the sum.

use super::Normalize;
use crate::simd::{Kernel, Simd};
use crate::{Attribute, float};

/// Squared lengths up to this are no direction: they give the zero vector.
///
/// The generated shader prelude takes its number from here.
pub const MIN_SQUARED_LENGTH: f32 = 1e-30;

/// What happens to an attribute's blended values after the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Nothing: the raw sum.
    Keep,
    /// Unit length, or zero.
    Direction,
    /// Clamped to 0..1.
    Color,
}

impl Finish {
    /// The rule for an attribute that at least one target moves.
    pub(crate) const fn of(attribute: Attribute, normalize: Normalize) -> Self {
        match (attribute, normalize) {
            (Attribute::Normal | Attribute::Tangent, Normalize::Yes) => Self::Direction,
            (Attribute::Color(0), _) => Self::Color,
            _ => Self::Keep,
        }
    }

    /// Applies the rule to whole values; directions have three floats each.
    pub(crate) fn apply(self, simd: Simd, values: &mut [f32]) {
        match self {
            Self::Keep => {}
            Self::Direction => simd.run(NormalizeAll(values)),
            Self::Color => values.iter_mut().for_each(|v| *v = clamp01(*v)),
        }
    }
}

/// Gives vectors unit length, or makes them zero where there is no direction (spec B10, B12, B13).
struct NormalizeAll<'a>(&'a mut [f32]);

/// Vectors that are normalised together, component by component. Fewer than this, and compilers
/// unroll the loops before they see that the components could share registers.
const TOGETHER: usize = 64;

impl Kernel for NormalizeAll<'_> {
    #[inline(always)]
    fn run(self) {
        let mut groups = self.0.chunks_exact_mut(TOGETHER * 3);
        for group in &mut groups {
            let group = &mut group[..TOGETHER * 3];
            let (mut x, mut y, mut z) = ([0.0; TOGETHER], [0.0; TOGETHER], [0.0; TOGETHER]);
            for at in 0..TOGETHER {
                (x[at], y[at], z[at]) = (group[at * 3], group[at * 3 + 1], group[at * 3 + 2]);
            }
            for at in 0..TOGETHER {
                [x[at], y[at], z[at]] = normalized([x[at], y[at], z[at]]);
            }
            for at in 0..TOGETHER {
                (group[at * 3], group[at * 3 + 1], group[at * 3 + 2]) = (x[at], y[at], z[at]);
            }
        }
        for v in groups.into_remainder().chunks_exact_mut(3) {
            v.copy_from_slice(&normalized([v[0], v[1], v[2]]));
        }
    }
}

/// Unit length, or zero where the squared length is too small or not finite.
#[inline(always)]
fn normalized([x, y, z]: [f32; 3]) -> [f32; 3] {
    let squared = x * x + y * y + z * z;
    let usable = squared > MIN_SQUARED_LENGTH && squared < f32::INFINITY;
    let length = float::sqrt(squared);
    [x, y, z].map(|c| if usable { c / length } else { 0.0 })
}

/// Into 0..1; NaN, which only sums beyond f32 give, becomes 0 (spec B19).
fn clamp01(value: f32) -> f32 {
    if value >= 1.0 {
        1.0
    } else if value > 0.0 {
        value
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_without_direction_become_zero() {
        for v in [0.0, -0.0, 5e-16, 1e-20, 1e20, f32::MAX, f32::INFINITY, f32::NAN] {
            assert_eq!(normalized([v, 0.0, 0.0]), [0.0; 3], "{v}");
        }
        for v in [2e-15, 1.0, 1e18] {
            assert_eq!(normalized([0.0, -v, 0.0]), [0.0, -1.0, 0.0], "{v}");
        }
    }

    #[test]
    fn colours_end_in_zero_to_one() {
        for (value, clamped) in [
            (-0.5, 0.0),
            (0.0, 0.0),
            (0.25, 0.25),
            (1.0, 1.0),
            (7.0, 1.0),
            (f32::INFINITY, 1.0),
            (f32::NEG_INFINITY, 0.0),
            (f32::NAN, 0.0),
        ] {
            assert_eq!(clamp01(value), clamped, "{value}");
        }
    }
}
