// The vertex shader around morph_vertex where numbered sets are morphed: TEXCOORD_0, TEXCOORD_1 and
// COLOR_0; the other sets stay zero. Defines morph_harness, MorphHarness.
// Expects MorphVertex (vertex/all.wgsl), morph_vertex (morph.wgsl), morph_local (weights/).

/// What the next stage gets.
struct MorphHarness {
    /// The morphed position as it is: skin, world and projection belong here.
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) texcoord_0: vec2<f32>,
    @location(4) texcoord_1: vec2<f32>,
    @location(5) color_0: vec4<f32>,
}

@vertex
fn morph_harness(
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) texcoord_0: vec2<f32>,
    @location(4) texcoord_1: vec2<f32>,
    @location(5) color_0: vec4<f32>,
    @builtin(vertex_index) vertex_index: u32,
    @builtin(instance_index) instance: u32,
) -> MorphHarness {
    var base: MorphVertex;
    base.position = position;
    base.normal = normal;
    base.tangent = tangent;
    // Where there is one slot, it is that of set 0, which is written last.
    base.texcoords[min(1u, MORPH_TEXCOORD_SLOTS - 1u)] = texcoord_1;
    base.texcoords[0] = texcoord_0;
    base.colors[0] = color_0;
    let v = morph_vertex(base, morph_local(vertex_index), instance);
    var out: MorphHarness;
    out.clip = vec4<f32>(v.position, 1.0);
    out.position = v.position;
    out.normal = v.normal;
    out.tangent = v.tangent;
    out.texcoord_0 = v.texcoords[0];
    out.texcoord_1 = texcoord_1;
    if MORPH_TEXCOORD_SLOTS > 1u {
        out.texcoord_1 = v.texcoords[min(1u, MORPH_TEXCOORD_SLOTS - 1u)];
    }
    out.color_0 = v.colors[0];
    return out;
}
