//! Positions: whole numbers of steps from the middle of the mesh.

use super::unit::{NoUnit, Unit, accessors};
use super::{Candidate, Plan};
use crate::component::ComponentType;
use crate::optimize::OptimizeError;
use crate::optimize::format::{Format, largest};
use crate::optimize::place::{self, Inverse};
use crate::optimize::survey::Survey;

/// What parts have in common: a mesh has one transform, an accessor one format.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shared {
    Mesh(usize),
    Accessor(usize),
}

/// Plans the positions of all meshes with targets.
pub(super) fn plan(survey: &Survey<'_>, share: f64, plan: &mut Plan) -> Result<(), OptimizeError> {
    let groups = survey.groups(|part| {
        let accessors = accessors(survey, part, "POSITION").into_iter().map(Shared::Accessor);
        std::iter::once(Shared::Mesh(part.mesh)).chain(accessors).collect()
    });
    for parts in groups {
        let unit = match Unit::new(survey, &parts, "POSITION")? {
            Ok(unit) => unit,
            Err(NoUnit::Nothing) => continue,
            Err(NoUnit::Because(note)) => {
                plan.notes.push(note);
                continue;
            }
        };
        let mut meshes: Vec<usize> = parts.iter().map(|&at| survey.primitives[at].mesh).collect();
        meshes.dedup();
        if let Some(note) = place::obstacle(survey.document, &meshes) {
            plan.notes.push(note);
            continue;
        }
        let Some(extent) = Extent::new(survey, &parts, &unit) else { continue };
        match best(survey, &unit, &extent, share, place::overhead(survey.document, &meshes))? {
            Some((candidate, inverse)) => {
                plan.inverses.extend(meshes.iter().map(|&mesh| (mesh, inverse)));
                plan.take("POSITION", &unit.meshes, candidate);
            }
            None => plan.notes.push(format!(
                "meshes[{}]: POSITION stays as it is: integers within the bound are not smaller",
                meshes[0]
            )),
        }
    }
    Ok(())
}

/// Where a unit's positions lie.
struct Extent {
    center: [f64; 3],
    /// Largest distance from the centre along an axis.
    half: f64,
    /// Half the diagonal of the smallest mesh.
    radius: f64,
}

impl Extent {
    /// `None` where all vertices are at one place.
    fn new(survey: &Survey<'_>, parts: &[usize], unit: &Unit) -> Option<Self> {
        let mut all = Box::EMPTY;
        let mut radius = f64::INFINITY;
        for &mesh in &unit.meshes {
            let mut own = Box::EMPTY;
            for part in parts.iter().map(|&at| &survey.primitives[at]).filter(|p| p.mesh == mesh) {
                let base = part.model.attributes.get("POSITION");
                own.add(base.and_then(|base| unit.bases.get(base)).map_or(&[], Vec::as_slice));
            }
            radius = radius.min(own.radius()).min(f64::INFINITY);
        }
        unit.bases.values().for_each(|values| all.add(values));
        // The centre is written as floats, and what is subtracted has to be what is added again.
        let center =
            [0, 1, 2].map(|axis| f64::from(((all.low[axis] + all.high[axis]) / 2.0) as f32));
        let from_center =
            |axis: usize| (all.high[axis] - center[axis]).max(center[axis] - all.low[axis]);
        let half = (0..3).map(from_center).fold(0.0, f64::max);
        (half > 0.0 && radius > 0.0 && radius.is_finite()).then_some(Self { center, half, radius })
    }
}

/// A box around positions.
struct Box {
    low: [f64; 3],
    high: [f64; 3],
}

impl Box {
    const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    fn add(&mut self, positions: &[f32]) {
        for position in positions.chunks_exact(3) {
            for (axis, &x) in position.iter().enumerate() {
                self.low[axis] = self.low[axis].min(f64::from(x));
                self.high[axis] = self.high[axis].max(f64::from(x));
            }
        }
    }

