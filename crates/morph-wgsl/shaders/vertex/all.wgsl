// Vertex with all attributes, and what numbered sets of them need.
// Defines MorphVertex, morph_count_bits, morph_set_place, morph_finish_sets. Expects nothing.

/// A vertex on its way through morphing. Attributes that are not morphed pass through.
struct MorphVertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    /// The fourth component is the handedness and never changes.
    tangent: vec4<f32>,
    /// Element n is TEXCOORD_n.
    texcoords: array<vec2<f32>, MORPH_TEXCOORD_SLOTS>,
    /// Element n is COLOR_n.
    colors: array<vec4<f32>, MORPH_COLOR_SLOTS>,
}

/// Not countOneBits(), which GLSL ES 3.00 (WebGL2) lacks.
fn morph_count_bits(mask: u32) -> u32 {
    let twos = mask - ((mask >> 1u) & 0x55555555u);
    let fours = (twos & 0x33333333u) + ((twos >> 2u) & 0x33333333u);
    return (((fours + (fours >> 4u)) & 0x0f0f0f0fu) * 0x01010101u) >> 24u;
}

/// Place of set n: the sets below it that are in the mask lie before it.
fn morph_set_place(mask: u32, n: u32, first: u32, step: u32) -> u32 {
    return first + step * morph_count_bits(mask & ((1u << n) - 1u));
}

/// Clamps COLOR_0, where targets have it.
fn morph_finish_sets(sum: ptr<function, MorphVertex>) {
    if (MORPH_COLOR_MASK & 1u) == 1u {
        (*sum).colors[0] = clamp((*sum).colors[0], vec4<f32>(0.0), vec4<f32>(1.0));
    }
}
