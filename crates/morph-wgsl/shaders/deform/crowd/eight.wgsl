// Eight instances a lane. Defines MorphCrowd, morph_crowd_of, morph_crowd_add, morph_crowd_put_all.
// Expects MorphVertex (vertex/pnt.wgsl), morph_frame, MorphTask (deform/frame.wgsl), MorphQuad,
// morph_quad_of, morph_quad_add, morph_quad_put (deform/crowd/quad.wgsl), morph_places
// (deform/crowd/places_*).

struct MorphCrowd {
    a: MorphQuad,
    b: MorphQuad,
}

fn morph_crowd_of(base: MorphVertex) -> MorphCrowd {
    return MorphCrowd(morph_quad_of(base), morph_quad_of(base));
}

/// Adds a target's deltas; the weights of all instances for it lie side by side.
fn morph_crowd_add(sum: ptr<function, MorphCrowd>, weights: u32, target_index: u32, delta: MorphVertex) {
    let at = weights + 2u * target_index;
    let a = bitcast<vec4<f32>>(morph_frame[at]);
    let b = bitcast<vec4<f32>>(morph_frame[at + 1u]);
    (*sum).a = morph_quad_add((*sum).a, a, delta);
    (*sum).b = morph_quad_add((*sum).b, b, delta);
}

fn morph_crowd_put_all(sum: ptr<function, MorphCrowd>, task: MorphTask, vertex: u32, w: f32) {
    let places_a = morph_places(task, 0u);
    let places_b = morph_places(task, 4u);
    morph_quad_put((*sum).a, task, places_a, vertex, w);
    morph_quad_put((*sum).b, task, places_b, vertex, w);
}
