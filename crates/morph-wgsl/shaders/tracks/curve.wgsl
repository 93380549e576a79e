// The weight of a target at a place in a track.
// Defines morph_key, morph_curve. Expects morph_tracks, MorphSpan (tracks/set.wgsl).

/// A number of a key, `rows` further on than the weight of the span's own key.
fn morph_key(span: MorphSpan, target_index: u32, rows: u32) -> f32 {
    return bitcast<f32>(morph_tracks[span.word + rows * span.target_count + target_index]);
}

/// The weight as bits: those of a key where it is given as it is. 0 where the track has no such target.
/// A spline's factors are those of the rule, put together so that 32 bits are enough near a key.
fn morph_curve(span: MorphSpan, target_index: u32) -> u32 {
    if target_index >= span.target_count {
        return 0u;
    }
    if span.mode == MORPH_MODE_STEP {
        return morph_tracks[span.word + target_index];
    }
    let a = morph_key(span, target_index, 0u);
    if span.mode == MORPH_MODE_LINEAR {
        let b = morph_key(span, target_index, 1u);
        return bitcast<u32>(a + (b - a) * span.share);
    }
    // Out-tangents follow the weights, then the next key's in-tangents and its weights.
    let u = morph_key(span, target_index, 1u);
    let v = morph_key(span, target_index, 2u);
    let b = morph_key(span, target_index, 3u);
    let s = span.share;
    let rest = 1.0 - s;
    let slope = span.seconds * s * rest;
    let moved = (b - a) * (s * s * (3.0 - 2.0 * s));
    return bitcast<u32>(a + moved + ((slope * rest) * u - (slope * s) * v));
}
