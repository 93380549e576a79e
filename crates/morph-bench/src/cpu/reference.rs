//! What each contender has to come to, in f64.

use crate::cell::Cell;
use anyhow::{Result, bail, ensure};
use morph_bench::Workload;
use morph_core::Attribute::{self, Normal, Position, Tangent};

/// Values that are compared at most; the vertices are spread over the mesh.
const MAX_COMPARED: usize = 400_000;

/// One unit in the last place of 1.0, f32.
const ROUNDING: f64 = f32::EPSILON as f64;

/// The sums at some vertices of a cell, before normalising.
pub(crate) struct Reference {
    cell: Cell,
    step: usize,
    /// The sum of all weights' magnitudes, a frame each.
    reach: Vec<f64>,
    attributes: Vec<(Attribute, Vec<Sum>)>,
}

/// Base and weighted deltas of one vertex and frame.
#[derive(Clone, Copy)]
struct Sum {
    value: [f64; 3],
    magnitude: f64,
    handedness: f32,
}

impl Reference {
    pub(crate) fn new(cell: Cell, load: &Workload) -> Self {
        let attribute_count = load.base.attributes().count();
        let vertices = (MAX_COMPARED / (cell.frames * attribute_count * 3)).max(1);
        // An odd step meets every place in blocks and vectors of a power of two.
        let step = cell.vertices.div_ceil(vertices) | 1;
        let rows = || load.weights.chunks_exact(cell.targets);
        let reach = rows().map(|row| row.iter().map(|w| f64::from(w.abs())).sum()).collect();
        let sums = |attribute| {
            rows()
                .flat_map(|row| {
                    let vertices = (0..cell.vertices).step_by(step);
                    vertices.map(|vertex| Sum::of(load, attribute, row, vertex))
                })
                .collect()
        };
        let attributes = load.base.attributes().map(|a| (a, sums(a))).collect();
        Self { cell, step, reach, attributes }
    }

    /// Compares floats, part by part; `off` is the most that a delta may be off.
    ///
    /// Gives how many values were compared.
    pub(crate) fn compare(&self, parts: &[&str], off: f64, floats: &[f32]) -> Result<usize> {
        let mut rest = floats;
        let mut compared = 0;
        for &part in parts {
            let (attribute, unit) = part_of(part)?;
            let components = if attribute == Tangent { 4 } else { 3 };
            let count = self.cell.vertices * self.cell.frames * components;
            ensure!(rest.len() >= count, "{part}: expected {count} floats, got {}", rest.len());
            compared += self.compare_part(part, attribute, unit, off, &rest[..count])?;
            rest = &rest[count..];
        }
        ensure!(rest.is_empty(), "{} floats more than {} have", rest.len(), parts.join(", "));
        Ok(compared)
    }

    fn compare_part(
        &self,
        part: &str,
        attribute: Attribute,
        unit: bool,
        off: f64,
        floats: &[f32],
    ) -> Result<usize> {
        let Some((_, sums)) = self.attributes.iter().find(|(a, _)| *a == attribute) else {
            bail!("{part}: not in this cell");
        };
        let components = floats.len() / (self.cell.vertices * self.cell.frames);
        let mut sums = sums.iter();
        let mut compared = 0;
        for (frame, floats) in floats.chunks_exact(self.cell.vertices * components).enumerate() {
            let active = self.cell.targets as f64;
            let rounding = (active + 2.0) * ROUNDING;
            for (at, found) in floats.chunks_exact(components).step_by(self.step).enumerate() {
                let sum = sums.next().expect("a sum for each vertex that is compared");
                let allowed = rounding * sum.magnitude + off * self.reach[frame];
                if let Err(what) = sum.compare(unit, allowed, found) {
                    bail!("{part}, frame {frame}, vertex {}: {what}", at * self.step);
                }
                compared += components;
            }
        }
        Ok(compared)
    }
}

