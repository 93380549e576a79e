// Words of a vertex in base and output. Defines morph_read_base, morph_write.
// Expects MorphVertex (vertex/), morph_base, morph_output (compute/main.wgsl),
// morph_read_sets, morph_write_sets (compute/sets_*).

fn morph_base3(at: u32) -> vec3<f32> {
    return vec3<f32>(morph_base[at], morph_base[at + 1u], morph_base[at + 2u]);
}

fn morph_write3(at: u32, value: vec3<f32>) {
    morph_output[at] = value.x;
    morph_output[at + 1u] = value.y;
    morph_output[at + 2u] = value.z;
}

/// The vertex whose words begin here; attributes that are not morphed are zero.
fn morph_read_base(first: u32) -> MorphVertex {
    var v: MorphVertex;
    if MORPH_HAS_POSITION {
        v.position = morph_base3(first + MORPH_BASE_POSITION);
    }
    if MORPH_HAS_NORMAL {
        v.normal = morph_base3(first + MORPH_BASE_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let at = first + MORPH_BASE_TANGENT;
        v.tangent = vec4<f32>(morph_base3(at), morph_base[at + 3u]);
    }
    morph_read_sets(&v, first);
    return v;
}

/// Writes the vertex in the base's order.
fn morph_write(first: u32, v: MorphVertex) {
    if MORPH_HAS_POSITION {
        morph_write3(first + MORPH_BASE_POSITION, v.position);
    }
    if MORPH_HAS_NORMAL {
        morph_write3(first + MORPH_BASE_NORMAL, v.normal);
    }
    if MORPH_HAS_TANGENT {
        morph_write3(first + MORPH_BASE_TANGENT, v.tangent.xyz);
        morph_output[first + MORPH_BASE_TANGENT + 3u] = v.tangent.w;
    }
    var copy = v;
    morph_write_sets(first, &copy);
}
