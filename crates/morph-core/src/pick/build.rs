//! Sorting a mesh into blocks.

use super::block::{BLOCK_TRIANGLES, Block, Blocks, Corner, Entry};
use super::{Influences, PickError, PickMesh, Triangles};
use crate::order::Curve;
use crate::{Aabb, Attribute, MorphTargets, blend};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

impl Blocks {
    pub(super) fn new(mesh: &PickMesh<'_>) -> Result<Self, PickError> {
        let vertex_count = mesh.base.vertex_count();
        if let Some(targets) = mesh.targets {
            blend::check(mesh.base, targets, &[])?;
        }
        let positions = mesh.base.positions().ok_or(PickError::NoPositions)?;
        let numbers = sorted(&mesh.triangles, positions)?;
        let matrix_count = match &mesh.influences {
            Some(influences) => influences.check(vertex_count)?,
            None => 0,
        };
        let mut blocks = Self {
            target_count: mesh.targets.map_or(0, MorphTargets::target_count),
            matrix_count,
            per_vertex: mesh.influences.map_or(0, |influences| influences.per_vertex),
            ..Self::default()
        };
        // The mesh's number of each vertex of each block.
        let mut vertices = Vec::new();
        for numbers in numbers.chunks(BLOCK_TRIANGLES) {
            blocks.add(numbers, &mesh.triangles, positions, &mut vertices);
        }
        blocks.numbers = numbers;
        if let Some(targets) = mesh.targets {
            blocks.add_targets(targets, &vertices);
        }
        if let Some(influences) = &mesh.influences {
            blocks.add_joints(influences, &vertices);
        }
        Ok(blocks)
    }

    fn add(
        &mut self,
        numbers: &[u32],
        triangles: &Triangles<'_>,
        positions: &[[f32; 3]],
        vertices: &mut Vec<u32>,
    ) {
        let corners = |number: &u32| triangles.corners(*number as usize);
        let mut own: Vec<u32> = numbers.iter().flat_map(corners).collect();
        own.sort_unstable();
        own.dedup();
        let place = |vertex| own.binary_search(&vertex).unwrap_or(0) as Corner;
        let (first, first_triangle) = (vertices.len(), self.corners.len());
        self.corners.extend(numbers.iter().map(|number| corners(number).map(place)));
        let points = own.iter().map(|&vertex| positions[vertex as usize]);
        let Some(bounds) = Aabb::around(points.clone()) else { return };
        self.positions.extend(points);
        vertices.extend(own);
        self.blocks.push(Block {
            min: bounds.min,
            max: bounds.max,
            triangles: first_triangle..self.corners.len(),
            vertices: first..vertices.len(),
            entries: 0..0,
            joints: 0..0,
            sums: None,
        });
    }

    /// Deltas that are not zero, block by block.
    fn add_targets(&mut self, targets: &MorphTargets, vertices: &[u32]) {
        let places = Places::new(targets.vertex_count(), vertices);
        let mut of_place = vec![0; vertices.len()];
        for (number, block) in self.blocks.iter().enumerate() {
            of_place[block.vertices.clone()].fill(number);
        }
        let mut found: Vec<Vec<(u32, Corner, [f32; 3])>> = vec![Vec::new(); self.blocks.len()];
        for target in 0..targets.target_count() {
            let Some(deltas) = targets.deltas(target, Attribute::Position) else { continue };
            let moving = deltas.iter(3).filter(|(_, delta)| delta.iter().any(|d| *d != 0.0));
            for (vertex, delta) in moving {
                for &place in places.of(vertex) {
                    let block = of_place[place as usize];
                    let corner = place as usize - self.blocks[block].vertices.start;
                    let delta = [delta[0], delta[1], delta[2]];
                    found[block].push((target as u32, corner as Corner, delta));
                }
            }
        }
        for (block, found) in self.blocks.iter_mut().zip(found) {
            let first = self.entries.len();
            for moves in found.chunk_by(|a, b| a.0 == b.0) {
                let still = moves.len() < block.vertices.len();
                let deltas = moves.iter().map(|of| of.2).chain(still.then_some([0.0; 3]));
                let Some(bounds) = Aabb::around(deltas) else { continue };
                let from = self.moves.len();
                self.moves.extend(moves.iter().map(|of| (of.1, of.2)));
                self.entries.push(Entry {
                    target: moves[0].0,
                    min: bounds.min,
                    max: bounds.max,
                    moves: from..self.moves.len(),
                });
            }
            block.entries = first..self.entries.len();
        }
    }

