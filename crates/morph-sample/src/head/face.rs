//! The face: what turns the plain head into one, as a function of the plain head's point.

use super::loft::{EYES, MOUTH, MOUTH_Y, half_width, mouth_line};
use crate::curve::{bump, bump2, mix, smooth_max, smoothstep};
use crate::vector::{Vec3, vec3};

/// Distance of an eye's centre from the middle.
pub(crate) const EYE_X: f32 = 0.335;
/// Half width of an eye between its corners.
pub(crate) const EYE_HALF: f32 = 0.205;
/// Centre of the person's left eyeball.
pub(crate) const EYE: Vec3 = vec3(0.345, 0.010, 0.44);
/// Radius of an eyeball.
pub(crate) const EYE_RADIUS: f32 = 0.245;
/// How far the lids lie above the eyeball.
pub(crate) const LID: f32 = 0.03;
/// Half width of the mouth.
pub(crate) const MOUTH_HALF: f32 = 0.26;

/// Which side of the two slits a point of the skin belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Band {
    /// Below the line between the lips.
    Lower,
    /// Between mouth and eyes.
    Middle,
    /// Above the line between the lids.
    Upper,
}

/// How far the edges of the lids of one eye are from the line between its corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Lids {
    /// Of the upper lid, upwards.
    pub(crate) upper: f32,
    /// Of the lower lid, upwards: negative while the eye is open.
    pub(crate) lower: f32,
}

impl Lids {
    /// At rest.
    pub(crate) const REST: Self = Self { upper: 0.112, lower: -0.086 };
    /// Closed.
    pub(crate) const SHUT: Self = Self { upper: -0.052, lower: -0.052 };
}

/// Sines of the angles at which an eye's inner corner, the mouth's corner and an eye's outer
/// corner lie.
pub(crate) fn corner_sines() -> [f32; 3] {
    [
        (EYE_X - EYE_HALF) / half_width(EYES),
        MOUTH_HALF / half_width(MOUTH),
        (EYE_X + EYE_HALF) / half_width(EYES),
    ]
}

/// 1 in the middle of an eye, 0 at its corners and beyond; `x` on the person's left.
fn lid_profile(x: f32, upper: bool) -> f32 {
    let t = (x - EYE_X) / EYE_HALF;
    let square = t * t;
    if square >= 1.0 {
        return 0.0;
    }
    let lean = if upper { -0.12 } else { 0.22 };
    (1.0 - square) * (1.0 + lean * t) * (1.0 + 0.35 * square)
}

/// The skin's point over a point of the plain head, with the lids as given for its side.
pub(crate) fn skin(plain: Vec3, band: Band, lids: Lids) -> Vec3 {
    if plain.z <= 0.0 {
        return plain;
    }
    let side = if plain.x < 0.0 { -1.0 } else { 1.0 };
    let x = plain.x.abs();
    let mut y = plain.y;
    // The lids slide within the face.
    let (open, reach) = if band == Band::Upper { (lids.upper, 0.30) } else { (lids.lower, 0.26) };
    let fall = bump((plain.y / reach) * (plain.y / reach));
    y += open * lid_profile(x, band == Band::Upper) * fall;
    // Outer corners a little higher than inner ones.
    y += 0.10 * (x - EYE_X) * bump2(x, plain.y, [EYE_X, 0.0], [0.34, 0.3]);
    y += lip_bow(x) * bump((plain.y - mouth_line(x)) * (plain.y - mouth_line(x)) / 0.05);

    let mut z = plain.z + relief(x, y);
    z += lips(x, y - mouth_line(x) - lip_bow(x), band);
    let nose = nose(x, y);
    z += nose;
    // What sticks out of the face also hangs a little: nose over lip.
    y -= 0.20 * nose * smoothstep(0.1, -0.45, y);
    over_eye(vec3(side * x, y, z), side, plain)
}

