// One word of an output of quads. Defines morph_store_word. Expects morph_output (deform/output/quads.wgsl).

fn morph_store_word(word: u32, value: f32) {
    morph_output[word / 4u][word % 4u] = value;
}
