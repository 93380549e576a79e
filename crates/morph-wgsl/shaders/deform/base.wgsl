// Base vertices, their bands packed and padded to an even number of words.
// Defines morph_base, morph_base3, morph_read_base, morph_base_vertex.
// Expects MorphVertex (vertex/), MorphTask (deform/frame.wgsl), morph_read_base_sets (deform/base_*).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 2u)
var<storage, read> morph_base: array<vec2<f32>>;

/// Three words of a vertex whose pairs of words begin at `first`.
fn morph_base3(first: u32, word: u32) -> vec3<f32> {
    let at = first + word / 2u;
    if word % 2u == 0u {
        return vec3<f32>(morph_base[at], morph_base[at + 1u].x);
    }
    return vec3<f32>(morph_base[at].y, morph_base[at + 1u]);
}

/// The vertex whose pairs of words begin at `first`; attributes that are not morphed are zero.
fn morph_read_base(first: u32) -> MorphVertex {
    var v: MorphVertex;
    if MORPH_HAS_POSITION {
        v.position = morph_base3(first, MORPH_BASE_POSITION);
    }
    if MORPH_HAS_NORMAL {
        v.normal = morph_base3(first, MORPH_BASE_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let last = MORPH_BASE_TANGENT + 3u;
        v.tangent = vec4<f32>(
            morph_base3(first, MORPH_BASE_TANGENT), morph_base[first + last / 2u][last % 2u],
        );
    }
    morph_read_base_sets(&v, first);
    return v;
}

/// Base of a vertex of the task's mesh; past the last vertex, that of the last one.
fn morph_base_vertex(task: MorphTask, vertex: u32) -> MorphVertex {
    let inside = min(vertex, task.vertex_count - 1u);
    return morph_read_base(task.base_word / 2u + inside * (MORPH_BASE_STRIDE / 2u));
}
