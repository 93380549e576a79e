// Wide entries for a crowd. Defines morph_crowd_wide.
// Expects MorphVertex (vertex/pnt.wgsl), MorphBlock, morph_load_entry, morph_entry_codes,
// morph_entry_scales (deform/blocked/record.wgsl), morph_load_sixteen (deform/codes/sixteen.wgsl),
// morph_add_wide (deform/codes/add_wide.wgsl), MorphCrowd, morph_crowd_add (deform/crowd/).

fn morph_crowd_wide(sum: ptr<function, MorphCrowd>, block: MorphBlock, weights: u32, lane: u32) {
    for (var i = block.narrow; i < block.count; i += 1u) {
        let entry = morph_load_entry(block, i);
        let codes = morph_load_sixteen(morph_entry_codes(block, i), MORPH_LANES, lane);
        var delta: MorphVertex;
        morph_add_wide(&delta, morph_entry_scales(entry, true), codes);
        morph_crowd_add(sum, weights, entry.x, delta);
    }
}
