// An entry of a row sparse set: the target and 16 bits a component, two in a word.
// Defines morph_row_codes. Expects morph_word, MorphSixteen (component.wgsl).

/// The target, then the components of position, normal and tangent.
fn morph_row_codes(at: u32) -> MorphSixteen {
    var codes = MorphSixteen(vec4<u32>(0u), 0u);
    codes.words.x = morph_word(at);
    codes.words.y = morph_word(at + 1u);
    if MORPH_DIRECT_COMPONENTS > 3u {
        codes.words.z = morph_word(at + 2u);
        codes.words.w = morph_word(at + 3u);
    }
    if MORPH_DIRECT_COMPONENTS > 6u {
        codes.last = morph_word(at + 4u);
    }
    return codes;
}
