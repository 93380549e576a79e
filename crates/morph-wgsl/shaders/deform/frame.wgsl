// What a workgroup deforms, and with which weights.
// Defines morph_frame, MorphTask, morph_task, morph_weight. Expects nothing.

@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_frame: array<vec4<u32>>;

/// A block of 64 vertices of a mesh, for a chunk of instances.
struct MorphTask {
    /// Dispatches may have more workgroups than the frame: those do nothing.
    inside: bool,
    block: u32,
    set_word: u32,
    base_word: u32,
    vertex_count: u32,
    /// Element of the chunk.
    chunk: u32,
    mesh: u32,
    extra: u32,
}

/// Group 0 is loaded together with the header; only where there are several groups is one searched.
fn morph_task(workgroup: u32) -> MorphTask {
    let header = morph_frame[0];
    var first = morph_frame[MORPH_FRAME_GROUPS];
    var second = morph_frame[MORPH_FRAME_GROUPS + 1u];
    let group_count = header[MORPH_FRAME_GROUP_COUNT];
    if group_count > 1u {
        var low = 0u;
        var high = group_count;
        while high - low > 1u {
            let middle = (low + high) / 2u;
            let at = MORPH_FRAME_GROUPS + MORPH_GROUP_ELEMENTS * middle;
            if morph_frame[at][MORPH_GROUP_FIRST_WORKGROUP] <= workgroup {
                low = middle;
            } else {
                high = middle;
            }
        }
        let at = MORPH_FRAME_GROUPS + MORPH_GROUP_ELEMENTS * low;
        first = morph_frame[at];
        second = morph_frame[at + 1u];
    }
    let here = workgroup - first[MORPH_GROUP_FIRST_WORKGROUP];
    let block_count = first[MORPH_GROUP_BLOCK_COUNT];
    // Most meshes have one chunk: no division then.
    var chunk = 0u;
    if here >= block_count {
        chunk = here / block_count;
    }
    return MorphTask(
        workgroup < header[MORPH_FRAME_WORKGROUP_COUNT],
        here - chunk * block_count,
        first[MORPH_GROUP_SET_WORD],
        first[MORPH_GROUP_BASE_WORD],
        second[MORPH_GROUP_VERTEX_COUNT],
        second[MORPH_GROUP_FIRST_CHUNK] + chunk * MORPH_CHUNK_ELEMENTS,
        second[MORPH_GROUP_MESH],
        second[MORPH_GROUP_EXTRA],
    );
}

/// Weight of a target, where weights begin at an element and lie by target.
fn morph_weight(weights: u32, target_index: u32) -> f32 {
    return bitcast<f32>(morph_frame[weights + target_index / 4u][target_index % 4u]);
}
