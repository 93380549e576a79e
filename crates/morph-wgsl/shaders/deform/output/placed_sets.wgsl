// Numbered sets wherever the vertex buffer has them.
// Defines morph_set_word, morph_texcoord_place, morph_color_place. Expects nothing.

/// Word of the k-th numbered set inside a vertex, texture coordinates before colours.
fn morph_set_word(k: u32) -> u32 {
    let words = select(MORPH_OUT_SETS, MORPH_OUT_MORE_SETS, k >= 4u);
    let pair = select(words.xy, words.zw, (k & 2u) == 2u);
    return select(pair.x, pair.y, (k & 1u) == 1u);
}

fn morph_texcoord_place(k: u32) -> u32 {
    return morph_set_word(k);
}

fn morph_color_place(k: u32) -> u32 {
    return morph_set_word(MORPH_TEXCOORD_BANDS + k);
}
