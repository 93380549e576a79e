//! What lies on the skin: ears, hair and eyebrows.

use super::color::{BLUSH, HAIR, HAIR_LIGHT, SHADE, SKIN, blend};
use super::draft::{Draft, Patch};
use super::face::Band;
use super::loft::{CROWN, Section, loft};
use super::plan::{EAR_RINGS, Plan};
use super::shell::skin_site;
use super::site::{Part, Site};
use crate::curve::{bump, mix, sin_cos, smoothstep, wave};
use crate::vector::{Vec3, vec3};
use std::f32::consts::{PI, TAU};

/// Adds everything that lies on the skin.
pub(crate) fn add_cover(draft: &mut Draft, plan: &Plan) {
    add_hair(draft, plan);
    for left in [true, false] {
        add_ear(draft, plan, left);
        add_brow(draft, plan, left);
    }
}

/// Rings of an ear from its back over the rim to the middle: distance from the middle, height.
const EAR: [[f32; 2]; EAR_RINGS] = [
    [0.62, -0.10],
    [0.84, -0.01],
    [0.96, 0.040],
    [1.00, 0.075],
    [0.95, 0.092],
    [0.86, 0.078],
    [0.77, 0.050],
    [0.66, 0.058],
    [0.56, 0.060],
    [0.42, 0.020],
    [0.22, -0.010],
];

fn ear_point(ring: [f32; 2], turn: f32) -> Vec3 {
    let (sin, cos) = sin_cos(turn);
    let [distance, height] = ring;
    // Wide above, a lobe below, flat towards the face.
    let width = 0.135 * (1.0 + 0.18 * sin) * distance;
    let tall = if sin > 0.0 { 0.215 } else { 0.225 } * distance;
    let front = smoothstep(0.2, 0.95, cos);
    let lobe = smoothstep(-0.55, -0.95, sin);
    let height =
        mix(height, 0.03, lobe * 0.7 * smoothstep(0.3, 0.7, distance)) * (1.0 - 0.85 * front);
    let forward = vec3(-0.42, 0.10, 0.90);
    let out = vec3(0.92, 0.0, 0.40);
    let up = vec3(0.06, 1.0, -0.16);
    vec3(0.735, -0.07, -0.09) + forward * (cos * width) + up * (sin * tall) + out * height
}

fn add_ear(draft: &mut Draft, plan: &Plan, left: bool) {
    let patch = Patch {
        size: [plan.ear + 1, EAR_RINGS],
        closed: true,
        pole: true,
        flipped: left,
        atlas: if left { [0.32, 0.76, 0.5, 0.86] } else { [0.32, 0.88, 0.5, 0.98] },
    };
    draft.patch(&patch, true, |i, j| {
        let turn = TAU * (i as f32 / plan.ear as f32 - 0.25);
        let ring = EAR.get(j).copied().unwrap_or([0.0, -0.012]);
        let point = ear_point(ring, turn);
        let deep = 1.0 - smoothstep(0.15, 0.5, ring[0]);
        let color = blend(blend(SKIN, BLUSH, 0.35), SHADE, 0.75 * deep);
        let point = if left { point } else { point.mirrored() };
        (Site::free(Part::Still, point), color)
    });
}

fn add_brow(draft: &mut Draft, plan: &Plan, left: bool) {
    let [columns, rows] = plan.brow;
    let patch = Patch {
        size: [columns, rows],
        closed: false,
        pole: false,
        flipped: !left,
        atlas: if left { [0.64, 0.84, 0.8, 0.88] } else { [0.82, 0.84, 0.98, 0.88] },
    };
    draft.patch(&patch, false, |i, j| {
        let t = i as f32 / (columns - 1) as f32;
        let s = 2.0 * j as f32 / (rows - 1) as f32 - 1.0;
        let angle = mix(0.17, 0.83, t);
        // Thick inside, thin outside, highest past its middle.
        let arch = 10.10 + 0.30 * bump((t - 0.60) * (t - 0.60) / 0.7) - 0.12 * t;
        let thick = 0.155 * smoothstep(-0.10, 0.16, t) * (1.0 - smoothstep(0.45, 1.25, t));
        let row = arch + thick * s;
        let site = skin_site(&Section::new(row), angle, row, Band::Upper);
        let lift = 0.032 * (1.0 - s * s) * smoothstep(0.0, 0.12, t) * (1.0 - 0.8 * t) - 0.004;
        let out = (site.point - vec3(0.0, 0.1, 0.0)).unit_or(vec3(0.0, 0.0, 1.0));
        let point = site.point + out * lift;
        let site = Site { part: Part::Brow, point, ..site };
        let site = if left { site } else { site.mirrored() };
        (site, blend(HAIR, HAIR_LIGHT, 0.25 + 0.2 * wave(9.0 * t)))
    });
}

