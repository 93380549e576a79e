//! The one place where float functions come from std or from libm.

/// Square root.
#[cfg(feature = "std")]
#[inline(always)]
pub(crate) fn sqrt(x: f32) -> f32 {
    // Correctly rounded, as spec E1, B10 ask.
    x.sqrt()
}

/// Square root.
#[cfg(all(not(feature = "std"), feature = "libm"))]
#[inline(always)]
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}

/// The angle of (x, y) from the first axis.
#[cfg(feature = "std")]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    y.atan2(x)
}

/// The angle of (x, y) from the first axis.
#[cfg(all(not(feature = "std"), feature = "libm"))]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Square root in 64 bits.
#[cfg(feature = "std")]
pub(crate) fn sqrt64(x: f64) -> f64 {
    x.sqrt()
}

/// Square root in 64 bits.
#[cfg(all(not(feature = "std"), feature = "libm"))]
pub(crate) fn sqrt64(x: f64) -> f64 {
    libm::sqrt(x)
}

/// The angle whose sine is `x`, in degrees.
#[cfg(feature = "std")]
pub(crate) fn asin_degrees(x: f64) -> f64 {
    x.asin().to_degrees()
}

/// The angle whose sine is `x`, in degrees.
#[cfg(all(not(feature = "std"), feature = "libm"))]
pub(crate) fn asin_degrees(x: f64) -> f64 {
    libm::asin(x).to_degrees()
}

/// The sine of an angle in degrees.
#[cfg(feature = "std")]
pub(crate) fn sin_degrees(x: f64) -> f64 {
    x.to_radians().sin()
}

/// The sine of an angle in degrees.
#[cfg(all(not(feature = "std"), feature = "libm"))]
pub(crate) fn sin_degrees(x: f64) -> f64 {
    libm::sin(x.to_radians())
}
