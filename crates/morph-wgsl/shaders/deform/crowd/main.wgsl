// The deform pass over blocked sets for crowds: an entry is read once for all instances of a chunk.
// Defines morph_delta, morph_main.
// Expects MorphVertex (vertex/pnt.wgsl), morph_frame, morph_task (deform/frame.wgsl), morph_base_vertex
// (deform/base.wgsl), morph_block, morph_load_entry, morph_entry_codes, morph_entry_scales
// (deform/blocked/record.wgsl), MorphCodes, morph_load_codes, morph_add_codes (deform/codes/),
// morph_crowd_of, morph_crowd_add, morph_crowd_put_all, morph_crowd_wide (deform/crowd/).

/// Deltas of an entry, each times its scale.
fn morph_delta(scales: vec3<f32>, codes: MorphCodes) -> MorphVertex {
    var delta: MorphVertex;
    morph_add_codes(&delta, scales, codes);
    return delta;
}

@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let task = morph_task(id.y * MORPH_DISPATCH_ROW + id.x);
    let vertex = task.block * MORPH_LANES + lane;
    if !task.inside || vertex >= task.vertex_count {
        return;
    }
    let chunk = morph_frame[task.chunk];
    let block = morph_block(task);
    let base = morph_base_vertex(task, vertex);
    var sum = morph_crowd_of(base);
    if block.count > 0u && chunk[MORPH_CHUNK_WEIGHT_COUNT] > 0u {
        let weights = chunk[MORPH_CHUNK_WEIGHTS];
        // The next entry is on its way while the weights of this one are.
        var next = morph_load_entry(block, 0u);
        var next_codes = morph_load_codes(block.codes, MORPH_LANES, lane);
        for (var i = 0u; i < block.narrow; i += 1u) {
            let entry = next;
            let codes = next_codes;
            let following = min(i + 1u, block.narrow - 1u);
            next = morph_load_entry(block, following);
            next_codes = morph_load_codes(morph_entry_codes(block, following), MORPH_LANES, lane);
            let delta = morph_delta(morph_entry_scales(entry, false), codes);
            morph_crowd_add(&sum, weights, entry.x, delta);
        }
        morph_crowd_wide(&sum, block, weights, lane);
    }
    morph_crowd_put_all(&sum, task, vertex, base.tangent.w);
}