/// The hairline's row at angles in degrees, from the back over the person's right to the left.
const HAIRLINE: [[f32; 2]; 26] = [
    [-180.0, 3.3],
    [-145.0, 3.6],
    [-122.0, 6.0],
    [-112.0, 8.6],
    [-101.0, 9.9],
    [-92.0, 9.7],
    [-85.0, 8.6],
    [-77.0, 8.6],
    [-70.0, 9.6],
    [-62.0, 10.6],
    [-50.0, 11.4],
    [-34.0, 12.15],
    [-22.0, 12.1],
    [-6.0, 11.65],
    [14.0, 11.35],
    [34.0, 11.2],
    [50.0, 10.95],
    [62.0, 10.4],
    [70.0, 9.5],
    [77.0, 8.6],
    [85.0, 8.6],
    [92.0, 9.7],
    [101.0, 9.9],
    [112.0, 8.6],
    [122.0, 6.0],
    [145.0, 3.6],
];

/// The row at which the hair begins.
pub(crate) fn hairline(angle: f32) -> f32 {
    let degrees = angle * (180.0 / PI);
    let last = HAIRLINE.len();
    let after = HAIRLINE.iter().position(|stop| stop[0] > degrees).unwrap_or(last).max(1);
    let [a, low] = HAIRLINE[after - 1];
    // The table closes where it began.
    let [b, high] = if after < last { HAIRLINE[after] } else { [180.0, HAIRLINE[0][1]] };
    mix(low, high, (degrees - a) / (b - a))
}

fn add_hair(draft: &mut Draft, plan: &Plan) {
    let [columns, rows] = plan.hair;
    let patch = Patch {
        size: [columns + 1, rows],
        closed: true,
        pole: true,
        flipped: false,
        atlas: [0.64, 0.89, 0.98, 0.99],
    };
    draft.patch(&patch, true, |i, j| {
        let angle = PI * (2.0 * i as f32 / columns as f32 - 1.0);
        let (point, color) = hair_point(angle, j, rows);
        (Site::free(Part::Still, point), color)
    });
}

fn hair_point(angle: f32, j: usize, rows: usize) -> (Vec3, [f32; 3]) {
    let turn = angle / TAU;
    // The first rows turn around the edge; the others run up to the crown.
    let edge = 3.min(rows - 1);
    let t = if j < edge { 0.0 } else { (j + 1 - edge) as f32 / (rows - edge + 1) as f32 };
    let line = hairline(angle);
    let row = mix(line, CROWN as f32, t);
    let plain = loft(angle, row);
    let center = vec3(0.0, 0.15, -0.08);
    let out = (plain - center).unit_or(vec3(0.0, 1.0, 0.0));
    // Hair is combed over from a parting on the person's right.
    let over = angle - 0.25;
    let crest =
        bump(over * over / 1.5) * smoothstep(0.0, 0.22, t) * (1.0 - smoothstep(0.3, 1.0, t));
    let full = smoothstep(3.0, 9.5, row);
    let body = mix(0.03, 0.07, full) + 0.13 * crest + 0.03 * smoothstep(0.0, 0.5, t);
    let sweep = turn - 0.10 * t;
    let strand = wave(23.0 * sweep) * 0.6 + wave(57.0 * sweep + 0.3) * 0.4;
    let thickness = match j {
        0 => -0.03,
        1 if edge > 1 => 0.55 * body,
        _ => body,
    } + if j == 0 { 0.0 } else { 0.010 * strand * (1.0 - smoothstep(0.5, 1.0, t)) };
    let point = plain + out * thickness;
    (point, blend(HAIR, HAIR_LIGHT, 0.35 + 0.3 * strand))
}
