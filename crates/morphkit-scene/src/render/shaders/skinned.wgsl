// A mesh that joints place. Defines VertexIn, Mesh, place. Expects Moved, Placed.

struct VertexIn {
    @builtin(vertex_index) index: u32,
    @builtin(instance_index) instance: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) color: vec4<f32>,
    @location(4) joints_0: vec4<u32>,
    @location(5) joints_1: vec4<u32>,
    @location(6) weights_0: vec4<f32>,
    @location(7) weights_1: vec4<f32>,
}

struct Mesh {
    world: mat4x4<f32>,
    turn: mat4x4<f32>,
}

@group(1) @binding(0) var<uniform> mesh: Mesh;
/// Four texels a joint, the columns of its matrix.
@group(1) @binding(1) var joints: texture_2d<f32>;

fn joint(index: u32) -> mat4x4<f32> {
    let per_row = textureDimensions(joints).x / 4u;
    let at = vec2<u32>(4u * (index % per_row), index / per_row);
    return mat4x4<f32>(
        textureLoad(joints, at, 0),
        textureLoad(joints, at + vec2<u32>(1u, 0u), 0),
        textureLoad(joints, at + vec2<u32>(2u, 0u), 0),
        textureLoad(joints, at + vec2<u32>(3u, 0u), 0),
    );
}

fn place(in: VertexIn, vertex: Moved) -> Placed {
    var matrix = in.weights_0.x * joint(in.joints_0.x);
    matrix += in.weights_0.y * joint(in.joints_0.y);
    matrix += in.weights_0.z * joint(in.joints_0.z);
    matrix += in.weights_0.w * joint(in.joints_0.w);
    if any(in.weights_1 > vec4<f32>(0.0)) {
        matrix += in.weights_1.x * joint(in.joints_1.x);
        matrix += in.weights_1.y * joint(in.joints_1.y);
        matrix += in.weights_1.z * joint(in.joints_1.z);
        matrix += in.weights_1.w * joint(in.joints_1.w);
    }
    let position = matrix * vec4<f32>(vertex.position, 1.0);
    // The cofactors turn normals as the inverse transpose does, whatever the scale.
    let x = matrix[0].xyz;
    let y = matrix[1].xyz;
    let z = matrix[2].xyz;
    let turn = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    let side = select(-1.0, 1.0, dot(x, turn[0]) >= 0.0);
    return Placed(position.xyz, side * (turn * vertex.normal));
}
