// The smallest vertex shader around morph_vertex, for validation and as an example.
// Defines morph_harness. Expects MorphVertex (vertex/), morph_vertex (morph.wgsl), morph_local (weights/).

@vertex
fn morph_harness(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
) -> @builtin(position) vec4<f32> {
    // Attributes that are not given stay zero.
    var v: MorphVertex;
    v.position = position;
    v.normal = normal;
    v.tangent = tangent;
    let moved = morph_vertex(v, morph_local(vertex_index), instance);
    return vec4<f32>(moved.position + moved.normal + moved.tangent.xyz, 1.0);
}
