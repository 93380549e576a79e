// For the shader that reads compact vertices. Defines MorphCompact, morph_unpack_compact. Expects nothing.

/// A vertex of 16 bytes.
struct MorphCompact {
    position: vec3<f32>,
    /// Unit length, or zero where the deform pass had no direction.
    normal: vec3<f32>,
}

/// The vertex in four words of the deform pass's compact output.
fn morph_unpack_compact(words: vec4<u32>) -> MorphCompact {
    let position = bitcast<vec3<f32>>(words.xyz);
    // Two 16-bit numbers of -32768 say that there is no direction.
    if words.w == 0x80008000u {
        return MorphCompact(position, vec3<f32>(0.0));
    }
    let n = unpack2x16snorm(words.w);
    let z = 1.0 - abs(n.x) - abs(n.y);
    let fold = max(-z, 0.0);
    let xy = n + select(vec2<f32>(fold), vec2<f32>(-fold), n >= vec2<f32>(0.0));
    let direction = vec3<f32>(xy, z);
    return MorphCompact(position, direction / sqrt(dot(direction, direction)));
}
