// Texture coordinates and colours of the base. Defines morph_base_word, morph_read_base_sets.
// Expects MorphVertex, morph_set_place (vertex/all.wgsl), morph_base (deform/base.wgsl).

fn morph_base_word(first: u32, word: u32) -> f32 {
    return morph_base[first + word / 2u][word % 2u];
}

fn morph_read_base_sets(v: ptr<function, MorphVertex>, first: u32) {
    for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
        if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
            let at = morph_set_place(MORPH_TEXCOORD_MASK, n, MORPH_BASE_TEXCOORD, 2u);
            (*v).texcoords[n] = vec2<f32>(morph_base_word(first, at), morph_base_word(first, at + 1u));
        }
    }
    for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
        if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
            let at = morph_set_place(MORPH_COLOR_MASK, n, MORPH_BASE_COLOR, 4u);
            (*v).colors[n] = vec4<f32>(
                morph_base_word(first, at), morph_base_word(first, at + 1u),
                morph_base_word(first, at + 2u), morph_base_word(first, at + 3u),
            );
        }
    }
}
