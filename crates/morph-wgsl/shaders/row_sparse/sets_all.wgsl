// Texture coordinates and colours in entries. Defines morph_row_value, morph_add_row_sets.
// Expects MorphVertex (vertex/all.wgsl), MorphRows (row_sparse/rows.wgsl), morph_word, morph_target_weight,
// morph_lower, morph_upper (halves/).

/// The 16 bits at a place of an entry, two places a word.
fn morph_row_value(entry: u32, place: u32) -> f32 {
    let word = morph_word(entry + place / 2u);
    return select(morph_upper(word), morph_lower(word), place % 2u == 0u);
}

fn morph_add_row_sets(sum: ptr<function, MorphVertex>, rows: MorphRows, entry: u32, target_index: u32) {
    let weight = morph_target_weight(rows.weights, target_index);
    var step = rows.steps + target_index * MORPH_BANDS + MORPH_BAND_SETS;
    // The target's number is at place 0.
    var place = 1u + MORPH_TEXCOORD_PLACE;
    for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
        if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
            (*sum).texcoords[n] += weight * bitcast<f32>(morph_word(step)) * vec2<f32>(
                morph_row_value(entry, place), morph_row_value(entry, place + 1u),
            );
            place += 2u;
            step += 1u;
        }
    }
    place = 1u + MORPH_COLOR_PLACE;
    for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
        if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
            (*sum).colors[n] += weight * bitcast<f32>(morph_word(step)) * vec4<f32>(
                morph_row_value(entry, place), morph_row_value(entry, place + 1u),
                morph_row_value(entry, place + 2u), morph_row_value(entry, place + 3u),
            );
            place += 4u;
            step += 1u;
        }
    }
}
