// The deform pass over blocked sets, an instance a workgroup. Defines morph_main.
// Expects MorphVertex (vertex/), morph_frame, morph_task (deform/frame.wgsl), MorphAt, morph_put
// (deform/put.wgsl), morph_base_vertex (deform/base.wgsl), morph_block, morph_load_entry
// (deform/blocked/record.wgsl), morph_fill_cache, morph_gather (deform/blocked/), morph_run
// (deform/run.wgsl), morph_run_wide, morph_run_sets (deform/blocked/), morph_join
// (deform/slices/).

/// A workgroup is a block of 64 vertices times MORPH_SLICES shares of its targets.
@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let task = morph_task(id.y * MORPH_DISPATCH_ROW + id.x);
    if !task.inside {
        return;
    }
    let lane = index % MORPH_LANES;
    let slice = index / MORPH_LANES;
    let vertex = task.block * MORPH_LANES + lane;
    let chunk = morph_frame[task.chunk];
    var block = morph_block(task);
    // The first share begins with the base, the others with nothing.
    var sum: MorphVertex;
    if slice == 0u {
        sum = morph_base_vertex(task, vertex);
    }
    let weights = chunk[MORPH_CHUNK_WEIGHTS];
    let weight_count = chunk[MORPH_CHUNK_WEIGHT_COUNT];
    if weight_count == 0u {
        block.count = 0u;
    }
    var entry = morph_load_entry(block, index);
    morph_fill_cache(weights, weight_count, index);
    var active_count = 0u;
    for (var first = 0u; first < block.count; first += MORPH_WORKGROUP) {
        let tally = morph_gather(block, first, index, entry, weights);
        entry = morph_load_entry(block, first + MORPH_WORKGROUP + index);
        morph_run(&sum, slice, tally.narrow, MORPH_LANES, lane);
        morph_run_wide(&sum, tally.narrow + slice, tally.all, lane);
        morph_run_sets(&sum, tally.narrow, tally.all, lane);
        active_count += tally.all;
        workgroupBarrier();
    }
    morph_join(&sum, slice, lane, active_count);
    if slice == 0u && vertex < task.vertex_count {
        morph_put(
            &sum, chunk[MORPH_CHUNK_OUTPUT], MorphAt(vertex, task.mesh, chunk[MORPH_CHUNK_INSTANCE]),
        );
    }
}
