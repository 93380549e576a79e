// Shares of the targets are added up, the first one first.
// Defines morph_shares, morph_give3, morph_take3, morph_take, morph_join.
// Expects MorphVertex (vertex/pnt.wgsl).

/// Sums of all shares but the first, component after component.
var<workgroup> morph_shares: array<f32, MORPH_SHARE_LANES * MORPH_DIRECT_COMPONENTS>;

fn morph_give3(at: u32, component: u32, value: vec3<f32>) {
    let word = at + component * MORPH_SHARE_LANES;
    morph_shares[word] = value.x;
    morph_shares[word + MORPH_SHARE_LANES] = value.y;
    morph_shares[word + 2u * MORPH_SHARE_LANES] = value.z;
}

fn morph_take3(at: u32, component: u32) -> vec3<f32> {
    let word = at + component * MORPH_SHARE_LANES;
    return vec3<f32>(
        morph_shares[word],
        morph_shares[word + MORPH_SHARE_LANES],
        morph_shares[word + 2u * MORPH_SHARE_LANES],
    );
}

/// Adds one share.
fn morph_take(sum: ptr<function, MorphVertex>, at: u32) {
    if MORPH_HAS_POSITION {
        (*sum).position += morph_take3(at, 0u);
    }
    if MORPH_HAS_NORMAL {
        (*sum).normal += morph_take3(at, MORPH_AT_NORMAL);
    }
    if MORPH_HAS_TANGENT {
        let moved = (*sum).tangent.xyz + morph_take3(at, MORPH_AT_TANGENT);
        (*sum).tangent = vec4<f32>(moved, (*sum).tangent.w);
    }
}

/// Afterwards the first share's lanes have the whole sums. Where nothing is active, the base keeps its bits.
fn morph_join(sum: ptr<function, MorphVertex>, slice: u32, lane: u32, active_count: u32) {
    if slice > 0u {
        let at = (slice - 1u) * MORPH_LANES + lane;
        if MORPH_HAS_POSITION {
            morph_give3(at, 0u, (*sum).position);
        }
        if MORPH_HAS_NORMAL {
            morph_give3(at, MORPH_AT_NORMAL, (*sum).normal);
        }
        if MORPH_HAS_TANGENT {
            morph_give3(at, MORPH_AT_TANGENT, (*sum).tangent.xyz);
        }
    }
    workgroupBarrier();
    if slice == 0u && active_count > 0u {
        morph_take(sum, lane);
        if MORPH_SLICES > 2u {
            morph_take(sum, MORPH_LANES + lane);
            morph_take(sum, 2u * MORPH_LANES + lane);
        }
    }
}
