// The fragment stage: a studio with a sky, a key light and a fill light that go with the camera.
// Defines Surface, fragment_main. Expects Frame, Shown.

struct Surface {
    base_color: vec4<f32>,
    /// Fourth component: alpha below which nothing is drawn.
    emissive: vec4<f32>,
    /// Rows that turn (u, v, 1) into texture coordinates.
    u_row: vec4<f32>,
    v_row: vec4<f32>,
    metallic: f32,
    roughness: f32,
    /// 1: no light at all. 2: no normals. 4: alpha counts.
    flags: u32,
    pad: u32,
}

const UNLIT = 1u;
const FLAT = 2u;
const ALPHA = 4u;

@group(2) @binding(0) var<uniform> surface: Surface;
@group(2) @binding(1) var base_texture: texture_2d<f32>;
@group(2) @binding(2) var base_sampler: sampler;

const SKY = vec3<f32>(0.40, 0.42, 0.46);
const GROUND = vec3<f32>(0.16, 0.15, 0.14);
/// Directions in the camera's axes, of unit length.
const KEY = vec3<f32>(-0.456, 0.609, 0.649);
const FILL = vec3<f32>(0.832, 0.104, 0.545);
const KEY_COLOR = vec3<f32>(0.66, 0.635, 0.60);
const FILL_COLOR = vec3<f32>(0.15, 0.165, 0.19);

fn sky(direction: vec3<f32>) -> vec3<f32> {
    return mix(GROUND, SKY, smoothstep(-0.9, 0.9, direction.y));
}

/// Unit vector, or `otherwise` where there is no direction.
fn unit_or(v: vec3<f32>, otherwise: vec3<f32>) -> vec3<f32> {
    let squared = dot(v, v);
    return select(otherwise, v * inverseSqrt(max(squared, 1e-30)), squared > 1e-30);
}

/// Specular reflection of one light: GGX with Smith shadowing and Schlick's Fresnel term.
fn glance(n: vec3<f32>, v: vec3<f32>, l: vec3<f32>, alpha: f32, f0: vec3<f32>) -> vec3<f32> {
    let h = normalize(v + l);
    let nl = max(dot(n, l), 0.0);
    let nv = max(dot(n, v), 1e-3);
    let nh = max(dot(n, h), 0.0);
    let a2 = alpha * alpha;
    let d = nh * nh * (a2 - 1.0) + 1.0;
    let shadow = nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2);
    let fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(v, h), 0.0), 5.0);
    return fresnel * (a2 / (d * d) * 0.5 / max(shadow, 1e-4)) * nl;
}

fn lit(n: vec3<f32>, v: vec3<f32>, base: vec3<f32>) -> vec3<f32> {
    let alpha = max(surface.roughness * surface.roughness, 0.03);
    let f0 = mix(vec3<f32>(0.04), base, surface.metallic);
    // Light goes a little round the edge, as from a large lamp.
    let key = max((dot(n, KEY) + 0.2) / 1.2, 0.0);
    let fill = max((dot(n, FILL) + 0.4) / 1.4, 0.0);
    let diffuse = base * (1.0 - surface.metallic);
    var color = diffuse * (sky(n) + KEY_COLOR * key + FILL_COLOR * fill);
    let edge = pow(1.0 - max(dot(n, v), 0.0), 5.0);
    let mirror = f0 + (max(vec3<f32>(1.0 - surface.roughness), f0) - f0) * edge;
    color += mirror * sky(reflect(-v, n)) * mix(1.3, 0.9, surface.roughness);
    color += KEY_COLOR * glance(n, v, KEY, alpha, f0) * 1.6;
    color += FILL_COLOR * glance(n, v, FILL, alpha, f0);
    return color;
}

/// Brings bright light into 0..1 and keeps the rest as it is.
/// Source: Khronos PBR Neutral tone mapper.
fn tone(light: vec3<f32>) -> vec3<f32> {
    let start = 0.8 - 0.04;
    let least = min(light.r, min(light.g, light.b));
    let offset = select(0.04, least - 6.25 * least * least, least < 0.08);
    let color = light - offset;
    let peak = max(color.r, max(color.g, color.b));
    if peak < start {
        return color;
    }
    let d = 1.0 - start;
    let new_peak = 1.0 - d * d / (peak + d - start);
    let white = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
    return mix(color * (new_peak / peak), vec3<f32>(new_peak), white);
}

@fragment
fn fragment_main(in: Shown, @builtin(front_facing) front: bool) -> @location(0) vec4<f32> {
    let uv1 = vec3<f32>(in.uv, 1.0);
    let uv = vec2<f32>(dot(surface.u_row.xyz, uv1), dot(surface.v_row.xyz, uv1));
    let texel = textureSample(base_texture, base_sampler, uv);
    let across = cross(dpdx(in.world), dpdy(in.world));
    let base = surface.base_color * in.color * texel;
    if base.a < surface.emissive.w {
        discard;
    }
    let alpha = select(1.0, base.a, (surface.flags & ALPHA) != 0u);
    if (surface.flags & UNLIT) != 0u {
        return vec4<f32>(base.rgb + surface.emissive.rgb, alpha);
    }
    let view = normalize(frame.eye.xyz - in.world);
    // The plane of the triangle, towards the camera.
    let plane = unit_or(across, view);
    let facing = plane * select(-1.0, 1.0, dot(plane, view) >= 0.0);
    var normal = facing;
    if (surface.flags & FLAT) == 0u {
        normal = unit_or(in.normal * select(-1.0, 1.0, front), facing);
    }
    let axes = mat3x3<f32>(frame.right.xyz, frame.up.xyz, frame.back.xyz);
    let color = lit(normal * axes, view * axes, base.rgb) + surface.emissive.rgb;
    return vec4<f32>(tone(color), alpha);
}
