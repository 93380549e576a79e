//! Deltas that are longer than the mesh that they move is large.

use super::shape::Shapes;
use super::{Advice, AdviceCode, Subject};
use morph_core::{Attribute, MorphMesh};

/// A target that scales a mesh may well reach as far as it is large; twice as far is another matter.
const FACTOR: f64 = 2.0;

/// Length of the diagonal of all primitives together; `None` where there is no extent.
fn diagonal(mesh: &MorphMesh) -> Option<f64> {
    let mut bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    for position in mesh.primitives.iter().filter_map(|p| p.base.positions()).flatten() {
        for (axis, &value) in position.iter().enumerate() {
            bounds[0][axis] = bounds[0][axis].min(value);
            bounds[1][axis] = bounds[1][axis].max(value);
        }
    }
    let sides = (0..3).map(|axis| f64::from(bounds[1][axis]) - f64::from(bounds[0][axis]));
    let size = sides.map(|side| side * side).sum::<f64>().sqrt();
    (size.is_finite() && size > 0.0).then_some(size)
}

pub(super) fn advise(subject: &Subject<'_>, shapes: &Shapes, advice: &mut Vec<Advice>) {
    let Some(size) = diagonal(subject.mesh) else { return };
    let longest = |target: usize| {
        let of_target = |primitive: &morph_core::MorphPrimitive| {
            let shape = shapes.of(primitive.targets.as_ref()).get(target)?;
            Some(shape.band(Attribute::Position)?.longest)
        };
        subject.mesh.primitives.iter().filter_map(of_target).fold(0.0, f64::max)
    };
    let count = subject.mesh.target_count();
    let targets: Vec<usize> =
        (0..count).filter(|&target| longest(target) > FACTOR * size).collect();
    if targets.is_empty() {
        return;
    }
    let longest = targets.iter().map(|&target| longest(target)).fold(0.0, f64::max);
    let message = format!(
        "{} of {count} targets move vertices by up to {longest:.4}, and the mesh measures {size:.4}: {}",
        targets.len(),
        subject.list(&targets)
    );
    advice.push(
        Advice::new(AdviceCode::DeltasBeyondMesh, subject.place(), message)
            .with("targets", targets.len() as f64)
            .with("of", count as f64)
            .with("longest", longest)
            .with("size", size)
            .about(targets),
    );
}
