// A workgroup adds all targets of its vertices alone. Defines morph_join. Expects MorphVertex (vertex/).

fn morph_join(sum: ptr<function, MorphVertex>, slice: u32, lane: u32, active_count: u32) {
}
