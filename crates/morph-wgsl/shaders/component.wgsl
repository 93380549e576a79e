// Ten components of 16 bits. Defines MorphSixteen, morph_component, morph_sixteen3.
// Expects morph_lower, morph_upper (halves/).

/// Words of two components each, the first in the lower half.
struct MorphSixteen {
    /// Components 0 to 7.
    words: vec4<u32>,
    /// Components 8 and 9.
    last: u32,
}

/// Component of a constant number: the tests fold away.
fn morph_component(codes: MorphSixteen, component: u32) -> f32 {
    var word = codes.last;
    if component < 2u {
        word = codes.words.x;
    } else if component < 4u {
        word = codes.words.y;
    } else if component < 6u {
        word = codes.words.z;
    } else if component < 8u {
        word = codes.words.w;
    }
    if component % 2u == 0u {
        return morph_lower(word);
    }
    return morph_upper(word);
}

fn morph_sixteen3(codes: MorphSixteen, first: u32) -> vec3<f32> {
    return vec3<f32>(
        morph_component(codes, first), morph_component(codes, first + 1u), morph_component(codes, first + 2u),
    );
}
