// 16 bits a component: all components of the bands in order, two in a word, an odd last one in half a word.
// Defines morph_component_word, morph_load_sixteen.
// Expects morph_words (deform/words.wgsl), MorphSixteen (component.wgsl).

/// Word `word` of a lane, or the half word that an odd last component has, in its lower half.
fn morph_component_word(at: u32, plane: u32, lane: u32, word: u32) -> u32 {
    if 2u * word + 1u == MORPH_COMPONENTS {
        return morph_words[at + word * plane + lane / 2u] >> (16u * (lane & 1u));
    }
    return morph_words[at + word * plane + lane];
}

fn morph_load_sixteen(at: u32, plane: u32, lane: u32) -> MorphSixteen {
    var codes = MorphSixteen(vec4<u32>(0u), 0u);
    if MORPH_DIRECT_COMPONENTS > 0u {
        codes.words.x = morph_component_word(at, plane, lane, 0u);
        codes.words.y = morph_component_word(at, plane, lane, 1u);
    }
    if MORPH_DIRECT_COMPONENTS > 4u {
        codes.words.z = morph_component_word(at, plane, lane, 2u);
    }
    if MORPH_DIRECT_COMPONENTS > 6u {
        codes.words.w = morph_component_word(at, plane, lane, 3u);
        codes.last = morph_component_word(at, plane, lane, 4u);
    }
    return codes;
}
