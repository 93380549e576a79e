// A dense set: planes of all vertices, rounded up to whole blocks. Defines morph_target_codes, morph_plane.
// Expects MorphTask (deform/frame.wgsl).

/// Words of a plane.
fn morph_plane(task: MorphTask) -> u32 {
    return (task.vertex_count + MORPH_LANES - 1u) / MORPH_LANES * MORPH_LANES;
}

/// Where the codes of a target begin: the frame says where those of the first do.
fn morph_target_codes(task: MorphTask, target_index: u32) -> u32 {
    let words = morph_plane(task) * MORPH_COMPONENTS / 2u;
    return task.set_word + task.extra + target_index * words;
}
