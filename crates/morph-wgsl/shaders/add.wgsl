// One target's share. Defines morph_add, morph_add_rest.
// Expects MorphVertex, morph_add_sets (vertex/), morph_load3 (deltas/).

/// Adds one target's weighted deltas.
fn morph_add(sum: ptr<function, MorphVertex>, target_index: u32, weight: f32, vertex: u32) {
    if MORPH_HAS_POSITION {
        (*sum).position += weight * morph_load3(target_index, vertex, MORPH_AT_POSITION);
    }
    morph_add_rest(sum, target_index, weight, vertex);
}

/// All but the position's.
fn morph_add_rest(sum: ptr<function, MorphVertex>, target_index: u32, weight: f32, vertex: u32) {
    if MORPH_HAS_NORMAL {
        (*sum).normal += weight * morph_load3(target_index, vertex, MORPH_AT_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let delta = morph_load3(target_index, vertex, MORPH_AT_TANGENT);
        (*sum).tangent = vec4<f32>((*sum).tangent.xyz + weight * delta, (*sum).tangent.w);
    }
    morph_add_sets(sum, target_index, weight, vertex);
}
