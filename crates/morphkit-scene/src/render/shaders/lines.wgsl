// Lines in the camera's world. A module of its own.

struct Frame {
    clip_from_world: mat4x4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

/// As in looks.wgsl.
const PULL = 2e-4;

struct LineShown {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
}

@vertex
fn vertex_main(@location(0) position: vec3<f32>, @location(1) color: vec4<f32>) -> LineShown {
    var clip = frame.clip_from_world * vec4<f32>(position, 1.0);
    clip.z -= PULL * clip.w;
    return LineShown(clip, color);
}

@fragment
fn fragment_main(in: LineShown) -> @location(0) vec4<f32> {
    return in.color;
}
