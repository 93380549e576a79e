// A linear buffer of f32: vertex after vertex, the components of one side by side.
// Defines morph_target_codes, morph_plane. Expects MorphTask (deform/frame.wgsl).

fn morph_target_codes(task: MorphTask, target_index: u32) -> u32 {
    return task.set_word + target_index * task.vertex_count * MORPH_LANE_STRIDE;
}

/// Words from one component to the next.
fn morph_plane(task: MorphTask) -> u32 {
    return 1u;
}
