// The 16-bit halves of a word, two's complement. Defines morph_lower, morph_upper. Expects nothing.

fn morph_lower(word: u32) -> f32 {
    return f32(bitcast<i32>(word << 16u) >> 16u);
}

fn morph_upper(word: u32) -> f32 {
    return f32(bitcast<i32>(word) >> 16u);
}
