// Storing an instance of a crowd. Defines morph_crowd_put.
// Expects MorphVertex (vertex/pnt.wgsl), MorphTask (deform/frame.wgsl), MorphPlaces, morph_place
// (deform/crowd/places_*), MorphAt, morph_put (deform/put.wgsl), morph_base_vertex (deform/base.wgsl).

/// Puts a vertex of instance `k` of four, unless there is no such instance. One without active weights has
/// had zeros added: it gets the base again, with every bit.
fn morph_crowd_put(task: MorphTask, to: MorphPlaces, k: u32, vertex: u32, sum: MorphVertex) {
    let place = morph_place(task, to, k);
    if place.x == MORPH_ABSENT {
        return;
    }
    var v = sum;
    if place.z == 0u {
        v = morph_base_vertex(task, vertex);
    }
    morph_put(&v, place.x, MorphAt(vertex, task.mesh, place.y));
}
