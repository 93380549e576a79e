//! Which vertices are one vertex of the surface.

use super::vector::{Vec3, direction, dot, wide};
use crate::seam::Seams;
use alloc::vec::Vec;

/// Cosine of one degree. Normals that are nearer than this differ by how they were stored: 8 bits
/// part two roundings of one normal by up to 0.4 degrees.
const SAME_NORMAL: f64 = 0.999_847_695_156_391_3;

/// Normals at one place that are compared with further ones; it bounds the time that a file can
/// ask for with all of its vertices at one place.
const COMPARED: usize = 64;

/// For each vertex the smooth vertex that it belongs to, and how many of those there are.
///
/// Vertices at one place are one smooth vertex where they carry the same normal; without normals
/// all vertices at one place are. Vertices whose normal is no direction stay alone.
pub(super) fn smooth_vertices(seams: &Seams, normals: Option<&[[f32; 3]]>) -> (Vec<u32>, u32) {
    let Some(normals) = normals else {
        return (seams.groups().to_vec(), seams.group_count() as u32);
    };
    let mut smooth = alloc::vec![0; seams.vertex_count()];
    let mut count = 0;
    let mut known: Vec<(Vec3, u32)> = Vec::new();
    for group in 0..seams.group_count() as u32 {
        known.clear();
        for &vertex in seams.members(group) {
            let normal = direction(wide(normals[vertex as usize]));
            let found = normal.and_then(|normal| {
                known.iter().find(|(other, _)| dot(normal, *other) >= SAME_NORMAL)
            });
            smooth[vertex as usize] = found.map_or(count, |(_, same)| *same);
            if found.is_some() {
                continue;
            }
            if known.len() < COMPARED {
                known.extend(normal.map(|normal| (normal, count)));
            }
            count += 1;
        }
    }
    (smooth, count)
}
