// Going through the targets of two frames in a uniform. Defines morph_sum_motion.
// Expects MorphVertex (vertex/), morph_weights (motion/uniform_pairs.wgsl), morph_add_motion
// (motion/add.wgsl).

/// Adds the targets that are active in a frame, four a turn; zeros fill the last turn.
fn morph_sum_motion(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>, vertex: u32, instance: u32,
) {
    let active_count = min(morph_weights.active_count, MORPH_CAPACITY);
    for (var i = 0u; i < active_count; i += 4u) {
        let first = morph_weights.pairs[i / 2u];
        let second = morph_weights.pairs[i / 2u + 1u];
        let before = morph_weights.previous[i / 4u];
        morph_add_motion(sum, previous, first.x, bitcast<f32>(first.y), before.x, vertex);
        morph_add_motion(sum, previous, first.z, bitcast<f32>(first.w), before.y, vertex);
        morph_add_motion(sum, previous, second.x, bitcast<f32>(second.y), before.z, vertex);
        morph_add_motion(sum, previous, second.z, bitcast<f32>(second.w), before.w, vertex);
    }
}
