// What every peer's loop stands in: one vertex of one instance a thread, POSITION and NORMAL.
// Expects morph(vertex, instance, position, normal) of the files beside this one.

struct Parameters {
    vertex_count: u32,
    target_count: u32,
    active_count: u32,
    texture_width: u32,
    rows_per_band: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(3) var<storage, read> base: array<f32>;
@group(0) @binding(4) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(64)
fn run(@builtin(global_invocation_id) id: vec3<u32>) {
    let vertex = id.x;
    let instance = id.y;
    if vertex >= parameters.vertex_count {
        return;
    }
    let first = vertex * 6u;
    var position = vec3<f32>(base[first], base[first + 1u], base[first + 2u]);
    var normal = vec3<f32>(base[first + 3u], base[first + 4u], base[first + 5u]);
    morph(vertex, instance, &position, &normal);
    normal = normalize(normal);
    let place = (instance * parameters.vertex_count + vertex) * 6u;
    result[place] = position.x;
    result[place + 1u] = position.y;
    result[place + 2u] = position.z;
    result[place + 3u] = normal.x;
    result[place + 4u] = normal.y;
    result[place + 5u] = normal.z;
}
