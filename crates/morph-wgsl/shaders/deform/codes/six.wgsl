// Six bytes a vertex: position 10-10-10 and normal 6-6-6 in a word and a half; a word for the tangent.
// Defines MorphSix, morph_load_six, morph_six_position, morph_six_normal, morph_six_tangent.
// Expects morph_words (deform/words.wgsl).

alias MorphSix = vec3<u32>;

/// Word, half word in the upper half, word of the tangent.
fn morph_load_six(at: u32, plane: u32, lane: u32) -> MorphSix {
    let word = morph_words[at + lane];
    let half = morph_words[at + MORPH_HALF_PLANE * plane + lane / 2u];
    var tangent = 0u;
    if MORPH_HAS_TANGENT {
        tangent = morph_words[at + plane + lane];
    }
    return vec3<u32>(word, half << (16u - 16u * (lane & 1u)), tangent);
}

fn morph_six_position(codes: MorphSix) -> vec3<f32> {
    let word = codes.x;
    return vec3<f32>(
        vec3<i32>(bitcast<i32>(word << 20u), bitcast<i32>(word << 10u), bitcast<i32>(word)) >> vec3<u32>(22u),
    );
}

fn morph_six_normal(codes: MorphSix) -> vec3<f32> {
    let upper = codes.y;
    let x = ((bitcast<i32>(upper) >> 28u) << 2u) | bitcast<i32>(codes.x & 3u);
    return vec3<f32>(
        f32(x), f32(bitcast<i32>(upper << 4u) >> 26u), f32(bitcast<i32>(upper << 10u) >> 26u),
    );
}

/// 11-11-10; the bits below a field stay in.
fn morph_six_tangent(codes: MorphSix) -> vec3<f32> {
    let word = codes.z;
    return vec3<f32>(vec3<i32>(bitcast<i32>(word), bitcast<i32>(word << 11u), bitcast<i32>(word << 22u)));
}
