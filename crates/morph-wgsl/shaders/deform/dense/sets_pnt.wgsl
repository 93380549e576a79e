// No numbered sets in dense deltas. Defines morph_run_sets.
// Expects MorphVertex (vertex/pnt.wgsl), MorphTask (deform/frame.wgsl).

fn morph_run_sets(
    sum: ptr<function, MorphVertex>, task: MorphTask, weights: u32, active_count: u32, vertex: u32,
) {
}
