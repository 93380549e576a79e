//! How far what was stored is from what was to be stored.

use super::{ErrorBound, PackError};
use crate::{Attribute, AttributeSet, MIN_SQUARED_LENGTH, VertexAttributes, float};
use alloc::vec::Vec;

/// One band of a primitive and what is known of its base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band<'a> {
    pub(super) attribute: Attribute,
    /// First of its components.
    pub(super) offset: usize,
    pub(super) components: usize,
    /// The base's directions and their floats a vertex; positions and the like need none.
    base: Option<(&'a [f32], usize)>,
}

/// The bands in order.
///
/// Errors are lengths of differences; of directions the chord between the two unit vectors; of
/// colours the largest difference of a component.
#[derive(Debug, Clone)]
pub(super) struct Metric<'a> {
    pub(super) bands: Vec<Band<'a>>,
    /// Largest error of each band; `None` without a bound.
    limits: Option<Vec<f64>>,
}

impl<'a> Metric<'a> {
    /// # Errors
    /// [`PackError::BaseVertices`] where the base has another number of vertices.
    pub(super) fn new(
        attributes: AttributeSet,
        vertex_count: usize,
        base: Option<&'a VertexAttributes>,
        bound: Option<&ErrorBound>,
    ) -> Result<Self, PackError> {
        if let Some(base) = base {
            let (expected, found) = (vertex_count, base.vertex_count());
            if expected != found {
                return Err(PackError::BaseVertices { expected, found });
            }
        }
        let bands: Vec<Band<'a>> = attributes
            .bands()
            .map(|attribute| Band {
                attribute,
                offset: attributes.word_offset(attribute).unwrap_or_default() as usize,
                components: attribute.delta_components(),
                base: base
                    .filter(|_| attribute.is_direction())
                    .and_then(|base| Some((base.values(attribute)?, base.components(attribute)?))),
            })
            .collect();
        let limit = |band: &Band<'_>, bound: &ErrorBound| {
            let limit = f64::from(bound.of(band.attribute));
            if band.attribute.is_direction() { chord_of_degrees(limit) } else { limit }
        };
        let limits = bound.map(|bound| bands.iter().map(|band| limit(band, bound)).collect());
        Ok(Self { bands, limits })
    }

    /// Whether a band's error is within the bound; without one only no error is.
    pub(super) fn within(&self, place: usize, error: f64) -> bool {
        error <= self.limits.as_ref().map_or(0.0, |limits| limits[place])
    }

    /// Whether all bands of a vertex are stored within the bound.
    pub(super) fn keeps(&self, vertex: usize, exact: &[f32], stored: &[f32]) -> bool {
        self.bands.iter().enumerate().all(|(place, band)| {
            let range = band.offset..band.offset + band.components;
            let error = band.error(vertex, &exact[range.clone()], Some(&stored[range]));
            self.within(place, error)
        })
    }

    /// Whether a vertex may be left out. Directions must not only turn by less than the bound: a
    /// delta along the direction turns nothing alone, but much beside another one.
    pub(super) fn negligible(&self, vertex: usize, exact: &[f32]) -> bool {
        self.limits.is_some()
            && self.bands.iter().enumerate().all(|(place, band)| {
                let exact = &exact[band.offset..band.offset + band.components];
                let long = band.attribute.is_direction() && !self.within(place, length(exact));
                !long && self.within(place, band.error(vertex, exact, None))
            })
    }
}

fn length(values: &[f32]) -> f64 {
    float::sqrt64(values.iter().map(|v| f64::from(*v) * f64::from(*v)).sum())
}

impl Band<'_> {
    /// The error of one vertex. `None` for `stored` is zero.
    pub(super) fn error(&self, vertex: usize, exact: &[f32], stored: Option<&[f32]>) -> f64 {
        let stored = |c: usize| f64::from(stored.map_or(0.0, |stored| stored[c]));
        let differences = exact.iter().enumerate().map(|(c, e)| f64::from(*e) - stored(c));
        match self.attribute {
            Attribute::Color(_) => differences.fold(0.0, |largest, d| largest.max(d.abs())),
            Attribute::Position | Attribute::TexCoord(_) => {
                float::sqrt64(differences.map(|d| d * d).sum())
            }
            Attribute::Normal | Attribute::Tangent => match self.base {
                None => float::sqrt64(differences.map(|d| d * d).sum::<f64>()).min(2.0),
                Some((base, components)) => {
                    let base = &base[vertex * components..];
                    let exact = [0, 1, 2].map(|c| f64::from(base[c]) + f64::from(exact[c]));
                    let stored = [0, 1, 2].map(|c| f64::from(base[c]) + stored(c));
                    chord(exact, stored)
                }
            },
        }
    }
}

/// The distance of two directions on the unit sphere. What has no direction itself cannot be wrong;
/// what has lost its direction is as wrong as can be.
fn chord(exact: [f64; 3], stored: [f64; 3]) -> f64 {
    let squared = |v: [f64; 3]| v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    let (a, b) = (squared(exact), squared(stored));
    let least = f64::from(MIN_SQUARED_LENGTH);
    if a <= least {
        return 0.0;
    }
    if b <= least {
        return 2.0;
    }
    let (a, b) = (float::sqrt64(a), float::sqrt64(b));
    let difference = [0, 1, 2].map(|c| exact[c] / a - stored[c] / b);
    float::sqrt64(squared(difference)).min(2.0)
}

/// The chord of an angle.
pub(super) fn chord_of_degrees(degrees: f64) -> f64 {
    2.0 * float::sin_degrees(degrees.clamp(0.0, 180.0) / 2.0)
}

/// The angle of a chord.
pub(super) fn degrees_of_chord(chord: f64) -> f64 {
    2.0 * float::asin_degrees((chord / 2.0).min(1.0))
}
