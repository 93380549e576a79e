//! Targets that turn the surface and not its normals.

use super::shape::{Shapes, TargetShape};
use super::{Advice, AdviceCode, Subject};
use morph_core::{Attribute, MorphPrimitive, MorphTargets};

/// Cosine of one degree: a surface that turns less needs no normals of its own.
const COS_ONE_DEGREE: f64 = 0.999_847_7;

/// Vertices and triangles that are looked at in one file; beyond it, what moves is taken to turn.
///
/// Most targets turn one of the first triangles that they move. This is for those that do not.
#[derive(Debug)]
pub(super) struct Patience(u64);

impl Default for Patience {
    fn default() -> Self {
        Self(1 << 27)
    }
}

pub(super) fn advise(
    subject: &Subject<'_>,
    shapes: &Shapes,
    patience: &mut Patience,
    advice: &mut Vec<Advice>,
) {
    let count = subject.mesh.target_count();
    for (at, primitive) in subject.mesh.primitives.iter().enumerate() {
        let shapes = shapes.of(primitive.targets.as_ref());
        if primitive.flat || !shapes.iter().any(bends) {
            continue;
        }
        let Ok(Some(triangles)) = subject.document.triangles(subject.index, at) else { continue };
        let mut turns =
            |target: usize| bends(&shapes[target]) && patience.turns(primitive, &triangles, target);
        let targets: Vec<usize> = (0..shapes.len()).filter(|&target| turns(target)).collect();
        if targets.is_empty() {
            continue;
        }
        let has_zeros = |&&target: &&usize| shapes[target].band(Attribute::Normal).is_some();
        let zero = targets.iter().filter(has_zeros).count();
        let without = targets.len() - zero;
        let message = format!(
            "{} of {count} targets turn the surface and no normals ({without} have none, {zero} have zeros): {}",
            targets.len(),
            subject.list(&targets)
        );
        let place = format!("{}.primitives[{at}]", subject.place());
        advice.push(
            Advice::new(AdviceCode::NormalDeltasMissing, place, message)
                .with("targets", targets.len() as f64)
                .with("of", count as f64)
                .with("without", without as f64)
                .with("zero", zero as f64)
                .about(targets),
        );
    }
}

/// Whether the target moves positions and no normals. Moving all of them alike turns nothing.
fn bends(shape: &TargetShape) -> bool {
    let bent = shape.band(Attribute::Position).is_some_and(|band| band.moved > 0 && !band.rigid);
    bent && !shape.moves(Attribute::Normal)
}

impl Patience {
    /// Whether a target turns any triangle by more than a degree.
    fn turns(&mut self, primitive: &MorphPrimitive, triangles: &[[u32; 3]], target: usize) -> bool {
        let steps = (primitive.base.vertex_count() + triangles.len()) as u64;
        match self.0.checked_sub(steps) {
            Some(left) => self.0 = left,
            None => return true,
        }
        let deltas = |targets: &MorphTargets| targets.deltas(target, Attribute::Position).cloned();
        let deltas = primitive.targets.as_ref().and_then(deltas);
        let (Some(base), Some(deltas)) = (primitive.base.positions(), deltas) else { return false };
        let mut moved = base.to_vec();
        for (vertex, delta) in deltas.iter(3) {
            for (position, delta) in moved[vertex].iter_mut().zip(delta) {
                *position += delta;
            }
        }
        let turned = |&corners: &[u32; 3]| {
            let before = normal(corners.map(|corner| base[corner as usize]));
            let after = normal(corners.map(|corner| moved[corner as usize]));
            let lengths = (dot(before, before) * dot(after, after)).sqrt();
            lengths > 0.0 && dot(before, after) < COS_ONE_DEGREE * lengths
        };
        triangles.iter().any(turned)
    }
}

/// The normal of a triangle, as long as twice its area.
fn normal(corners: [[f32; 3]; 3]) -> [f64; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let edge = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
    let (u, v) = (edge(b), edge(c));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
