// What a target adds to numbered sets. Defines morph_add_sets.
// Expects MorphVertex, morph_set_place (vertex/all.wgsl), morph_load2, morph_load4 (deltas/).

/// Adds one target's weighted deltas of texture coordinates and colours.
fn morph_add_sets(sum: ptr<function, MorphVertex>, target_index: u32, weight: f32, vertex: u32) {
    if MORPH_TEXCOORD_MASK != 0u {
        for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
            if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
                let place = morph_set_place(
                    MORPH_TEXCOORD_MASK, n, MORPH_AT_TEXCOORD, MORPH_TEXCOORD_STEP,
                );
                (*sum).texcoords[n] += weight * morph_load2(target_index, vertex, place);
            }
        }
    }
    if MORPH_COLOR_MASK != 0u {
        for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
            if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
                let place = morph_set_place(MORPH_COLOR_MASK, n, MORPH_AT_COLOR, MORPH_COLOR_STEP);
                (*sum).colors[n] += weight * morph_load4(target_index, vertex, place);
            }
        }
    }
}
