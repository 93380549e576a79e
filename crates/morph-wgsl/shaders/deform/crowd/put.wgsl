// Storing an instance of a crowd. Defines MorphPlaces, morph_places, morph_crowd_put.
// Expects MorphVertex (vertex/pnt.wgsl), morph_frame, MorphTask (deform/frame.wgsl), MorphAt, morph_put
// (deform/put.wgsl), morph_base_vertex (deform/base.wgsl).

/// Where four instances of a chunk go: word and number of each, two an element.
struct MorphPlaces {
    ab: vec4<u32>,
    cd: vec4<u32>,
    /// Bit `i`: instance `i` has an active weight.
    active_mask: u32,
}

/// The places of the four instances from `first` on. All are loaded before the first vertex is stored:
/// a load behind a store waits for it.
fn morph_places(task: MorphTask, first: u32) -> MorphPlaces {
    let at = task.chunk + 1u + first / 2u;
    let active_mask = morph_frame[task.chunk][MORPH_CHUNK_OUTPUT] >> first;
    return MorphPlaces(morph_frame[at], morph_frame[at + 1u], active_mask);
}

/// Puts a vertex of an instance at its place, unless there is no such instance. One without active weights
/// has had zeros added: it gets the base again, with every bit.
fn morph_crowd_put(task: MorphTask, place: vec2<u32>, is_active: bool, vertex: u32, sum: MorphVertex) {
    if place.x == MORPH_ABSENT {
        return;
    }
    var v = sum;
    if !is_active {
        v = morph_base_vertex(task, vertex);
    }
    morph_put(&v, place.x, MorphAt(vertex, task.mesh, place.y));
}
