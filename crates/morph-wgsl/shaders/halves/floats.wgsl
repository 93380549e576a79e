// The 16-bit halves of a word, binary16: needs a device that reads them. Defines morph_lower, morph_upper.
// Expects nothing.

fn morph_lower(word: u32) -> f32 {
    return unpack2x16float(word).x;
}

fn morph_upper(word: u32) -> f32 {
    return unpack2x16float(word).y;
}
