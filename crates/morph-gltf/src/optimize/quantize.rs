//! Which numbers become integers, within the bound that was asked for.

mod direction;
mod position;
mod unit;

use super::format::Format;
use super::place::Inverse;
use super::survey::Survey;
use super::{OptimizeError, Quantize, QuantizedAttribute};
use crate::component::ComponentType;
use std::collections::BTreeMap;

/// What is quantised, and how.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The new format of each accessor that gets one.
    pub(super) formats: BTreeMap<usize, Format>,
    /// Where stored positions lie, by mesh.
    pub(super) inverses: BTreeMap<usize, Inverse>,
    /// What was reached, by mesh.
    pub(super) reached: Vec<(usize, QuantizedAttribute)>,
    /// What stays as it is, and why.
    pub(super) notes: Vec<String>,
}

impl Plan {
    pub(super) fn new(survey: &Survey<'_>, bound: Quantize) -> Result<Self, OptimizeError> {
        let mut plan = Self::default();
        position::plan(survey, bound.position, &mut plan)?;
        for name in ["NORMAL", "TANGENT"] {
            direction::plan(survey, name, bound.direction_degrees, &mut plan)?;
        }
        Ok(plan)
    }

    /// Takes the best candidate of one unit.
    fn take(&mut self, attribute: &str, meshes: &[usize], best: Candidate) {
        let count =
            |component| best.formats.values().filter(|f| f.component() == component).count();
        let reached = QuantizedAttribute {
            attribute: attribute.to_owned(),
            error: best.error,
            accessors_of_8_bits: count(ComponentType::I8),
            accessors_of_16_bits: count(ComponentType::I16),
            accessors_of_floats: best.floats,
        };
        self.reached.extend(meshes.iter().map(|&mesh| (mesh, reached.clone())));
        self.formats.extend(best.formats);
    }
}

/// One way to store a unit.
#[derive(Debug, Default)]
struct Candidate {
    formats: BTreeMap<usize, Format>,
    bytes: usize,
    /// Largest error, in the attribute's measure.
    error: f64,
    /// Accessors that stay floats, since integers would miss the bound.
    floats: usize,
}
