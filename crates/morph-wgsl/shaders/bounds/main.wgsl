// A box for each row of weights: an invocation grows one cluster of one instance.
// Defines MorphBoundsSet, morph_rows, morph_set, morph_bounds, morph_main.
// Expects MorphBox (bounds/box.wgsl), MorphGrowth, morph_boxes, morph_grown (bounds/grow.wgsl),
// morph_grow_by_row (bounds/pairs.wgsl), morph_join_boxes (bounds/join.wgsl).

struct MorphBoundsSet {
    cluster_count: u32,
    /// Invocations of an instance: the clusters, rounded up to a power of two.
    lane_count: u32,
    target_count: u32,
    row_count: u32,
    /// Words from one row to the next.
    row_stride: u32,
    pad_0: u32,
    pad_1: u32,
    pad_2: u32,
}

/// Row r is that of the instance whose box is number r.
@group(MORPH_GROUP) @binding(MORPH_BINDING + 1u)
var<storage, read> morph_rows: array<u32>;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 2u)
var<uniform> morph_set: MorphBoundsSet;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_bounds: array<MorphBox>;

@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) invocation: u32,
) {
    let group = workgroup.y * MORPH_DISPATCH_ROW + workgroup.x;
    let lane_count = morph_set.lane_count;
    let cluster = invocation % lane_count;
    let instance = group * (MORPH_WORKGROUP / lane_count) + invocation / lane_count;
    let is_there = instance < morph_set.row_count;
    let at = cluster * MORPH_BOX_FLOATS;
    var growth: MorphGrowth;
    growth.min = vec3<f32>(morph_boxes[at], morph_boxes[at + 1u], morph_boxes[at + 2u]);
    growth.max = vec3<f32>(morph_boxes[at + 3u], morph_boxes[at + 4u], morph_boxes[at + 5u]);
    growth.magnitude = max(abs(growth.min), abs(growth.max));
    if is_there && cluster < morph_set.cluster_count {
        morph_grow_by_row(&growth, instance * morph_set.row_stride, cluster);
    }
    let whole = morph_join_boxes(morph_grown(growth), invocation, cluster, morph_set.cluster_count);
    if is_there && cluster == 0u {
        morph_bounds[instance] = whole;
    }
}
