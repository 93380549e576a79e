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
