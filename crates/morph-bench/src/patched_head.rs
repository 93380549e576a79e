//! A head-like surface whose targets are smooth patches, as a modelling tool exports them.

use glam::DVec3;
use morph_core::{Attribute, Deltas, MorphTargets, TargetDeltas, VertexAttributes};
use std::f64::consts::{PI, TAU};

/// Where the tail of a patch ends, in radii of the head.
const CUT: f64 = 1e-6;

/// POSITION and NORMAL of a head of radius 1, and targets that move 31 % of it in the mean: patches
/// that fall off as a bell does, small ones and large ones, a third of them mirrored, a third with a
/// counter-patch. Normals are those of the deformed surface less the base's.
///
/// Vertices lie row after row, as a scan is exported. There are about as many as asked for.
///
/// # Panics
/// With fewer than 32 vertices or no targets.
#[must_use]
pub fn patched_head(vertex_count: usize, target_count: usize) -> (VertexAttributes, MorphTargets) {
    let grid = Grid::new(vertex_count);
    let places: Vec<DVec3> = (0..grid.len()).map(|v| grid.point(v)).collect();
    let radius = places.iter().map(|p| p.length()).fold(0.0, f64::max);
    let normals: Vec<DVec3> = (0..grid.len()).map(|v| grid.normal(v, &|p| p)).collect();
    let floats = |of: &mut dyn Iterator<Item = DVec3>| -> Vec<f32> {
        of.flat_map(|v| v.to_array().map(|c| c as f32)).collect()
    };
    let mut base = VertexAttributes::new(grid.len());
    let positions = floats(&mut places.iter().map(|&p| p / radius));
    let unit_normals = floats(&mut normals.iter().copied());
    for (attribute, values) in [(Attribute::Position, positions), (Attribute::Normal, unit_normals)]
    {
        base.insert(attribute, 3, values).expect("three floats a vertex");
    }
    let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
    let targets = (0..target_count).map(|_| {
        let patches = Patch::some(&mut noise);
        let moved = |&v: &usize| displacement(places[v], &patches).abs().max_element() > CUT;
        let moved: Vec<usize> = (0..grid.len()).filter(moved).collect();
        let indices: Vec<u32> = moved.iter().map(|&v| v as u32).collect();
        let positions = moved.iter().map(|&v| displacement(places[v], &patches) / radius);
        let deformed = |p: DVec3| p + displacement(p, &patches);
        let normals = moved.iter().map(|&v| grid.normal(v, &deformed) - normals[v]);
        let sparse = |values| Deltas::Sparse { indices: indices.clone(), values };
        TargetDeltas::new()
            .with(Attribute::Position, sparse(floats(&mut positions.into_iter())))
            .with(Attribute::Normal, sparse(floats(&mut normals.into_iter())))
    });
    let targets = MorphTargets::new(grid.len(), targets.collect())
        .expect("deltas fit the vertices")
        .expect("there are vertices and targets");
    (base, targets)
}

/// Rows from pole to pole, columns around.
struct Grid {
    rows: usize,
    columns: usize,
}

impl Grid {
    fn new(vertex_count: usize) -> Self {
        let rows = (vertex_count as f64 / 2.0).sqrt() as usize;
        Self { rows, columns: vertex_count / rows }
    }

    const fn len(&self) -> usize {
        self.rows * self.columns
    }

    fn cell(&self, vertex: usize) -> (f64, f64) {
        ((vertex / self.columns) as f64, (vertex % self.columns) as f64)
    }

    fn place(&self, row: f64, column: f64) -> DVec3 {
        let theta = 0.02 + (PI - 0.04) * row / (self.rows - 1) as f64;
        surface(theta, TAU * column / self.columns as f64)
    }

    fn point(&self, vertex: usize) -> DVec3 {
        let (row, column) = self.cell(vertex);
        self.place(row, column)
    }

