// Four joints a vertex, three rows a joint. Defines skin_shape, skin_position_normal.

struct SkinShape {
    vertex_count: u32,
    joint_count: u32,
}

struct Skinned {
    position: vec3<f32>,
    normal: vec3<f32>,
}

@group(1) @binding(0) var<uniform> skin_shape: SkinShape;
@group(1) @binding(1) var<storage, read> skin_influences: array<vec2<u32>>;
@group(1) @binding(2) var<storage, read> skin_palette: array<vec4<f32>>;

fn skin_bytes(word: u32) -> vec4<u32> {
    return vec4<u32>(word, word >> 8u, word >> 16u, word >> 24u) & vec4<u32>(255u);
}

fn skin_row(rows: vec4<u32>, weights: vec4<f32>) -> vec4<f32> {
    return weights.x * skin_palette[rows.x] + weights.y * skin_palette[rows.y]
        + weights.z * skin_palette[rows.z] + weights.w * skin_palette[rows.w];
}

fn skin_vertex(vertex: u32, instance: u32, position: vec3<f32>, normal: vec3<f32>) -> Skinned {
    let influence = skin_influences[vertex];
    var weights = vec4<f32>(skin_bytes(influence.y));
    weights /= weights.x + weights.y + weights.z + weights.w;
    let rows = (skin_bytes(influence.x) + instance * skin_shape.joint_count) * 3u;
    let x = skin_row(rows, weights);
    let y = skin_row(rows + 1u, weights);
    let z = skin_row(rows + 2u, weights);
    let place = vec4<f32>(position, 1.0);
    let turned = vec3<f32>(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal));
    return Skinned(vec3<f32>(dot(x, place), dot(y, place), dot(z, place)), normalize(turned));
}