    /// Half the diagonal.
    fn radius(&self) -> f64 {
        let size = [0, 1, 2].map(|axis| self.high[axis] - self.low[axis]);
        size.iter().map(|size| size * size).sum::<f64>().sqrt() / 2.0
    }
}

/// The smallest candidate that is smaller than what there is. Of equal ones, the finer.
fn best(
    survey: &Survey<'_>,
    unit: &Unit,
    extent: &Extent,
    share: f64,
    overhead: usize,
) -> Result<Option<(Candidate, Inverse)>, OptimizeError> {
    let bound = share * extent.radius;
    let mut bytes = unit.base_bytes(3, 12);
    unit.each_delta(survey, |_, deltas, _| bytes += deltas.bytes())?;
    let fine = extent.half / largest(ComponentType::I16);
    // Of this step, half for the base and half for the deltas are the bound at the corner of a cell.
    let coarse = bound / 3.0_f64.sqrt() * 0.999_999;
    let mut best = None;
    for step in [fine, coarse].into_iter().filter(|&step| step >= fine) {
        // The scale is written as a float; rounded down it would no longer reach every vertex.
        let step = f64::from((step as f32).next_up());
        if !step.is_finite() || step < f64::from(f32::MIN_POSITIVE) {
            continue;
        }
        let Some(candidate) = candidate(survey, unit, extent, step, bound)? else { continue };
        if candidate.bytes + overhead < bytes {
            bytes = candidate.bytes + overhead;
            best = Some((candidate, Inverse { step, center: extent.center }));
        }
    }
    Ok(best)
}

/// The unit in whole steps; `None` where a base misses the bound.
fn candidate(
    survey: &Survey<'_>,
    unit: &Unit,
    extent: &Extent,
    step: f64,
    bound: f64,
) -> Result<Option<Candidate>, OptimizeError> {
    let center = extent.center;
    let of_base = Format::Grid { step, center, component: ComponentType::I16 };
    let of_deltas = |component| Format::Grid { step, center: [0.0; 3], component };
    let off = |base: &[f32], vertex: usize, axis: usize| {
        let value = base[vertex * 3 + axis];
        of_base.rounded(value, axis) - f64::from(value)
    };
    let mut found = Candidate { bytes: unit.base_bytes(3, 8), ..Candidate::default() };
    for (&base, values) in &unit.bases {
        found.formats.insert(base, of_base);
        for vertex in 0..values.len() / 3 {
            let error = length([0, 1, 2].map(|axis| off(values, vertex, axis)));
            found.error = found.error.max(error);
        }
    }
    if found.error > bound {
        return Ok(None);
    }
    unit.each_delta(survey, |accessor, deltas, bases| {
        let values = deltas.elements.floats();
        let error = |format: &Format| {
            let mut worst = 0.0_f64;
            for base in &bases {
                for (&vertex, delta) in deltas.indices.iter().zip(values.chunks_exact(3)) {
                    let sum = |axis: usize| {
                        let of_delta = format.rounded(delta[axis], axis) - f64::from(delta[axis]);
                        off(base, vertex as usize, axis) + of_delta
                    };
                    worst = worst.max(length([sum(0), sum(1), sum(2)]));
                }
            }
            worst
        };
        let integers = [ComponentType::I8, ComponentType::I16].map(of_deltas);
        let kept = integers.into_iter().map(|f| (error(&f), f)).find(|(e, _)| *e <= bound);
        let floats = of_deltas(ComponentType::F32);
        let (error, format) = kept.unwrap_or_else(|| (error(&floats), floats));
        found.floats += usize::from(kept.is_none());
        found.error = found.error.max(error);
        found.bytes += deltas.with_format(Some(&format)).bytes();
        found.formats.insert(accessor, format);
    })?;
    // Floats in steps are rounded anew, which counts where deltas are huge.
    if found.error > bound {
        return Ok(None);
    }
    // In shares of the radius, as the bound is.
    found.error /= extent.radius;
    Ok(Some(found))
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}
