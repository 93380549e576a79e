// Texture coordinates and colours of dense deltas. Defines morph_run_sets.
// Expects MorphVertex (vertex/all.wgsl), morph_frame, MorphTask (deform/frame.wgsl), morph_set_value
// (deform/codes/), morph_target_codes, morph_plane, morph_set_scale (deform/dense/).

/// Adds the numbered sets of all active targets.
fn morph_run_sets(
    sum: ptr<function, MorphVertex>, task: MorphTask, weights: u32, active_count: u32, vertex: u32,
) {
    let plane = morph_plane(task);
    for (var i = 0u; i < active_count; i += 1u) {
        let pairs = morph_frame[weights + i / 2u];
        let pair = select(pairs.xy, pairs.zw, i % 2u == 1u);
        let weight = bitcast<f32>(pair.y);
        let at = morph_target_codes(task, pair.x);
        var place = MORPH_TEXCOORD_PLACE;
        var band = MORPH_BAND_SETS;
        for (var n = 0u; n < MORPH_TEXCOORD_SLOTS; n += 1u) {
            if ((MORPH_TEXCOORD_MASK >> n) & 1u) == 1u {
                (*sum).texcoords[n] += weight * morph_set_scale(task, pair.x, band) * vec2<f32>(
                    morph_set_value(at, plane, vertex, place, MORPH_ODD_PLACES),
                    morph_set_value(at, plane, vertex, place + 1u, MORPH_ODD_PLACES),
                );
                place += 2u;
                band += 1u;
            }
        }
        place = MORPH_COLOR_PLACE;
        for (var n = 0u; n < MORPH_COLOR_SLOTS; n += 1u) {
            if ((MORPH_COLOR_MASK >> n) & 1u) == 1u {
                (*sum).colors[n] += weight * morph_set_scale(task, pair.x, band) * vec4<f32>(
                    morph_set_value(at, plane, vertex, place, MORPH_ODD_PLACES),
                    morph_set_value(at, plane, vertex, place + 1u, MORPH_ODD_PLACES),
                    morph_set_value(at, plane, vertex, place + 2u, MORPH_ODD_PLACES),
                    morph_set_value(at, plane, vertex, place + 3u, MORPH_ODD_PLACES),
                );
                place += 4u;
                band += 1u;
            }
        }
    }
}
