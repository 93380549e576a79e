// The hook where there is none. Defines morph_hook.
// Expects MorphVertex (vertex/), MorphAt (compute/main.wgsl).

fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    return v;
}
