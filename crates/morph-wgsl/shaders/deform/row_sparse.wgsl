// The deform pass over row sparse sets, a lane a vertex.
// Defines morph_word, morph_target_weight, morph_main.
// Expects morph_words (deform/words.wgsl), morph_frame, morph_weight, morph_task (deform/frame.wgsl),
// MorphAt, morph_put (deform/put.wgsl), morph_base_vertex (deform/base.wgsl), MorphRows, morph_run_rows
// (row_sparse/).

fn morph_word(at: u32) -> u32 {
    return morph_words[at];
}

/// Weights lie by target from an element of the frame on.
fn morph_target_weight(weights: u32, target_index: u32) -> f32 {
    return morph_weight(weights, target_index);
}

@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let task = morph_task(id.y * MORPH_DISPATCH_ROW + id.x);
    let vertex = task.block * MORPH_LANES + lane;
    if !task.inside || vertex >= task.vertex_count {
        return;
    }
    let chunk = morph_frame[task.chunk];
    var sum = morph_base_vertex(task, vertex);
    if chunk[MORPH_CHUNK_WEIGHT_COUNT] > 0u {
        let rows = task.set_word + MORPH_SET_HEADER;
        let entries = rows + task.vertex_count + 1u;
        let steps = task.set_word + task.extra;
        morph_run_rows(&sum, MorphRows(rows, entries, steps, chunk[MORPH_CHUNK_WEIGHTS]), vertex);
    }
    morph_put(&sum, chunk[MORPH_CHUNK_OUTPUT], MorphAt(vertex, task.mesh, chunk[MORPH_CHUNK_INSTANCE]));
}
