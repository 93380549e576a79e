//! Normals and tangents: normalised integers.

use super::unit::{NoUnit, Unit, accessors};
use super::{Candidate, Plan};
use crate::component::ComponentType;
use crate::optimize::OptimizeError;
use crate::optimize::format::Format;
use crate::optimize::survey::Survey;

/// Squared length, as a share of those of its two terms, below which a sum of floats is rounding.
const ROUNDING: f64 = 1e-12;

/// Plans the normals or the tangents of all meshes with targets.
pub(super) fn plan(
    survey: &Survey<'_>,
    name: &'static str,
    bound_degrees: f64,
    plan: &mut Plan,
) -> Result<(), OptimizeError> {
    for parts in survey.groups(|part| accessors(survey, part, name)) {
        let unit = match Unit::new(survey, &parts, name)? {
            Ok(unit) => unit,
            Err(NoUnit::Nothing) => continue,
            Err(NoUnit::Because(note)) => {
                plan.notes.push(note);
                continue;
            }
        };
        match best(survey, &unit, bound_degrees)? {
            Some(candidate) => plan.take(name, &unit.meshes, candidate),
            None => plan.notes.push(format!(
                "{}: {name} stays as it is: integers within the bound are not smaller",
                survey.primitives[parts[0]].place()
            )),
        }
    }
    Ok(())
}

/// The smallest candidate that is smaller than what there is.
fn best(
    survey: &Survey<'_>,
    unit: &Unit,
    bound_degrees: f64,
) -> Result<Option<Candidate>, OptimizeError> {
    let components = if unit.name == "TANGENT" { 4 } else { 3 };
    let mut bytes = unit.base_bytes(components, components * 4);
    unit.each_delta(survey, |_, deltas, _| bytes += deltas.bytes())?;
    let mut best = None;
    let integers =
        [ComponentType::I8, ComponentType::I16].map(|component| Format::Unit { component });
    for of_base in integers.map(Some).into_iter().chain([None]) {
        let Some(candidate) = candidate(survey, unit, components, of_base, bound_degrees)? else {
            continue;
        };
        if candidate.bytes < bytes {
            bytes = candidate.bytes;
            best = Some(candidate);
        }
    }
    Ok(best)
}

/// The unit with bases of one format; `None` where a base misses the bound.
fn candidate(
    survey: &Survey<'_>,
    unit: &Unit,
    components: usize,
    of_base: Option<Format>,
    bound: f64,
) -> Result<Option<Candidate>, OptimizeError> {
    let size = of_base.map_or(4, |format| format.component().bytes());
    let bytes = unit.base_bytes(components, (components * size).next_multiple_of(4));
    let mut found = Candidate { bytes, ..Candidate::default() };
    for (&base, values) in &unit.bases {
        if !fits(of_base, values) {
            return Ok(None);
        }
        for element in values.chunks_exact(components) {
            let right = exact(element);
            let error = angle(&right, &rounded(element, of_base), dot(&right, &right) * ROUNDING);
            found.error = found.error.max(error);
            // The fourth component is a sign, which nothing rounds.
            let sign = element.get(3).map_or(0.0, |&w| f64::from(w));
            if of_base.is_some_and(|format| format.rounded(sign as f32, 3) != sign) {
                return Ok(None);
            }
        }
        match of_base {
            Some(format) => drop(found.formats.insert(base, format)),
            None => found.floats += 1,
        }
    }
    if found.error > bound {
        return Ok(None);
    }
    unit.each_delta(survey, |accessor, deltas, bases| {
        let values = deltas.elements.floats();
        let error = |of_delta: Option<Format>| {
            let mut worst = 0.0_f64;
            for base in &bases {
                for (&vertex, delta) in deltas.indices.iter().zip(values.chunks_exact(3)) {
                    let base = &base[vertex as usize * components..][..components];
                    let sum = |a: [f64; 3], b: [f64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
                    let (b, d) = (exact(base), exact(delta));
                    let wrong = sum(rounded(base, of_base), rounded(delta, of_delta));
                    let nothing = (dot(&b, &b) + dot(&d, &d)) * ROUNDING;
                    worst = worst.max(angle(&sum(b, d), &wrong, nothing));
                }
            }
            worst
        };
        let integers =
            [ComponentType::I8, ComponentType::I16].map(|component| Format::Unit { component });
        let kept = integers.into_iter().filter(|&format| fits(Some(format), &values));
        let kept = kept.map(|f| (error(Some(f)), f)).find(|(e, _)| *e <= bound);
        match kept {
            Some((error, format)) => {
                found.error = found.error.max(error);
                found.bytes += deltas.with_format(Some(&format)).bytes();
                found.formats.insert(accessor, format);
            }
            None => {
                // A base that is rounded may miss the bound under deltas that are not.
                found.error = found.error.max(error(None));
                found.bytes += deltas.bytes();
                found.floats += 1;
            }
        }
    })?;
    Ok((found.error <= bound && !found.formats.is_empty()).then_some(found))
}

/// Whether all numbers are within what a format holds. A delta that is cut off may have the same
/// direction at weight 1, and another one at any other weight.
fn fits(format: Option<Format>, values: &[f32]) -> bool {
    format.is_none_or(|format| values.iter().all(|&value| format.holds(value)))
}

fn exact(element: &[f32]) -> [f64; 3] {
    [0, 1, 2].map(|axis| f64::from(element[axis]))
}

fn rounded(element: &[f32], format: Option<Format>) -> [f64; 3] {
    match format {
        Some(format) => [0, 1, 2].map(|axis| format.rounded(element[axis], axis)),
        None => exact(element),
    }
}

/// Degrees between two directions. Where there was none before, which a squared length up to
/// `nothing` means, there is no error; where one is lost, it is half a turn.
fn angle(right: &[f64; 3], wrong: &[f64; 3], nothing: f64) -> f64 {
    if dot(right, right) <= nothing {
        return 0.0;
    }
    if dot(wrong, wrong) <= 0.0 {
        return 180.0;
    }
    let cross = [
        right[1] * wrong[2] - right[2] * wrong[1],
        right[2] * wrong[0] - right[0] * wrong[2],
        right[0] * wrong[1] - right[1] * wrong[0],
    ];
    dot(&cross, &cross).sqrt().atan2(dot(right, wrong)).to_degrees()
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
