// Both passes of the example: positions and normals as any vertex buffer has them.

fn turned(p: vec3<f32>, yaw: f32, pitch: f32) -> vec3<f32> {
    let a = vec3<f32>(p.x * cos(yaw) - p.z * sin(yaw), p.y, p.z * cos(yaw) + p.x * sin(yaw));
    return vec3<f32>(a.x, a.y * cos(pitch) - a.z * sin(pitch), a.z * cos(pitch) + a.y * sin(pitch));
}
fn seen(p: vec3<f32>) -> vec4<f32> { return vec4<f32>(p.xy * 5.0, 0.5 - p.z * 0.5, 1.0); }
fn from_light(p: vec3<f32>) -> vec4<f32> { return seen(turned(p, 0.7, 0.5)); }
struct Vertex { @location(0) position: vec3<f32>, @location(1) normal: vec3<f32> }
struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}
@vertex fn shadow(v: Vertex) -> @builtin(position) vec4<f32> { return from_light(v.position); }
@vertex fn shown(v: Vertex) -> Varyings {
    return Varyings(seen(turned(v.position, 0.25, 0.05)), v.position, v.normal);
}
@group(0) @binding(0) var shadows: texture_depth_2d;
@fragment fn shade(v: Varyings) -> @location(0) vec4<f32> {
    let at = from_light(v.position);
    let texel = (at.xy * vec2<f32>(0.5, -0.5) + 0.5) * vec2<f32>(textureDimensions(shadows));
    let nearest = textureLoad(shadows, vec2<i32>(texel), 0);
    let outside = any(abs(at.xy) > vec2<f32>(1.0));
    let lit = select(0.0, 1.0, outside || at.z < nearest + 0.003);
    let facing = max(turned(normalize(v.normal), 0.7, 0.5).z, 0.0);
    return vec4<f32>(vec3<f32>(0.9, 0.6, 0.45) * (0.15 + 0.85 * facing * lit), 1.0);
}
