// Sixteen instances a lane. Defines MorphCrowd, morph_crowd_of, morph_crowd_add, morph_crowd_put_all.
// Expects MorphVertex (vertex/pnt.wgsl), morph_frame, MorphTask (deform/frame.wgsl), MorphQuad,
// morph_quad_of, morph_quad_add, morph_quad_put (deform/crowd/quad.wgsl), morph_places
// (deform/crowd/places_*).

struct MorphCrowd {
    a: MorphQuad,
    b: MorphQuad,
    c: MorphQuad,
    d: MorphQuad,
}

fn morph_crowd_of(base: MorphVertex) -> MorphCrowd {
    let quad = morph_quad_of(base);
    return MorphCrowd(quad, quad, quad, quad);
}

/// Adds a target's deltas; the weights of all instances for it lie side by side.
fn morph_crowd_add(sum: ptr<function, MorphCrowd>, weights: u32, target_index: u32, delta: MorphVertex) {
    let at = weights + 4u * target_index;
    let a = bitcast<vec4<f32>>(morph_frame[at]);
    let b = bitcast<vec4<f32>>(morph_frame[at + 1u]);
    let c = bitcast<vec4<f32>>(morph_frame[at + 2u]);
    let d = bitcast<vec4<f32>>(morph_frame[at + 3u]);
    (*sum).a = morph_quad_add((*sum).a, a, delta);
    (*sum).b = morph_quad_add((*sum).b, b, delta);
    (*sum).c = morph_quad_add((*sum).c, c, delta);
    (*sum).d = morph_quad_add((*sum).d, d, delta);
}

fn morph_crowd_put_all(sum: ptr<function, MorphCrowd>, task: MorphTask, vertex: u32, w: f32) {
    let places_a = morph_places(task, 0u);
    let places_b = morph_places(task, 4u);
    let places_c = morph_places(task, 8u);
    let places_d = morph_places(task, 12u);
    morph_quad_put((*sum).a, task, places_a, vertex, w);
    morph_quad_put((*sum).b, task, places_b, vertex, w);
    morph_quad_put((*sum).c, task, places_c, vertex, w);
    morph_quad_put((*sum).d, task, places_d, vertex, w);
}
