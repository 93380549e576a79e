//! Normals and tangents from faces: at rest, and anew where a shape moves them.

use super::draft::Draft;
use crate::vector::{Vec3, vec3};

/// Which faces meet at each place, and in which direction its texture runs.
#[derive(Debug)]
pub(crate) struct Surface<'a> {
    draft: &'a Draft,
    /// Start of each place's faces in `around`; one more at the end.
    starts: Vec<u32>,
    around: Vec<u32>,
}

impl<'a> Surface<'a> {
    pub(crate) fn new(draft: &'a Draft) -> Self {
        let mut starts = vec![0u32; draft.sites.len() + 1];
        let places = |face: &[u32; 4]| {
            let corners = if face[2] == face[3] { 3 } else { 4 };
            face.map(|v| draft.weld[v as usize] as usize).into_iter().take(corners)
        };
        for face in &draft.faces {
            for place in places(face) {
                starts[place + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut around = vec![0u32; starts.last().map_or(0, |&end| end as usize)];
        for (index, face) in draft.faces.iter().enumerate() {
            for place in places(face) {
                around[next[place] as usize] = index as u32;
                next[place] += 1;
            }
        }
        Self { draft, starts, around }
    }

    /// Faces around a vertex's place.
    pub(crate) fn faces(&self, vertex: u32) -> impl Iterator<Item = [u32; 4]> + '_ {
        let place = self.draft.weld[vertex as usize] as usize;
        let range = self.starts[place] as usize..self.starts[place + 1] as usize;
        self.around[range].iter().map(|&t| self.draft.faces[t as usize])
    }

    /// The normal at a vertex: that of its corners in all faces, by area.
    ///
    /// Quads count as such: their diagonals would pull normals to one side.
    pub(crate) fn normal(&self, points: &[Vec3], vertex: u32) -> Vec3 {
        let place = self.draft.weld[vertex as usize];
        let mut sum = Vec3::ZERO;
        for face in self.faces(vertex) {
            let count = if face[2] == face[3] { 3 } else { 4 };
            for at in (0..count).filter(|&at| self.draft.weld[face[at] as usize] == place) {
                let [corner, after, before] =
                    [at, at + 1, at + count - 1].map(|k| points[face[k % count] as usize]);
                sum += (after - corner).cross(before - corner);
            }
        }
        // Faces of a fine mesh are tiny: lift them before the length is compared with zero.
        (sum * 1e6).unit_or(vec3(0.0, 0.0, 1.0))
    }

    /// The tangent at a vertex: along the texture's u, at right angles to the normal.
    pub(crate) fn tangent(&self, points: &[Vec3], vertex: u32, normal: Vec3) -> Vec3 {
        let [before, after] = self.draft.along[vertex as usize];
        let along = points[after as usize] - points[before as usize];
        let flat = along - normal * normal.dot(along);
        let other = if normal.x.abs() < 0.8 { vec3(1.0, 0.0, 0.0) } else { vec3(0.0, 0.0, 1.0) };
        (flat * 1e3).unit_or((other - normal * normal.dot(other)).unit_or(other))
    }
}