impl Sum {
    fn of(load: &Workload, attribute: Attribute, weights: &[f32], vertex: usize) -> Self {
        let components = load.base.components(attribute).unwrap_or(3);
        let base = load.base.values(attribute).unwrap_or_default();
        let base = &base[vertex * components..(vertex + 1) * components];
        let mut value = [base[0], base[1], base[2]].map(f64::from);
        let mut magnitude = value.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        for (target, &weight) in weights.iter().enumerate() {
            let deltas = load.targets.deltas(target, attribute);
            let Some(delta) = deltas.and_then(|d| d.get(vertex, 3)) else { continue };
            let mut largest = 0.0_f64;
            for (value, &component) in value.iter_mut().zip(delta) {
                let moved = f64::from(weight) * f64::from(component);
                *value += moved;
                largest = largest.max(moved.abs());
            }
            magnitude += largest;
        }
        Self { value, magnitude, handedness: base.get(3).copied().unwrap_or_default() }
    }

    /// Whether `found` is this sum, or its direction, but for as much as is allowed.
    fn compare(&self, unit: bool, allowed: f64, found: &[f32]) -> Result<(), String> {
        let (mut expected, mut allowed) = (self.value, allowed);
        if unit {
            let length = expected.iter().map(|c| c * c).sum::<f64>().sqrt();
            expected = expected.map(|c| c / length);
            // An error of the sum turns the direction by as much over its length; 3 for 3 axes.
            allowed = 3.0 * allowed / length + 4.0 * ROUNDING;
        }
        for (c, expected) in expected.into_iter().enumerate() {
            let distance = (f64::from(found[c]) - expected).abs();
            if distance.is_nan() || distance > allowed {
                return Err(format!(
                    "expected {expected:?} within {allowed:e}, got {:?}",
                    found[c]
                ));
            }
        }
        match found.get(3) {
            Some(&w) if w != self.handedness => {
                Err(format!("expected the base's handedness {}, got {w}", self.handedness))
            }
            _ => Ok(()),
        }
    }
}

/// The attribute of a protocol's part, and whether it is normalised.
fn part_of(part: &str) -> Result<(Attribute, bool)> {
    Ok(match part {
        "POSITION" => (Position, false),
        "NORMAL" => (Normal, true),
        "NORMAL_RAW" => (Normal, false),
        "TANGENT" => (Tangent, true),
        _ => bail!("no such part: {part}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use morph_bench::Coverage;
    use morph_core::{Normalize, blend};

    const PARTS: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];

    fn blended() -> (Reference, Vec<f32>) {
        let cell = Cell { vertices: 50, targets: 5, coverage: Coverage::Percent(20), frames: 1 };
        let load = cell.workload();
        let out = blend(&load.base, &load.targets, &load.weights, Normalize::Yes).unwrap();
        let floats = PARTS.iter().flat_map(|part| {
            let (attribute, _) = part_of(part).unwrap();
            out.values(attribute).unwrap().to_vec()
        });
        (Reference::new(cell, &load), floats.collect())
    }

    #[test]
    fn a_right_result_is_compared_at_every_vertex_of_a_small_mesh() {
        let (reference, floats) = blended();
        assert_eq!(reference.compare(&PARTS, 0.0, &floats).unwrap(), 50 * 10);
    }

    #[test]
    fn a_wrong_float_anywhere_is_refused_and_named() {
        for (at, part) in [(0, "POSITION"), (299, "NORMAL"), (300, "TANGENT"), (499, "TANGENT")] {
            for wrong in [1e-4, f32::NAN, -2.0] {
                let (reference, mut floats) = blended();
                floats[at] += wrong;
                let error = reference.compare(&PARTS, 0.0, &floats).unwrap_err().to_string();
                assert!(error.starts_with(part), "{error}");
            }
        }
    }

    #[test]
    fn missing_and_left_over_floats_are_refused() {
        let (reference, floats) = blended();
        assert!(reference.compare(&PARTS, 0.0, &floats[1..]).is_err());
        assert!(reference.compare(&PARTS[..2], 0.0, &floats).is_err());
    }

    #[test]
    fn a_raw_normal_is_no_unit_normal() {
        let (reference, floats) = blended();
        let raw = ["POSITION", "NORMAL_RAW", "TANGENT"];
        assert!(reference.compare(&raw, 0.0, &floats).is_err());
    }
}
