//! What an encoding cost and how far it is off.

use super::metric::{Metric, degrees_of_chord};
use super::{ErrorBound, PackError};
use crate::Attribute;
use alloc::vec;
use alloc::vec::Vec;

/// What an encoding took and how far it is from the targets, measured.
///
/// # Units and conventions
/// Errors are those of single targets at weight 1, over the vertices that the target moves,
/// left-out ones included: lengths of differences for positions and texture coordinates, degrees for
/// normals and tangents, the largest difference of a component for colours.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodingReport {
    /// Bytes of the set.
    pub bytes: u64,
    /// Entries that are stored: (block, target), (vertex, target), or targets.
    pub entries: u64,
    /// Those among them that are wide.
    pub wide: u64,
    /// Entries with deltas that are not zero, and that were left out.
    pub dropped: u64,
    /// Over all targets, one for each band.
    pub attributes: Vec<AttributeError>,
    /// For each target, one for each band.
    pub targets: Vec<Vec<AttributeError>>,
}

/// The error of one attribute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttributeError {
    /// The attribute.
    pub attribute: Attribute,
    /// The largest error.
    pub worst: f32,
    /// Root of the mean of squares.
    pub rms: f32,
    /// Largest error of one component, before directions are normalised.
    pub component: f32,
}

impl EncodingReport {
    /// For each band, by how much a component of a weighted sum may be off: the sum over the
    /// targets of |weight| times the target's largest component error, rounded up.
    ///
    /// It bounds sums before directions are normalised and without the rounding of the sum itself
    /// (spec E2). Missing weights count as 0.
    #[must_use]
    pub fn error_bound(&self, weights: &[f32]) -> Vec<(Attribute, f32)> {
        let of_place = |(place, error): (usize, &AttributeError)| {
            let terms = self.targets.iter().zip(weights);
            // Products of two f32 are exact in f64; sums need not be.
            let sum = terms
                .map(|(bands, w)| f64::from(w.abs()) * f64::from(bands[place].component))
                .fold(0.0, sum_up);
            (error.attribute, up(sum))
        };
        self.attributes.iter().enumerate().map(of_place).collect()
    }
}

/// Sums over the vertices of one band.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    worst: f64,
    squares: f64,
    count: u64,
    component: f64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.worst = self.worst.max(other.worst);
        self.squares += other.squares;
        self.count += other.count;
        self.component = self.component.max(other.component);
    }

    fn error(&self, attribute: Attribute) -> AttributeError {
        let shown = |e: f64| up(if attribute.is_direction() { degrees_of_chord(e) } else { e });
        let rms = crate::float::sqrt64(self.squares / self.count.max(1) as f64);
        let (worst, component) = (shown(self.worst), up(self.component));
        AttributeError { attribute, worst, rms: shown(rms), component }
    }
}

/// Measures while targets are encoded, one after another.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    metric: &'a Metric<'a>,
    sums: Vec<Sums>,
    targets: Vec<Vec<AttributeError>>,
    all: Vec<Sums>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(metric: &'a Metric<'a>) -> Self {
        let none = vec![Sums::default(); metric.bands.len()];
        Self { metric, sums: none.clone(), targets: Vec::new(), all: none }
    }

    /// Counts a vertex that the target moves. `None` for `stored` is zero.
    pub(super) fn add(&mut self, vertex: usize, exact: &[f32], stored: Option<&[f32]>) {
        for (sums, band) in self.sums.iter_mut().zip(&self.metric.bands) {
            let range = band.offset..band.offset + band.components;
            let of_stored = stored.map(|stored| &stored[range.clone()]);
            let exact = &exact[range];
            let error = band.error(vertex, exact, of_stored);
            let difference = |(c, e): (usize, &f32)| {
                (f64::from(*e) - f64::from(of_stored.map_or(0.0, |stored| stored[c]))).abs()
            };
            let component = exact.iter().enumerate().map(difference).fold(0.0, f64::max);
            sums.add(&Sums { worst: error, squares: error * error, count: 1, component });
        }
    }

    /// Ends a target; with `bound`, refuses one that is further off.
    pub(super) fn end_target(&mut self, bound: Option<&ErrorBound>) -> Result<(), PackError> {
        let target = self.targets.len();
        let bands = self.metric.bands.iter().map(|band| band.attribute);
        let errors: Vec<_> = self.sums.iter().zip(bands).map(|(s, a)| s.error(a)).collect();
        for (place, error) in errors.iter().enumerate() {
            if let Some(bound) = bound {
                if !self.metric.within(place, self.sums[place].worst) {
                    let (attribute, error) = (error.attribute, error.worst);
                    let bound = bound.of(attribute);
                    return Err(PackError::Missed { target, attribute, error, bound });
                }
            }
        }
        for (all, sums) in self.all.iter_mut().zip(&mut self.sums) {
            all.add(&core::mem::take(sums));
        }
        self.targets.push(errors);
        Ok(())
    }

    /// The report, without what only the encoder knows.
    pub(super) fn report(self) -> EncodingReport {
        let bands = self.metric.bands.iter().map(|band| band.attribute);
        EncodingReport {
            bytes: 0,
            entries: 0,
            wide: 0,
            dropped: 0,
            attributes: self.all.iter().zip(bands).map(|(s, a)| s.error(a)).collect(),
            targets: self.targets,
        }
    }
}

/// A number that is not below the sum of two that are not negative, and the sum itself where f64
/// has it.
fn sum_up(a: f64, b: f64) -> f64 {
    let (sum, large, small) = (a + b, a.max(b), a.min(b));
    // The difference is exact, so it tells what rounding took away.
    if sum - large < small { sum.next_up() } else { sum }
}

/// The least f32 that is not below.
fn up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(components: &[f32]) -> EncodingReport {
        let error = |component| AttributeError {
            attribute: Attribute::Position,
            worst: component,
            rms: component,
            component,
        };
        EncodingReport {
            bytes: 0,
            entries: 0,
            wide: 0,
            dropped: 0,
            attributes: vec![error(0.0)],
            targets: components.iter().map(|component| vec![error(*component)]).collect(),
        }
    }

    #[test]
    fn bounds_of_sums_are_not_below_the_sums_however_far_apart_the_terms_lie() {
        let bound =
            |components: &[f32], weights: &[f32]| report(components).error_bound(weights)[0].1;
        // The smaller term is lost in f64, and the larger one alone is an f32.
        let (large, small) = (2_f32.powi(-30), 2_f32.powi(-100));
        assert_eq!(bound(&[large, small], &[1.0, -1.0]), large.next_up());
        assert_eq!(bound(&[small, large], &[1.0, 1.0]), large.next_up());
        // What is exact stays so.
        assert_eq!(bound(&[0.5, 0.25, 9.0], &[1.0, -2.0, 0.0]), 1.0);
        assert_eq!(bound(&[0.5], &[]), 0.0);
    }
}
