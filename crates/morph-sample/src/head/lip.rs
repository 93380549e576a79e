//! What the shapes do to the lips, the chin and the inside of the mouth.

use super::face::{Band, MOUTH_HALF};
use super::loft::mouth_line;
use super::motion::{jaw, jaw_open, push};
use super::shape::Action;
use super::site::{Part, Site};
use crate::curve::{bump, mix, smoothstep};
use crate::vector::{Vec3, vec3};

/// How a shape moves lips, chin and the sheet behind the lips.
pub(crate) fn lip_motion(action: Action, site: &Site) -> Vec3 {
    if site.part != Part::Cavity {
        return lip(action, site.point, site, site.band);
    }
    // The sheet hangs on both lips.
    let upper = lip(action, site.edge, site, Band::Middle);
    let lower = lip(action, site.edge, site, Band::Lower);
    upper.mix(lower, smoothstep(0.0, 1.0, site.along))
}

/// A place relative to the line between the lips.
struct Place {
    /// 0 in the middle, 1 at the corners.
    t: f32,
    /// Height over the line.
    d: f32,
    /// How far apart the lips go here when the mouth opens: 1 in the middle, 0 at the corners.
    gap: f32,
    /// +1 below the line, -1 above it.
    sign: f32,
}

impl Place {
    fn new(p: Vec3, site: &Site, band: Band) -> Self {
        let t = p.x.abs() / MOUTH_HALF;
        let row = mouth_line(site.plain.x);
        let sign = if band == Band::Lower { 1.0 } else { -1.0 };
        Self { t, d: site.plain.y - row, gap: (1.0 - t * t).max(0.0).sqrt(), sign }
    }

    /// How much the place follows the jaw: 1 on the lower lip, 0 on the upper, half at corners.
    fn jaw_share(&self, site: &Site) -> f32 {
        let reach = mix(0.14, 0.55, smoothstep(0.6, 2.2, self.t));
        let far = smoothstep(0.0, reach, self.d.abs());
        let share = 0.5 + 0.5 * self.sign * (self.gap + (1.0 - self.gap) * far);
        let neck = smoothstep(0.9, 3.1, site.row);
        let ear = smoothstep(-0.05, 0.38, site.plain.z) * smoothstep(0.0, -0.14, site.plain.y);
        share * neck * ear
    }

    /// 1 on the lips' edges, fading out over `reach`.
    fn near(&self, reach: f32) -> f32 {
        bump(self.d * self.d / (reach * reach))
    }
}

fn lip(action: Action, p: Vec3, site: &Site, band: Band) -> Vec3 {
    // Nothing here reaches the eyes or the neck.
    if site.plain.y > 0.0 || site.row < 0.5 {
        return Vec3::ZERO;
    }
    let at = Place::new(p, site, band);
    let lower = band == Band::Lower;
    let left = smoothstep(-0.13, 0.13, p.x);
    // Around the mouth as a whole.
    let mouth =
        |half: f32, height: f32| push(p, [0.0, -0.65, 0.8], [half, height, 0.6], [1.0, 0.0, 0.0]).x;
    match action {
        Action::JawOpen | Action::JawForward | Action::JawLeft => {
            jaw(action, p, at.jaw_share(site))
        }
        Action::MouthClose => {
            // Both lips go to where the jaw takes the corners, and forward over the teeth.
            let near = at.near(0.30) * smoothstep(1.5, 1.0, at.t);
            if near == 0.0 {
                return Vec3::ZERO;
            }
            let over = vec3(0.0, 0.0, 0.035 * bump(at.t * at.t));
            (jaw_open(p, 0.5) - jaw_open(p, at.jaw_share(site)) + over) * near
        }
        Action::Funnel => {
            let k = mouth(0.60, 0.40);
            let open = at.gap * at.near(0.30);
            vec3(-p.x * 0.42 * k, at.d * 0.10 * k, 0.11 * k)
                + vec3(0.0, if lower { -0.085 } else { 0.055 }, 0.02) * open
        }
        Action::Pucker => {
            let k = mouth(0.62, 0.39);
            vec3(-p.x * 0.56 * k, at.d * 0.22 * k, 0.125 * k)
        }
        Action::MouthLeft => {
            let k = mouth(0.55, 0.38);
            vec3(0.115, 0.012, -0.5 * p.x * 0.115 - 0.01) * k
        }
        Action::Smile => push(p, [0.30, -0.631, 0.7], [0.43, 0.40, 0.60], [0.090, 0.105, -0.050]),
        Action::Frown => push(p, [0.27, -0.688, 0.7], [0.38, 0.34, 0.55], [0.015, -0.120, -0.030]),
        Action::Dimple => push(p, [0.32, -0.631, 0.7], [0.30, 0.28, 0.5], [0.045, 0.02, -0.075]),
        Action::Stretch => {
            push(p, [0.32, -0.688, 0.7], [0.41, 0.36, 0.55], [0.090, -0.045, -0.055])
        }
        Action::RollLower if lower => {
            let k = bump((at.d + 0.03) * (at.d + 0.03) / 0.03) * bump(at.t * at.t / 1.3);
            vec3(0.0, 0.030, -0.075) * k
        }
        Action::RollUpper if !lower => {
            let k = bump((at.d - 0.02) * (at.d - 0.02) / 0.022) * bump(at.t * at.t / 1.3);
            vec3(0.0, -0.030, -0.060) * k
        }
        Action::ShrugLower => push(p, [0.0, -0.82, 0.85], [0.41, 0.34, 0.5], [0.0, 0.085, 0.035]),
        Action::ShrugUpper => push(p, [0.0, -0.592, 0.85], [0.41, 0.22, 0.5], [0.0, 0.060, 0.035]),
        Action::Press => {
            let k = push(p, [0.15, -0.65, 0.8], [0.32, 0.24, 0.5], [1.0, 0.0, 0.0]).x;
            vec3(0.012, -0.40 * at.d, -0.035) * k
        }
        Action::LowerDown if lower => {
            let k = at.gap * left * at.near(0.40);
            vec3(0.012, -0.105, 0.005) * k
        }
        Action::UpperUp if !lower => {
            let k = at.gap * left * at.near(0.30);
            vec3(0.010, 0.085, 0.008) * k
        }
        Action::NoseSneer if !lower => {
            let k = at.gap * left * at.near(0.26);
            vec3(0.004, 0.018, 0.004) * k
        }
        Action::TongueOut => {
            let open = at.gap * at.near(0.25) * bump(at.t * at.t / 1.2);
            vec3(0.0, if lower { -0.085 } else { 0.022 }, 0.015) * open
        }
        _ => Vec3::ZERO,
    }
}
