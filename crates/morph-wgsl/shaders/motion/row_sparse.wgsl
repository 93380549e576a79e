// Going through a vertex's list of targets for two frames: the weights of the frame before are in the
// second half of the row. Defines morph_sum_motion.
// Expects MorphVertex (vertex/), MorphRows, morph_row_scales, morph_add_entry, morph_entry_target
// (row_sparse/rows.wgsl), MorphSixteen, morph_sixteen3 (component.wgsl), morph_row_codes
// (row_sparse/entry.wgsl), morph_deltas, morph_word (deltas/row_sparse.wgsl), morph_rows, morph_row_start,
// morph_target_weight (weights/dense_rows.wgsl).

/// Adds an entry whose codes and scales are loaded; `before` is the position's step times the weight
/// of the frame before.
fn morph_add_motion_entry(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>,
    rows: MorphRows, entry: u32, codes: MorphSixteen, scales: vec3<f32>, before: f32,
) {
    morph_add_entry(sum, rows, entry, codes, scales);
    if MORPH_HAS_POSITION {
        (*previous) += before * morph_sixteen3(codes, 1u);
    }
}

/// The position's step times the weight of the frame before.
fn morph_scale_before(rows: MorphRows, half: u32, target_index: u32) -> f32 {
    let step = bitcast<f32>(morph_word(rows.steps + target_index * MORPH_BANDS));
    return morph_target_weight(rows.weights + half, target_index) * step;
}

/// Both entries of a turn are loaded, and then what both look up, before the first is used.
fn morph_sum_motion(
    sum: ptr<function, MorphVertex>, previous: ptr<function, vec3<f32>>, vertex: u32, instance: u32,
) {
    let row = morph_row_start(instance);
    let half = morph_rows[MORPH_ROW_STRIDE] / 2u;
    let now = row + MORPH_ROW_ACTIVE_COUNT;
    if morph_rows[now] + morph_rows[now + half] == 0u {
        return;
    }
    let rows = MorphRows(
        morph_deltas[MORPH_SET_TABLE],
        morph_deltas[MORPH_SET_RECORDS],
        morph_deltas[MORPH_SET_VALUES],
        row + MORPH_ROW_HEADER,
    );
    var at = rows.entries + morph_word(rows.rows + vertex) * MORPH_ENTRY_WORDS;
    let end = rows.entries + morph_word(rows.rows + vertex + 1u) * MORPH_ENTRY_WORDS;
    for (; at + MORPH_ENTRY_WORDS < end; at += 2u * MORPH_ENTRY_WORDS) {
        let a = morph_row_codes(at);
        let b = morph_row_codes(at + MORPH_ENTRY_WORDS);
        let scales_a = morph_row_scales(rows, morph_entry_target(a));
        let scales_b = morph_row_scales(rows, morph_entry_target(b));
        let before_a = morph_scale_before(rows, half, morph_entry_target(a));
        let before_b = morph_scale_before(rows, half, morph_entry_target(b));
        morph_add_motion_entry(sum, previous, rows, at, a, scales_a, before_a);
        morph_add_motion_entry(sum, previous, rows, at + MORPH_ENTRY_WORDS, b, scales_b, before_b);
    }
    if at < end {
        let a = morph_row_codes(at);
        let target_a = morph_entry_target(a);
        let before = morph_scale_before(rows, half, target_a);
        morph_add_motion_entry(sum, previous, rows, at, a, morph_row_scales(rows, target_a), before);
    }
}
