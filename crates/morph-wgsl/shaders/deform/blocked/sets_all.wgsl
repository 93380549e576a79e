// Texture coordinates and colours in entries. Defines morph_live_sets, morph_list_sets, morph_run_sets.
// Expects MorphVertex (vertex/all.wgsl), MorphBlock (deform/blocked/record.wgsl), morph_words
// (deform/words.wgsl), morph_live (deform/run.wgsl), morph_set_value (deform/codes/set_*).

/// Scales of each listed entry's numbered sets, with the weight in them.
var<workgroup> morph_live_sets: array<f32, MORPH_WORKGROUP * MORPH_SET_BANDS>;

fn morph_list_sets(rank: u32, block: MorphBlock, entry: u32, weight: f32) {
    let record = block.records + MORPH_RECORD_WORDS * entry;
    for (var k = 0u; k < MORPH_SET_BANDS; k += 1u) {
        var scale = weight;
        if MORPH_SCALED {
            let band = MORPH_BAND_SETS + k;
            let word = morph_words[record + 1u + band / 2u];
            scale *= bitcast<f32>(select(word & 0xffff0000u, word << 16u, band % 2u == 0u)) * MORPH_STEP_SETS;
        }
        morph_live_sets[rank * MORPH_SET_BANDS + k] = scale;
    }
}

/// Adds the numbered sets of all listed entries, of which the first ones are narrow.
fn morph_run_sets(sum: ptr<function, MorphVertex>, narrow: u32, all: u32, lane: u32) {
    for (var i = 0u; i < all; i += 1u) {
        let at = morph_live[i].x;
        let wide = MORPH_WIDE && i >= narrow;
        let odd = select(MORPH_ODD_PLACES, MORPH_WIDE_ODD_PLACES, wide);
        var place = select(MORPH_TEXCOORD_PLACE, MORPH_WIDE_TEXCOORD_PLACE, wide);
        var band = i * MORPH_SET_BANDS;
        for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
            if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
                (*sum).texcoords[n] += morph_live_sets[band] * vec2<f32>(
                    morph_set_value(at, MORPH_LANES, lane, place, odd),
                    morph_set_value(at, MORPH_LANES, lane, place + 1u, odd),
                );
                place += 2u;
                band += 1u;
            }
        }
        place = select(MORPH_COLOR_PLACE, MORPH_WIDE_COLOR_PLACE, wide);
        for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
            if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
                (*sum).colors[n] += morph_live_sets[band] * vec4<f32>(
                    morph_set_value(at, MORPH_LANES, lane, place, odd),
                    morph_set_value(at, MORPH_LANES, lane, place + 1u, odd),
                    morph_set_value(at, MORPH_LANES, lane, place + 2u, odd),
                    morph_set_value(at, MORPH_LANES, lane, place + 3u, odd),
                );
                place += 4u;
                band += 1u;
            }
        }
    }
}
