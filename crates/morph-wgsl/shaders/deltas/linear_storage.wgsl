// Deltas in a linear storage buffer: f32 words, MORPH_STRIDE a target and vertex (6 in the compat profile).
// Defines morph_load2, morph_load3, morph_load4. Expects morph_vertex_count (weights/).

@group(MORPH_GROUP) @binding(MORPH_BINDING)
var<storage, read> morph_deltas: array<f32>;

fn morph_word(target_index: u32, vertex: u32, offset: u32) -> u32 {
    return (target_index * morph_vertex_count() + vertex) * MORPH_STRIDE + offset;
}

fn morph_load4(target_index: u32, vertex: u32, offset: u32) -> vec4<f32> {
    let at = morph_word(target_index, vertex, offset);
    return vec4<f32>(
        morph_deltas[at], morph_deltas[at + 1u], morph_deltas[at + 2u], morph_deltas[at + 3u],
    );
}

fn morph_load3(target_index: u32, vertex: u32, offset: u32) -> vec3<f32> {
    let at = morph_word(target_index, vertex, offset);
    return vec3<f32>(morph_deltas[at], morph_deltas[at + 1u], morph_deltas[at + 2u]);
}

fn morph_load2(target_index: u32, vertex: u32, offset: u32) -> vec2<f32> {
    let at = morph_word(target_index, vertex, offset);
    return vec2<f32>(morph_deltas[at], morph_deltas[at + 1u]);
}
