// Components of numbered sets, a word of f32 each. Defines morph_set_value.
// Expects morph_words (deform/words.wgsl).

/// The component at a place. None has half a word.
fn morph_set_value(at: u32, plane: u32, lane: u32, place: u32, odd: u32) -> f32 {
    return bitcast<f32>(morph_words[at + lane * MORPH_LANE_STRIDE + place * plane]);
}
