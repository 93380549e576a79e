// 16 bits a component for all entries, or for every vertex.
// Defines MorphCodes, morph_load_codes, morph_position_of, morph_normal_of, morph_tangent_of.
// Expects MorphSixteen, morph_load_sixteen, morph_sixteen3 (deform/codes/sixteen.wgsl).

alias MorphCodes = MorphSixteen;

fn morph_load_codes(at: u32, plane: u32, lane: u32) -> MorphCodes {
    return morph_load_sixteen(at, plane, lane);
}

fn morph_position_of(codes: MorphCodes) -> vec3<f32> {
    return morph_sixteen3(codes, 0u);
}

fn morph_normal_of(codes: MorphCodes) -> vec3<f32> {
    return morph_sixteen3(codes, MORPH_AT_NORMAL);
}

fn morph_tangent_of(codes: MorphCodes) -> vec3<f32> {
    return morph_sixteen3(codes, MORPH_AT_TANGENT);
}
