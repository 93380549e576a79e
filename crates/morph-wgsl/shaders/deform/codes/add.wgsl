// Adding decoded deltas. Defines morph_add_codes.
// Expects MorphVertex (vertex/), MorphCodes, morph_position_of, morph_normal_of, morph_tangent_of
// (deform/codes/).

/// Adds one target's deltas; a scale holds the weight and the step of its band.
fn morph_add_codes(sum: ptr<function, MorphVertex>, scales: vec3<f32>, codes: MorphCodes) {
    if MORPH_HAS_POSITION {
        (*sum).position += scales.x * morph_position_of(codes);
    }
    if MORPH_HAS_NORMAL {
        (*sum).normal += scales.y * morph_normal_of(codes);
    }
    if MORPH_HAS_TANGENT {
        let moved = (*sum).tangent.xyz + scales.z * morph_tangent_of(codes);
        (*sum).tangent = vec4<f32>(moved, (*sum).tangent.w);
    }
}
