// Going through the wide entries of the list, four a turn. Defines morph_run_wide.
// Expects MorphVertex (vertex/), morph_live, morph_live_scales, morph_live_until (deform/run.wgsl),
// morph_load_sixteen (deform/codes/sixteen.wgsl), morph_add_wide (deform/codes/add_wide.wgsl).

/// Adds each MORPH_SLICES-th entry from `begin` on. All four are loaded before the first is used.
fn morph_run_wide(sum: ptr<function, MorphVertex>, begin: u32, end: u32, lane: u32) {
    var i = begin;
    for (; i + 3u * MORPH_SLICES < end; i += 4u * MORPH_SLICES) {
        let a = morph_live[i];
        let b = morph_live[i + MORPH_SLICES];
        let c = morph_live[i + 2u * MORPH_SLICES];
        let d = morph_live[i + 3u * MORPH_SLICES];
        let codes_a = morph_load_sixteen(a.x, MORPH_LANES, lane);
        let codes_b = morph_load_sixteen(b.x, MORPH_LANES, lane);
        let codes_c = morph_load_sixteen(c.x, MORPH_LANES, lane);
        let codes_d = morph_load_sixteen(d.x, MORPH_LANES, lane);
        morph_add_wide(sum, morph_live_scales(a), codes_a);
        morph_add_wide(sum, morph_live_scales(b), codes_b);
        morph_add_wide(sum, morph_live_scales(c), codes_c);
        morph_add_wide(sum, morph_live_scales(d), codes_d);
    }
    if i < end {
        let last = end - 1u;
        let a = morph_live[i];
        let b = morph_live_until(i + MORPH_SLICES, last);
        let c = morph_live_until(i + 2u * MORPH_SLICES, last);
        let codes_a = morph_load_sixteen(a.x, MORPH_LANES, lane);
        let codes_b = morph_load_sixteen(b.x, MORPH_LANES, lane);
        let codes_c = morph_load_sixteen(c.x, MORPH_LANES, lane);
        morph_add_wide(sum, morph_live_scales(a), codes_a);
        morph_add_wide(sum, morph_live_scales(b), codes_b);
        morph_add_wide(sum, morph_live_scales(c), codes_c);
    }
}