    fn add_joints(&mut self, influences: &Influences<'_>, vertices: &[u32]) {
        let n = influences.per_vertex;
        for block in &mut self.blocks {
            let mut used = Vec::new();
            let mut sums = Some((f32::INFINITY, f32::NEG_INFINITY));
            for vertex in &vertices[block.vertices.clone()] {
                let of: Range<usize> = *vertex as usize * n..(*vertex as usize + 1) * n;
                let (joints, weights) = (&influences.joints[of.clone()], &influences.weights[of]);
                self.vertex_joints.extend(joints);
                self.vertex_weights.extend(weights);
                let active = joints.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
                used.extend(active.map(|(joint, _)| *joint));
                // In f64, and outwards: the sum that skinning makes is not this one's rounding.
                let sum: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
                let (low, high) = ((sum as f32).next_down().max(0.0), (sum as f32).next_up());
                let known = weights.iter().all(|weight| *weight >= 0.0) && high.is_finite();
                sums = sums.filter(|_| known).map(|(least, most): (f32, f32)| {
                    let high = if sum == 0.0 { 0.0 } else { high };
                    (least.min(low), most.max(high))
                });
            }
            used.sort_unstable();
            used.dedup();
            let first = self.joints.len();
            self.joints.extend(used);
            block.joints = first..self.joints.len();
            block.sums = sums;
        }
    }
}

/// Numbers of the triangles whose corners are finite, along a Morton curve through their middles.
fn sorted(triangles: &Triangles<'_>, positions: &[[f32; 3]]) -> Result<Vec<u32>, PickError> {
    let vertex_count = positions.len();
    let found = triangles.corner_count(vertex_count);
    if !found.is_multiple_of(3) {
        return Err(PickError::CornerCount { found });
    }
    let triangle_count = found / 3;
    if u32::try_from(triangle_count).is_err() || u32::try_from(vertex_count).is_err() {
        return Err(PickError::TooMany { triangle_count });
    }
    let curve = Curve::new(positions);
    let mut order = Vec::with_capacity(triangle_count);
    for triangle in 0..triangle_count {
        let corners = triangles.corners(triangle);
        if let Some(index) = corners.into_iter().find(|index| *index as usize >= vertex_count) {
            return Err(PickError::Index { triangle, index, vertex_count });
        }
        let corners = corners.map(|vertex| positions[vertex as usize]);
        if corners.as_flattened().iter().all(|component| component.is_finite()) {
            let middle = [0, 1, 2].map(|c| corners.iter().map(|corner| corner[c] / 3.0).sum());
            order.push((curve.code_at(middle), triangle as u32));
        }
    }
    order.sort_unstable();
    Ok(order.into_iter().map(|(_, number)| number).collect())
}

/// Where the mesh's vertices lie in the blocks.
struct Places {
    /// First place of each vertex, and the end of the last one's.
    first: Vec<u32>,
    places: Vec<u32>,
}

impl Places {
    fn new(vertex_count: usize, vertices: &[u32]) -> Self {
        let mut first = vec![0_u32; vertex_count + 1];
        for &vertex in vertices {
            first[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertex_count {
            first[vertex + 1] += first[vertex];
        }
        let mut next = first.clone();
        let mut places = vec![0; vertices.len()];
        for (place, &vertex) in (0..).zip(vertices) {
            let at = &mut next[vertex as usize];
            places[*at as usize] = place;
            *at += 1;
        }
        Self { first, places }
    }

    fn of(&self, vertex: usize) -> &[u32] {
        &self.places[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }
}
