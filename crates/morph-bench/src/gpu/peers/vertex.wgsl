// Peers' loops in the vertex stage. Expects shaded (fragment.wgsl) and
// morph(vertex, instance, position, normal) of the files beside this one.

struct Parameters {
    vertex_count: u32,
    target_count: u32,
    active_count: u32,
    texture_width: u32,
    rows_per_band: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;

@vertex
fn shade(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
    @location(0) base_position: vec3<f32>,
    @location(1) base_normal: vec3<f32>,
) -> Shaded {
    var position = base_position;
    var normal = base_normal;
    morph(vertex, instance, &position, &normal);
    return shaded(position, normalize(normal));
}
