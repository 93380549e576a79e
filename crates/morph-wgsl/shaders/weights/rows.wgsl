// Active weights in a storage buffer of rows, one an instance: header, then (index, weight) pairs.
// Defines morph_sum, morph_local, morph_vertex_count. Expects MorphVertex (vertex/), morph_add (add.wgsl).

/// Row r starts at word r * stride, where the binding's first row says the stride. All rows that a
/// draw reads are of one primitive, so the first one also says its vertex count.
@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_rows: array<u32>;

fn morph_vertex_count() -> u32 {
    return morph_rows[MORPH_ROW_VERTEX_COUNT];
}

/// The primitive's own number of a vertex.
fn morph_local(vertex_index: u32) -> u32 {
    return vertex_index - morph_rows[MORPH_ROW_FIRST_VERTEX];
}

fn morph_add_pair(sum: ptr<function, MorphVertex>, word: u32, vertex: u32) {
    morph_add(sum, morph_rows[word], bitcast<f32>(morph_rows[word + 1u]), vertex);
}

/// Adds the active targets, four a turn: loops cost more than their bodies where each turn is
/// counted. Zero pairs fill the row to a multiple of four.
fn morph_sum(sum: ptr<function, MorphVertex>, vertex: u32, instance: u32) {
    let row = instance * morph_rows[MORPH_ROW_STRIDE];
    let active_count = morph_rows[row + MORPH_ROW_ACTIVE_COUNT];
    let first = row + MORPH_ROW_HEADER;
    for (var i = 0u; i < active_count; i += 4u) {
        let word = first + 2u * i;
        morph_add_pair(sum, word, vertex);
        morph_add_pair(sum, word + 2u, vertex);
        morph_add_pair(sum, word + 4u, vertex);
        morph_add_pair(sum, word + 6u, vertex);
    }
}
