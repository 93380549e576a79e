//! A base with its triangles, ready for one target after the other.

use super::smooth::smooth_vertices;
use super::sum::{Sum, corners};
use super::turn::Turn;
use super::vector::{Vec3, add, length, scale, subtract, wide};
use crate::lists::Lists;
use crate::seam::Seams;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Deltas whose components are all below this, the normal being of length 1, are rounding.
const SMALLEST: f64 = 1e-6;

/// Stands for a smooth vertex without a changed sum.
const UNCHANGED: u32 = u32::MAX;

/// A base with its triangles, and what one target after the other needs.
#[derive(Debug)]
pub(super) struct Surface<'a> {
    positions: Cow<'a, [[f32; 3]]>,
    triangles: Cow<'a, [[u32; 3]]>,
    /// The smooth vertex of each vertex.
    smooth: Vec<u32>,
    /// The vertices of each smooth vertex.
    members: Lists,
    /// The triangles at each vertex.
    around: Lists,
    /// The base's sum of each smooth vertex.
    sums: Vec<Sum>,
    // Below: as it stands here between targets.
    /// Zeros.
    moves: Vec<[f32; 3]>,
    /// False.
    seen: Vec<bool>,
    /// `UNCHANGED`.
    places: Vec<u32>,
}

impl<'a> Surface<'a> {
    /// Sums up the base; vertices that share a place and a normal are one.
    ///
    /// Corners of triangles are below the number of positions, and 32 bits count those.
    pub(super) fn new(
        positions: Cow<'a, [[f32; 3]]>,
        normals: Option<&[[f32; 3]]>,
        triangles: Cow<'a, [[u32; 3]]>,
    ) -> Self {
        let vertex_count = positions.len();
        let (smooth, count) = smooth_vertices(&Seams::new(&positions), normals);
        let members = Lists::new(count as usize, smooth.iter().copied().zip(0..));
        let corners_of =
            |(corners, triangle): (&[u32; 3], u32)| corners.map(|vertex| (vertex, triangle));
        let around = Lists::new(vertex_count, triangles.iter().zip(0..).flat_map(corners_of));
        let mut surface = Self {
            positions,
            smooth,
            members,
            around,
            seen: alloc::vec![false; triangles.len()],
            triangles,
            sums: alloc::vec![Sum::default(); count as usize],
            moves: alloc::vec![[0.0; 3]; vertex_count],
            places: alloc::vec![UNCHANGED; count as usize],
        };
        for triangle in surface.triangles.iter() {
            let sides = surface.sides(triangle);
            for (vertex, sum) in triangle.iter().zip(corners(&sides, &sides)) {
                surface.sums[surface.smooth[*vertex as usize] as usize].add(&sum);
            }
        }
        surface
    }

    /// The normal of each vertex; zeros where it has none.
    pub(super) fn normals(&self) -> Vec<[f32; 3]> {
        let normal = |&smooth: &u32| {
            let normal = self.sums[smooth as usize].normal().unwrap_or_default();
            normal.map(|component| component as f32)
        };
        self.smooth.iter().map(normal).collect()
    }

    /// The deltas by which a target turns normals, ascending by vertex, without zeros.
    ///
    /// `moves` are the vertices that it moves, each once, with what it adds to their positions.
    pub(super) fn turned(
        &mut self,
        normals: &[[f32; 3]],
        moves: impl Iterator<Item = (u32, [f32; 3])>,
    ) -> Vec<(u32, [f32; 3])> {
        let mut moved = Vec::new();
        for (vertex, delta) in moves {
            self.moves[vertex as usize] = delta;
            moved.push(vertex);
        }
        let changed = self.changed(&moved);
        for vertex in moved {
            self.moves[vertex as usize] = [0.0; 3];
        }
        let mut deltas = Vec::new();
        for (smooth, sum) in changed {
            let base = &self.sums[smooth as usize];
            if sum == *base {
                continue;
            }
            let turn = Change::new(base, &sum);
            for &vertex in self.members.get(smooth) {
                let delta = turn.delta(normals[vertex as usize]);
                deltas.extend(delta.map(|delta| (vertex, delta)));
            }
        }
        deltas.sort_unstable_by_key(|(vertex, _)| *vertex);
        deltas
    }

