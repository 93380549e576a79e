//! Vectors in double precision.

use crate::float::sqrt64;

pub(super) type Vec3 = [f64; 3];

pub(super) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn subtract(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn scale(a: Vec3, factor: f64) -> Vec3 {
    a.map(|component| component * factor)
}

pub(super) fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn length(a: Vec3) -> f64 {
    sqrt64(dot(a, a))
}

/// Numbers of a file, as they are.
pub(super) fn wide(a: [f32; 3]) -> Vec3 {
    a.map(f64::from)
}

/// The direction of a vector, `None` where it has none: no length, or no finite one.
pub(super) fn direction(a: Vec3) -> Option<Vec3> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| scale(a, 1.0 / length))
}
