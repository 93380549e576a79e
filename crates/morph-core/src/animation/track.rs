//! One track: keys of weights, and how to read between them.

use super::AnimationError;
use alloc::vec::Vec;

/// How values follow each other between two keys.
///
/// # Source
/// glTF 2.0, appendix C "Animation Sampler Interpolation Modes".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Interpolation {
    /// A key's value holds until the next key.
    Step,
    /// A straight line from key to key.
    #[default]
    Linear,
    /// A cubic Hermite spline with a tangent into and out of each key.
    CubicSpline,
}

impl Interpolation {
    /// Floats a key and target: 1, or 3 where keys carry tangents.
    #[must_use]
    pub const fn values_per_target(self) -> usize {
        match self {
            Self::Step | Self::Linear => 1,
            Self::CubicSpline => 3,
        }
    }
}

/// Where the last sample was taken: makes playing forward cheap.
///
/// Only a hint. A cursor of another time or even of another track gives the same weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cursor {
    key: usize,
}

/// The weights of all targets of one mesh over time.
///
/// Checked when it is made, immutable afterwards.
///
/// # Shapes
/// `times` holds one number a key. `values` holds, key after key, one weight a target; for
/// [`Interpolation::CubicSpline`] all in-tangents, then all weights, then all out-tangents.
///
/// # Units and conventions
/// Times in seconds, weights without unit and range, tangents in weight a second. Before the
/// first key the first value holds, after the last key the last.
///
/// # Example
/// ```
/// use morph_core::animation::{Cursor, Interpolation, WeightTrack};
/// let times = vec![0.0, 2.0];
/// let track = WeightTrack::new(2, Interpolation::Linear, times, vec![0.0, 1.0, 1.0, 1.0])?;
/// let (mut cursor, mut weights) = (Cursor::default(), [0.0; 2]);
/// track.sample_into(0.5, &mut cursor, &mut weights)?;
/// assert_eq!(weights, [0.25, 1.0]);
/// # Ok::<(), morph_core::animation::AnimationError>(())
/// ```
///
/// # Source
/// glTF 2.0, section 3.11 "Animations" and appendix C.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightTrack {
    target_count: usize,
    interpolation: Interpolation,
    times: Vec<f32>,
    values: Vec<f32>,
}

