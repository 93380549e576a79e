// Weights of the compat profile: a storage buffer with one weight for every target.
// Defines morph_sum, morph_local, morph_vertex_count. Expects MorphVertex (vertex/), morph_add (add.wgsl).

struct MorphWeights {
    count: u32,
    vertex_count: u32,
    pad: vec2<u32>,
    weights: array<f32>,
}

@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_weights: MorphWeights;

fn morph_vertex_count() -> u32 {
    return morph_weights.vertex_count;
}

/// The compat profile has no first vertex: the index is local already.
fn morph_local(vertex_index: u32) -> u32 {
    return vertex_index;
}

fn morph_add_nonzero(sum: ptr<function, MorphVertex>, target_index: u32, vertex: u32) {
    if target_index < morph_weights.count {
        let weight = morph_weights.weights[target_index];
        if weight != 0.0 {
            morph_add(sum, target_index, weight, vertex);
        }
    }
}

/// Adds the targets whose weight is not zero, four a turn: loops cost more than their bodies where
/// each turn is counted.
fn morph_sum(sum: ptr<function, MorphVertex>, vertex: u32, instance: u32) {
    for (var i = 0u; i < morph_weights.count; i += 4u) {
        morph_add_nonzero(sum, i, vertex);
        morph_add_nonzero(sum, i + 1u, vertex);
        morph_add_nonzero(sum, i + 2u, vertex);
        morph_add_nonzero(sum, i + 3u, vertex);
    }
}
