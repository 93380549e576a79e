//! Lines beside the model: normals and boxes.

use crate::model::Model;
use anyhow::Result;
use glam::{DMat4, DVec3};
use morphkit::core::MorphBounds;
use morphkit_scene::render::{Camera, LineEnd};
use morphkit_scene::scene::{Pose, blended};

/// Most normals that are drawn; of more vertices some are left out.
const NORMALS: usize = 20_000;
/// Length of a normal, in the camera's world.
const NORMAL_LENGTH: f64 = 0.035;

/// Colours of lines, sRGB for labels; lines take them in linear light.
pub(crate) const NORMAL: [u8; 3] = [0x4c, 0xc9, 0xf0];
/// The base's box.
pub(crate) const BASE: [u8; 3] = [0xd0, 0xd4, 0xdc];
/// The box of what is seen.
pub(crate) const LIVE: [u8; 3] = [0x5b, 0xe0, 0x7a];
/// The box that no weights from 0 to 1 leave.
pub(crate) const WORST: [u8; 3] = [0xff, 0x6b, 0x5e];

fn linear(color: [u8; 3], alpha: u8) -> [u8; 4] {
    let [r, g, b] = color.map(|c| ((f32::from(c) / 255.0).powf(2.2) * 255.0).round() as u8);
    [r, g, b, alpha]
}

fn end(camera: &Camera, point: DVec3, color: [u8; 4]) -> LineEnd {
    LineEnd { position: camera.fit.transform_point3(point).as_vec3().to_array(), color }
}

/// Lines along the normals of what is seen.
///
/// # Errors
/// A weight that is not finite.
pub(crate) fn normals(model: &Model, pose: &Pose, camera: &Camera) -> Result<Vec<LineEnd>> {
    let color = linear(NORMAL, 200);
    let step = model.vertex_count.div_ceil(NORMALS).max(1);
    let mut ends = Vec::new();
    for (at, instance) in model.scene.instances.iter().enumerate() {
        for primitive in &instance.mesh.primitives {
            let vertices = blended(primitive, &pose.weights[at])?;
            let (Some(positions), Some(normals)) = (vertices.positions(), vertices.normals())
            else {
                continue;
            };
            // A step along the normal, short against the model, tells where it points in the world.
            let pairs = positions.iter().zip(normals);
            let size = 1e-3 / camera.fit.x_axis.truncate().length() as f32;
            let ahead: Vec<[f32; 3]> =
                pairs.map(|(p, n)| std::array::from_fn(|c| p[c] + n[c] * size)).collect();
            let mut from = Vec::new();
            let mut to = Vec::new();
            pose.placements[at].visit(primitive, positions, |point| from.push(point));
            pose.placements[at].visit(primitive, &ahead, |point| to.push(point));
            for (&from, &to) in from.iter().zip(&to).step_by(step) {
                let direction = camera.fit.transform_vector3(to - from).normalize_or_zero();
                if from.is_finite() && direction.is_finite() {
                    let start = end(camera, from, color);
                    let tip = direction.as_vec3() * NORMAL_LENGTH as f32;
                    let tip = std::array::from_fn(|c| start.position[c] + tip[c]);
                    ends.extend([start, LineEnd { position: tip, color }]);
                }
            }
        }
    }
    Ok(ends)
}

/// The boxes of the base, of what is seen, and of the worst case.
///
/// # Errors
/// A weight or a position that is not finite.
pub(crate) fn boxes(model: &Model, pose: &Pose, camera: &Camera) -> Result<Vec<LineEnd>> {
    let mut still = pose.clone();
    still.weights.iter_mut().for_each(|row| row.fill(0.0));
    let mut ends = Vec::new();
    for (pose, color) in [(&still, BASE), (pose, LIVE)] {
        let corners = corners(&model.scene.points(pose)?);
        edges(&corners, camera, linear(color, 255), &mut ends);
    }
    for corners in worst(model, pose)? {
        edges(&corners, camera, linear(WORST, 255), &mut ends);
    }
    Ok(ends)
}

/// Boxes that hold each primitive with targets at all weights from 0 to 1, and at the pose's own.
fn worst(model: &Model, pose: &Pose) -> Result<Vec<[DVec3; 8]>> {
    let mut all = Vec::new();
    for (at, instance) in model.scene.instances.iter().enumerate() {
        for primitive in &instance.mesh.primitives {
            let Some(targets) = primitive.moving() else { continue };
            let ranges: Vec<_> =
                pose.weights[at].iter().map(|&w| (w.min(0.0), w.max(1.0))).collect();
            let bounds = MorphBounds::new(&primitive.base, targets)?.bounds_for_ranges(&ranges)?;
            let low = DVec3::from_array(bounds.min.map(f64::from));
            let high = DVec3::from_array(bounds.max.map(f64::from));
            let own = corners(&[low, high]);
            let placed = |matrix: &DMat4| own.map(|corner| matrix.transform_point3(corner));
            let placement = &pose.placements[at];
            all.push(if placement.joints.is_empty() || primitive.influences.is_none() {
                placed(&placement.world)
            } else {
                corners(&placement.joints.iter().flat_map(placed).collect::<Vec<_>>())
            });
        }
    }
    Ok(all)
}

/// The corners of the box around points; bits of an index say which end of x, y and z.
fn corners(points: &[DVec3]) -> [DVec3; 8] {
    let low = points.iter().copied().reduce(DVec3::min).unwrap_or_default();
    let high = points.iter().copied().reduce(DVec3::max).unwrap_or_default();
    std::array::from_fn(|corner| {
        let at = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        DVec3::new(at(0), at(1), at(2))
    })
}

fn edges(corners: &[DVec3; 8], camera: &Camera, color: [u8; 4], ends: &mut Vec<LineEnd>) {
    for from in 0..8usize {
        for axis in [1, 2, 4] {
            if from & axis == 0 {
                ends.extend([from, from | axis].map(|at| end(camera, corners[at], color)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morphkit_scene::render::View;

    #[test]
    fn a_box_has_twelve_edges_along_the_axes() {
        let points = [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)];
        let view = View { yaw: 0.0, pitch: 0.0, aspect: 1.0 };
        let camera = Camera::around(&points, view);
        let mut ends = Vec::new();
        edges(&corners(&points), &camera, [255; 4], &mut ends);
        assert_eq!(ends.len(), 24);
        for pair in ends.chunks(2) {
            let along = (0..3).filter(|&c| pair[0].position[c] != pair[1].position[c]).count();
            assert_eq!(along, 1);
        }
    }

    #[test]
    fn the_worst_case_holds_what_any_weight_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("head.glb");
        let head = morph_sample::head(morph_sample::MIN_HEAD_VERTICES);
        std::fs::write(&path, morph_sample::glb::write(&head)).unwrap();
        let model = Model::open(&path).unwrap();
        let mut pose = model.scene.pose(None).unwrap();
        let boxes = worst(&model, &pose).unwrap();
        let (low, high) = (boxes[0][0], boxes[0][7]);
        for target in 0..pose.weights[0].len() {
            pose.weights[0].fill(0.0);
            pose.weights[0][target] = 1.0;
            for point in model.scene.points(&pose).unwrap() {
                assert!(point.cmpge(low).all() && point.cmple(high).all(), "{target}: {point}");
            }
        }
    }
}
