// Skinning as the deform pass's hook. Expects skin_vertex (skin.wgsl), MorphVertex, MorphAt.

fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    let skinned = skin_vertex(at.vertex, at.instance, v.position, v.normal);
    return MorphVertex(skinned.position, skinned.normal, v.tangent);
}
