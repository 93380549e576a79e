// A step for each target and band. Defines morph_step, morph_target_scales, morph_set_scale.
// Expects morph_words (deform/words.wgsl), MorphTask (deform/frame.wgsl).

/// Steps follow the set's header, target after target.
fn morph_step(task: MorphTask, target_index: u32, band: u32) -> f32 {
    return bitcast<f32>(morph_words[task.set_word + MORPH_SET_HEADER + target_index * MORPH_BANDS + band]);
}

fn morph_target_scales(task: MorphTask, target_index: u32) -> vec3<f32> {
    var scales = vec3<f32>(0.0);
    if MORPH_HAS_POSITION {
        scales.x = morph_step(task, target_index, 0u);
    }
    if MORPH_HAS_NORMAL {
        scales.y = morph_step(task, target_index, MORPH_BAND_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        scales.z = morph_step(task, target_index, MORPH_BAND_TANGENT);
    }
    return scales;
}

fn morph_set_scale(task: MorphTask, target_index: u32, band: u32) -> f32 {
    return morph_step(task, target_index, band);
}
