// Weights in a storage buffer of rows, one an instance: header, then a weight for each target.
// Defines morph_rows, morph_local, morph_target_weight, morph_row_start. Expects nothing.

/// Row r starts at word r * stride, where the binding's first row says the stride.
@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_rows: array<u32>;

/// The primitive's own number of a vertex.
fn morph_local(vertex_index: u32) -> u32 {
    return vertex_index - morph_rows[MORPH_ROW_FIRST_VERTEX];
}

/// Weights lie by target from a word on.
fn morph_target_weight(weights: u32, target_index: u32) -> f32 {
    return bitcast<f32>(morph_rows[weights + target_index]);
}

/// Word where the row of an instance begins.
fn morph_row_start(instance: u32) -> u32 {
    return instance * morph_rows[MORPH_ROW_STRIDE];
}
