// Active weights of two frames in a uniform of fixed capacity: header, (index, weight bits) pairs, and
// for each pair the weight of the frame before.
// Defines MorphUniforms, morph_weights. Expects nothing.

struct MorphUniforms {
    active_count: u32,
    tex_width: u32,
    rows_per_band: u32,
    first_vertex: u32,
    /// Two pairs an element, zeros past those that are active in a frame.
    pairs: array<vec4<u32>, MORPH_CAPACITY / 2u>,
    /// Weights of the frame before, in the order of the pairs, four an element.
    previous: array<vec4<f32>, MORPH_CAPACITY / 4u>,
}

const_assert MORPH_CAPACITY % 4u == 0u;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<uniform> morph_weights: MorphUniforms;
