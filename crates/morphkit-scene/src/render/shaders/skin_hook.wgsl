// Skinning as the last step of the deform pass, as skinned.wgsl does it in the vertex stage.
// Defines morph_hook. Expects MorphVertex, MorphAt.

struct SkinInfluence {
    /// Two joints a word, the first in its lower half.
    joints: vec4<u32>,
    weights_0: vec4<f32>,
    weights_1: vec4<f32>,
}

/// The influences of all meshes, vertex after vertex.
@group(1) @binding(0) var<storage, read> skin_influences: array<SkinInfluence>;
/// The joints of all instances, from the mesh's space to the picture's.
@group(1) @binding(1) var<storage, read> skin_joints: array<mat4x4<f32>>;
/// The number of meshes; for each mesh its first influence; for each instance its first joint.
@group(1) @binding(2) var<storage, read> skin_table: array<u32>;

/// Stands for a mesh without influences, and for an instance without a skin.
const SKIN_NONE: u32 = 0xffffffffu;

fn skin_pair(first: u32, joints: u32, weights: vec2<f32>) -> mat4x4<f32> {
    return weights.x * skin_joints[first + (joints & 0xffffu)]
        + weights.y * skin_joints[first + (joints >> 16u)];
}

fn morph_hook(v: MorphVertex, at: MorphAt) -> MorphVertex {
    let influence_at = skin_table[1u + at.mesh];
    let joint_at = skin_table[1u + skin_table[0] + at.instance];
    if influence_at == SKIN_NONE || joint_at == SKIN_NONE {
        return v;
    }
    let influence = skin_influences[influence_at + at.vertex];
    var matrix = skin_pair(joint_at, influence.joints.x, influence.weights_0.xy)
        + skin_pair(joint_at, influence.joints.y, influence.weights_0.zw);
    if any(influence.weights_1 > vec4<f32>(0.0)) {
        matrix += skin_pair(joint_at, influence.joints.z, influence.weights_1.xy)
            + skin_pair(joint_at, influence.joints.w, influence.weights_1.zw);
    }
    var skinned = v;
    skinned.position = (matrix * vec4<f32>(v.position, 1.0)).xyz;
    // The cofactors turn normals as the inverse transpose does, whatever the scale.
    let x = matrix[0].xyz;
    let y = matrix[1].xyz;
    let z = matrix[2].xyz;
    let turn = mat3x3<f32>(cross(y, z), cross(z, x), cross(x, y));
    let side = select(-1.0, 1.0, dot(x, turn[0]) >= 0.0);
    skinned.normal = side * (turn * v.normal);
    return skinned;
}
