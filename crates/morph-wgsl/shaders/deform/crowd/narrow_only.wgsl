// All entries have one width. Defines morph_crowd_wide.
// Expects MorphBlock (deform/blocked/record.wgsl), MorphCrowd (deform/crowd/).

fn morph_crowd_wide(sum: ptr<function, MorphCrowd>, block: MorphBlock, weights: u32, lane: u32) {
}
