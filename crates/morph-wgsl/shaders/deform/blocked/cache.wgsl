// Weights that a workgroup keeps. Defines morph_cache, morph_fill_cache, morph_cached.
// Expects morph_weight (deform/frame.wgsl).

/// The first weights: loaded while the records of entries are, not after them.
var<workgroup> morph_cache: array<f32, MORPH_CACHE>;

/// Each lane takes one, and more where there are more; a barrier must follow before the first is asked for.
fn morph_fill_cache(weights: u32, weight_count: u32, index: u32) {
    if index < weight_count {
        morph_cache[index] = morph_weight(weights, index);
    }
    if weight_count > MORPH_WORKGROUP {
        let end = min(weight_count, MORPH_CACHE);
        for (var t = index + MORPH_WORKGROUP; t < end; t += MORPH_WORKGROUP) {
            morph_cache[t] = morph_weight(weights, t);
        }
    }
}

fn morph_cached(weights: u32, target_index: u32) -> f32 {
    if target_index < MORPH_CACHE {
        return morph_cache[target_index];
    }
    return morph_weight(weights, target_index);
}
