// Bevy's loop: every target of another weight than zero, 48 bytes a vertex, tangents as well.

struct MorphAttributes {
    position: vec3<f32>,
    pad_a: f32,
    normal: vec3<f32>,
    pad_b: f32,
    tangent: vec3<f32>,
    pad_c: f32,
}

@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> deltas: array<MorphAttributes>;

fn morph(
    vertex: u32,
    instance: u32,
    position: ptr<function, vec3<f32>>,
    normal: ptr<function, vec3<f32>>,
) {
    var tangent = vec3<f32>(0.0);
    for (var i = 0u; i < parameters.target_count; i++) {
        let weight = weights[instance * parameters.target_count + i];
        if weight == 0.0 {
            continue;
        }
        let at = i * parameters.vertex_count + vertex;
        *position += weight * deltas[at].position;
        *normal += weight * deltas[at].normal;
        tangent += weight * deltas[at].tangent;
    }
    // Keeps the compiler from leaving tangents out; far below the normal's last bit.
    *normal += tangent * 1e-30;
}
