// The function that a vertex shader calls for motion vectors. Defines MorphMotion, morph_motion.
// Expects MorphVertex (vertex/), morph_sum_motion (motion/), morph_finish (finish.wgsl).

/// A vertex in this frame, and where it was in the frame before.
struct MorphMotion {
    vertex: MorphVertex,
    /// Morphed by the weights of the frame before; not skinned, and not placed in the world.
    previous_position: vec3<f32>,
}

/// The vertex as of morph_vertex, and its position one frame earlier.
fn morph_motion(v: MorphVertex, vertex: u32, instance: u32) -> MorphMotion {
    var sum = v;
    var previous = v.position;
    morph_sum_motion(&sum, &previous, vertex, instance);
    morph_finish(&sum);
    return MorphMotion(sum, previous);
}
