// A word of f32 a component, all components of the bands in order.
// Defines MorphCodes, morph_load3, morph_load_codes, morph_position_of, morph_normal_of, morph_tangent_of.
// Expects morph_words (deform/words.wgsl).

struct MorphCodes {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec3<f32>,
}

/// Three components; `step` words lie between one and the next.
fn morph_load3(at: u32, step: u32) -> vec3<f32> {
    return bitcast<vec3<f32>>(
        vec3<u32>(morph_words[at], morph_words[at + step], morph_words[at + 2u * step]),
    );
}

fn morph_load_codes(at: u32, plane: u32, lane: u32) -> MorphCodes {
    let first = at + lane * MORPH_LANE_STRIDE;
    var codes = MorphCodes(vec3<f32>(0.0), vec3<f32>(0.0), vec3<f32>(0.0));
    if MORPH_HAS_POSITION {
        codes.position = morph_load3(first, plane);
    }
    if MORPH_HAS_NORMAL {
        codes.normal = morph_load3(first + MORPH_AT_NORMAL * plane, plane);
    }
    if MORPH_HAS_TANGENT {
        codes.tangent = morph_load3(first + MORPH_AT_TANGENT * plane, plane);
    }
    return codes;
}

fn morph_position_of(codes: MorphCodes) -> vec3<f32> {
    return codes.position;
}

fn morph_normal_of(codes: MorphCodes) -> vec3<f32> {
    return codes.normal;
}

fn morph_tangent_of(codes: MorphCodes) -> vec3<f32> {
    return codes.tangent;
}