impl WeightTrack {
    /// Checks and takes the keys of a track.
    ///
    /// # Errors
    /// [`AnimationError`] names the key or the value: no key, times that are not finite or do not
    /// increase strictly, values that are not finite, or another number of them than expected.
    pub fn new(
        target_count: usize,
        interpolation: Interpolation,
        times: Vec<f32>,
        values: Vec<f32>,
    ) -> Result<Self, AnimationError> {
        // spec A1, A2
        if times.is_empty() {
            return Err(AnimationError::NoKeys);
        }
        let mut before = f32::NEG_INFINITY;
        for (key, &time) in times.iter().enumerate() {
            if !time.is_finite() {
                return Err(AnimationError::NonFiniteTime { key, time });
            }
            if time <= before {
                return Err(AnimationError::TimeNotIncreasing { key, before, time });
            }
            before = time;
        }
        let key_count = times.len();
        let expected = key_count
            .saturating_mul(target_count)
            .saturating_mul(interpolation.values_per_target());
        let found = values.len();
        if found != expected {
            return Err(AnimationError::ValueCount { key_count, target_count, expected, found });
        }
        if let Some((index, &value)) = values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            return Err(AnimationError::NonFiniteValue { index, value });
        }
        Ok(Self { target_count, interpolation, times, values })
    }

    /// A track from rows, one a key, as authored by hand.
    ///
    /// # Errors
    /// [`AnimationError::KeyLength`] where rows differ in length, else as [`WeightTrack::new`].
    ///
    /// # Example
    /// ```
    /// use morph_core::animation::{Interpolation, WeightTrack};
    /// let keys = [(0.0, [0.0, 1.0]), (0.5, [1.0, 0.0])];
    /// let track = WeightTrack::from_keys(Interpolation::Linear, keys)?;
    /// assert_eq!((track.key_count(), track.target_count()), (2, 2));
    /// # Ok::<(), morph_core::animation::AnimationError>(())
    /// ```
    pub fn from_keys<Row: AsRef<[f32]>>(
        interpolation: Interpolation,
        keys: impl IntoIterator<Item = (f32, Row)>,
    ) -> Result<Self, AnimationError> {
        let (mut times, mut values) = (Vec::new(), Vec::new());
        let mut expected = None;
        for (key, (time, row)) in keys.into_iter().enumerate() {
            let found = row.as_ref().len();
            let expected = *expected.get_or_insert(found);
            if found != expected {
                return Err(AnimationError::KeyLength { key, expected, found });
            }
            times.push(time);
            values.extend_from_slice(row.as_ref());
        }
        let target_count = expected.unwrap_or(0) / interpolation.values_per_target();
        Self::new(target_count, interpolation, times, values)
    }

    /// Number of targets.
    #[must_use]
    pub const fn target_count(&self) -> usize {
        self.target_count
    }

    /// How values follow each other between two keys.
    #[must_use]
    pub const fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Number of keys, at least 1.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.times.len()
    }

    /// Times of the keys in seconds, strictly increasing.
    #[must_use]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// All values, key after key, with the tangents of cubic splines.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Time of the first key in seconds.
    #[must_use]
    pub fn start(&self) -> f32 {
        self.times[0]
    }

    /// Time of the last key in seconds.
    #[must_use]
    pub fn end(&self) -> f32 {
        self.times[self.times.len() - 1]
    }

    /// The weights of a key, without tangents; `None` past the last key.
    #[must_use]
    pub fn key(&self, key: usize) -> Option<&[f32]> {
        let part = usize::from(self.interpolation == Interpolation::CubicSpline);
        (key < self.key_count()).then(|| self.row(key, part))
    }

    /// Writes the weights of a time, allocating nothing.
    ///
    /// A key's exact time gives the key's weights bit for bit. Values between keys are computed
    /// in f64 and rounded once; a spline that overshoots f32 gives an infinity, which the place
    /// that takes weights refuses.
    ///
    /// # Shapes
    /// Where `out` is shorter than the track has targets, the rest is left out; where it is
    /// longer, the rest is set to zero.
    ///
    /// # Errors
    /// [`AnimationError::NanTime`]; `out` is then untouched.
    pub fn sample_into(
        &self,
        time: f32,
        cursor: &mut Cursor,
        out: &mut [f32],
    ) -> Result<(), AnimationError> {
        // spec A11
        if time.is_nan() {
            return Err(AnimationError::NanTime);
        }
        self.sample_at(time, cursor, out);
        Ok(())
    }

    /// [`WeightTrack::sample_into`] for a time that is a number.
    pub(super) fn sample_at(&self, time: f32, cursor: &mut Cursor, out: &mut [f32]) {
        let (out, rest) = out.split_at_mut(self.target_count.min(out.len()));
        // spec A12
        rest.fill(0.0);
        let key = self.find(time, cursor.key);
        cursor.key = key;
        let value_part = usize::from(self.interpolation == Interpolation::CubicSpline);
        let from = self.row(key, value_part);
        let (Some(&next), true) = (self.times.get(key + 1), time > self.times[key]) else {
            // spec A4, A5, A6
            // At a key, before the first or after the last.
            out.copy_from_slice(&from[..out.len()]);
            return;
        };
        // spec A7, E4
        let distance = f64::from(next) - f64::from(self.times[key]);
        let s = (f64::from(time) - f64::from(self.times[key])) / distance;
        let to = self.row(key + 1, value_part);
        match self.interpolation {
            // spec A8
            Interpolation::Step => out.copy_from_slice(&from[..out.len()]),
            // spec A9
            Interpolation::Linear => {
                for ((out, &a), &b) in out.iter_mut().zip(from).zip(to) {
                    let (a, b) = (f64::from(a), f64::from(b));
                    *out = (a + (b - a) * s) as f32;
                }
            }
            // spec A10, A13
            Interpolation::CubicSpline => {
                let (leaving, entering) = (self.row(key, 2), self.row(key + 1, 0));
                let (s2, s3) = (s * s, s * s * s);
                let factors = [
                    2.0 * s3 - 3.0 * s2 + 1.0,
                    distance * (s3 - 2.0 * s2 + s),
                    -2.0 * s3 + 3.0 * s2,
                    distance * (s3 - s2),
                ];
                for (at, out) in out.iter_mut().enumerate() {
                    let terms = [from[at], leaving[at], to[at], entering[at]];
                    let sum: f64 = terms.iter().zip(factors).map(|(&v, f)| f64::from(v) * f).sum();
                    *out = sum as f32;
                }
            }
        }
    }

    /// One part (in-tangents, weights, out-tangents; or weights only) of a key.
    fn row(&self, key: usize, part: usize) -> &[f32] {
        let at = (key * self.interpolation.values_per_target() + part) * self.target_count;
        &self.values[at..at + self.target_count]
    }

    /// The last key at or before a time, 0 before the first.
    fn find(&self, time: f32, hint: usize) -> usize {
        // spec A3
        let holds = |key: usize| {
            self.times.get(key).is_some_and(|&t| t <= time)
                && self.times.get(key + 1).is_none_or(|&next| time < next)
        };
        let next = hint.saturating_add(1);
        if holds(hint) {
            hint
        } else if holds(next) {
            next
        } else {
            self.times.partition_point(|&t| t <= time).saturating_sub(1)
        }
    }
}

#[cfg(test)]
mod tests;
