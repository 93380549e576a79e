// Sums of four instances, component after component.
// Defines MorphQuad, morph_quad_of, morph_quad_add, morph_quad_put.
// Expects MorphVertex (vertex/pnt.wgsl), MorphTask (deform/frame.wgsl), MorphPlaces
// (deform/crowd/places_*), morph_crowd_put (deform/crowd/put.wgsl).

/// Component `i` of each vector is that of instance `i`.
struct MorphQuad {
    px: vec4<f32>,
    py: vec4<f32>,
    pz: vec4<f32>,
    nx: vec4<f32>,
    ny: vec4<f32>,
    nz: vec4<f32>,
    tx: vec4<f32>,
    ty: vec4<f32>,
    tz: vec4<f32>,
}

/// The base, four times.
fn morph_quad_of(v: MorphVertex) -> MorphQuad {
    return MorphQuad(
        vec4<f32>(v.position.x), vec4<f32>(v.position.y), vec4<f32>(v.position.z),
        vec4<f32>(v.normal.x), vec4<f32>(v.normal.y), vec4<f32>(v.normal.z),
        vec4<f32>(v.tangent.x), vec4<f32>(v.tangent.y), vec4<f32>(v.tangent.z),
    );
}

/// With one target's deltas added, by the weight that each instance has for it.
fn morph_quad_add(q: MorphQuad, weights: vec4<f32>, delta: MorphVertex) -> MorphQuad {
    var sum = q;
    if MORPH_HAS_POSITION {
        sum.px += weights * delta.position.x;
        sum.py += weights * delta.position.y;
        sum.pz += weights * delta.position.z;
    }
    if MORPH_HAS_NORMAL {
        sum.nx += weights * delta.normal.x;
        sum.ny += weights * delta.normal.y;
        sum.nz += weights * delta.normal.z;
    }
    if MORPH_HAS_TANGENT {
        sum.tx += weights * delta.tangent.x;
        sum.ty += weights * delta.tangent.y;
        sum.tz += weights * delta.tangent.z;
    }
    return sum;
}

/// Puts four instances of a chunk.
fn morph_quad_put(q: MorphQuad, task: MorphTask, to: MorphPlaces, vertex: u32, w: f32) {
    morph_crowd_put(task, to, 0u, vertex, MorphVertex(
        vec3<f32>(q.px.x, q.py.x, q.pz.x),
        vec3<f32>(q.nx.x, q.ny.x, q.nz.x),
        vec4<f32>(q.tx.x, q.ty.x, q.tz.x, w),
    ));
    morph_crowd_put(task, to, 1u, vertex, MorphVertex(
        vec3<f32>(q.px.y, q.py.y, q.pz.y),
        vec3<f32>(q.nx.y, q.ny.y, q.nz.y),
        vec4<f32>(q.tx.y, q.ty.y, q.tz.y, w),
    ));
    morph_crowd_put(task, to, 2u, vertex, MorphVertex(
        vec3<f32>(q.px.z, q.py.z, q.pz.z),
        vec3<f32>(q.nx.z, q.ny.z, q.nz.z),
        vec4<f32>(q.tx.z, q.ty.z, q.tz.z, w),
    ));
    morph_crowd_put(task, to, 3u, vertex, MorphVertex(
        vec3<f32>(q.px.w, q.py.w, q.pz.w),
        vec3<f32>(q.nx.w, q.ny.w, q.nz.w),
        vec4<f32>(q.tx.w, q.ty.w, q.tz.w, w),
    ));
}
