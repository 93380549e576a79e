// A cluster's box, and how targets make it grow: never less than they move its vertices.
// Defines MorphGrowth, morph_boxes, morph_weight_ends, morph_grow, morph_grown.
// Expects MorphBox (bounds/box.wgsl).

/// Boxes of the clusters' bases, then target after target those of the clusters' deltas.
@group(MORPH_GROUP) @binding(MORPH_BINDING)
var<storage, read> morph_boxes: array<f32>;

struct MorphGrowth {
    min: vec3<f32>,
    max: vec3<f32>,
    /// The largest that a partial sum can be.
    magnitude: vec3<f32>,
    /// Targets that took part.
    active_count: f32,
}

/// The range of a weight: a subnormal one, which devices may take for 0, is anything up to the
/// least number that is not.
fn morph_weight_ends(bits: u32) -> vec2<f32> {
    if (bits & 0x7f800000u) == 0u {
        return vec2<f32>(-MORPH_LEAST, MORPH_LEAST);
    }
    return vec2<f32>(bitcast<f32>(bits));
}

/// Adds what a target can move: nothing where its weight is 0, of either sign.
fn morph_grow(growth: ptr<function, MorphGrowth>, box_index: u32, bits: u32) {
    if (bits & 0x7fffffffu) == 0u {
        return;
    }
    let at = box_index * MORPH_BOX_FLOATS;
    let low = vec3<f32>(morph_boxes[at], morph_boxes[at + 1u], morph_boxes[at + 2u]);
    let high = vec3<f32>(morph_boxes[at + 3u], morph_boxes[at + 4u], morph_boxes[at + 5u]);
    if all(low == vec3<f32>()) && all(high == vec3<f32>()) {
        return;
    }
    let ends = morph_weight_ends(bits);
    let least = min(min(ends.x * low, ends.x * high), min(ends.y * low, ends.y * high));
    let most = max(max(ends.x * low, ends.x * high), max(ends.y * low, ends.y * high));
    (*growth).min += least;
    (*growth).max += most;
    (*growth).magnitude += max(abs(least), abs(most));
    (*growth).active_count += 1.0;
}

/// The box with what rounding needs: WGSL lets a product or a sum go to either neighbour, and
/// subnormal numbers to 0. A sum that may be beyond f32 gives the largest box there is.
fn morph_grown(growth: MorphGrowth) -> MorphBox {
    if growth.active_count == 0.0 {
        return MorphBox(growth.min, growth.max);
    }
    let steps = growth.active_count + 2.0;
    let slack = steps * (growth.magnitude * MORPH_SLACK + MORPH_LEAST_SLACK);
    let beyond = bitcast<vec3<u32>>(growth.magnitude) > vec3<u32>(MORPH_MOST_MAGNITUDE);
    return MorphBox(
        select(growth.min - slack, vec3<f32>(-MORPH_MOST), beyond),
        select(growth.max + slack, vec3<f32>(MORPH_MOST), beyond),
    );
}
