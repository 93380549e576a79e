// The deform pass over dense deltas. Defines morph_main.
// Expects MorphVertex (vertex/), morph_frame, morph_task (deform/frame.wgsl), MorphAt, morph_put
// (deform/put.wgsl), morph_base_vertex (deform/base.wgsl), morph_live, morph_run (deform/run.wgsl),
// morph_target_codes, morph_target_scales, morph_plane (deform/dense/), morph_run_sets
// (deform/dense/sets_*), morph_join (deform/slices/).

/// A workgroup is a block of 64 vertices times MORPH_SLICES shares of the active targets, which are listed
/// once for all of its vertices.
@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let task = morph_task(id.y * MORPH_DISPATCH_ROW + id.x);
    if !task.inside {
        return;
    }
    let lane = index % MORPH_LANES;
    let slice = index / MORPH_LANES;
    let vertex = task.block * MORPH_LANES + lane;
    let read = min(vertex, task.vertex_count - 1u);
    let chunk = morph_frame[task.chunk];
    var sum: MorphVertex;
    if slice == 0u {
        sum = morph_base_vertex(task, vertex);
    }
    let weights = chunk[MORPH_CHUNK_WEIGHTS];
    let active_count = chunk[MORPH_CHUNK_WEIGHT_COUNT];
    let plane = morph_plane(task);
    for (var first = 0u; first < active_count; first += MORPH_WORKGROUP) {
        let count = min(active_count - first, MORPH_WORKGROUP);
        if index < count {
            let pairs = morph_frame[weights + (first + index) / 2u];
            let pair = select(pairs.xy, pairs.zw, index % 2u == 1u);
            let scales = bitcast<f32>(pair.y) * morph_target_scales(task, pair.x);
            morph_live[index] = vec4<u32>(morph_target_codes(task, pair.x), bitcast<vec3<u32>>(scales));
        }
        workgroupBarrier();
        morph_run(&sum, slice, count, plane, read);
        workgroupBarrier();
    }
    morph_run_sets(&sum, task, weights, active_count, read);
    morph_join(&sum, slice, lane, active_count);
    if slice == 0u && vertex < task.vertex_count {
        morph_put(
            &sum, chunk[MORPH_CHUNK_OUTPUT], MorphAt(vertex, task.mesh, chunk[MORPH_CHUNK_INSTANCE]),
        );
    }
}
