// What the kernels of bounds write, for shaders that cull as well.
// Defines MorphBox. Expects nothing.

/// An axis-aligned box, ends included.
struct MorphBox {
    min: vec3<f32>,
    max: vec3<f32>,
}
