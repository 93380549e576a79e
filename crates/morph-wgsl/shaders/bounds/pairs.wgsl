// Rows of (index, weight) pairs of the active targets.
// Defines morph_grow_by_pair, morph_grow_by_row.
// Expects MorphGrowth, morph_grow (bounds/grow.wgsl), morph_rows, morph_set (bounds/main.wgsl).

fn morph_grow_by_pair(growth: ptr<function, MorphGrowth>, word: u32, cluster: u32) {
    let box_index = (1u + morph_rows[word]) * morph_set.cluster_count + cluster;
    morph_grow(growth, box_index, morph_rows[word + 1u]);
}

/// Four a turn; zero pairs fill the row to a multiple of four.
fn morph_grow_by_row(growth: ptr<function, MorphGrowth>, row: u32, cluster: u32) {
    let active_count = min(morph_rows[row + MORPH_ROW_ACTIVE_COUNT], morph_set.target_count);
    let first = row + MORPH_ROW_HEADER;
    for (var i = 0u; i < active_count; i += 4u) {
        let word = first + 2u * i;
        morph_grow_by_pair(growth, word, cluster);
        morph_grow_by_pair(growth, word + 2u, cluster);
        morph_grow_by_pair(growth, word + 4u, cluster);
        morph_grow_by_pair(growth, word + 6u, cluster);
    }
}
