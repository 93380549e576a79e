//! Teeth and tongue.

use super::color::{GUM, TONGUE, TOOTH, blend};
use super::draft::{Draft, Patch};
use super::plan::Plan;
use super::site::{Part, Site};
use crate::curve::{bump, mix, sin_cos, smoothstep, wave};
use crate::vector::{Vec3, vec3};
use std::f32::consts::TAU;

/// Teeth in each row.
const TEETH: f32 = 10.0;

/// Adds both rows of teeth and the tongue.
pub(crate) fn add_mouth(draft: &mut Draft, plan: &Plan) {
    add_teeth(draft, plan, true);
    add_teeth(draft, plan, false);
    add_tongue(draft, plan);
}

fn add_teeth(draft: &mut Draft, plan: &Plan, upper: bool) {
    let [columns, rows] = plan.teeth;
    let patch = Patch {
        size: [columns, rows],
        closed: false,
        pole: false,
        flipped: !upper,
        atlas: if upper { [0.0, 0.78, 0.3, 0.82] } else { [0.0, 0.84, 0.3, 0.88] },
    };
    let (root, tip) = if upper { (-0.50, -0.676) } else { (-0.80, -0.652) };
    let (front, half) = if upper { (0.745, 0.215) } else { (0.695, 0.185) };
    let part = if upper { Part::Still } else { Part::LowerTeeth };
    draft.patch(&patch, false, |i, j| {
        let turn = 2.0 * i as f32 / (columns - 1) as f32 - 1.0;
        let (sin, cos) = sin_cos(1.15 * turn);
        // 1 in the middle of a tooth, 0 between two.
        let gap = wave(0.5 * TEETH * (turn + 1.0) - 0.25).abs();
        let tooth = 1.0 - (1.0 - gap) * (1.0 - gap);
        // The first row turns the edge inwards, the others go up to the root.
        let t = if j == 0 { 0.0 } else { (j - 1) as f32 / (rows - 2).max(1) as f32 };
        let shift = if upper { 0.012 } else { -0.012 };
        // Towards the back they are shorter.
        let back = 0.5 * turn * turn * turn * turn;
        let y = mix(mix(tip, root, back) + shift * (1.0 - tooth), root, t);
        let bulge = 0.014 * tooth * (1.0 - 0.6 * t) - if j == 0 { 0.05 } else { 0.0 };
        let out = vec3(sin, 0.0, cos) * bulge;
        let point = vec3(half * sin / 0.913, y, front - 0.24 * (1.0 - cos)) + out;
        let shaded = blend(GUM, TOOTH, 0.65 + 0.35 * tooth);
        (Site::free(part, point), blend(shaded, GUM, smoothstep(0.55, 0.85, t)))
    });
}

/// The tongue's middle line at rest and stretched out: y and z, from root to tip.
const REST: [[f32; 2]; 4] = [[-0.93, 0.26], [-0.76, 0.38], [-0.73, 0.56], [-0.76, 0.66]];
const OUT: [[f32; 2]; 4] = [[-0.93, 0.28], [-0.69, 0.52], [-0.63, 0.94], [-0.93, 1.02]];

/// A point of the tongue: place from root to tip, angle around, and how far it is out.
pub(crate) fn tongue_point(along: f32, around: f32, out: f32) -> Vec3 {
    let rest = 1.0 - along;
    let weights = [
        rest * rest * rest,
        3.0 * rest * rest * along,
        3.0 * rest * along * along,
        along * along * along,
    ];
    let (mut y, mut z) = (0.0, 0.0);
    for (at, weight) in weights.into_iter().enumerate() {
        y += weight * mix(REST[at][0], OUT[at][0], out);
        z += weight * mix(REST[at][1], OUT[at][1], out);
    }
    // The curve's direction, to set the thickness across it.
    let slope = [3.0 * rest * rest, 6.0 * rest * along, 3.0 * along * along];
    let mut ahead = Vec3::ZERO;
    for (at, weight) in slope.into_iter().enumerate() {
        let step = |axis: usize| {
            mix(REST[at + 1][axis] - REST[at][axis], OUT[at + 1][axis] - OUT[at][axis], out)
        };
        ahead += vec3(0.0, step(0), step(1)) * weight;
    }
    let ahead = ahead.unit_or(vec3(0.0, 0.0, 1.0));
    let up = ahead.cross(vec3(1.0, 0.0, 0.0));
    let (sin, cos) = sin_cos(around);
    let round = 1.0 - (rest / 0.35).min(1.0);
    let taper = (1.0 - round * round).sqrt();
    let width = mix(0.155, 0.135, out) * taper * mix(0.8, 1.0, along);
    let thickness = mix(0.055, 0.036, out) * taper;
    let groove = 0.018 * bump(cos * cos / 0.2) * f32::from(sin > 0.0);
    vec3(0.0, y, z) + vec3(cos * width, 0.0, 0.0) + up * (sin * thickness - groove * taper)
}

fn add_tongue(draft: &mut Draft, plan: &Plan) {
    let [around, length] = plan.tongue;
    let patch = Patch {
        size: [around + 1, length],
        closed: true,
        pole: true,
        flipped: false,
        atlas: [0.0, 0.9, 0.3, 0.99],
    };
    draft.patch(&patch, false, |i, j| {
        // Rows crowd towards the tip.
        let rest = 1.0 - j as f32 / length as f32;
        let along = 1.0 - rest * rest;
        let turn = TAU * (i as f32 / around as f32 - 0.25);
        let site = Site::free(Part::Tongue, tongue_point(along, turn, 0.0));
        let dark = 1.0 - smoothstep(0.0, 0.6, along);
        (Site { along, around: turn, ..site }, blend(TONGUE, GUM, 0.6 * dark))
    });
}
