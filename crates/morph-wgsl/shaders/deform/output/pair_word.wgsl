// One word of an output of pairs. Defines morph_store_word. Expects morph_output (deform/output/pairs.wgsl).

fn morph_store_word(word: u32, value: f32) {
    morph_output[word / 2u][word % 2u] = value;
}
