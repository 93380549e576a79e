// Vertices of 16 bytes: position, and the normal as an octahedron of two 16-bit numbers.
// Defines morph_output, morph_octahedral, morph_store. Expects MorphVertex (vertex/pnt.wgsl).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_output: array<vec4<u32>>;

/// A unit vector in 32 bits. pack2x16snorm never gives 0x8000: it says that there is no direction.
fn morph_octahedral(direction: vec3<f32>) -> u32 {
    let size = abs(direction.x) + abs(direction.y) + abs(direction.z);
    if size == 0.0 {
        return MORPH_NO_DIRECTION;
    }
    let n = direction * (1.0 / size);
    let folded = (1.0 - abs(n.yx)) * select(vec2<f32>(-1.0), vec2<f32>(1.0), n.xy >= vec2<f32>(0.0));
    return pack2x16snorm(select(folded, n.xy, n.z >= 0.0));
}

fn morph_store(first_word: u32, v: MorphVertex) {
    var normal = MORPH_NO_DIRECTION;
    if MORPH_HAS_NORMAL {
        normal = morph_octahedral(v.normal);
    }
    morph_output[first_word / 4u] = vec4<u32>(bitcast<vec3<u32>>(v.position), normal);
}
