// Stands after the composed text, which brings MorphVertex, morph_local and morph_vertex.

struct Camera { scale: f32, yaw: f32 }
@group(0) @binding(0) var<uniform> camera: Camera; // ours; deltas and weights follow

struct Vertex {
    @builtin(vertex_index) index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) moved: f32, // by the targets, in millimetres
}

fn turned(p: vec3<f32>) -> vec3<f32> {
    let c = cos(camera.yaw);
    let s = sin(camera.yaw);
    return vec3<f32>(p.x * c + p.z * s, p.y, p.z * c - p.x * s);
}

@vertex fn vs(v: Vertex) -> Varyings {
    let base = MorphVertex(v.position, v.normal, vec4<f32>(1.0, 0.0, 0.0, 1.0));
    let morphed = morph_vertex(base, morph_local(v.index), 0u);
    // From here on it is a vertex shader like any other: skin, world, projection.
    let p = turned(morphed.position) * camera.scale;
    let moved = 1000.0 * distance(morphed.position, v.position);
    return Varyings(vec4<f32>(p.xy, 0.5 - p.z * 0.1, 1.0), turned(morphed.normal), moved);
}

@fragment fn fs(v: Varyings) -> @location(0) vec4<f32> {
    let light = 0.25 + 0.75 * max(dot(normalize(v.normal), vec3<f32>(0.3, 0.4, 0.866)), 0.0);
    let heat = clamp(v.moved / 8.0, 0.0, 1.0);
    return vec4<f32>(mix(vec3<f32>(0.75), vec3<f32>(0.9, 0.1, 0.05), heat) * light, 1.0);
}