    /// The sums of the smooth vertices whose triangles move.
    fn changed(&mut self, moved: &[u32]) -> Vec<(u32, Sum)> {
        let mut changed: Vec<(u32, Sum)> = Vec::new();
        let mut touched = Vec::new();
        for &vertex in moved {
            for &triangle in self.around.get(vertex) {
                if core::mem::replace(&mut self.seen[triangle as usize], true) {
                    continue;
                }
                touched.push(triangle);
                let triangle = &self.triangles[triangle as usize];
                let base_sides = self.sides(triangle);
                let sides = self.moved_sides(triangle, &base_sides);
                if sides == base_sides {
                    continue;
                }
                let before = corners(&base_sides, &base_sides);
                let after = corners(&base_sides, &sides);
                for ((vertex, before), after) in triangle.iter().zip(before).zip(after) {
                    let smooth = self.smooth[*vertex as usize];
                    let place = &mut self.places[smooth as usize];
                    if *place == UNCHANGED {
                        *place = changed.len() as u32;
                        changed.push((smooth, self.sums[smooth as usize]));
                    }
                    let (_, sum) = &mut changed[*place as usize];
                    sum.take(&before);
                    sum.add(&after);
                }
            }
        }
        touched.iter().for_each(|&triangle| self.seen[triangle as usize] = false);
        changed.iter().for_each(|&(smooth, _)| self.places[smooth as usize] = UNCHANGED);
        changed
    }

    /// The sides of a triangle, each from one corner to the next.
    fn sides(&self, triangle: &[u32; 3]) -> [Vec3; 3] {
        sides_between(triangle.map(|vertex| wide(self.positions[vertex as usize])))
    }

    /// The sides with the moves of their ends: what moves as one stays the same bit for bit.
    fn moved_sides(&self, triangle: &[u32; 3], sides: &[Vec3; 3]) -> [Vec3; 3] {
        let moves = sides_between(triangle.map(|vertex| wide(self.moves[vertex as usize])));
        [0, 1, 2].map(|side| add(sides[side], moves[side]))
    }
}

fn sides_between(corners: [Vec3; 3]) -> [Vec3; 3] {
    let [a, b, c] = corners;
    [subtract(b, a), subtract(c, b), subtract(a, c)]
}

/// What becomes of the normals of one smooth vertex.
#[derive(Debug)]
enum Change {
    /// They turn with the surface.
    Turn(Turn),
    /// The base's triangles have no normal there: the target's counts.
    Become(Vec3),
    /// The target's triangles have no normal there: the base's counts.
    Stay,
}

impl Change {
    fn new(base: &Sum, target: &Sum) -> Self {
        match (base.normal(), target.normal()) {
            (Some(from), Some(to)) => Self::Turn(Turn::new(from, to, &target.sides())),
            (None, Some(to)) => Self::Become(to),
            (_, None) => Self::Stay,
        }
    }

    /// The delta of a normal, `None` where there is nothing to add.
    fn delta(&self, normal: [f32; 3]) -> Option<[f32; 3]> {
        let normal = wide(normal);
        let length = length(normal);
        let turned = match self {
            Self::Turn(turn) => turn.apply(normal),
            Self::Become(to) => scale(*to, length),
            Self::Stay => return None,
        };
        let delta = subtract(turned, normal);
        let largest = delta.iter().fold(0.0, |largest, c| f64::max(largest, c.abs()));
        let delta = delta.map(|component| component as f32);
        let finite = delta.iter().all(|component| component.is_finite());
        (finite && largest > SMALLEST * length).then_some(delta)
    }
}
