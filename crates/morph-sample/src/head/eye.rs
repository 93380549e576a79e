//! Eyeballs and the glints on them.

use super::color::{GLINT, IRIS, IRIS_INNER, LIMBUS, PUPIL, SHADE, WHITE, blend};
use super::draft::{Draft, Patch};
use super::face::{EYE, EYE_RADIUS};
use super::plan::Plan;
use super::site::{Part, Site};
use crate::curve::{mix, sin_cos};
use crate::vector::{Vec3, vec3};
use std::f32::consts::TAU;

/// Angle of the iris' edge from the axis, in radians.
const IRIS_EDGE: f32 = 0.56;
/// Angle of the pupil's edge.
const PUPIL_EDGE: f32 = 0.27;
/// Angle of the ball's hidden rim.
const BACK: f32 = 1.9;

/// Adds both eyeballs and their glints.
pub(crate) fn add_eyes(draft: &mut Draft, plan: &Plan) {
    for left in [true, false] {
        let center = if left { EYE } else { EYE.mirrored() };
        add_ball(draft, plan, center, left);
        add_glint(draft, plan, center, left);
    }
}

/// Rings of a ball from the back to the pupil: angle from the axis, colour.
fn rings(plan: &Plan) -> Vec<(f32, [f32; 3])> {
    let [_, white, iris, pupil] = plan.eye;
    let mut rings = Vec::new();
    for step in 0..white {
        let t = step as f32 / white.max(2) as f32;
        let angle = mix(BACK, IRIS_EDGE + 0.02, 1.0 - (1.0 - t) * (1.0 - t));
        rings.push((angle, blend(WHITE, SHADE, 0.35 * ((angle - 0.9) / 0.8).clamp(0.0, 1.0))));
    }
    if let Some(last) = rings.last_mut().filter(|_| white > 1) {
        *last = (IRIS_EDGE + 0.02, WHITE);
    }
    for step in 0..iris {
        let t = step as f32 / (iris - 1) as f32;
        let color = if t < 0.3 {
            blend(LIMBUS, IRIS, t / 0.3)
        } else {
            blend(IRIS, IRIS_INNER, (t - 0.3) / 0.7)
        };
        rings.push((mix(IRIS_EDGE, PUPIL_EDGE + 0.01, t), color));
    }
    for step in 0..pupil {
        rings.push((PUPIL_EDGE * (1.0 - step as f32 / pupil as f32), PUPIL));
    }
    rings
}

/// A point of a ball: angle from its axis and around it.
fn ball_point(center: Vec3, angle: f32, around: f32, radius: f32) -> Vec3 {
    let ((sin, cos), (up, side)) = (sin_cos(angle), sin_cos(around));
    center + vec3(sin * side, sin * up, cos) * radius
}

fn add_ball(draft: &mut Draft, plan: &Plan, center: Vec3, left: bool) {
    let rings = rings(plan);
    let around = plan.eye[0];
    let patch = Patch {
        size: [around + 1, rings.len()],
        closed: true,
        pole: true,
        flipped: !left,
        atlas: if left { [0.52, 0.66, 0.74, 0.82] } else { [0.76, 0.66, 0.98, 0.82] },
    };
    draft.patch(&patch, false, |i, j| {
        let turn = TAU * (i as f32 / around as f32 - 0.25);
        let (angle, color) = rings.get(j).copied().unwrap_or((0.0, PUPIL));
        let mut point = ball_point(center, angle, turn, EYE_RADIUS);
        if !left {
            point.x = 2.0 * center.x - point.x;
        }
        (Site::free(Part::Eye, point), color)
    });
}

/// A small light disc above the pupil. It stays where it is when the eye turns, as reflections do.
fn add_glint(draft: &mut Draft, plan: &Plan, center: Vec3, left: bool) {
    let atlas = if left { [0.52, 0.83, 0.56, 0.84] } else { [0.57, 0.83, 0.61, 0.84] };
    let patch =
        Patch { size: [plan.glint + 1, 1], closed: true, pole: true, flipped: false, atlas };
    let middle = (vec3(0.072, 0.062, EYE_RADIUS)).unit_or(vec3(0.0, 0.0, 1.0));
    let right = vec3(0.0, 1.0, 0.0).cross(middle).unit_or(vec3(1.0, 0.0, 0.0));
    let up = middle.cross(right);
    draft.patch(&patch, false, |i, j| {
        let radius = if j == 0 { 0.115 } else { 0.0 };
        let (sin, cos) = sin_cos(TAU * (i as f32 / plan.glint as f32 - 0.25));
        let out = middle + right * (radius * cos) + up * (radius * sin);
        let point = center + out.unit_or(middle) * (EYE_RADIUS + 0.006);
        (Site::free(Part::Still, point), GLINT)
    });
}
