// No numbered sets in entries. Defines morph_add_row_sets.
// Expects MorphVertex (vertex/pnt.wgsl), MorphRows (row_sparse/rows.wgsl).

fn morph_add_row_sets(sum: ptr<function, MorphVertex>, rows: MorphRows, entry: u32, target_index: u32) {
}
