// Skinning alone, over the vertices that the deform pass wrote. Expects skin_vertex (skin.wgsl).

@group(0) @binding(0) var<storage, read> morphed: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2<f32>>;

@compute @workgroup_size(64)
fn run(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= skin_shape.vertex_count {
        return;
    }
    let at = (id.y * skin_shape.vertex_count + id.x) * 3u;
    let middle = morphed[at + 1u];
    let position = vec3<f32>(morphed[at], middle.x);
    let normal = vec3<f32>(middle.y, morphed[at + 2u]);
    let skinned = skin_vertex(id.x, id.y, position, normal);
    result[at] = skinned.position.xy;
    result[at + 1u] = vec2<f32>(skinned.position.z, skinned.normal.x);
    result[at + 2u] = skinned.normal.yz;
}
