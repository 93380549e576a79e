// The box around those of a row of invocations beside each other.
// Defines morph_lows, morph_highs, morph_join_boxes. Expects MorphBox (bounds/box.wgsl).

var<workgroup> morph_lows: array<vec3<f32>, MORPH_WORKGROUP>;
var<workgroup> morph_highs: array<vec3<f32>, MORPH_WORKGROUP>;

/// All invocations of the workgroup call it; the first of each row gets the box around all boxes of
/// the row. `lane` is an invocation's place in its row, of which only the first `count` have a box.
fn morph_join_boxes(own: MorphBox, invocation: u32, lane: u32, count: u32) -> MorphBox {
    morph_lows[invocation] = own.min;
    morph_highs[invocation] = own.max;
    for (var step = MORPH_WORKGROUP / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if lane < step && lane + step < count {
            let other = invocation + step;
            morph_lows[invocation] = min(morph_lows[invocation], morph_lows[other]);
            morph_highs[invocation] = max(morph_highs[invocation], morph_highs[other]);
        }
    }
    return MorphBox(morph_lows[invocation], morph_highs[invocation]);
}
