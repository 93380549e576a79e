// Going through a vertex's list of targets, two a turn.
// Defines MorphRows, morph_row_scales, morph_add_entry, morph_entry_target, morph_run_rows.
// Expects MorphVertex (vertex/), MorphSixteen, morph_sixteen3 (component.wgsl), morph_row_codes,
// morph_add_row_sets (row_sparse/), morph_word, morph_target_weight (the stage's files).

/// Words where rows, entries and steps begin, and where weights do.
struct MorphRows {
    rows: u32,
    entries: u32,
    steps: u32,
    weights: u32,
}

/// Steps of position, normal and tangent, each times the weight.
fn morph_row_scales(rows: MorphRows, target_index: u32) -> vec3<f32> {
    let weight = morph_target_weight(rows.weights, target_index);
    let at = rows.steps + target_index * MORPH_BANDS;
    var scales = vec3<f32>(0.0);
    if MORPH_HAS_POSITION {
        scales.x = bitcast<f32>(morph_word(at));
    }
    if MORPH_HAS_NORMAL {
        scales.y = bitcast<f32>(morph_word(at + MORPH_BAND_NORMAL));
    }
    if MORPH_HAS_TANGENT {
        scales.z = bitcast<f32>(morph_word(at + MORPH_BAND_TANGENT));
    }
    return weight * scales;
}

/// Adds an entry, whose components follow its target's number.
fn morph_add_entry(
    sum: ptr<function, MorphVertex>, rows: MorphRows, entry: u32, codes: MorphSixteen, scales: vec3<f32>,
) {
    if MORPH_HAS_POSITION {
        (*sum).position += scales.x * morph_sixteen3(codes, 1u);
    }
    if MORPH_HAS_NORMAL {
        (*sum).normal += scales.y * morph_sixteen3(codes, 1u + MORPH_AT_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let moved = (*sum).tangent.xyz + scales.z * morph_sixteen3(codes, 1u + MORPH_AT_TANGENT);
        (*sum).tangent = vec4<f32>(moved, (*sum).tangent.w);
    }
    morph_add_row_sets(sum, rows, entry, morph_entry_target(codes));
}

fn morph_entry_target(codes: MorphSixteen) -> u32 {
    return codes.words.x & 0xffffu;
}

/// Both entries of a turn are loaded, and then what both look up, before the first is used.
fn morph_run_rows(sum: ptr<function, MorphVertex>, rows: MorphRows, vertex: u32) {
    var at = rows.entries + morph_word(rows.rows + vertex) * MORPH_ENTRY_WORDS;
    let end = rows.entries + morph_word(rows.rows + vertex + 1u) * MORPH_ENTRY_WORDS;
    for (; at + MORPH_ENTRY_WORDS < end; at += 2u * MORPH_ENTRY_WORDS) {
        let a = morph_row_codes(at);
        let b = morph_row_codes(at + MORPH_ENTRY_WORDS);
        let scales_a = morph_row_scales(rows, morph_entry_target(a));
        let scales_b = morph_row_scales(rows, morph_entry_target(b));
        morph_add_entry(sum, rows, at, a, scales_a);
        morph_add_entry(sum, rows, at + MORPH_ENTRY_WORDS, b, scales_b);
    }
    if at < end {
        let a = morph_row_codes(at);
        morph_add_entry(sum, rows, at, a, morph_row_scales(rows, morph_entry_target(a)));
    }
}
