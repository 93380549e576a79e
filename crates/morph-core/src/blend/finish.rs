//! What happens to a blended value after the sum.

use super::Normalize;
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

    /// Applies the rule to whole values of N floats.
    pub(crate) fn apply<const N: usize>(self, values: &mut [f32]) {
        match self {
            Self::Keep => {}
            Self::Direction => {
                let mut groups = values.chunks_exact_mut(TOGETHER * N);
                for group in &mut groups {
                    normalize_group::<N>(group);
                }
                for vector in groups.into_remainder().chunks_exact_mut(N) {
                    normalize_group::<N>(vector);
                }
            }
            Self::Color => values.iter_mut().for_each(|v| *v = clamp01(*v)),
        }
    }
}

/// Vectors whose lengths are computed together: square roots and divisions then run in parallel.
const TOGETHER: usize = 8;

/// Gives up to [`TOGETHER`] vectors unit length, or makes them zero where there is no direction.
#[inline]
fn normalize_group<const N: usize>(values: &mut [f32]) {
    let mut lengths = [1.0; TOGETHER];
    for (length, v) in lengths.iter_mut().zip(values.chunks_exact(N)) {
        *length = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    }
    for length in &mut lengths {
        let squared = *length;
        let usable = squared > MIN_SQUARED_LENGTH && squared < f32::INFINITY;
        // Whatever is divided by this becomes zero, below.
        *length = if usable { float::sqrt(squared) } else { 0.0 };
    }
    for (&length, v) in lengths.iter().zip(values.chunks_exact_mut(N)) {
        for c in &mut v[..3] {
            *c = if length > 0.0 { *c / length } else { 0.0 };
        }
    }
}

/// Into 0..1; NaN, which only sums beyond f32 give, becomes 0.
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

    fn normalized(mut v: [f32; 3]) -> [f32; 3] {
        Finish::Direction.apply::<3>(&mut v);
        v
    }

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
