// Other looks of the same vertices: wires, and a colour for a number at each vertex.
// Defines wire_vertex, wire_fragment, HeatShown, heat_vertex, heat_fragment.
// Expects VertexIn, Shown, shown, frame, surface, unit_or, KEY, FLAT.

/// How far wires and lines are drawn before what they lie on, in parts of the depth.
const PULL = 2e-4;

@vertex
fn wire_vertex(in: VertexIn) -> Shown {
    var out = shown(in);
    out.clip.z -= PULL * out.clip.w;
    return out;
}

@fragment
fn wire_fragment(in: Shown) -> @location(0) vec4<f32> {
    return vec4<f32>(0.02, 0.03, 0.05, 0.55);
}

struct HeatShown {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) heat: f32,
}

@vertex
fn heat_vertex(in: VertexIn, @location(8) heat: f32) -> HeatShown {
    let out = shown(in);
    return HeatShown(out.clip, out.world, out.normal, heat);
}

/// From grey over yellow and red to violet.
fn heat_color(heat: f32) -> vec3<f32> {
    let cold = vec3<f32>(0.33, 0.34, 0.36);
    let warm = vec3<f32>(0.98, 0.76, 0.24);
    let hot = vec3<f32>(0.83, 0.11, 0.05);
    let hottest = vec3<f32>(0.20, 0.01, 0.17);
    let at = clamp(heat, 0.0, 1.0) * 3.0;
    let low = mix(cold, warm, clamp(at, 0.0, 1.0));
    let high = mix(low, hot, clamp(at - 1.0, 0.0, 1.0));
    return mix(high, hottest, clamp(at - 2.0, 0.0, 1.0));
}

@fragment
fn heat_fragment(in: HeatShown, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let view = normalize(frame.eye.xyz - in.world);
    let plane = unit_or(cross(dpdx(in.world), dpdy(in.world)), view);
    let facing = plane * select(-1.0, 1.0, dot(plane, view) >= 0.0);
    var normal = facing;
    if (surface.flags & FLAT) == 0u {
        normal = unit_or(in.normal * select(-1.0, 1.0, front), facing);
    }
    let axes = mat3x3<f32>(frame.right.xyz, frame.up.xyz, frame.back.xyz);
    let light = 0.55 + 0.45 * max(dot(normal * axes, KEY), 0.0);
    return vec4<f32>(heat_color(in.heat) * light, 1.0);
}
