//! Where each shape takes a place of the head.

use super::face::{EYE, Lids, skin};
use super::lip::lip_motion;
use super::mouth::tongue_point;
use super::shape::{Action, Shape};
use super::shell::rim_point;
use super::site::{Part, Site};
use crate::curve::{bump, mix, sin_cos, smoothstep};
use crate::vector::{Vec3, vec3};

/// How far a shape at weight 1 moves a place; exactly zero outside its support.
pub(crate) fn motion(shape: Shape, site: &Site) -> Vec3 {
    if shape.mirrored {
        part_motion(shape.action, &site.mirrored()).mirrored()
    } else {
        part_motion(shape.action, site)
    }
}

fn part_motion(action: Action, site: &Site) -> Vec3 {
    match site.part {
        Part::Still => Vec3::ZERO,
        Part::Skin => skin_motion(action, site),
        Part::Brow => brow(action, site),
        Part::Rim => {
            let edge = skin_motion(action, &Site { point: site.edge, ..*site });
            if edge == Vec3::ZERO {
                return edge;
            }
            rim_point(site.edge + edge, site.along) - rim_point(site.edge, site.along)
        }
        Part::Cavity => lip_motion(action, site),
        Part::Eye => look(action, site),
        Part::LowerTeeth => jaw(action, site.point, 1.0),
        Part::Tongue if action == Action::TongueOut => {
            tongue_point(site.along, site.around, 1.0) - site.point
        }
        Part::Tongue => jaw(action, site.point, 1.0),
    }
}

fn skin_motion(action: Action, site: &Site) -> Vec3 {
    if site.plain.z < -0.25 {
        return Vec3::ZERO;
    }
    lids(action, site) + brow(action, site) + cheek(action, site) + lip_motion(action, site)
}

/// A movement `by` that fades out over an ellipsoid around `at`.
pub(crate) fn push(point: Vec3, at: [f32; 3], radius: [f32; 3], by: [f32; 3]) -> Vec3 {
    let [at, radius, by] = [at, radius, by].map(|[x, y, z]| vec3(x, y, z));
    let away = (point - at).over(radius);
    by * bump(away.dot(away))
}

/// Eyeballs turn around their centres.
fn look(action: Action, site: &Site) -> Vec3 {
    if site.point.x < 0.0 {
        return Vec3::ZERO;
    }
    // To the person's left and up, in radians.
    let (left, up) = match action {
        Action::LookDown => (0.0, -0.42),
        Action::LookUp => (0.0, 0.36),
        Action::LookIn => (-0.50, 0.0),
        Action::LookOut => (0.50, 0.0),
        _ => return Vec3::ZERO,
    };
    let out = site.point - EYE;
    let ((sin, cos), (rise, level)) = (sin_cos(left), sin_cos(up));
    let turned = vec3(out.x * cos + out.z * sin, out.y, out.z * cos - out.x * sin);
    let turned =
        vec3(turned.x, turned.y * level + turned.z * rise, turned.z * level - turned.y * rise);
    turned - out
}

/// Lids slide over the eyeball.
fn lids(action: Action, site: &Site) -> Vec3 {
    let Lids { upper, lower } = Lids::REST;
    let lids = match action {
        Action::Blink => Lids::SHUT,
        Action::LookDown => Lids { upper: upper - 0.085, lower: lower - 0.022 },
        Action::LookUp => Lids { upper: upper + 0.030, lower: lower + 0.018 },
        Action::Squint => Lids { upper: upper - 0.050, lower: lower + 0.058 },
        Action::Wide => Lids { upper: upper + 0.050, lower: lower - 0.018 },
        Action::CheekSquint => Lids { upper, lower: lower + 0.030 },
        _ => return Vec3::ZERO,
    };
    if site.plain.x <= 0.0 || site.plain.y.abs() > 0.5 {
        return Vec3::ZERO;
    }
    skin(site.plain, site.band, lids) - skin(site.plain, site.band, Lids::REST)
}

fn brow(action: Action, site: &Site) -> Vec3 {
    let p = site.edge;
    let up = match action {
        Action::BrowDown => {
            push(p, [0.24, 0.26, 0.8], [0.36, 0.30, 0.5], [-0.035, -0.095, 0.012])
                + push(p, [0.02, 0.18, 0.85], [0.16, 0.20, 0.5], [-0.004, -0.02, 0.012])
        }
        Action::BrowInnerUp => {
            push(p, [0.13, 0.27, 0.8], [0.30, 0.36, 0.5], [0.0, 0.105, 0.0])
                + push(p, [-0.13, 0.27, 0.8], [0.30, 0.36, 0.5], [0.0, 0.105, 0.0])
        }
        Action::BrowOuterUp => push(p, [0.46, 0.3, 0.6], [0.32, 0.36, 0.5], [0.005, 0.120, -0.02]),
        Action::NoseSneer => push(p, [0.12, 0.2, 0.8], [0.18, 0.18, 0.5], [0.0, -0.03, 0.012]),
        _ => return Vec3::ZERO,
    };
    // Lid edges stay on the eyeball.
    let off_lids = smoothstep(0.02, 0.19, site.plain.y);
    up * mix(1.0, off_lids, smoothstep(0.06, 0.16, site.plain.x.abs()))
}

fn cheek(action: Action, site: &Site) -> Vec3 {
    let p = site.point;
    let below_lids = 1.0 - smoothstep(-0.22, -0.05, site.plain.y);
    match action {
        Action::CheekPuff => {
            push(p, [0.46, -0.554, 0.5], [0.40, 0.38, 0.5], [0.10, 0.0, 0.10])
                + push(p, [-0.46, -0.554, 0.5], [0.40, 0.38, 0.5], [-0.10, 0.0, 0.10])
        }
        Action::CheekSquint => {
            push(p, [0.40, -0.243, 0.6], [0.34, 0.28, 0.5], [0.0, 0.06, 0.04]) * below_lids
        }
        Action::Smile => {
            push(p, [0.43, -0.317, 0.6], [0.34, 0.30, 0.5], [0.008, 0.040, 0.036]) * below_lids
        }
        Action::NoseSneer => {
            push(p, [0.12, -0.329, 0.95], [0.21, 0.23, 0.45], [0.015, 0.060, 0.010]) * below_lids
        }
        _ => Vec3::ZERO,
    }
}

/// Where the jaw takes a place that follows it by `share`.
pub(crate) fn jaw(action: Action, point: Vec3, share: f32) -> Vec3 {
    if share == 0.0 {
        return Vec3::ZERO;
    }
    match action {
        Action::JawOpen => jaw_open(point, share),
        Action::JawForward => vec3(0.0, -0.015, 0.095) * share,
        Action::JawLeft => vec3(0.105, -0.012, 0.0) * share,
        _ => Vec3::ZERO,
    }
}

/// The jaw turns around an axis between the ears.
pub(crate) fn jaw_open(point: Vec3, share: f32) -> Vec3 {
    let (y, z) = (point.y + 0.28, point.z + 0.02);
    let (sin, cos) = sin_cos(0.30 * share);
    vec3(0.0, y * cos - z * sin - y, z * cos + y * sin - z)
}
