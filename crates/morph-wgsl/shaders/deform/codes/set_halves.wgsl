// Components of numbered sets, 16 bits each. Defines morph_set_value.
// Expects morph_words (deform/words.wgsl), morph_lower, morph_upper (halves/).

/// The 16 bits at a place, two places a word. Where `odd` is not 0, it is the number of all places,
/// and the last one has half a word.
fn morph_set_value(at: u32, plane: u32, lane: u32, place: u32, odd: u32) -> f32 {
    if place + 1u == odd {
        return morph_lower(morph_words[at + place / 2u * plane + lane / 2u] >> (16u * (lane & 1u)));
    }
    let word = morph_words[at + place / 2u * plane + lane];
    return select(morph_upper(word), morph_lower(word), place % 2u == 0u);
}
