//! How the surface around a vertex turns.

use super::vector::{Vec3, add, cross, dot, scale};
use crate::float::sqrt64;

/// A rotation, as rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn([Vec3; 3]);

impl Turn {
    /// The turn that takes one direction to another and, about it, the sides around the vertex as
    /// near to the moved ones as can be.
    ///
    /// `sides` is the sum of the outer products of the sides' directions, moved by base.
    pub(super) fn new(from: Vec3, to: Vec3, sides: &[Vec3; 3]) -> Self {
        let shortest = Self::shortest(from, to);
        // Moved by turned: what the shortest turn leaves to be turned about the normal.
        let rest = sides.map(|row| shortest.apply(row));
        let trace = rest[0][0] + rest[1][1] + rest[2][2];
        let cosine = trace - dot(to, rest.map(|row| dot(row, to)));
        let sine =
            dot(to, [rest[2][1] - rest[1][2], rest[0][2] - rest[2][0], rest[1][0] - rest[0][1]]);
        let length = sqrt64(cosine * cosine + sine * sine);
        // Sides that tell nothing, or that say both ways alike.
        if length < 1e-9 {
            return shortest;
        }
        Self::about(to, cosine / length, sine / length).after(&shortest)
    }

    /// A vector, turned.
    pub(super) fn apply(&self, vector: Vec3) -> Vec3 {
        self.0.map(|row| dot(row, vector))
    }

    /// The shortest way from one direction to another.
    fn shortest(from: Vec3, to: Vec3) -> Self {
        let cosine = dot(from, to);
        if cosine < -1.0 + 1e-9 {
            // Any half turn will do: what it turns too far, the sides turn back.
            let axis = square_to(from);
            return Self::about(axis, -1.0, 0.0);
        }
        let v = cross(from, to);
        let skew = [[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]];
        let share = 1.0 / (1.0 + cosine);
        let diagonal = 1.0 - dot(v, v) * share;
        Self([0, 1, 2].map(|row| {
            let mut values = add(skew[row], scale(v, v[row] * share));
            values[row] += diagonal;
            values
        }))
    }

    /// The turn about an axis.
    fn about(axis: Vec3, cosine: f64, sine: f64) -> Self {
        let [x, y, z] = axis;
        let skew = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        Self([0, 1, 2].map(|row| {
            let along = scale(axis, axis[row] * (1.0 - cosine));
            let mut values = add(along, scale(skew[row], sine));
            values[row] += cosine;
            values
        }))
    }

    /// This turn after another one.
    fn after(&self, first: &Self) -> Self {
        let column = |at: usize| first.0.map(|row| row[at]);
        Self(self.0.map(|row| [0, 1, 2].map(|at| dot(row, column(at)))))
    }
}

/// A direction at right angles to another one.
fn square_to(a: Vec3) -> Vec3 {
    let [x, y, z] = a.map(f64::abs);
    let other = match (x <= y && x <= z, y <= z) {
        (true, _) => [1.0, 0.0, 0.0],
        (_, true) => [0.0, 1.0, 0.0],
        _ => [0.0, 0.0, 1.0],
    };
    let across = cross(a, other);
    scale(across, 1.0 / sqrt64(dot(across, across)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec3, b: Vec3) {
        let gap = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(gap < 1e-12, "{a:?} is not {b:?}");
    }

    const NO_SIDES: [Vec3; 3] = [[0.0; 3]; 3];

    #[test]
    fn the_shortest_turn_takes_one_direction_to_the_other_and_leaves_what_is_square_to_both() {
        let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let turn = Turn::new(x, y, &NO_SIDES);
        near(turn.apply(x), y);
        near(turn.apply(y), [-1.0, 0.0, 0.0]);
        near(turn.apply(z), z);
        near(Turn::new(z, z, &NO_SIDES).apply(x), x);
    }

    #[test]
    fn opposite_directions_have_a_turn_too() {
        for from in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.6, 0.0, -0.8]] {
            let to = scale(from, -1.0);
            near(Turn::new(from, to, &NO_SIDES).apply(from), to);
        }
    }

    #[test]
    fn sides_settle_the_turn_about_the_normal() {
        // Sides along x and y, turned by a right angle about z: x goes to y, y to -x.
        let sides = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]];
        let z = [0.0, 0.0, 1.0];
        let turn = Turn::new(z, z, &sides);
        near(turn.apply([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
        near(turn.apply(z), z);
        // Half a turn about x: z goes to -z, y to -y, x stays.
        let sides = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3]];
        let turn = Turn::new(z, [0.0, 0.0, -1.0], &sides);
        near(turn.apply([1.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
        near(turn.apply([0.0, 1.0, 0.0]), [0.0, -1.0, 0.0]);
    }
}
