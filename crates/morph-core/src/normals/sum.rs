//! What the triangles around a smooth vertex add up to.

use super::vector::{Vec3, cross, direction, dot, length, scale, subtract};
use crate::float::atan2;

/// Sums are whole numbers of this size: they do not depend on the order of triangles, and what was
/// added can be taken away again without a trace.
const UNIT: f64 = 1.0 / (1_u64 << 40) as f64;

/// A triangle has no normal where it is lower than this, its longest side being 1: what is left of
/// the direction then is the rounding of its corners.
const FLATTEST: f64 = 1e-6;

/// Sums shorter than this have no direction: the normals of a smooth vertex weigh its angle.
const SHORTEST: f64 = 1e-6;

/// Sums over the corners of triangles at one smooth vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sum {
    /// Normals of the triangles, each times the angle of its corner.
    normal: [i64; 3],
    /// Outer products of the directions of the sides at the corners: moved by base.
    sides: [[i64; 3]; 3],
}

impl Sum {
    /// Adds what another one sums up.
    pub(super) fn add(&mut self, other: &Self) {
        self.each(other, i64::wrapping_add);
    }

    /// Takes away what was added.
    pub(super) fn take(&mut self, other: &Self) {
        self.each(other, i64::wrapping_sub);
    }

    /// The normal, `None` where the triangles have none or cancel each other out.
    pub(super) fn normal(&self) -> Option<Vec3> {
        let normal = self.normal.map(float);
        if length(normal) < SHORTEST { None } else { direction(normal) }
    }

    /// The outer products of sides.
    pub(super) fn sides(&self) -> [Vec3; 3] {
        self.sides.map(|row| row.map(float))
    }

    fn each(&mut self, other: &Self, join: impl Fn(i64, i64) -> i64) {
        let own = self.normal.iter_mut().chain(self.sides.as_flattened_mut());
        let others = other.normal.iter().chain(other.sides.as_flattened());
        own.zip(others).for_each(|(own, other)| *own = join(*own, *other));
    }
}

/// What a triangle gives to the smooth vertices of its three corners.
///
/// Sides go from each corner to the next one.
pub(super) fn corners(base_sides: &[Vec3; 3], sides: &[Vec3; 3]) -> [Sum; 3] {
    let normal = cross(sides[0], subtract([0.0; 3], sides[2]));
    let doubled_area = length(normal);
    let longest = sides.iter().map(|side| dot(*side, *side)).fold(0.0, f64::max);
    let has_normal = doubled_area.is_finite() && doubled_area > FLATTEST * longest;
    let products = [0, 1, 2].map(|side| outer(sides[side], base_sides[side]));
    [0, 1, 2].map(|corner| {
        let (after, before) = (corner, (corner + 2) % 3);
        let mut sum = Sum { sides: products[after], ..Sum::default() };
        sum.add(&Sum { sides: products[before], ..Sum::default() });
        if has_normal {
            let angle = atan2(doubled_area, -dot(sides[after], sides[before]));
            sum.normal = scale(normal, angle / doubled_area).map(whole);
        }
        sum
    })
}

/// Outer product of directions, zeros where a side has none.
fn outer(a: Vec3, b: Vec3) -> [[i64; 3]; 3] {
    match (direction(a), direction(b)) {
        (Some(a), Some(b)) => a.map(|component| scale(b, component).map(whole)),
        _ => [[0; 3]; 3],
    }
}

fn whole(value: f64) -> i64 {
    (value / UNIT) as i64
}

fn float(value: i64) -> f64 {
    value as f64 * UNIT
}
