//! Three floats with the few operations that the head needs.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A point or a direction.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Vec3 {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
}

/// Shorthand for [`Vec3`].
pub(crate) const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3 { x, y, z }
}

impl Vec3 {
    pub(crate) const ZERO: Self = vec3(0.0, 0.0, 0.0);

    pub(crate) fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(crate) fn cross(self, other: Self) -> Self {
        vec3(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    pub(crate) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// Unit length, or `other` where there is no direction.
    pub(crate) fn unit_or(self, other: Self) -> Self {
        let length = self.length();
        if length > 1e-12 { self * (1.0 / length) } else { other }
    }

    /// The image in the plane x = 0.
    pub(crate) fn mirrored(self) -> Self {
        vec3(-self.x, self.y, self.z)
    }

    /// Each component divided by that of `other`.
    pub(crate) fn over(self, other: Self) -> Self {
        vec3(self.x / other.x, self.y / other.y, self.z / other.z)
    }

    pub(crate) fn mix(self, other: Self, factor: f32) -> Self {
        self * (1.0 - factor) + other * factor
    }

    pub(crate) const fn to_array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
}

impl Add for Vec3 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        vec3(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Vec3 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        vec3(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<f32> for Vec3 {
    type Output = Self;

    fn mul(self, factor: f32) -> Self {
        vec3(self.x * factor, self.y * factor, self.z * factor)
    }
}
