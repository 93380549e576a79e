// Six bytes a vertex for all entries, or for the narrow ones.
// Defines MorphCodes, morph_load_codes, morph_position_of, morph_normal_of, morph_tangent_of.
// Expects MorphSix, morph_load_six, morph_six_position, morph_six_normal, morph_six_tangent
// (deform/codes/six.wgsl).

alias MorphCodes = MorphSix;

fn morph_load_codes(at: u32, plane: u32, lane: u32) -> MorphCodes {
    return morph_load_six(at, plane, lane);
}

fn morph_position_of(codes: MorphCodes) -> vec3<f32> {
    return morph_six_position(codes);
}

fn morph_normal_of(codes: MorphCodes) -> vec3<f32> {
    return morph_six_normal(codes);
}

fn morph_tangent_of(codes: MorphCodes) -> vec3<f32> {
    return morph_six_tangent(codes);
}
