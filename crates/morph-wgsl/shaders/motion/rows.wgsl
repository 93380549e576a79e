// Going through the targets of two frames in a row: both halves list the same targets, with the weights
// of this frame and of the one before. Defines morph_sum_motion.
// Expects MorphVertex (vertex/), morph_rows (weights/rows.wgsl), morph_add_motion (motion/add.wgsl).

fn morph_add_motion_pair(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>, word: u32, half: u32, vertex: u32,
) {
    let weight = bitcast<f32>(morph_rows[word + 1u]);
    let before = bitcast<f32>(morph_rows[word + half + 1u]);
    morph_add_motion(sum, previous, morph_rows[word], weight, before, vertex);
}

/// Adds the targets that are active in a frame, four a turn; zero pairs fill the last turn.
fn morph_sum_motion(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>, vertex: u32, instance: u32,
) {
    let stride = morph_rows[MORPH_ROW_STRIDE];
    let row = instance * stride;
    let half = stride / 2u;
    let active_count = morph_rows[row + MORPH_ROW_ACTIVE_COUNT];
    let first = row + MORPH_ROW_HEADER;
    for (var i = 0u; i < active_count; i += 4u) {
        let word = first + 2u * i;
        morph_add_motion_pair(sum, previous, word, half, vertex);
        morph_add_motion_pair(sum, previous, word + 2u, half, vertex);
        morph_add_motion_pair(sum, previous, word + 4u, half, vertex);
        morph_add_motion_pair(sum, previous, word + 6u, half, vertex);
    }
}
