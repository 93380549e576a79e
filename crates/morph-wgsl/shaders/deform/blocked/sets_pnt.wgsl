// No numbered sets in entries. Defines morph_list_sets, morph_run_sets.
// Expects MorphVertex (vertex/pnt.wgsl), MorphBlock (deform/blocked/record.wgsl).

fn morph_list_sets(rank: u32, block: MorphBlock, entry: u32, weight: f32) {
}

fn morph_run_sets(sum: ptr<function, MorphVertex>, narrow: u32, all: u32, lane: u32) {
}
