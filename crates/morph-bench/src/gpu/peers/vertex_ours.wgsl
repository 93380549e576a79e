// Ours in the vertex stage. Expects shaded (fragment.wgsl), MorphVertex, morph_vertex, morph_local.

@vertex
fn shade(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
) -> Shaded {
    let base = MorphVertex(position, normal, vec4<f32>(0.0));
    let moved = morph_vertex(base, morph_local(vertex), instance);
    return shaded(moved.position, moved.normal);
}
