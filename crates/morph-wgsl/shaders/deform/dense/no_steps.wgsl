// Deltas as they are, without steps. Defines morph_target_scales, morph_set_scale.
// Expects MorphTask (deform/frame.wgsl).

fn morph_target_scales(task: MorphTask, target_index: u32) -> vec3<f32> {
    return vec3<f32>(1.0);
}

fn morph_set_scale(task: MorphTask, target_index: u32, band: u32) -> f32 {
    return 1.0;
}
