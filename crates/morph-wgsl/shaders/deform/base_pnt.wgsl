// No numbered sets in the base. Defines morph_read_base_sets. Expects MorphVertex (vertex/pnt.wgsl).

fn morph_read_base_sets(v: ptr<function, MorphVertex>, first: u32) {
}
