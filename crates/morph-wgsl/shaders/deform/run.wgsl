// Targets that a workgroup has listed, four a turn.
// Defines morph_live, morph_live_scales, morph_live_until, morph_run.
// Expects MorphVertex (vertex/), morph_load_codes (deform/codes/), morph_add_codes (deform/codes/add.wgsl).

/// Word of the codes, and scales of position, normal and tangent with the weight in them.
var<workgroup> morph_live: array<vec4<u32>, MORPH_WORKGROUP>;

fn morph_live_scales(live: vec4<u32>) -> vec3<f32> {
    return bitcast<vec3<f32>>(live.yzw);
}

/// One of the list; past the last one, that one with scales of zero.
fn morph_live_until(i: u32, last: u32) -> vec4<u32> {
    let live = morph_live[min(i, last)];
    return select(vec4<u32>(live.x, 0u, 0u, 0u), live, i <= last);
}

/// Adds each MORPH_SLICES-th of them from `begin` on. All four are loaded before the first is used.
fn morph_run(sum: ptr<function, MorphVertex>, begin: u32, end: u32, plane: u32, lane: u32) {
    var i = begin;
    for (; i + 3u * MORPH_SLICES < end; i += 4u * MORPH_SLICES) {
        let a = morph_live[i];
        let b = morph_live[i + MORPH_SLICES];
        let c = morph_live[i + 2u * MORPH_SLICES];
        let d = morph_live[i + 3u * MORPH_SLICES];
        let codes_a = morph_load_codes(a.x, plane, lane);
        let codes_b = morph_load_codes(b.x, plane, lane);
        let codes_c = morph_load_codes(c.x, plane, lane);
        let codes_d = morph_load_codes(d.x, plane, lane);
        morph_add_codes(sum, morph_live_scales(a), codes_a);
        morph_add_codes(sum, morph_live_scales(b), codes_b);
        morph_add_codes(sum, morph_live_scales(c), codes_c);
        morph_add_codes(sum, morph_live_scales(d), codes_d);
    }
    if i < end {
        let last = end - 1u;
        let a = morph_live[i];
        let b = morph_live_until(i + MORPH_SLICES, last);
        let c = morph_live_until(i + 2u * MORPH_SLICES, last);
        let codes_a = morph_load_codes(a.x, plane, lane);
        let codes_b = morph_load_codes(b.x, plane, lane);
        let codes_c = morph_load_codes(c.x, plane, lane);
        morph_add_codes(sum, morph_live_scales(a), codes_a);
        morph_add_codes(sum, morph_live_scales(b), codes_b);
        morph_add_codes(sum, morph_live_scales(c), codes_c);
    }
}
