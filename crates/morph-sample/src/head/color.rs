//! Vertex colours, linear RGB.

/// Linear mix of two colours.
pub(crate) fn blend(a: [f32; 3], b: [f32; 3], factor: f32) -> [f32; 3] {
    std::array::from_fn(|c| a[c] + (b[c] - a[c]) * factor)
}

pub(crate) const SKIN: [f32; 3] = [0.80, 0.46, 0.32];
pub(crate) const BLUSH: [f32; 3] = [0.80, 0.27, 0.20];
pub(crate) const LIP: [f32; 3] = [0.64, 0.19, 0.16];
pub(crate) const SHADE: [f32; 3] = [0.46, 0.20, 0.13];
pub(crate) const HAIR: [f32; 3] = [0.070, 0.030, 0.016];
pub(crate) const HAIR_LIGHT: [f32; 3] = [0.17, 0.075, 0.036];
pub(crate) const LASH: [f32; 3] = [0.030, 0.014, 0.010];
pub(crate) const CAVITY: [f32; 3] = [0.12, 0.012, 0.014];
pub(crate) const GUM: [f32; 3] = [0.45, 0.10, 0.10];
pub(crate) const TOOTH: [f32; 3] = [0.90, 0.86, 0.78];
pub(crate) const TONGUE: [f32; 3] = [0.62, 0.13, 0.14];
pub(crate) const WHITE: [f32; 3] = [0.92, 0.91, 0.89];
pub(crate) const LIMBUS: [f32; 3] = [0.020, 0.060, 0.075];
pub(crate) const IRIS: [f32; 3] = [0.07, 0.26, 0.31];
pub(crate) const IRIS_INNER: [f32; 3] = [0.18, 0.42, 0.36];
pub(crate) const PUPIL: [f32; 3] = [0.004, 0.004, 0.005];
pub(crate) const GLINT: [f32; 3] = [1.0, 1.0, 1.0];
