// Babylon Lite's loop: every target, from an rgba32float texture.

@group(0) @binding(1) var<storage, read> weights: array<f32>;
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
    for (var i = 0u; i < parameters.target_count; i++) {
        let weight = weights[instance * parameters.target_count + i];
        let position_row = i32(i * 2u) * rows + row_in_band;
        let normal_row = i32(i * 2u + 1u) * rows + row_in_band;
        *position += weight * textureLoad(deltas, vec2<i32>(column, position_row), 0).xyz;
        *normal += weight * textureLoad(deltas, vec2<i32>(column, normal_row), 0).xyz;
    }
}
