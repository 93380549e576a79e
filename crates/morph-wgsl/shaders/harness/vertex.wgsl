// The smallest vertex shader around morph_vertex, for validation and as an example to start from.
// Defines morph_harness, MorphHarness.
// Expects MorphVertex (vertex/pnt.wgsl), morph_vertex (morph.wgsl), morph_local (weights/).

/// What the next stage gets.
struct MorphHarness {
    /// The morphed position as it is: skin, world and projection belong here.
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
}

@vertex
fn morph_harness(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
) -> MorphHarness {
    let base = MorphVertex(position, normal, tangent);
    let v = morph_vertex(base, morph_local(vertex_index), instance);
    return MorphHarness(vec4<f32>(v.position, 1.0), v.position, v.normal, v.tangent);
}
