// No numbered sets in base and output. Defines morph_read_sets, morph_write_sets.
// Expects MorphVertex (vertex/pnt.wgsl).

fn morph_read_sets(v: ptr<function, MorphVertex>, first: u32) {
}

fn morph_write_sets(first: u32, v: ptr<function, MorphVertex>) {
}
