//! The camera: where it stands so that everything is in the picture.

use glam::dcamera::rh::proj::directx;
use glam::{DMat3, DMat4, DQuat, DVec3, EulerRot};

/// Half of the angle that the picture's height spans.
const HALF_ANGLE: f64 = 0.26;

/// Free room around what is drawn, as a share of the picture.
const MARGIN: f64 = 0.06;

/// Nearest that the camera comes to anything, in parts of the radius.
const NEAREST: f64 = 0.05;

/// Which way the camera looks at things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Degrees that the camera goes to the right around what it looks at.
    pub yaw: f64,
    /// Degrees that it goes up.
    pub pitch: f64,
    /// Width by height.
    pub aspect: f64,
}

impl View {
    fn axes(self) -> DMat3 {
        let (yaw, pitch) = (self.yaw.to_radians(), -self.pitch.to_radians());
        DMat3::from_quat(DQuat::from_euler(EulerRot::YXZ, yaw, pitch, 0.0))
    }

    /// How far it sees to the side and up, per distance.
    fn tangents(self) -> [f64; 2] {
        let up = HALF_ANGLE.tan() * (1.0 - MARGIN);
        [up * self.aspect, up]
    }

    /// The points that alone decide where [`Camera::around`] stands, a dozen at most: those of many
    /// poses need not be held.
    #[must_use]
    pub fn extremes(self, points: &[DVec3]) -> Vec<DVec3> {
        let axes = self.axes();
        let (right, up, back) = (axes.x_axis, axes.y_axis, axes.z_axis);
        let [tan_x, tan_y] = self.tangents();
        let sides = [back * tan_x + right, back * tan_x - right, back * tan_y + up];
        let rest = [back * tan_y - up, back, -back, DVec3::X, DVec3::Y, DVec3::Z];
        let opposite = [DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
        let directions = [&sides[..], &rest, &opposite].concat();
        let farthest = |direction: DVec3| {
            let far = |a: &&DVec3, b: &&DVec3| a.dot(direction).total_cmp(&b.dot(direction));
            points.iter().max_by(far).copied()
        };
        directions.into_iter().filter_map(farthest).collect()
    }
}

/// A camera around points. Its world is scaled: what it looks at lies within about 1 of the
/// origin, wherever and however large it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// From the file's world to the camera's.
    pub fit: DMat4,
    /// From the camera's world to clip space.
    pub clip: DMat4,
    /// Where it stands.
    pub eye: DVec3,
    /// Its axes: right, up, and back towards it.
    pub axes: DMat3,
}

impl Camera {
    /// The nearest camera that has all points in the picture. At least one point.
    #[must_use]
    pub fn around(points: &[DVec3], view: View) -> Self {
        Self::around_some(points, points, view)
    }

    /// The nearest camera that has `points` in the picture, and shows what else of `all` is before
    /// or behind them. At least one of each.
    #[must_use]
    pub fn around_some(points: &[DVec3], all: &[DVec3], view: View) -> Self {
        let low = points.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
        let high = points.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
        let center = low / 2.0 + high / 2.0;
        let far = points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
        let radius = if far > 0.0 { far } else { center.length().max(1.0) * 1e-3 };
        let fit = DMat4::from_scale(DVec3::splat(1.0 / radius)) * DMat4::from_translation(-center);
        let axes = view.axes();
        let to_camera = |&p: &DVec3| axes.transpose() * ((p - center) / radius);
        let seen: Vec<_> = points.iter().map(to_camera).collect();

        let [tan_x, tan_y] = view.tangents();
        let (x, back_x) = nearest(seen.iter().map(|p| (p.x, p.z)), tan_x);
        let (y, back_y) = nearest(seen.iter().map(|p| (p.y, p.z)), tan_y);
        let nearest_back = seen.iter().map(|p| p.z).fold(f64::NEG_INFINITY, f64::max) + NEAREST;
        let back = back_x.max(back_y).max(nearest_back);
        let depth = |p| back - to_camera(p).z;
        let front = all.iter().map(depth).fold(f64::INFINITY, f64::min);
        let rear = all.iter().map(depth).fold(0.0, f64::max);
        let near = (front * 0.95).max(rear * 1e-4).max(1e-4);
        let rear = (rear * 1.05).max(near * 1.01);

        let eye = axes * DVec3::new(x, y, back);
        let from_camera = DMat4::from_translation(eye) * DMat4::from_mat3(axes);
        // Depth from 0 to 1 and y up, as WebGPU has them.
        let lens = directx::perspective(2.0 * HALF_ANGLE, view.aspect, near, rear);
        Self { fit, clip: lens * from_camera.inverse(), eye, axes }
    }

    /// This camera after it went around what it looks at: the picture's content moved by `pan`, in
    /// parts of its height to the right and up, and `zoom` times nearer. What lies within 2 of the
    /// origin of its world is shown.
    #[must_use]
    pub fn orbited(&self, view: View, pan: [f64; 2], zoom: f64) -> Self {
        let home = self.axes.transpose() * self.eye;
        let back = home.z / zoom;
        let height = 2.0 * HALF_ANGLE.tan() * back;
        let axes = view.axes();
        let eye = axes * DVec3::new(home.x - pan[0] * height, home.y - pan[1] * height, back);
        let near = (back - 2.0).max(back * 0.02);
        let from_camera = DMat4::from_translation(eye) * DMat4::from_mat3(axes);
        let lens = directx::perspective(2.0 * HALF_ANGLE, view.aspect, near, back + 4.0);
        Self { fit: self.fit, clip: lens * from_camera.inverse(), eye, axes }
    }
}

