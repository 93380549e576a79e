// Deltas in a tiled array texture: rows run on from one layer to the next.
// Defines morph_load2, morph_load3, morph_load4. Expects morph_tex_width, morph_rows_per_band (weights/).

@group(MORPH_GROUP) @binding(MORPH_BINDING)
var morph_deltas: texture_2d_array<f32>;

fn morph_load4(target_index: u32, vertex: u32, band: u32) -> vec4<f32> {
    let width = morph_tex_width();
    let line = vertex / width;
    let row = (target_index * MORPH_BANDS + band) * morph_rows_per_band() + line;
    let height = textureDimensions(morph_deltas).y;
    let layer = row / height;
    let texel = vec2<u32>(vertex - line * width, row - layer * height);
    return textureLoad(morph_deltas, texel, layer, 0);
}

fn morph_load3(target_index: u32, vertex: u32, band: u32) -> vec3<f32> {
    return morph_load4(target_index, vertex, band).xyz;
}

fn morph_load2(target_index: u32, vertex: u32, band: u32) -> vec2<f32> {
    return morph_load4(target_index, vertex, band).xy;
}
