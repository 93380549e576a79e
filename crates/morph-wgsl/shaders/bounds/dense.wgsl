// Rows of a weight for each target.
// Defines morph_grow_by_target, morph_grow_by_row.
// Expects MorphGrowth, morph_grow (bounds/grow.wgsl), morph_rows, morph_set (bounds/main.wgsl).

fn morph_grow_by_target(growth: ptr<function, MorphGrowth>, row: u32, target_index: u32, cluster: u32) {
    if target_index < morph_set.target_count {
        let box_index = (1u + target_index) * morph_set.cluster_count + cluster;
        morph_grow(growth, box_index, morph_rows[row + MORPH_ROW_HEADER + target_index]);
    }
}

fn morph_grow_by_row(growth: ptr<function, MorphGrowth>, row: u32, cluster: u32) {
    for (var i = 0u; i < morph_set.target_count; i += 4u) {
        morph_grow_by_target(growth, row, i, cluster);
        morph_grow_by_target(growth, row, i + 1u, cluster);
        morph_grow_by_target(growth, row, i + 2u, cluster);
        morph_grow_by_target(growth, row, i + 3u, cluster);
    }
}
