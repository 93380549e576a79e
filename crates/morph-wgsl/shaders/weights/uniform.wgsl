// Active weights in a uniform of fixed capacity: going through its (index, weight bits) pairs.
// Defines morph_sum, morph_local, morph_tex_width, morph_rows_per_band.
// Expects MorphVertex (vertex/), morph_weights (weights/uniform_pairs.wgsl, motion/uniform_pairs.wgsl),
// morph_add (add.wgsl).

fn morph_tex_width() -> u32 {
    return morph_weights.tex_width;
}

fn morph_rows_per_band() -> u32 {
    return morph_weights.rows_per_band;
}

/// The primitive's own number of a vertex.
fn morph_local(vertex_index: u32) -> u32 {
    return vertex_index - morph_weights.first_vertex;
}

fn morph_add_two(sum: ptr<function, MorphVertex>, two: vec4<u32>, vertex: u32) {
    morph_add(sum, two.x, bitcast<f32>(two.y), vertex);
    morph_add(sum, two.z, bitcast<f32>(two.w), vertex);
}

/// Adds the active targets, four a turn: loops cost more than their bodies where each turn is
/// counted. An odd last pair has a zero pair beside it.
fn morph_sum(sum: ptr<function, MorphVertex>, vertex: u32, instance: u32) {
    let elements = (min(morph_weights.active_count, MORPH_CAPACITY) + 1u) / 2u;
    for (var i = 0u; i + 1u < elements; i += 2u) {
        let first = morph_weights.pairs[i];
        let second = morph_weights.pairs[i + 1u];
        morph_add_two(sum, first, vertex);
        morph_add_two(sum, second, vertex);
    }
    // A capacity may be an odd number of elements, so the last one stands alone.
    if elements % 2u == 1u {
        let last = morph_weights.pairs[elements - 1u];
        morph_add_two(sum, last, vertex);
    }
}
