// Active weights in a uniform of fixed capacity: header, then (index, weight bits) pairs.
// Defines MorphUniforms, morph_weights. Expects nothing.

struct MorphUniforms {
    active_count: u32,
    tex_width: u32,
    rows_per_band: u32,
    first_vertex: u32,
    /// Two pairs an element, zeros past the active ones.
    pairs: array<vec4<u32>, MORPH_CAPACITY / 2u>,
}

const_assert MORPH_CAPACITY % 2u == 0u;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<uniform> morph_weights: MorphUniforms;
