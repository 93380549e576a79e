//! The head without a face: three profile curves and the arcs between them.
//!
//! Lengths are in design units, about a decimetre: the head is 2.3 high. A row is a place on the
//! profile curves, 0 at the cut of the neck and [`CROWN`] at the top; an angle goes around from 0
//! at the front to pi at the back, negative on the person's right.

use crate::curve::{mix, sin_cos};
use crate::vector::{Vec3, vec3};

/// Height of the line between the lips in the middle.
pub(crate) const MOUTH_Y: f32 = -0.65;
/// Row on which the lips meet.
pub(crate) const MOUTH: usize = 6;
/// Row on which the lids of closed eyes would meet.
pub(crate) const EYES: usize = 9;
/// Row of the top.
pub(crate) const CROWN: usize = 15;

/// One row: y and z at the front, x, y and z at the side, y and z at the back, how square the
/// front half is from above, and how pointed it is from the front.
struct Row {
    front: [f32; 2],
    side: [f32; 3],
    back: [f32; 2],
    form: [f32; 2],
}

const fn row(front: [f32; 2], side: [f32; 3], back: [f32; 2], form: [f32; 2]) -> Row {
    Row { front, side, back, form }
}

/// From the neck to the crown.
const ROWS: [Row; CROWN + 1] = [
    row([-1.60, 0.27], [0.58, -1.70, -0.24], [-1.52, -0.78], [0.3, 0.5]),
    row([-1.40, 0.19], [0.395, -1.42, -0.22], [-1.30, -0.60], [0.2, 0.5]),
    row([-1.17, 0.31], [0.42, -1.06, -0.15], [-1.00, -0.58], [0.2, 0.6]),
    row([-1.105, 0.58], [0.545, -0.78, -0.10], [-0.75, -0.68], [0.1, 0.75]),
    row([-0.97, 0.765], [0.60, -0.58, -0.08], [-0.52, -0.79], [0.15, 0.6]),
    row([-0.81, 0.765], [0.645, -0.455, -0.06], [-0.38, -0.86], [0.25, 0.42]),
    row([-0.65, 0.79], [0.682, -0.35, -0.06], [-0.24, -0.90], [0.3, 0.22]),
    row([-0.465, 0.80], [0.712, -0.24, -0.05], [-0.11, -0.93], [0.35, 0.08]),
    row([-0.24, 0.81], [0.735, -0.11, -0.05], [0.02, -0.95], [0.4, 0.0]),
    row([0.0, 0.81], [0.745, 0.0, -0.05], [0.16, -0.96], [0.4, 0.0]),
    row([0.24, 0.86], [0.765, 0.24, -0.06], [0.32, -0.96], [0.35, 0.0]),
    row([0.55, 0.88], [0.775, 0.50, -0.07], [0.52, -0.93], [0.3, 0.0]),
    row([0.83, 0.75], [0.71, 0.77, -0.08], [0.75, -0.82], [0.2, 0.0]),
    row([1.04, 0.47], [0.52, 1.00, -0.09], [0.98, -0.58], [0.1, 0.0]),
    row([1.14, 0.18], [0.27, 1.125, -0.10], [1.12, -0.34], [0.0, 0.0]),
    row([1.16, -0.10], [0.0, 1.16, -0.10], [1.16, -0.10], [0.0, 0.0]),
];

/// Weights of four rows in the spline through them.
fn spline(t: f32) -> [f32; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [
        0.5 * (-t3 + 2.0 * t2 - t),
        0.5 * (3.0 * t3 - 5.0 * t2 + 2.0),
        0.5 * (-3.0 * t3 + 4.0 * t2 + t),
        0.5 * (t3 - t2),
    ]
}

/// One cross-section of the head, ready to be walked around.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section {
    front: [f32; 2],
    side: [f32; 3],
    back: [f32; 2],
    form: [f32; 2],
}

impl Section {
    /// The section at a row, between rows by a spline.
    pub(crate) fn new(row: f32) -> Self {
        let first = (row as usize).min(CROWN - 1);
        let weights = spline(row - first as f32);
        let mut section = Self { front: [0.0; 2], side: [0.0; 3], back: [0.0; 2], form: [0.0; 2] };
        for (at, weight) in weights.into_iter().enumerate() {
            // Past the crown the curve comes down again on the other side.
            let (source, flip) = match (first + at).saturating_sub(1) {
                over if over > CROWN => (2 * CROWN - over, true),
                row => (row, false),
            };
            let of = &ROWS[source];
            let (front, back) = if flip { (of.back, of.front) } else { (of.front, of.back) };
            let x = if flip { -of.side[0] } else { of.side[0] };
            for axis in 0..2 {
                section.front[axis] += weight * front[axis];
                section.back[axis] += weight * back[axis];
                section.side[axis + 1] += weight * of.side[axis + 1];
                section.form[axis] += weight * of.form[axis];
            }
            section.side[0] += weight * x;
        }
        section
    }

    /// The point at an angle.
    pub(crate) fn point(&self, angle: f32) -> Vec3 {
        let (sin, cos) = sin_cos(angle);
        let (end, cos) = if cos >= 0.0 { (self.front, cos) } else { (self.back, -cos) };
        let front = angle.abs() < std::f32::consts::FRAC_PI_2;
        let [square, pointed] = if front { self.form } else { [0.3, 0.0] };
        let along = mix(cos, cos * (2.0 - cos), square);
        let s2 = sin * sin;
        vec3(
            self.side[0] * sin,
            mix(end[0], self.side[1], mix(s2 * s2, s2, pointed)),
            mix(self.side[2], end[1], along),
        )
    }
}

/// The head's half width at a whole row.
pub(crate) const fn half_width(row: usize) -> f32 {
    ROWS[row].side[0]
}

/// Height of the line between the lips, at a distance from the middle.
pub(crate) fn mouth_line(x: f32) -> f32 {
    let of = &ROWS[MOUTH];
    let s2 = (x * x / (of.side[0] * of.side[0])).min(1.0);
    mix(of.front[0], of.side[1], mix(s2 * s2, s2, of.form[1]))
}

/// The point of the head without a face.
pub(crate) fn loft(angle: f32, row: f32) -> Vec3 {
    Section::new(row).point(angle)
}
