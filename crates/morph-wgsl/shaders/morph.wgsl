// The function that a vertex shader calls. Defines morph_vertex.
// Expects MorphVertex (vertex/), morph_sum (weights/), morph_finish (finish.wgsl).

/// The vertex with all active targets added, in ascending order of target.
///
/// `vertex` is local to the primitive (see morph_local). `instance` is the row of weights; it does
/// not matter where weights lie in a uniform, whose binding offset picks the row.
fn morph_vertex(v: MorphVertex, vertex: u32, instance: u32) -> MorphVertex {
    var sum = v;
    morph_sum(&sum, vertex, instance);
    morph_finish(&sum);
    return sum;
}
