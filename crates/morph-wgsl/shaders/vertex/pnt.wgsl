// Vertex with position, normal and tangent, and nothing to do for numbered sets.
// Defines MorphVertex, morph_finish_sets. Expects nothing.

/// A vertex on its way through morphing. Attributes that are not morphed pass through.
struct MorphVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    /// The fourth component is the handedness and never changes.
    tangent: vec4<f32>,
}

fn morph_finish_sets(sum: ptr<function, MorphVertex>) {
}