    /// The normal of the surface that `deform` makes, by differences.
    fn normal(&self, vertex: usize, deform: &dyn Fn(DVec3) -> DVec3) -> DVec3 {
        const STEP: f64 = 1e-3;
        let (row, column) = self.cell(vertex);
        let at = |row, column| deform(self.place(row, column));
        let along = at(row + STEP, column) - at(row - STEP, column);
        let around = at(row, column + STEP) - at(row, column - STEP);
        along.cross(around).normalize_or_zero()
    }
}

/// A ball with a chin, a nose and a brow.
fn surface(theta: f64, phi: f64) -> DVec3 {
    let d = DVec3::new(theta.sin() * phi.sin(), theta.cos(), theta.sin() * phi.cos());
    let bump = |x: f64, y: f64, z: f64, width: f64, height: f64| {
        height * bell(d - DVec3::new(x, y, z).normalize(), width)
    };
    let radius = 0.85
        + bump(0.0, -0.1, 1.0, 0.12, 0.15)
        + bump(0.0, -0.7, 0.7, 0.25, 0.1)
        + bump(0.0, 0.35, 1.0, 0.3, 0.05);
    d * radius * DVec3::new(0.85, 1.0, 0.95)
}

fn bell(distance: DVec3, width: f64) -> f64 {
    (-distance.length_squared() / (2.0 * width * width)).exp()
}

/// A part of a target.
struct Patch {
    centre: DVec3,
    width: f64,
    push: DVec3,
    twist: f64,
}

impl Patch {
    /// One target's patches: lids and nostrils, mouth corners and brows, cheeks, jaws.
    fn some(noise: &mut Noise) -> Vec<Self> {
        let (width, height) = match (noise.next() * 4.0) as u32 {
            0 => ((0.05, 0.09), (0.01, 0.05)),
            1 => ((0.09, 0.16), (0.02, 0.10)),
            2 => ((0.16, 0.25), (0.03, 0.12)),
            _ => ((0.25, 0.40), (0.05, 0.25)),
        };
        let (width, height) = (noise.between(width), noise.between(height));
        let centre = surface(noise.between((0.9, 2.4)), noise.between((-1.1, 1.1)));
        let out = centre.normalize();
        let some = DVec3::new(noise.next(), noise.next(), noise.next() + 0.1);
        let side = out.cross(some).normalize();
        let way = out * noise.between((-1.0, 1.0)) + side * noise.between((0.2, 1.0));
        let push = way.normalize() * height;
        let twist = noise.between((-0.3, 0.3));
        let mirror = DVec3::new(-1.0, 1.0, 1.0);
        let second = match (noise.next() * 3.0) as u32 {
            0 => Some(Self { centre: centre * mirror, width, push: push * mirror, twist: -twist }),
            1 => Some(Self {
                centre: centre + side * 1.5 * width,
                width: width * 0.7,
                push: push * -0.5,
                twist: 0.0,
            }),
            _ => None,
        };
        [Some(Self { centre, width, push, twist }), second].into_iter().flatten().collect()
    }
}

fn displacement(place: DVec3, patches: &[Patch]) -> DVec3 {
    let of = |patch: &Patch| {
        let from = place - patch.centre;
        let turn = patch.centre.normalize().cross(from) * patch.twist;
        (patch.push + turn) * bell(from, patch.width)
    };
    patches.iter().map(of).sum()
}

/// Pseudo-random numbers, the same in every run (xorshift64).
struct Noise(u64);

impl Noise {
    /// In 0..1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, (low, high): (f64, f64)) -> f64 {
        low + (high - low) * self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_the_head_moves_and_everything_is_within_reach() {
        let (base, targets) = patched_head(20_000, 52);
        let vertices = base.vertex_count();
        assert!((19_700..=20_000).contains(&vertices), "{vertices}");
        let moved: usize = (0..52)
            .map(|t| targets.deltas(t, Attribute::Position).unwrap().values().len() / 3)
            .sum();
        let share = moved as f64 / (vertices * 52) as f64;
        assert!((share - 0.31).abs() < 0.01, "{share}");
        let largest =
            base.positions().unwrap().iter().flatten().fold(0.0_f32, |a, c| a.max(c.abs()));
        assert!(largest <= 1.0);
    }
}
