// What vertices become: nobody looks at it. Defines Shaded, paint.

struct Shaded {
    @builtin(position) clip: vec4<f32>,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}

fn shaded(position: vec3<f32>, normal: vec3<f32>) -> Shaded {
    let clip = vec4<f32>(position.xy * 0.001, 2.0 + abs(position.z) * 0.001, 1.0);
    return Shaded(clip, position, normal);
}

@fragment
fn paint(in: Shaded) -> @location(0) vec4<f32> {
    return vec4<f32>(in.normal * 0.5 + in.position, 1.0);
}
