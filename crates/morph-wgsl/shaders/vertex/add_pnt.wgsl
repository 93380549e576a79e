// No numbered sets to add to. Defines morph_add_sets. Expects MorphVertex (vertex/pnt.wgsl).

fn morph_add_sets(sum: ptr<function, MorphVertex>, target_index: u32, weight: f32, vertex: u32) {
}
