// Deltas as words: a page of many sets. Defines morph_words. Expects nothing.

@group(MORPH_GROUP) @binding(MORPH_BINDING)
var<storage, read> morph_words: array<u32>;
