// What follows once, after the sum. Defines morph_direction, morph_finish.
// Expects MorphVertex, morph_finish_sets (vertex/).

/// Unit vector, or zero where the squared length is tiny or not finite; the sum itself in raw
/// permutations. Not normalize(), whose zero case is undefined. The exponent bits are tested as
/// an integer, since compilers may assume that floats are finite.
fn morph_direction(sum: vec3<f32>) -> vec3<f32> {
    if !MORPH_NORMALIZE {
        return sum;
    }
    let length_squared = dot(sum, sum);
    let finite = bitcast<u32>(length_squared) < 0x7f800000u;
    if finite && length_squared > MORPH_MIN_LENGTH_SQUARED {
        return sum * inverseSqrt(length_squared);
    }
    return vec3<f32>(0.0);
}

fn morph_finish(sum: ptr<function, MorphVertex>) {
    if MORPH_HAS_NORMAL {
        (*sum).normal = morph_direction((*sum).normal);
    }
    if MORPH_HAS_TANGENT {
        (*sum).tangent = vec4<f32>(morph_direction((*sum).tangent.xyz), (*sum).tangent.w);
    }
    morph_finish_sets(sum);
}
