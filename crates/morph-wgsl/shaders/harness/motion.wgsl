// The smallest vertex shader around morph_motion, for validation and as an example to start from.
// Defines morph_harness, MorphHarness.
// Expects MorphVertex (vertex/), morph_motion (motion/morph.wgsl), morph_local (weights/).

/// What the next stage gets.
struct MorphHarness {
    /// The morphed position as it is: skin, world and projection belong here.
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    /// Skin, world and projection of the frame before belong here.
    @location(1) previous_position: vec3<f32>,
    @location(2) normal: vec3<f32>,
    @location(3) tangent: vec4<f32>,
}

@vertex
fn morph_harness(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
) -> MorphHarness {
    var base: MorphVertex;
    base.position = position;
    base.normal = normal;
    base.tangent = tangent;
    let moved = morph_motion(base, morph_local(vertex_index), instance);
    let v = moved.vertex;
    return MorphHarness(vec4<f32>(v.position, 1.0), v.position, moved.previous_position, v.normal, v.tangent);
}
