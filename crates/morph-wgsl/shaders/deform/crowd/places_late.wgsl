// Where instances of a chunk go, loaded when a vertex is stored: few registers, for large vertices.
// Defines MorphPlaces, morph_places, morph_place. Expects morph_frame, MorphTask (deform/frame.wgsl).

struct MorphPlaces {
    /// The first of four instances.
    first: u32,
}

fn morph_places(task: MorphTask, first: u32) -> MorphPlaces {
    return MorphPlaces(first);
}

/// Word and number of instance `k` of the four, and whether it has an active weight.
fn morph_place(task: MorphTask, to: MorphPlaces, k: u32) -> vec3<u32> {
    let instance = to.first + k;
    let pair = morph_frame[task.chunk + 1u + instance / 2u];
    let place = select(pair.xy, pair.zw, instance % 2u == 1u);
    let active_mask = morph_frame[task.chunk][MORPH_CHUNK_OUTPUT];
    return vec3<u32>(place, (active_mask >> instance) & 1u);
}
