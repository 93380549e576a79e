// A mesh that its node places. Defines VertexIn, Mesh, place. Expects Moved, Placed.

struct VertexIn {
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
}

struct Mesh {
    world: mat4x4<f32>,
    /// For normals.
    turn: mat4x4<f32>,
}

@group(1) @binding(0) var<uniform> mesh: Mesh;

fn place(in: VertexIn, vertex: Moved) -> Placed {
    let position = mesh.world * vec4<f32>(vertex.position, 1.0);
    let normal = mesh.turn * vec4<f32>(vertex.normal, 0.0);
    return Placed(position.xyz, normal.xyz);
}
