// Adding deltas of wide entries. Defines morph_add_wide.
// Expects MorphVertex (vertex/), MorphSixteen, morph_sixteen3 (deform/codes/sixteen.wgsl).

/// Adds one target's deltas; a scale holds the weight and the step of its band.
fn morph_add_wide(sum: ptr<function, MorphVertex>, scales: vec3<f32>, codes: MorphSixteen) {
    if MORPH_HAS_POSITION {
        (*sum).position += scales.x * morph_sixteen3(codes, 0u);
    }
    if MORPH_HAS_NORMAL {
        (*sum).normal += scales.y * morph_sixteen3(codes, MORPH_AT_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let moved = (*sum).tangent.xyz + scales.z * morph_sixteen3(codes, MORPH_AT_TANGENT);
        (*sum).tangent = vec4<f32>(moved, (*sum).tangent.w);
    }
}
