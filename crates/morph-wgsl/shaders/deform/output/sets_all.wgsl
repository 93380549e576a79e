// Texture coordinates and colours in the output. Defines morph_store_sets.
// Expects MorphVertex (vertex/all.wgsl), morph_store_word, morph_texcoord_place, morph_color_place
// (deform/output/).

fn morph_store_sets(first_word: u32, v: ptr<function, MorphVertex>) {
    var k = 0u;
    for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
        if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
            let at = first_word + morph_texcoord_place(k);
            let value = (*v).texcoords[n];
            morph_store_word(at, value.x);
            morph_store_word(at + 1u, value.y);
            k += 1u;
        }
    }
    k = 0u;
    for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
        if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
            let at = first_word + morph_color_place(k);
            let value = (*v).colors[n];
            morph_store_word(at, value.x);
            morph_store_word(at + 1u, value.y);
            morph_store_word(at + 2u, value.z);
            morph_store_word(at + 3u, value.w);
            k += 1u;
        }
    }
}
