// One target's share of two frames. Defines morph_add_motion.
// Expects MorphVertex (vertex/), morph_load3 (deltas/), morph_add_rest (add.wgsl).

/// Adds one target's weighted deltas; the position's is loaded once for both frames.
fn morph_add_motion(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>,
    target_index: u32, weight: f32, before: f32, vertex: u32,
) {
    if MORPH_HAS_POSITION {
        let delta = morph_load3(target_index, vertex, MORPH_AT_POSITION);
        (*sum).position += weight * delta;
        (*previous) += before * delta;
    }
    morph_add_rest(sum, target_index, weight, vertex);
}
