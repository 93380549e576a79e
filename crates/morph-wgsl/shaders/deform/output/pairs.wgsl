// Vertices in pairs of words: the arena, and vertex buffers whose stride is even.
// Defines morph_output, morph_store3, morph_store.
// Expects MorphVertex (vertex/), morph_store_sets (deform/output/).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_output: array<vec2<f32>>;

/// Stores three words that begin at a word of a vertex. A last word that fills half a pair is given
/// back where the next attribute continues the pair, is stored with a zero where padding may be
/// written, and alone elsewhere. A first word in the upper half joins `before` or is alone.
fn morph_store3(first: u32, word: u32, value: vec3<f32>, tail: u32, before: f32, joins: bool) -> f32 {
    let at = first + word / 2u;
    if word % 2u == 0u {
        morph_output[at] = value.xy;
        if tail == MORPH_TAIL_FREE {
            morph_output[at + 1u] = vec2<f32>(value.z, 0.0);
        } else if tail == MORPH_TAIL_ALONE {
            morph_output[at + 1u].x = value.z;
        }
        return value.z;
    }
    if joins {
        morph_output[at] = vec2<f32>(before, value.x);
    } else {
        morph_output[at].y = value.x;
    }
    morph_output[at + 1u] = value.yz;
    return 0.0;
}

fn morph_store(first_word: u32, v: MorphVertex) {
    let first = first_word / 2u;
    var open = 0.0;
    if MORPH_HAS_POSITION {
        open = morph_store3(first, MORPH_OUT_POSITION, v.position, MORPH_TAIL_POSITION, open, false);
    }
    if MORPH_HAS_NORMAL {
        open = morph_store3(first, MORPH_OUT_NORMAL, v.normal, MORPH_TAIL_NORMAL, open, MORPH_JOIN_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let at = first + MORPH_OUT_TANGENT / 2u;
        if MORPH_OUT_TANGENT % 2u == 0u {
            morph_output[at] = v.tangent.xy;
            morph_output[at + 1u] = v.tangent.zw;
        } else {
            morph_store3(first, MORPH_OUT_TANGENT, v.tangent.xyz, 0u, open, MORPH_JOIN_TANGENT);
            if MORPH_TAIL_TANGENT == MORPH_TAIL_FREE {
                morph_output[at + 2u] = vec2<f32>(v.tangent.w, 0.0);
            } else {
                morph_output[at + 2u].x = v.tangent.w;
            }
        }
    }
    var copy = v;
    morph_store_sets(first_word, &copy);
}
