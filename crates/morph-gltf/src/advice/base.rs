//! Normals and tangents of the base.

use super::{Advice, AdviceCode, Subject};

/// Shorter than this, squared, is no direction: the blend gives the zero vector.
const ZERO_SQUARED: f64 = 1e-30;
/// Eight bits a component leave up to 0.007 of the length; more is no rounding.
const TOLERANCE: f64 = 0.01;

pub(super) fn advise(subject: &Subject<'_>, advice: &mut Vec<Advice>) {
    for (at, primitive) in subject.mesh.primitives.iter().enumerate() {
        if primitive.targets.is_none() {
            continue;
        }
        let place = |name| format!("{}.primitives[{at}].attributes.{name}", subject.place());
        if let Some(normals) = primitive.base.normals() {
            let codes = [AdviceCode::NormalsZero, AdviceCode::NormalsNotUnit];
            directions(normals.iter().copied(), codes, &place("NORMAL"), advice);
        }
        if let Some(tangents) = primitive.base.tangents() {
            let place = place("TANGENT");
            let codes = [AdviceCode::TangentsZero, AdviceCode::TangentsNotUnit];
            directions(tangents.iter().map(|&[x, y, z, _]| [x, y, z]), codes, &place, advice);
            let wrong = tangents.iter().filter(|tangent| tangent[3].abs() != 1.0).count();
            if wrong > 0 {
                let message = format!("w of {wrong} of {} is neither 1 nor -1", tangents.len());
                advice.push(
                    Advice::new(AdviceCode::TangentsHandedness, place, message)
                        .with("vertices", wrong as f64)
                        .with("of", tangents.len() as f64),
                );
            }
        }
    }
}

fn directions(
    vectors: impl Iterator<Item = [f32; 3]>,
    [zero, not_unit]: [AdviceCode; 2],
    place: &str,
    advice: &mut Vec<Advice>,
) {
    let (mut count, mut zeros, mut wrong) = (0_usize, 0_usize, 0_usize);
    let (mut shortest, mut longest) = (f64::INFINITY, 0.0_f64);
    for vector in vectors {
        count += 1;
        let squared: f64 = vector.iter().map(|&c| f64::from(c) * f64::from(c)).sum();
        let length = squared.sqrt();
        if squared <= ZERO_SQUARED {
            zeros += 1;
        } else if (length - 1.0).abs() > TOLERANCE {
            // NaN is a finding already.
            wrong += 1;
            (shortest, longest) = (shortest.min(length), longest.max(length));
        }
    }
    if zeros > 0 {
        advice.push(
            Advice::new(zero, place, format_args!("{zeros} of {count} have no length"))
                .with("vertices", zeros as f64)
                .with("of", count as f64),
        );
    }
    if wrong > 0 {
        let message = format!(
            "{wrong} of {count} are not of unit length: lengths from {shortest:.4} to {longest:.4}"
        );
        advice.push(
            Advice::new(not_unit, place, message)
                .with("vertices", wrong as f64)
                .with("of", count as f64)
                .with("shortest", shortest)
                .with("longest", longest),
        );
    }
}
