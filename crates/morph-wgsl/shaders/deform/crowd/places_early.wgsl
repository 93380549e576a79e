// Where instances of a chunk go, loaded before the first vertex is stored: a load behind a store waits for
// it, which counts where vertices are small.
// Defines MorphPlaces, morph_places, morph_place. Expects morph_frame, MorphTask (deform/frame.wgsl).

struct MorphPlaces {
    ab: vec4<u32>,
    cd: vec4<u32>,
    active_mask: u32,
}

fn morph_places(task: MorphTask, first: u32) -> MorphPlaces {
    let at = task.chunk + 1u + first / 2u;
    let active_mask = morph_frame[task.chunk][MORPH_CHUNK_OUTPUT] >> first;
    return MorphPlaces(morph_frame[at], morph_frame[at + 1u], active_mask);
}

/// Word and number of instance `k` of the four, and whether it has an active weight.
fn morph_place(task: MorphTask, to: MorphPlaces, k: u32) -> vec3<u32> {
    let pair = select(to.ab, to.cd, k >= 2u);
    let place = select(pair.xy, pair.zw, k % 2u == 1u);
    return vec3<u32>(place, (to.active_mask >> k) & 1u);
}
