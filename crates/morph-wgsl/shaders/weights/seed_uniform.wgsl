// Weights of the seed profile: a 32-byte uniform for at most four targets.
// Defines morph_sum, morph_local, morph_tex_width, morph_rows_per_band.
// Expects MorphVertex (vertex/), morph_add (add.wgsl).

struct MorphUniforms {
    weights: vec4<f32>,
    count: u32,
    tex_width: u32,
    rows_per_band: u32,
    pad: u32,
}

@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<uniform> morph_weights: MorphUniforms;

fn morph_tex_width() -> u32 {
    return morph_weights.tex_width;
}

fn morph_rows_per_band() -> u32 {
    return morph_weights.rows_per_band;
}

/// The seed profile has no first vertex: the index is local already.
fn morph_local(vertex_index: u32) -> u32 {
    return vertex_index;
}

/// Adds the targets whose weight is not zero.
fn morph_sum(sum: ptr<function, MorphVertex>, vertex: u32, instance: u32) {
    let count = morph_weights.count;
    let weights = morph_weights.weights;
    if count > 0u && weights.x != 0.0 {
        morph_add(sum, 0u, weights.x, vertex);
    }
    if count > 1u && weights.y != 0.0 {
        morph_add(sum, 1u, weights.y, vertex);
    }
    if count > 2u && weights.z != 0.0 {
        morph_add(sum, 2u, weights.z, vertex);
    }
    if count > 3u && weights.w != 0.0 {
        morph_add(sum, 3u, weights.w, vertex);
    }
}
