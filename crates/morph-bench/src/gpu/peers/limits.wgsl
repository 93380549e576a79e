// What the device can do at all: copying, and starting a pass.

@group(0) @binding(0) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> destination: array<vec4<u32>>;

@compute @workgroup_size(256)
fn copy(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) count: vec3<u32>,
) {
    let at = id.y * count.x * 256u + id.x;
    destination[at] = source[at];
}
