// What follows the sum: directions and colours, the hook, the store. Defines MorphAt, morph_put.
// Expects MorphVertex (vertex/), morph_finish (finish.wgsl), morph_hook (hook/), morph_store
// (deform/output/).

/// Which vertex a hook is called for.
struct MorphAt {
    /// Local to the primitive.
    vertex: u32,
    /// The number that the frame gives the mesh.
    mesh: u32,
    /// The number that the frame gives the instance.
    instance: u32,
}

/// Finishes a vertex and stores it with the vertices of the instance, which begin at a word.
fn morph_put(sum: ptr<function, MorphVertex>, output: u32, at: MorphAt) {
    morph_finish(sum);
    morph_store(output + at.vertex * MORPH_OUT_STRIDE, morph_hook(*sum, at));
}
