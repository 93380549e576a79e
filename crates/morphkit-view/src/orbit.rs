//! How the camera stands around the model.

use morphkit_scene::render::{Camera, View};
use serde_json::{Value, json};

/// Degrees that the camera may look down or up.
const STEEPEST: f64 = 89.0;
/// Degrees for a drag over the height of the picture.
const TURN: f64 = 220.0;

/// Where the camera went from its first place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Orbit {
    /// Degrees to the right.
    pub(crate) yaw: f64,
    /// Degrees up.
    pub(crate) pitch: f64,
    /// How the model moved in the picture, in parts of the picture's height: right, up.
    pub(crate) pan: [f64; 2],
    /// How many times nearer.
    pub(crate) zoom: f64,
}

impl Orbit {
    /// As a window begins: a little from the side, so that depth is seen.
    pub(crate) const HOME: Self = Self { yaw: 18.0, pitch: 6.0, pan: [0.0; 2], zoom: 1.0 };

    /// A drag of the model, in parts of the picture's height: right, down.
    pub(crate) fn turn(&mut self, [right, down]: [f64; 2]) {
        self.yaw = (self.yaw - right * TURN).rem_euclid(360.0);
        self.pitch = (self.pitch + down * TURN).clamp(-STEEPEST, STEEPEST);
    }

    /// The same, for moving it.
    pub(crate) fn shift(&mut self, [right, down]: [f64; 2]) {
        self.pan = [self.pan[0] + right, self.pan[1] - down].map(|v| v.clamp(-5.0, 5.0));
    }

    /// Comes nearer by a factor.
    pub(crate) fn approach(&mut self, factor: f64) {
        if factor.is_finite() && factor > 0.0 {
            self.zoom = (self.zoom * factor).clamp(0.1, 30.0);
        }
    }

    /// The camera, for a model that looks `front` degrees from +Z.
    pub(crate) fn camera(&self, points: &[glam::DVec3], front: f64, aspect: f64) -> Camera {
        let home = View { yaw: Self::HOME.yaw + front, pitch: Self::HOME.pitch, aspect };
        let view = View { yaw: self.yaw + front, pitch: self.pitch, aspect };
        Camera::around(points, home).orbited(view, self.pan, self.zoom)
    }

    pub(crate) fn dump(&self) -> Value {
        json!({ "yaw": self.yaw, "pitch": self.pitch, "pan": self.pan, "zoom": self.zoom })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn drags_turn_and_stop_at_the_poles() {
        let mut orbit = Orbit::HOME;
        orbit.turn([-0.5, 9.0]);
        assert_eq!((orbit.yaw, orbit.pitch), (128.0, STEEPEST));
        orbit.approach(f64::NAN);
        orbit.approach(1e9);
        assert_eq!(orbit.zoom, 30.0);
    }

    #[test]
    fn the_model_follows_the_pointer_and_grows() {
        let points = [DVec3::NEG_ONE, DVec3::ONE, DVec3::new(-1.0, 1.0, 0.5)];
        let at = |orbit: Orbit, point: DVec3| {
            let camera = orbit.camera(&points, 0.0, 1.5);
            camera.clip.project_point3(camera.fit.transform_point3(point))
        };
        let front = Orbit { yaw: 0.0, pitch: 0.0, ..Orbit::HOME };
        let moved = Orbit { pan: [0.1, 0.2], ..front };
        let (before, after) = (at(front, DVec3::ZERO), at(moved, DVec3::ZERO));
        // Clip space is 2 high, and 2 wide for an aspect of 1.5.
        assert!((after.y - before.y - 0.4).abs() < 1e-9, "{before} {after}");
        assert!((after.x - before.x - 0.2 / 1.5).abs() < 1e-9, "{before} {after}");
        let near = Orbit { zoom: 2.0, ..front };
        assert!(at(near, DVec3::X).x - at(near, DVec3::ZERO).x > at(front, DVec3::X).x - before.x);
    }
}
