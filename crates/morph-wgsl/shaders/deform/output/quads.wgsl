// Vertices in quads of words: stride and offsets are multiples of four, and padding may be written.
// Defines morph_output, morph_store. Expects MorphVertex (vertex/), morph_store_sets (deform/output/).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_output: array<vec4<f32>>;

fn morph_store(first_word: u32, v: MorphVertex) {
    let first = first_word / 4u;
    if MORPH_HAS_POSITION {
        morph_output[first + MORPH_OUT_POSITION / 4u] = vec4<f32>(v.position, 0.0);
    }
    if MORPH_HAS_NORMAL {
        morph_output[first + MORPH_OUT_NORMAL / 4u] = vec4<f32>(v.normal, 0.0);
    }
    if MORPH_HAS_TANGENT {
        morph_output[first + MORPH_OUT_TANGENT / 4u] = v.tangent;
    }
    var copy = v;
    morph_store_sets(first_word, &copy);
}