/// Where a camera that sees `tan` to both sides must stand, sideways and back, to see all points
/// (sideways, back).
fn nearest(points: impl Iterator<Item = (f64, f64)>, tan: f64) -> (f64, f64) {
    let (mut right, mut left) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for (side, back) in points {
        right = right.max(back * tan + side);
        left = left.max(back * tan - side);
    }
    ((right - left) / 2.0, (right + left) / (2.0 * tan))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_clip(camera: &Camera, point: DVec3) -> DVec3 {
        camera.clip.project_point3(camera.fit.transform_point3(point))
    }

    #[test]
    fn all_points_are_in_the_picture_and_reach_its_margin() {
        for (offset, scale) in [(0.0, 1.0), (1e6, 3.0), (-5.0, 1e-9), (0.0, 1e30)] {
            let points = [(0.0, 0.0, 0.0), (1.0, 0.0, 2.0), (0.0, 3.0, 0.5), (0.2, -0.5, 1.0)]
                .map(|(x, y, z)| DVec3::new(x, y, z) * scale + DVec3::splat(offset));
            for (yaw, pitch) in [(0.0, 0.0), (25.0, 10.0), (180.0, -80.0)] {
                let camera = Camera::around(&points, View { yaw, pitch, aspect: 4.0 / 3.0 });
                let mut reach: f64 = 0.0;
                for &point in &points {
                    let clip = in_clip(&camera, point);
                    assert!((0.0..=1.0).contains(&clip.z), "{clip}");
                    reach = reach.max(clip.x.abs()).max(clip.y.abs());
                }
                assert!((reach - (1.0 - MARGIN)).abs() < 1e-3, "{offset} {scale}: {reach}");
            }
        }
    }

    #[test]
    fn a_camera_around_the_extremes_sees_what_one_around_all_points_does() {
        let point = |i: u32| {
            let t = f64::from(i);
            DVec3::new((t * 0.7).sin() * 2.0, (t * 1.3).cos(), (t * 2.1).sin() * 0.5)
        };
        let points: Vec<_> = (0..500).map(point).collect();
        for (yaw, pitch) in [(0.0, 0.0), (25.0, 10.0), (200.0, -70.0)] {
            let view = View { yaw, pitch, aspect: 1.6 };
            let few = view.extremes(&points);
            assert!(few.len() <= 12);
            let cameras = [Camera::around(&points, view), Camera::around(&few, view)];
            for &point in &points {
                let [a, b] = cameras.each_ref().map(|camera| in_clip(camera, point));
                assert!((a - b).truncate().length() < 1e-6, "{a} {b}");
            }
        }
    }

    #[test]
    fn what_stands_around_a_part_is_not_cut_off() {
        let part = [DVec3::new(-0.1, 0.0, 0.0), DVec3::new(0.1, 0.2, 0.0)];
        let all = [&part[..], &[DVec3::new(0.0, 0.0, -4.0), DVec3::new(0.0, 0.1, 0.2)]].concat();
        let view = View { yaw: 0.0, pitch: 0.0, aspect: 1.0 };
        let camera = Camera::around_some(&part, &all, view);
        for &point in &all {
            let clip = in_clip(&camera, point);
            assert!((0.0..=1.0).contains(&clip.z), "{clip}");
        }
        assert_eq!(camera.eye, Camera::around(&part, view).eye);
    }

    #[test]
    fn an_orbit_without_moves_shows_the_same() {
        let points = [DVec3::NEG_ONE, DVec3::ONE, DVec3::new(0.5, 2.0, 0.0)];
        let view = View { yaw: 25.0, pitch: -10.0, aspect: 1.4 };
        let camera = Camera::around(&points, view);
        let orbited = camera.orbited(view, [0.0; 2], 1.0);
        for &point in &points {
            let (a, b) = (in_clip(&camera, point), in_clip(&orbited, point));
            assert!(a.truncate().distance(b.truncate()) < 1e-9, "{a} {b}");
            assert!((0.0..=1.0).contains(&b.z), "{b}");
        }
    }

    #[test]
    fn one_point_and_a_flat_thing_are_seen() {
        for points in [&[DVec3::ONE][..], &[DVec3::ZERO, DVec3::X]] {
            let camera = Camera::around(points, View { yaw: 0.0, pitch: 0.0, aspect: 1.0 });
            for &point in points {
                let clip = in_clip(&camera, point);
                assert!(clip.is_finite() && clip.abs().max_element() <= 1.0, "{clip}");
            }
        }
    }

    #[test]
    fn z_points_at_the_viewer_and_y_up() {
        let points = [DVec3::NEG_ONE, DVec3::ONE];
        let camera = Camera::around(&points, View { yaw: 0.0, pitch: 0.0, aspect: 1.0 });
        assert!(in_clip(&camera, DVec3::Z).z < in_clip(&camera, DVec3::NEG_Z).z);
        assert!(in_clip(&camera, DVec3::Y).y > 0.0 && in_clip(&camera, DVec3::X).x > 0.0);
        let right = Camera::around(&points, View { yaw: 30.0, pitch: 0.0, aspect: 1.0 });
        assert!(right.eye.x > 0.5 && right.eye.z > 0.5);
    }
}
