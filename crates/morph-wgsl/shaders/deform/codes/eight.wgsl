// Eight bytes a vertex: a word of 11-11-10 bits for each of position, normal and tangent.
// Defines MorphCodes, morph_load_codes, morph_field3, morph_position_of, morph_normal_of, morph_tangent_of.
// Expects morph_words (deform/words.wgsl).

alias MorphCodes = vec3<u32>;

/// The words of a lane; planes of `plane` words begin at `at`.
fn morph_load_codes(at: u32, plane: u32, lane: u32) -> MorphCodes {
    var codes = vec3<u32>(0u);
    if MORPH_HAS_POSITION {
        codes.x = morph_words[at + lane];
    }
    if MORPH_HAS_NORMAL {
        codes.y = morph_words[at + MORPH_BAND_NORMAL * plane + lane];
    }
    if MORPH_HAS_TANGENT {
        codes.z = morph_words[at + MORPH_BAND_TANGENT * plane + lane];
    }
    return codes;
}

/// The bits below a field stay in: the encoder counts them as a part of the value.
fn morph_field3(word: u32) -> vec3<f32> {
    return vec3<f32>(vec3<i32>(bitcast<i32>(word), bitcast<i32>(word << 11u), bitcast<i32>(word << 22u)));
}

fn morph_position_of(codes: MorphCodes) -> vec3<f32> {
    return morph_field3(codes.x);
}

fn morph_normal_of(codes: MorphCodes) -> vec3<f32> {
    return morph_field3(codes.y);
}

fn morph_tangent_of(codes: MorphCodes) -> vec3<f32> {
    return morph_field3(codes.z);
}
