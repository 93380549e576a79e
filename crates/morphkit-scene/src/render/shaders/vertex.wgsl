// The vertex stage: morph, then joints, then nodes.
// Defines Frame, Moved, Shown, shown, vertex_main. Expects VertexIn, Placed, place (rigid or skinned), moved (still or generated).

struct Frame {
    clip_from_world: mat4x4<f32>,
    /// Where the camera is.
    eye: vec4<f32>,
    /// The camera's axes: right, up, and back towards it.
    right: vec4<f32>,
    up: vec4<f32>,
    back: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

/// A vertex after morphing.
struct Moved {
    position: vec3<f32>,
    normal: vec3<f32>,
    uv: vec2<f32>,
    color: vec4<f32>,
}

/// A vertex in the world.
struct Placed {
    position: vec3<f32>,
    normal: vec3<f32>,
}

/// What the fragment stage gets.
struct Shown {
    @invariant @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
}

fn shown(in: VertexIn) -> Shown {
    let vertex = moved(in);
    let placed = place(in, vertex);
    var out: Shown;
    out.clip = frame.clip_from_world * vec4<f32>(placed.position, 1.0);
    out.world = placed.position;
    out.normal = placed.normal;
    out.uv = vertex.uv;
    out.color = vertex.color;
    return out;
}

@vertex
fn vertex_main(in: VertexIn) -> Shown {
    return shown(in);
}
