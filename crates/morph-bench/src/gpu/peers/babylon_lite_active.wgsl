// Babylon Lite's loop, given a list of the active targets.

@group(0) @binding(1) var<storage, read> weights: array<vec2<u32>>;
@group(0) @binding(2) var deltas: texture_2d<f32>;

fn morph(
    vertex: u32,
    instance: u32,
    position: ptr<function, vec3<f32>>,
    normal: ptr<function, vec3<f32>>,
) {
    let column = i32(vertex % parameters.texture_width);
    let row_in_band = i32(vertex / parameters.texture_width);
    let rows = i32(parameters.rows_per_band);
    for (var k = 0u; k < parameters.active_count; k++) {
        let pair = weights[instance * parameters.active_count + k];
        let weight = bitcast<f32>(pair.y);
        let position_row = i32(pair.x * 2u) * rows + row_in_band;
        let normal_row = i32(pair.x * 2u + 1u) * rows + row_in_band;
        *position += weight * textureLoad(deltas, vec2<i32>(column, position_row), 0).xyz;
        *normal += weight * textureLoad(deltas, vec2<i32>(column, normal_row), 0).xyz;
    }
}
