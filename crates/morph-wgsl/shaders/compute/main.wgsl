// The deform pass. Defines morph_main, MorphAt, morph_base, morph_output.
// Expects morph_vertex (morph.wgsl), morph_read_base, morph_write (compute/), morph_hook (hook/).

@group(MORPH_GROUP) @binding(MORPH_BINDING + 2u)
var<storage, read> morph_base: array<f32>;

@group(MORPH_GROUP) @binding(MORPH_BINDING + 3u)
var<storage, read_write> morph_output: array<f32>;

/// Which vertex a hook is called for.
struct MorphAt {
    /// Local to the primitive.
    vertex: u32,
    /// 0: one dispatch serves one mesh.
    mesh: u32,
    /// The row of weights.
    instance: u32,
}

/// One invocation a vertex and instance. Workgroups past the first row of the dispatch go on in
/// the second dimension; the third is the instance.
@compute @workgroup_size(MORPH_WORKGROUP)
fn morph_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let vertex = id.y * (MORPH_DISPATCH_ROW * MORPH_WORKGROUP) + id.x;
    let instance = id.z;
    let vertex_count = arrayLength(&morph_base) / MORPH_BASE_STRIDE;
    let written = (instance * vertex_count + vertex) * MORPH_BASE_STRIDE;
    if vertex >= vertex_count || written + MORPH_BASE_STRIDE > arrayLength(&morph_output) {
        return;
    }
    let moved = morph_vertex(morph_read_base(vertex * MORPH_BASE_STRIDE), vertex, instance);
    morph_write(written, morph_hook(moved, MorphAt(vertex, 0u, instance)));
}
