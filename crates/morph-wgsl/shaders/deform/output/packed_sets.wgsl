// Numbered sets one after another, in the order of bands. Defines morph_texcoord_place, morph_color_place.
// Expects nothing.

/// Word of the k-th morphed set of texture coordinates inside a vertex.
fn morph_texcoord_place(k: u32) -> u32 {
    return MORPH_OUT_TEXCOORD + 2u * k;
}

/// Word of the k-th morphed set of colours inside a vertex.
fn morph_color_place(k: u32) -> u32 {
    return MORPH_OUT_COLOR + 4u * k;
}
