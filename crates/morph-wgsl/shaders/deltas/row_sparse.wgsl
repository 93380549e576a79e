// Deltas in a row sparse set, which begins with the binding. Defines morph_deltas, morph_word, morph_sum.
// Expects MorphVertex (vertex/), MorphRows, morph_run_rows (row_sparse/rows.wgsl), morph_rows,
// morph_row_start (weights/dense_rows.wgsl).

@group(MORPH_GROUP) @binding(MORPH_BINDING)
var<storage, read> morph_deltas: array<u32>;

fn morph_word(at: u32) -> u32 {
    return morph_deltas[at];
}

/// Adds the active targets that move the vertex.
fn morph_sum(sum: ptr<function, MorphVertex>, vertex: u32, instance: u32) {
    let row = morph_row_start(instance);
    if morph_rows[row + MORPH_ROW_ACTIVE_COUNT] > 0u {
        let rows = MorphRows(
            morph_deltas[MORPH_SET_TABLE],
            morph_deltas[MORPH_SET_RECORDS],
            morph_deltas[MORPH_SET_VALUES],
            row + MORPH_ROW_HEADER,
        );
        morph_run_rows(sum, rows, vertex);
    }
}
