//! Boxes in f64: what they leave out is certain.

/// A box, ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) min: [f64; 3],
    pub(super) max: [f64; 3],
}

impl Span {
    /// Everything.
    pub(super) const ALL: Self = Self { min: [f64::NEG_INFINITY; 3], max: [f64::INFINITY; 3] };

    /// Nothing; joining it changes nothing.
    const NONE: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// The box around both.
    fn join(self, other: Self) -> Self {
        Self {
            min: core::array::from_fn(|c| self.min[c].min(other.min[c])),
            max: core::array::from_fn(|c| self.max[c].max(other.max[c])),
        }
    }

    /// Grown by so much on each axis.
    fn grown(self, by: [f64; 3]) -> Self {
        Self {
            min: core::array::from_fn(|c| self.min[c] - by[c]),
            max: core::array::from_fn(|c| self.max[c] + by[c]),
        }
    }

    /// The box around all that a blend in f32 makes of a base box and of deltas in boxes.
    ///
    /// An f32 sum of n products rounds 2n times, each time by at most 2^-24 of a partial sum, or by
    /// 2^-150 where that is subnormal; twice as much is taken, and two roundings more.
    pub(super) fn blended<'a>(
        (min, max): (&[f32; 3], &[f32; 3]),
        deltas: impl Iterator<Item = (f32, &'a [f32; 3], &'a [f32; 3])>,
    ) -> Self {
        let mut span = Self { min: min.map(f64::from), max: max.map(f64::from) };
        let mut magnitude: [f64; 3] =
            core::array::from_fn(|c| span.min[c].abs().max(span.max[c].abs()));
        let mut active = 0.0;
        for (weight, min, max) in deltas {
            let weight = f64::from(weight);
            for c in 0..3 {
                let (one, other) = (weight * f64::from(min[c]), weight * f64::from(max[c]));
                span.min[c] += one.min(other);
                span.max[c] += one.max(other);
                magnitude[c] += one.abs().max(other.abs());
            }
            active += 1.0;
        }
        if active == 0.0 {
            return span;
        }
        span.grown(
            magnitude.map(|magnitude| (active + 2.0) * (magnitude / (1 << 22) as f64 + 1e-44)),
        )
    }

    /// The box around what joints make of this one, for vertices whose weights are not negative and
    /// have sums in a range.
    ///
    /// Each joint takes the box somewhere; a vertex is a mean of what they make of it, times the
    /// sum of its weights. What [`super::skin_position`] rounds is within 2^-23 of it.
    pub(super) fn skinned<'a>(
        self,
        matrices: impl Iterator<Item = &'a [f32; 16]>,
        (least, most): (f32, f32),
    ) -> Self {
        let mut all = Self::NONE;
        let mut magnitude = [0.0_f64; 3];
        for matrix in matrices {
            let mut moved = Self { min: [0.0; 3], max: [0.0; 3] };
            for row in 0..3 {
                let translation = f64::from(matrix[12 + row]);
                let (mut low, mut high, mut size) = (translation, translation, translation.abs());
                for column in 0..3 {
                    let factor = f64::from(matrix[4 * column + row]);
                    let (one, other) = (factor * self.min[column], factor * self.max[column]);
                    low += one.min(other);
                    high += one.max(other);
                    size += one.abs().max(other.abs());
                }
                (moved.min[row], moved.max[row]) = (low, high);
                magnitude[row] = magnitude[row].max(size);
            }
            all = all.join(moved);
        }
        let (least, most) = (f64::from(least), f64::from(most));
        if most == 0.0 {
            // No joint at all: what is skinned lies at the origin.
            return Self { min: [0.0; 3], max: [0.0; 3] };
        }
        let scaled = Self {
            min: all.min.map(|side| (least * side).min(most * side)),
            max: all.max.map(|side| (least * side).max(most * side)),
        };
        scaled.grown(magnitude.map(|magnitude| most * magnitude / (1 << 22) as f64 + 1e-44))
    }
}
