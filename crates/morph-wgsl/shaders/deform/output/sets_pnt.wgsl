// No numbered sets in the output. Defines morph_store_sets. Expects MorphVertex (vertex/pnt.wgsl).

fn morph_store_sets(first_word: u32, v: ptr<function, MorphVertex>) {
}
