// Vertices word by word: what is not morphed is never written.
// Defines morph_output, morph_store_word, morph_store3, morph_store.
// Expects MorphVertex (vertex/), morph_store_sets (deform/output/).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_output: array<f32>;

fn morph_store_word(word: u32, value: f32) {
    morph_output[word] = value;
}

fn morph_store3(word: u32, value: vec3<f32>) {
    morph_output[word] = value.x;
    morph_output[word + 1u] = value.y;
    morph_output[word + 2u] = value.z;
}

fn morph_store(first_word: u32, v: MorphVertex) {
    if MORPH_HAS_POSITION {
        morph_store3(first_word + MORPH_OUT_POSITION, v.position);
    }
    if MORPH_HAS_NORMAL {
        morph_store3(first_word + MORPH_OUT_NORMAL, v.normal);
    }
    if MORPH_HAS_TANGENT {
        morph_store3(first_word + MORPH_OUT_TANGENT, v.tangent.xyz);
        morph_output[first_word + MORPH_OUT_TANGENT + 3u] = v.tangent.w;
    }
    var copy = v;
    morph_store_sets(first_word, &copy);
}
