//! Rays, and where they cross a triangle.

use super::PickError;
use super::boxes::Span;

/// Sides of a triangle that a ray can hit. The front is where its corners run counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Faces {
    /// Both.
    #[default]
    Both,
    /// The front alone: back faces are culled.
    Front,
    /// The back alone: what a mirrored mesh shows, whose node's matrix has a negative determinant.
    Back,
}

/// A ray from an origin along a direction, which need not be of unit length.
///
/// # Units and conventions
/// A point of the ray is `origin + t * direction`; `t` runs from 0 to [`Ray::up_to`], both
/// included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    origin: [f32; 3],
    direction: [f32; 3],
    /// The direction's largest axis last; with the other two a right-handed system that looks
    /// along the ray.
    axes: [usize; 3],
    /// What the first two components move by for each unit of the third.
    shear: [f64; 2],
    limit: f64,
}

/// Where a ray crosses a triangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// Lengths of the direction from the origin.
    pub t: f64,
    /// Weights of the three corners, whose sum is 1 within rounding.
    pub barycentrics: [f64; 3],
    /// Whether the front was hit.
    pub front: bool,
}

impl Ray {
    /// A ray without end.
    ///
    /// # Errors
    /// [`PickError::NonFiniteRay`]; [`PickError::NoDirection`] for a direction of zeros.
    pub fn new(origin: [f32; 3], direction: [f32; 3]) -> Result<Self, PickError> {
        for (what, vector) in [("origin", origin), ("direction", direction)] {
            if let Some(value) = vector.into_iter().find(|c| !c.is_finite()) {
                return Err(PickError::NonFiniteRay { what, value });
            }
        }
        let largest = |best: usize, axis: usize| {
            if direction[axis].abs() > direction[best].abs() { axis } else { best }
        };
        let z = [1, 2].into_iter().fold(0, largest);
        if direction[z] == 0.0 {
            return Err(PickError::NoDirection);
        }
        let (x, y) = ((z + 1) % 3, (z + 2) % 3);
        let axes = if direction[z] < 0.0 { [y, x, z] } else { [x, y, z] };
        let slope = |axis: usize| f64::from(direction[axis]) / f64::from(direction[z]);
        let shear = [slope(axes[0]), slope(axes[1])];
        Ok(Self { origin, direction, axes, shear, limit: f64::INFINITY })
    }

    /// The same ray, ending at `t`. Nothing is hit where that is below 0 or NaN.
    #[must_use]
    pub const fn up_to(self, t: f64) -> Self {
        Self { limit: t, ..self }
    }

    /// Where it begins.
    #[must_use]
    pub const fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// Where it goes.
    #[must_use]
    pub const fn direction(&self) -> [f32; 3] {
        self.direction
    }

    /// A point of the ray.
    #[must_use]
    pub fn at(&self, t: f64) -> [f64; 3] {
        [0, 1, 2].map(|c| f64::from(self.origin[c]) + t * f64::from(self.direction[c]))
    }

    /// Where the ray crosses a triangle, `None` where it does not.
    ///
    /// Watertight: a ray through an edge or a corner that triangles share hits at least one of
    /// them. Corners are brought into the ray's own system in f64 and rounded to f32, so the same
    /// corner is the same there for all triangles; the products of the edge functions are then
    /// exact in f64, and their signs are right. Edges and corners belong to the triangle.
    ///
    /// A triangle that has no area along the ray is never hit: a degenerate one, or one that is
    /// seen from its edge. Neither is one with a corner that is not finite, or that lies beyond f32
    /// from the origin.
    ///
    /// # Source
    /// Woop, Benthin, Wald: Watertight Ray/Triangle Intersection. Journal of Computer Graphics
    /// Techniques 2(1), 2013. There the edge functions are f32, and f64 where one is 0.
    #[must_use]
    pub fn triangle(&self, corners: &[[f32; 3]; 3], faces: Faces) -> Option<Crossing> {
        let [a, b, c] = corners.map(|corner| self.sheared(corner));
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let (front, back) = (u >= 0.0 && v >= 0.0 && w >= 0.0, u <= 0.0 && v <= 0.0 && w <= 0.0);
        let area = u + v + w;
        // Where all are 0 both hold, and there is no area. NaN holds neither.
        if !(front || back) || area == 0.0 || !area.is_finite() {
            return None;
        }
        let wanted = match faces {
            Faces::Both => true,
            Faces::Front => front,
            Faces::Back => back,
        };
        let depth = (u * a[2] + v * b[2] + w * c[2]) / area;
        let t = depth / f64::from(self.direction[self.axes[2]]);
        // The sum of zeros of both signs is 0, so that equal results have equal bits.
        let crossing =
            Crossing { t: t + 0.0, barycentrics: [u, v, w].map(|part| part / area + 0.0), front };
        (wanted && (0.0..=self.limit).contains(&t)).then_some(crossing)
    }

    /// A corner in the ray's system: the ray is the third axis, the first two are f32.
    fn sheared(&self, corner: [f32; 3]) -> [f64; 3] {
        let from = |axis: usize| f64::from(corner[axis]) - f64::from(self.origin[axis]);
        let [x, y, z] = self.axes.map(from);
        let rounded = |value: f64| f64::from(value as f32);
        [rounded(x - self.shear[0] * z), rounded(y - self.shear[1] * z), z]
    }

    /// The least `t` of all crossings that triangles inside a box can have, `None` where there is
    /// none.
    ///
    /// [`Ray::triangle`] moves corners by at most 2^-24 of their coordinates in the ray's system,
    /// so by 2^-23 of the largest distance from the origin along an axis; the box grows by four
    /// times as much.
    pub(super) fn enters(&self, of: &Span) -> Option<f64> {
        let origin = self.origin.map(f64::from);
        let far = (0..3).fold(0.0_f64, |far, c| {
            far.max((of.min[c] - origin[c]).abs()).max((of.max[c] - origin[c]).abs())
        });
        let grow = far / (1 << 21) as f64 + 1e-40;
        let (mut enter, mut leave) = (0.0_f64, self.limit);
        for (c, direction) in self.direction.map(f64::from).into_iter().enumerate() {
            let (low, high) = (of.min[c] - origin[c] - grow, of.max[c] - origin[c] + grow);
            if direction == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (one, other) = (low / direction, high / direction);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
        (enter <= leave).then_some(enter)
    }
}
