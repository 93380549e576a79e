// All entries have one width. Defines morph_run_wide. Expects MorphVertex (vertex/).

fn morph_run_wide(sum: ptr<function, MorphVertex>, begin: u32, end: u32, lane: u32) {
}
