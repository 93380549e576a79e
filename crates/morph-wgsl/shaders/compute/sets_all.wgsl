// Words of texture coordinates and colours. Defines morph_read_sets, morph_write_sets.
// Expects MorphVertex, morph_set_place (vertex/all.wgsl), morph_base, morph_output (compute/main.wgsl).

/// Word of TEXCOORD_n in a vertex that begins at `first`.
fn morph_texcoord_word(first: u32, n: u32) -> u32 {
    return morph_set_place(MORPH_TEXCOORD_MASK, n, first + MORPH_BASE_TEXCOORD, 2u);
}

/// Word of COLOR_n in a vertex that begins at `first`.
fn morph_color_word(first: u32, n: u32) -> u32 {
    return morph_set_place(MORPH_COLOR_MASK, n, first + MORPH_BASE_COLOR, 4u);
}

fn morph_read_sets(v: ptr<function, MorphVertex>, first: u32) {
    for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
        if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
            let at = morph_texcoord_word(first, n);
            (*v).texcoords[n] = vec2<f32>(morph_base[at], morph_base[at + 1u]);
        }
    }
    for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
        if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
            let at = morph_color_word(first, n);
            (*v).colors[n] = vec4<f32>(
                morph_base[at], morph_base[at + 1u], morph_base[at + 2u], morph_base[at + 3u],
            );
        }
    }
}

fn morph_write_sets(first: u32, v: ptr<function, MorphVertex>) {
    for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
        if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
            let at = morph_texcoord_word(first, n);
            let value = (*v).texcoords[n];
            morph_output[at] = value.x;
            morph_output[at + 1u] = value.y;
        }
    }
    for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
        if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
            let at = morph_color_word(first, n);
            let value = (*v).colors[n];
            morph_output[at] = value.x;
            morph_output[at + 1u] = value.y;
            morph_output[at + 2u] = value.z;
            morph_output[at + 3u] = value.w;
        }
    }
}