/// Pushes the skin out over the eyeball; lid edges lie on it.
fn over_eye(mut point: Vec3, side: f32, plain: Vec3) -> Vec3 {
    let (dx, dy) = (side * point.x - EYE.x, point.y - EYE.y);
    let radius = EYE_RADIUS + LID;
    let square = radius * radius - dx * dx - dy * dy;
    let near = bump2(side * point.x, plain.y, [EYE_X, 0.0], [0.36, 0.36]);
    if near == 0.0 {
        return point;
    }
    let ball = EYE.z + square.max(0.0).sqrt();
    let sunk = smooth_max(point.z, ball, 0.07);
    // On the row of the lids' edges, between the corners, only the ball counts.
    let t = (side * point.x - EYE_X) / EYE_HALF;
    let edge =
        (1.0 - smoothstep(0.0, 0.10, plain.y.abs())) * (1.0 - smoothstep(0.85, 1.25, t.abs()));
    point.z = mix(mix(point.z, sunk, (near * 3.0).min(1.0)), ball, edge);
    point
}

/// Cupid's bow: how far the line between the lips leaves its row.
fn lip_bow(x: f32) -> f32 {
    let t = x / MOUTH_HALF;
    0.008 * bump((t - 0.42) * (t - 0.42) / 0.16) - 0.010 * bump(t * t / 0.14)
        + 0.016 * bump((t - 1.1) * (t - 1.1) / 0.30)
}

/// Brow, sockets, cheeks, chin: raised and sunk parts of the face, along z.
fn relief(x: f32, y: f32) -> f32 {
    let mut z = -0.10 * bump2(x, y, [EYE_X - 0.03, -0.01], [0.32, 0.26]);
    z += 0.045 * bump2(x, y, [0.27, 0.25], [0.36, 0.16]);
    z -= 0.03 * bump2(x, y, [0.0, 0.12], [0.14, 0.12]);
    z += 0.085 * bump2(x, y, [0.41, -0.29], [0.32, 0.28]);
    z -= 0.015 * bump2(x, y, [0.42, -0.60], [0.22, 0.24]);
    z += 0.075 * bump2(x, y, [0.0, -0.93], [0.27, 0.17]);
    z -= 0.030 * bump2(x, y, [0.0, -0.80], [0.20, 0.07]);
    z += 0.035 * bump2(x, y, [0.0, MOUTH_Y], [0.36, 0.28]);
    z
}

/// The lips and the crease between them; `d` is the height over the line between them.
fn lips(x: f32, d: f32, band: Band) -> f32 {
    let t = x / MOUTH_HALF;
    let across = bump(t * t / 1.21);
    let lower = band == Band::Lower;
    let full = if lower {
        0.085 * bump((d + 0.055) * (d + 0.055) / 0.0075)
    } else {
        0.070 * bump((d - 0.045) * (d - 0.045) / 0.0060)
    };
    let groove = 0.022 * bump2(x, d, [0.0, 0.15], [0.05, 0.10]);
    let corner = 0.015 * bump2(x, d, [MOUTH_HALF + 0.02, 0.0], [0.09, 0.08]);
    let crease = 0.045 * bump(d * d / 0.0012) * bump(t * t / 1.44);
    full * across - groove - corner - crease
}

/// The nose: bridge, tip, wings and the hollows under them.
fn nose(x: f32, y: f32) -> f32 {
    let along = ((0.14 - y) / 0.52).clamp(0.0, 1.0);
    let end = 1.0 - smoothstep(-0.36, -0.49, y);
    let height = 0.045 * smoothstep(0.2, 0.0, y) + 0.115 * along * along;
    let width = mix(0.115, 0.17, along);
    let bridge = height * end * bump(x * x / (width * width));
    let tip = 0.105 * bump2(x, y, [0.0, -0.335], [0.16, 0.14]);
    let wing = 0.085 * bump2(x, y, [0.105, -0.375], [0.085, 0.085]);
    let hollow = 0.045 * bump2(x, y, [0.056, -0.405], [0.046, 0.036]);
    bridge + tip + wing - hollow
}

/// How much a point is a lip, for its colour; `d` is the height over the line between them.
pub(crate) fn lip_tint(point: Vec3, band: Band) -> f32 {
    let t = (point.x.abs() / MOUTH_HALF).min(1.0);
    let d = point.y - mouth_line(point.x) - lip_bow(point.x.abs());
    let height = if band == Band::Lower {
        0.100 * (1.0 - t * t)
    } else {
        0.085 * (1.0 - t * t) + 0.012 * bump((t - 0.25) * (t - 0.25) / 0.08)
            - 0.012 * bump(t * t / 0.03)
    };
    let d = d.abs();
    if point.z < 0.3 || t >= 1.0 { 0.0 } else { 1.0 - smoothstep(height - 0.02, height + 0.02, d) }
}
