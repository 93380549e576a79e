//! Where the camera stands: one place for all pictures, or a circle of them.

use anyhow::Result;
use glam::DVec3;
use morphkit_scene::render::{Camera, View};
use morphkit_scene::scene::{Pose, Primitive, Scene};

/// Rings that stand for what turns, from its lowest to its highest point.
const RINGS: usize = 48;
/// Points of a ring.
const AROUND: u32 = 24;
/// What is left free around what the targets move, as a factor of its size.
const AIR: f64 = 1.3;

/// What the camera looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    /// Everything.
    All,
    /// What targets move.
    Moved,
    /// What the targets of the mesh of this index move.
    MovedOf(usize),
}

/// What has to be in the pictures.
#[derive(Debug)]
pub(crate) struct Framing {
    view: View,
    /// Whether the camera goes around.
    turns: bool,
    /// For each instance and primitive, the vertices to look at; else all.
    focus: Option<Vec<Vec<Vec<bool>>>>,
    points: Vec<DVec3>,
    all: Vec<DVec3>,
}

impl Framing {
    /// For a camera that stands still, or goes around.
    pub(crate) fn new(scene: &Scene, view: View, turns: bool, focus: Focus) -> Self {
        let looked_at = |mesh: usize| match focus {
            Focus::All | Focus::Moved => true,
            Focus::MovedOf(wanted) => wanted == mesh,
        };
        let moved = || {
            let of_instances = scene.instances.iter().map(|instance| {
                let mesh = &instance.mesh;
                let of_primitive = |primitive: &Primitive| match looked_at(mesh.index) {
                    true => primitive.moved(),
                    false => vec![false; primitive.base.vertex_count()],
                };
                mesh.primitives.iter().map(of_primitive).collect()
            });
            of_instances.collect()
        };
        let focus = (focus != Focus::All).then(moved);
        Self { view, turns, focus, points: Vec::new(), all: Vec::new() }
    }

    /// A pose has to be in the picture.
    ///
    /// # Errors
    /// Where it shows nothing.
    pub(crate) fn add(&mut self, scene: &Scene, pose: &Pose) -> Result<()> {
        let mut all = scene.points(pose)?;
        if let Some(focus) = &self.focus {
            let mut points = std::mem::take(&mut self.points);
            scene.visit(pose, |instance, primitive, vertex, point| {
                if focus[instance][primitive][vertex] {
                    points.push(point);
                }
            })?;
            self.points = self.few(points);
        }
        all.append(&mut self.all);
        self.all = self.few(all);
        Ok(())
    }

    /// Points of many poses are not held.
    fn few(&self, points: Vec<DVec3>) -> Vec<DVec3> {
        if self.turns { rings(&points) } else { self.view.extremes(&points) }
    }

    /// The camera, turned to the right by some degrees.
    pub(crate) fn camera(&self, turn: f64) -> Camera {
        let view = View { yaw: self.view.yaw + turn, ..self.view };
        let (mut points, mut all) = (airy(&self.points), self.all.clone());
        if points.is_empty() {
            points = all.clone();
        }
        if self.turns {
            (points, all) = (turned(&points), turned(&all));
        }
        Camera::around_some(&points, &all, view)
    }
}

/// Points with some air around them.
fn airy(points: &[DVec3]) -> Vec<DVec3> {
    let middle = middle(points);
    points.iter().map(|&point| middle + (point - middle) * AIR).collect()
}

fn middle(points: &[DVec3]) -> DVec3 {
    let low = points.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
    let high = points.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
    low / 2.0 + high / 2.0
}

/// The points that are farthest from the origin in each of a number of directions around the
/// vertical and at each of a number of heights: those that decide what turning takes.
fn rings(points: &[DVec3]) -> Vec<DVec3> {
    let low = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let middle = middle(points);
    let mut farthest: Vec<Option<(f64, DVec3)>> = vec![None; RINGS * AROUND as usize];
    for &point in points {
        let height = if high > low { (point.y - low) / (high - low) } else { 0.0 };
        let ring = ((height * RINGS as f64) as usize).min(RINGS - 1);
        let flat = DVec3::new(point.x - middle.x, 0.0, point.z - middle.z);
        let around = flat.z.atan2(flat.x) / std::f64::consts::TAU + 0.5;
        let sector = ((around * f64::from(AROUND)) as usize).min(AROUND as usize - 1);
        let place = &mut farthest[ring * AROUND as usize + sector];
        if place.is_none_or(|(far, _)| flat.length() > far) {
            *place = Some((flat.length(), point));
        }
    }
    // The lowest and the highest stay what they are.
    let ends =
        [low, high].into_iter().filter_map(|end| points.iter().find(|p| p.y == end).copied());
    farthest.into_iter().flatten().map(|(_, point)| point).chain(ends).collect()
}

/// Points as they are seen while they turn around the vertical through their middle.
fn turned(points: &[DVec3]) -> Vec<DVec3> {
    let middle = middle(points);
    let around =
        (0..AROUND).map(|step| f64::from(step) / f64::from(AROUND) * std::f64::consts::TAU);
    let turns: Vec<_> = around.map(glam::DQuat::from_rotation_y).collect();
    points
        .iter()
        .flat_map(|&p| turns.iter().map(move |turn| middle + *turn * (p - middle)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar() -> Vec<DVec3> {
        let at = |i: u32| f64::from(i) / 100.0;
        (0..=100).map(|i| DVec3::new(3.0 + at(i) * 2.0, at(i), -7.0)).collect()
    }

    #[test]
    fn a_camera_that_goes_around_keeps_its_distance_and_all_in_the_picture() {
        let view = View { yaw: 24.0, pitch: 12.0, aspect: 1.3 };
        let points = bar();
        let framing =
            Framing { view, turns: true, focus: None, points: Vec::new(), all: rings(&points) };
        let mut distances = Vec::new();
        for step in 0..36 {
            let camera = framing.camera(f64::from(step) * 10.0);
            for &point in &points {
                let clip = camera.clip.project_point3(camera.fit.transform_point3(point));
                let inside = clip.abs().max_element() <= 1.0 && clip.z >= 0.0;
                assert!(inside, "{step}: {clip}");
            }
            distances.push(camera.eye.length());
        }
        let (first, differs) = (distances[0], |d: &f64| (d / distances[0] - 1.0).abs() > 0.02);
        assert!(first > 1.0 && !distances.iter().any(differs), "{distances:?}");
    }

    #[test]
    fn looking_at_a_part_comes_near_to_it() {
        let view = View { yaw: 0.0, pitch: 0.0, aspect: 1.0 };
        let all = bar();
        let part = all[..10].to_vec();
        let near = Framing { view, turns: false, focus: None, points: part, all: all.clone() };
        let far = Framing { view, turns: false, focus: None, points: Vec::new(), all };
        let seen = |framing: &Framing| {
            let camera = framing.camera(0.0);
            let at = |i: usize| camera.clip.project_point3(camera.fit.transform_point3(bar()[i]));
            (at(9) - at(0)).length()
        };
        assert!(seen(&near) > 5.0 * seen(&far), "{} {}", seen(&near), seen(&far));
    }
}
